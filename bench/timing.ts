/** Median times of functions, by tinybench. */
import { Bench } from "tinybench";

/** Milliseconds of each, median; every one is run for `taskMs`, and at least five times. */
export async function timings<Name extends string>(
  taskMs: number,
  tasks: Readonly<Record<Name, () => unknown>>,
): Promise<(name: Name) => number> {
  const bench = new Bench({
    time: taskMs,
    iterations: 5,
    warmupTime: taskMs / 4,
    warmupIterations: 2,
  });
  for (const name in tasks) bench.add(name, tasks[name]);
  await bench.run();
  return (name) => {
    const result = bench.getTask(name)?.result;
    if (result === undefined || !("latency" in result)) throw new Error(`${name} was not measured`);
    return result.latency.p50;
  };
}
