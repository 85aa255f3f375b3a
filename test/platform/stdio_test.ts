import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import type { ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import type { Readable, Writable } from "node:stream";
import { describe, test } from "node:test";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";

const root = new URL("../../", import.meta.url);
const path = (relative: string): string => fileURLToPath(new URL(relative, root));
const child = path("test/platform/stdio_child.ts");
const windows = process.platform === "win32";

const RUNTIMES = [
  {
    name: "Deno",
    command: path(`node_modules/deno/deno${windows ? ".exe" : ""}`),
    args: ["run", "-A", "--no-check"],
  },
  { name: "Node", command: path(`node_modules/node/bin/node${windows ? ".exe" : ""}`), args: [] },
];

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

class Running {
  readonly process: Child;
  readonly exit: Promise<unknown>;
  said = "";
  #heard = Promise.withResolvers<void>();

  constructor(context: TestContext, runtime: typeof RUNTIMES[number], scenario: string) {
    this.process = spawn(runtime.command, [...runtime.args, child, scenario], {
      stdio: ["pipe", "pipe", "pipe"],
    });
    this.exit = once(this.process, "exit").then(([code]) => code);
    this.process.stdin.on("error", () => {});
    this.process.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.said += text;
      this.#heard.resolve();
      this.#heard = Promise.withResolvers();
    });
    context.after(() => this.process.kill("SIGKILL"));
  }

  /** Resolves when the child has said the text; fails when it ends without. */
  async hears(text: string): Promise<void> {
    while (!this.said.includes(text)) {
      const ended = await Promise.race([this.#heard.promise, this.exit.then(() => "ended")]);
      if (ended === "ended" && !this.said.includes(text)) {
        assert.fail(`It ended, saying: ${this.said}`);
      }
    }
  }

  async bytesToEnd(): Promise<number> {
    let bytes = 0;
    for await (const chunk of this.process.stdout) bytes += chunk.length;
    return bytes;
  }
}

for (const runtime of RUNTIMES) {
  describe(`stdio on ${runtime.name}`, () => {
    test("delivers all of its input and then its end", async (context) => {
      const running = new Running(context, runtime, "count");
      running.process.stdin.write("x".repeat(1_000_000));
      running.process.stdin.end("ä");
      await running.hears("1000002 bytes, ended");
      assert.equal(await running.exit, 0);
    });

    test("tells the end of an empty input", async (context) => {
      const running = new Running(context, runtime, "count");
      running.process.stdin.end();
      await running.hears("0 bytes, ended");
    });

    test("has delivered 8 MiB when the write resolves", async (context) => {
      const running = new Running(context, runtime, "flood");
      assert.equal(await running.bytesToEnd(), 8 * 1024 * 1024);
      assert.equal(await running.exit, 0);
    });

    test("goes on while nobody reads its output", async (context) => {
      const running = new Running(context, runtime, "blocked");
      await running.hears("alive");
      assert.equal(await running.bytesToEnd(), 8 * 1024 * 1024);
    });

    test("rejects a write when the reader is gone", async (context) => {
      const running = new Running(context, runtime, "gone");
      await running.hears("ready");
      running.process.stdout.destroy();
      await running.hears("rejected");
      assert.equal(await running.exit, 0);
    });

    test("holds the sender up while it is paused", { skip: windows }, async (context) => {
      const running = new Running(context, runtime, "pause");
      const bytes = 4 * 1024 * 1024;
      let taken = false;
      running.process.stdin.write("x".repeat(64 * 1024));
      await running.hears("paused");
      // What fits the pipe is there for the child to read, if it did.
      await new Promise((resolve) => running.process.stdin.write("x".repeat(32 * 1024), resolve));
      running.process.stdin.end("x".repeat(bytes - 32 * 1024), () => taken = true);
      // Not ChildProcess.kill: on Deno that drops what waits in the child's stdin (2.9.6).
      process.kill(running.process.pid ?? assert.fail("Not started"), "SIGUSR2");
      await running.hears("0 bytes while paused");
      await running.hears(`${bytes + 64 * 1024} bytes`);
      assert.equal(await running.exit, 0);
      assert.equal(taken, true);
    });
  });
}
