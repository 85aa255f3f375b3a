import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { after, before, test } from "node:test";

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "drover-signals-"));
});
after(() => rm(folder, { recursive: true, force: true }));

const MODULE = new URL("../../src/platform/signals.ts", import.meta.url).href;

/** Runs a program that says `ready`, gets the signals, and answers what it printed after that. */
async function program(body: string, signals: readonly NodeJS.Signals[]): Promise<string> {
  const file = join(folder, `${crypto.randomUUID()}.ts`);
  // It prints its exit code itself: a parent on Deno takes 143 for the signal.
  writeFileSync(
    file,
    `import process from "node:process";
     import { onStopSignals, onUncaught } from "${MODULE}";
     const say = (text: string) => process.stdout.write(text + "\\n");
     process.on("exit", (code) => say("exit " + code));
     setTimeout(() => process.exit(99), 20_000);
     ${body}
     say("ready");`,
  );
  const child = spawn(process.execPath, ["run", "-A", "--no-check", file], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  let sent = 0;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    // Each line asks for the next signal.
    const signal = signals[sent];
    if (signal !== undefined && output.split("\n").length - 1 > sent) {
      sent += 1;
      // On Deno `child.kill` sends nothing a second time.
      process.kill(child.pid ?? 0, signal);
    }
  });
  await once(child, "close");
  return output.replace("ready\n", "");
}

for (const [signal, code] of [["SIGTERM", 143], ["SIGINT", 130], ["SIGHUP", 129]] as const) {
  test(`${signal} stops with exit code ${code}`, async () => {
    const body = "onStopSignals((code) => process.exit(code));";
    assert.equal(await program(body, [signal]), `exit ${code}\n`);
  });
}

test("the second SIGINT ends at once, whatever is still closing", async () => {
  const body = 'onStopSignals((code) => say("stopping " + code));';
  assert.equal(await program(body, ["SIGINT", "SIGINT"]), "stopping 130\nexit 130\n");
});

for (
  const [what, body] of [
    ["an exception", 'setTimeout(() => { throw new TypeError("s3cret"); }, 1);'],
    ["a rejection", 'void Promise.reject(new TypeError("s3cret"));'],
  ] as const
) {
  test(`${what} that nobody caught is reported by class and place, not by message`, async () => {
    const report = `onUncaught((name, place) => { say(name + " " + place); process.exit(1); });`;
    const output = await program(`${report} setTimeout(() => { ${body} }, 10);`, []);
    assert.match(output, /^TypeError at .+\nexit 1\n$/);
    assert.ok(!output.includes("s3cret"));
  });
}
