/** Bytes a function allocates on the heap. */
import process from "node:process";

/** The engine's collector, with `--v8-flags=--expose-gc` (Deno) or `--expose-gc` (Node). */
function collector(): () => void {
  const gc: unknown = Reflect.get(globalThis, "gc");
  if (typeof gc !== "function") throw new Error("Run with --v8-flags=--expose-gc");
  return () => {
    Reflect.apply(gc, undefined, []);
  };
}

/**
 * Heap growth of one run, median of seven, each after a collection. A collection in the middle
 * of a run makes that run's growth too small, never too large.
 */
export function allocated(run: () => unknown): number {
  const collect = collector();
  const grown: number[] = [];
  for (let i = 0; i < 7; i++) {
    collect();
    const before = process.memoryUsage().heapUsed;
    const kept = run();
    grown.push(process.memoryUsage().heapUsed - before);
    if (kept === grown) throw new Error("Unreachable: keeps the result alive until here");
  }
  return grown.sort((a, b) => a - b)[3] ?? NaN;
}
