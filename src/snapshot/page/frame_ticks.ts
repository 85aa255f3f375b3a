/** Waiting for the page to paint, also in pages that do not. */

/** A page that is not painted fires no animation frame; then this many milliseconds count as one. */
const UNPAINTED_FRAME_MS = 50;

/** So many of them without a paint, and a page that should be painted counts as one that is not. */
const UNPAINTED_TICKS = 4;

/** Resolves at the next animation frame with true, or with false after 50 ms where none comes. */
export function nextFrame(): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => done(false), UNPAINTED_FRAME_MS);
    const frame = requestAnimationFrame(() => done(true));
    function done(painted: boolean): void {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      resolve(painted);
    }
  });
}

/**
 * Resolves at the next animation frame, however late a busy machine paints it, up to 200 ms: what
 * moves stands still while nothing is painted.
 */
export async function nextPaint(): Promise<void> {
  const ticks = document.hidden ? 1 : UNPAINTED_TICKS;
  for (let tick = 0; tick < ticks; tick++) if (await nextFrame()) return;
}

/** Milliseconds on this document's own clock. */
export function now(): number {
  return performance.now();
}
