/** Counts what a JUnit report of `deno test` says, one test file a report. */

export interface Results {
  readonly passed: number;
  readonly skipped: number;
  readonly failures: readonly { readonly name: string; readonly text: string }[];
  /** The runner itself went wrong: its own output is worth reading. */
  readonly crashed: boolean;
}

interface Case {
  readonly name: string;
  readonly kind: "passed" | "skipped" | "failed";
  readonly text: string;
}

const CASE = /<testcase name="([^"]*)"[^>]*?(?:\/>|>([\s\S]*?)<\/testcase>)/g;
const FAILURE = /<(failure|error)([^>]*?)(?:\/>|>([\s\S]*?)<\/\1>)/;
const MESSAGE = /message="([^"]*)"/;
const ENTITIES: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  apos: "'",
};

/**
 * `xml` null: no report was written. Suites (`outer`) are not counted beside their tests
 * (`outer > inner`), but for a failure of their own, in a hook. A run that failed without a failed
 * test, or without any test, is one failure.
 */
export function countResults(xml: string | null, exitCode: number | null): Results {
  const cases = readCases(xml ?? "");
  const counted = cases.filter((one) => {
    const inner = cases.filter((other) => other.name.startsWith(`${one.name} > `));
    if (inner.length === 0) return true;
    return one.kind === "failed" && !inner.some((other) => other.kind === "failed");
  });
  const failures: { name: string; text: string }[] = counted
    .filter((one) => one.kind === "failed")
    .map(({ name, text }) => ({ name, text }));
  const passed = counted.filter((one) => one.kind === "passed").length;
  let crashed = false;
  if (failures.length === 0) {
    const wrong = xml === null
      ? "The file did not run"
      : exitCode !== 0
      ? `The run ended with ${exitCode === null ? "a signal" : `exit code ${exitCode}`}`
      : passed === 0
      ? "No test ran"
      : null;
    if (wrong !== null) {
      failures.push({ name: "(file)", text: wrong });
      crashed = true;
    }
  }
  return {
    passed,
    failures,
    crashed,
    skipped: counted.filter((one) => one.kind === "skipped").length,
  };
}

function readCases(xml: string): readonly Case[] {
  return [...xml.matchAll(CASE)].map(([, name = "", body = ""]): Case => {
    const failure = FAILURE.exec(body);
    if (failure !== null) {
      const [, , attributes = "", trace] = failure;
      const text = trace ?? MESSAGE.exec(attributes)?.[1] ?? "";
      return { name: plain(name), kind: "failed", text: plain(text) };
    }
    return { name: plain(name), kind: body.includes("<skipped") ? "skipped" : "passed", text: "" };
  });
}

function plain(text: string): string {
  return text.replaceAll(/&(lt|gt|amp|quot|apos);/g, (_all, name: string) => ENTITIES[name] ?? "");
}
