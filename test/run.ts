/**
 * Runs the whole suite and tells the truth about it: every test file in its own process with a
 * deadline, so that a file that crashes, hangs or ends early is a failure and harms no other.
 * Usage: run.ts [file or folder …]. Last line: `N passed, N failed`; the exit code follows.
 */
import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { ON_FIREFOX } from "./on_firefox.ts";
import { countResults, type Results } from "./support/junit.ts";
import { SOAK } from "./support/soak.ts";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
/** A file that runs longer hangs, milliseconds. */
const FILE_MS = SOAK ? 7_200_000 : 600_000;
/** Files at once: real browsers starve each other beyond the cores. */
const JOBS = Number(
  process.env["TEST_JOBS"] ?? (SOAK ? 1 : Math.max(1, Math.min(2, availableParallelism()))),
);
/** Longest first, so that no long file starts last; folders not named here are quick. */
const LONG_FOLDERS = [
  "test/measures/",
  "test/faults/",
  "test/e2e/",
  "test/cdp/",
  "test/contract/",
  "test/snapshot/",
];

/** A file, and whether Firefox is driven through it. */
interface Job {
  readonly file: string;
  readonly firefox: boolean;
}

interface FileRun extends Results {
  readonly file: string;
  readonly seconds: number;
  /** Output of the runner, shown when something failed. */
  readonly output: string;
}

async function testFiles(path: string): Promise<string[]> {
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { withFileTypes: true });
  const found = await Promise.all(entries.map((entry) => {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) return testFiles(inner);
    return entry.name.endsWith("_test.ts") ? [inner] : [];
  }));
  return found.flat();
}

/** A job for each file, and one more where Firefox is driven through it too. */
async function jobsOf(files: readonly string[]): Promise<Job[]> {
  // An entry without its file is a mistake.
  await Promise.all(Object.keys(ON_FIREFOX).map((name) => stat(join(ROOT, name))));
  const firefox = process.env["TEST_BROWSER"] === "firefox";
  return files.flatMap((file) => {
    const too = ON_FIREFOX[relative(ROOT, file)];
    const again = !firefox && (too === "suite" || (SOAK && too === "soak"));
    return again ? [{ file, firefox }, { file, firefox: true }] : [{ file, firefox }];
  });
}

async function runFile({ file, firefox }: Job, folder: string): Promise<FileRun> {
  const path = relative(ROOT, file);
  const name = firefox ? `${path} on Firefox` : path;
  const junit = join(folder, `${name.replaceAll(/[^\w.]/g, "_")}.xml`);
  const begin = performance.now();
  const { code, output } = await denoTest(path, junit, firefox ? { TEST_BROWSER: "firefox" } : {});
  const xml = await readFile(junit, "utf8").catch(() => null);
  return {
    file: name,
    output,
    seconds: (performance.now() - begin) / 1000,
    ...countResults(xml, code),
  };
}

/** The exit code, null after a signal; a file over its deadline is killed with all it started. */
function denoTest(
  file: string,
  junit: string,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const { promise, resolve } = Promise.withResolvers<
    { readonly code: number | null; readonly output: string }
  >();
  const child = spawn(
    process.execPath,
    ["test", "-A", "--no-check", `--junit-path=${junit}`, file],
    {
      cwd: ROOT,
      detached: true,
      env: { ...process.env, ...env, NO_COLOR: "1" },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let output = "";
  // What a test writes comes on either stream; a long run tells its figures as it goes.
  const hear = (chunk: Uint8Array): void => {
    const text = new TextDecoder().decode(chunk);
    output += text;
    if (!SOAK) return;
    for (const [line] of text.matchAll(/figures:.*/g)) process.stdout.write(`     ${line}\n`);
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  const endGroup = () => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // The group is gone already.
    }
  };
  const timer = setTimeout(() => {
    output += `\n${file} did not end within ${FILE_MS / 1000} s and was killed\n`;
    endGroup();
  }, FILE_MS);
  child.on("error", (error) => output += `\n${error.message}\n`);
  // 'exit', not 'close': a process left behind by a test must not hold up the suite.
  child.on("exit", (code) => {
    clearTimeout(timer);
    endGroup();
    setTimeout(() => resolve({ code, output }), 20);
  });
  return promise;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function report(run: FileRun): void {
  const skipped = run.skipped === 0 ? "" : `, ${run.skipped} skipped`;
  const mark = run.failures.length === 0 ? "ok  " : "FAIL";
  say(
    `${mark} ${run.file}: ${run.passed} passed, ${run.failures.length} failed${skipped} (${
      run.seconds.toFixed(1)
    } s)`,
  );
  if (run.failures.length === 0) return;
  for (const { name, text } of run.failures) {
    say(`  ✗ ${name}\n${text.split("\n").map((line) => `      ${line}`).join("\n")}`);
  }
  if (run.crashed) say(run.output);
}

function weight(file: string): number {
  const place = LONG_FOLDERS.findIndex((folder) => relative(ROOT, file).startsWith(folder));
  return place === -1 ? LONG_FOLDERS.length : place;
}

async function main(): Promise<boolean> {
  const wanted = process.argv.slice(2);
  const places = wanted.length === 0 ? [join(ROOT, "test")] : wanted.map((one) => join(ROOT, one));
  const files = (await Promise.all(places.map(testFiles))).flat().sort();
  const queue = await jobsOf(files.sort((a, b) => weight(a) - weight(b)));
  const folder = await mkdtemp(join(tmpdir(), "drover-tests-"));
  const runs: FileRun[] = [];
  const lane = async () => {
    for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
      const run = await runFile(job, folder);
      runs.push(run);
      report(run);
    }
  };
  try {
    await Promise.all(Array.from({ length: JOBS }, lane));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const passed = runs.reduce((sum, run) => sum + run.passed, 0);
  const failed = runs.reduce((sum, run) => sum + run.failures.length, 0);
  const broken = runs.filter((run) => run.failures.length > 0).map((run) => run.file);
  if (broken.length > 0) say(`\nFailed in: ${broken.join(", ")}`);
  // A suite without tests proves nothing.
  const missing = passed + failed === 0 ? 1 : 0;
  say(`${passed} passed, ${failed + missing} failed`);
  return failed + missing === 0;
}

let good = false;
try {
  good = await main();
} catch (error) {
  say(`The suite did not run: ${error instanceof Error ? error.stack : String(error)}`);
  say("0 passed, 1 failed");
}
process.exit(good ? 0 : 1);
