/** A renderer that is told from all others by its weight, to be killed from outside. */
import { readFileSync } from "node:fs";
import { processesFor, treeOf } from "../support/process_tree.ts";

const WEIGHT_MIB = 128;

/** A page whose renderer weighs more than any other's. */
export const HEAVY_PAGE = `<title>Heavy</title><h1>Heavy</h1><script>
  globalThis.weight = new Uint8Array(${WEIGHT_MIB} * 1024 * 1024).fill(7);
  document.querySelector("h1").textContent = "Heavy now";
</script>`;

/** The renderer of the heavy page below the process `pid`; null: there is none. */
export function heavyRenderer(pid: number): number | null {
  const heavy = processesFor(treeOf(pid), "pages").filter((one) =>
    privateMiB(one.pid) > WEIGHT_MIB
  );
  if (heavy.length > 1) throw new Error("Several renderers are heavy");
  return heavy[0]?.pid ?? null;
}

function privateMiB(pid: number): number {
  try {
    const [, resident = "0", shared = "0"] = readFileSync(`/proc/${pid}/statm`, "utf8").split(" ");
    return (Number(resident) - Number(shared)) * 4_096 / (1024 * 1024);
  } catch {
    return 0; // It ended meanwhile.
  }
}
