/** `drover --version [--verbose]`. */
import { runtimeFacts, VERSION } from "../platform/runtime.ts";
import { print } from "./terminal.ts";

export async function version(verbose: boolean): Promise<number> {
  const lines = [`drover ${VERSION}`];
  if (verbose) {
    const facts = runtimeFacts();
    lines.push(`build: ${facts.kind}`, `runtime: ${facts.runtime}`, `platform: ${facts.platform}`);
  }
  await print(`${lines.join("\n")}\n`);
  return 0;
}
