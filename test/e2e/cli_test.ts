/** The command line of the built executable: exit codes, where output goes, what it says. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as v from "valibot";
import { drover, executable, plainEnvironment, ROOT } from "../support/executable.ts";

const { version } = v.parse(
  v.object({ version: v.string() }),
  JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")),
);

test("--version prints name and version", async () => {
  assert.deepEqual(await drover(["--version"]), {
    code: 0,
    stdout: `drover ${version}\n`,
    stderr: "",
  });
});

test("--version --verbose repeats the kind of the build", async () => {
  const { kind } = v.parse(
    v.object({ kind: v.string() }),
    JSON.parse(readFileSync(`${executable()}.buildinfo`, "utf8")),
  );
  const { stdout } = await drover(["--version", "--verbose"]);
  assert.match(stdout, new RegExp(`^build: ${kind}$`, "m"));
});

test("--help prints the commands on stdout", async () => {
  const { code, stdout, stderr } = await drover(["--help"]);
  assert.deepEqual([code, stderr], [0, ""]);
  for (const command of ["stdio", "doctor", "demo", "tools"]) {
    assert.match(stdout, new RegExp(`drover ${command}`));
  }
});

for (
  const args of [
    [],
    ["fly"],
    ["stdio", "--fly"],
    ["stdio", "extra"],
    ["stdio", "--result", "everything"],
    ["stdio", "--browser-endpoint", "nowhere"],
    ["--verbose"],
    ["--version", "--fly"],
    ["tools", "--json=maybe", "--fly"],
  ]
) {
  test(`"drover ${args.join(" ")}" is a usage error on stderr`, async () => {
    const { code, stdout, stderr } = await drover(args);
    assert.deepEqual([code, stdout], [2, ""]);
    assert.match(stderr, /^drover: .+\nRun drover --help/);
  });
}

test("a browser argument may start with a dash", async () => {
  const { code, stderr } = await drover(["stdio", "--browser-arg", "--lang=nb"]);
  assert.deepEqual([code, stderr], [0, ""]);
});

test("stdio ends with code 0 at the end of its input and writes nothing", async () => {
  assert.deepEqual(await drover(["stdio"]), { code: 0, stdout: "", stderr: "" });
});

test("stdio answers what was sent before the end of input, in JSON-RPC alone", async () => {
  const hello = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    },
  };
  const { code, stdout } = await drover(["stdio"], { input: `${JSON.stringify(hello)}\n` });
  assert.equal(code, 0);
  const lines = stdout.split("\n").filter((line) => line !== "");
  assert.deepEqual(lines.map((line) => JSON.parse(line).id), [1]);
});

test("a half-set bootstrap credential refuses the start and names the variable", async () => {
  const env = {
    ...plainEnvironment(),
    AUTOMATION_RUNTIME_BOOTSTRAP_TOKEN: "s3cret-token-that-must-not-be-shown-anywhere",
  };
  const { code, stdout, stderr } = await drover(["stdio"], { env });
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /AUTOMATION_RUNTIME_BOOTSTRAP_PRINCIPAL/);
  assert.ok(!stderr.includes("s3cret"));
});

test("tools prints every tool, and --json the entries of tools/list", async () => {
  const text = await drover(["tools"]);
  const json = await drover(["tools", "--json"]);
  const entries = v.parse(
    v.array(v.looseObject({ name: v.string(), inputSchema: v.looseObject({}) })),
    JSON.parse(json.stdout),
  );
  assert.ok(entries.length >= 19);
  for (const { name } of entries) assert.match(text.stdout, new RegExp(`^${name} `, "m"));
});

test("doctor finds everything here and says how a session went", async () => {
  const { code, stdout } = await drover(["doctor"]);
  assert.equal(code, 0, stdout);
  for (const subject of ["drover", "browser", "sandbox", "temp", "principal", "handshake"]) {
    assert.match(stdout, new RegExp(`^(ok|warn) +${subject} `, "m"));
  }
  assert.match(stdout, /^ok +session +opened a page/m);
  assert.match(stdout, /, 0 failed\n$/);
});

test("doctor fails for a browser that is not there, and says what to do", async () => {
  const { code, stdout } = await drover(["doctor", "--browser-path", "/nonexistent/browser"]);
  assert.equal(code, 1);
  assert.match(stdout, /^fail +browser /m);
});

test("demo drives the bundled page and shows what changed", async () => {
  const { code, stdout, stderr } = await drover(["demo"]);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /heading "Order desk" level=1/);
  assert.match(stdout, /^\+ .*Thank you, Ada Lovelace/m);
});

test("demo with a URL prints the outline of that page", async () => {
  const { code, stdout } = await drover(["demo", "data:text/html,<h1>Plain</h1><a href=x>On</a>"]);
  assert.equal(code, 0);
  assert.match(stdout, /heading "Plain" level=1/);
});

test("demo with a page that does not load fails and says why", async () => {
  const { code, stderr } = await drover(["demo", "http://127.0.0.1:9/"]);
  assert.equal(code, 1);
  assert.match(stderr, /^drover demo: /);
});
