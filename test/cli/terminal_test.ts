import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

test("a reader that goes away while a command prints is no failure", async () => {
  const main = fileURLToPath(new URL("../../src/main.ts", import.meta.url));
  const child = spawn(process.execPath, ["run", "-A", main, "tools"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.destroy();
  const said: string[] = [];
  child.stderr.setEncoding("utf8").on("data", (text: string) => said.push(text));
  const [code] = await once(child, "close");
  assert.deepEqual([code, said.join("")], [0, ""]);
});
