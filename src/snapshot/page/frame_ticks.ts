/** Waiting for the page to paint, also in pages that do not. */

/** A page that is not painted fires no animation frame; then this many milliseconds count as one. */
const UNPAINTED_FRAME_MS = 50;

/** Resolves at the next animation frame, or after 50 ms where none comes. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, UNPAINTED_FRAME_MS);
    const frame = requestAnimationFrame(done);
    function done(): void {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      resolve();
    }
  });
}

/** Milliseconds on this document's own clock. */
export function now(): number {
  return performance.now();
}
