import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseFirefox, findFirefox } from "../../firefox/discovery.ts";
import type { MachinePort } from "../../src/platform/programs.ts";

function machine(
  files: readonly string[],
  env: Readonly<Record<string, string>> = { PATH: "/usr/bin:/opt/bin" },
  platform = "linux",
): MachinePort {
  return { platform, env, home: "/home/me", isExecutable: (path) => files.includes(path) };
}

test("the ESR on PATH comes first, then the other one, then what is installed", () => {
  const files = ["/usr/lib/firefox/firefox", "/usr/bin/firefox", "/opt/bin/firefox-esr"];
  assert.deepEqual(findFirefox(undefined, machine(files)), [
    { path: "/opt/bin/firefox-esr", source: "PATH" },
    { path: "/usr/bin/firefox", source: "PATH" },
    { path: "/usr/lib/firefox/firefox", source: "installed" },
  ]);
});

test("a named browser is taken or refused, never passed over", () => {
  const here = machine(["/mine", "/usr/bin/firefox"]);
  assert.equal(chooseFirefox("/mine", here).path, "/mine");
  assert.throws(() => chooseFirefox("/gone", here), /named by --browser-path is not there/);
  const configured = machine(["/usr/bin/firefox"], { PATH: "/usr/bin", DROVER_FIREFOX: "/gone" });
  assert.throws(() => chooseFirefox(undefined, configured), /named by DROVER_FIREFOX/);
});

test("a machine without one is told what to do", () => {
  assert.throws(() => chooseFirefox(undefined, machine([])), /No Firefox was found/);
});
