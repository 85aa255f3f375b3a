import assert from "node:assert/strict";
import { test } from "node:test";
import { browserVersion, chooseBrowser, findBrowsers, installHint } from "../../cdp/discovery.ts";
import type { MachinePort } from "../../src/platform/programs.ts";
import { Failure, repairOf } from "../../src/model/error.ts";

function machine(
  platform: string,
  files: readonly string[],
  env: Readonly<Record<string, string>> = {},
): MachinePort {
  return { platform, env, home: "/home/me", isExecutable: (path) => files.includes(path) };
}

function refusal(work: () => unknown): Failure {
  try {
    work();
  } catch (cause) {
    assert.ok(cause instanceof Failure);
    return cause;
  }
  throw new Error("It did not fail");
}

test("PATH is looked through before the usual places, Chrome before the others", () => {
  const port = machine("linux", [
    "/usr/bin/chromium",
    "/opt/bin/brave",
    "/opt/google/chrome/chrome",
    "/opt/bin/google-chrome",
  ], { PATH: "/usr/bin:/opt/bin:" });
  assert.deepEqual(findBrowsers(undefined, port), [
    { path: "/opt/bin/google-chrome", product: "Chrome", source: "PATH" },
    { path: "/usr/bin/chromium", product: "Chromium", source: "PATH" },
    { path: "/opt/bin/brave", product: "Brave", source: "PATH" },
    { path: "/opt/google/chrome/chrome", product: "Chrome", source: "installed" },
  ]);
});

test("macOS: applications of the machine and of the person", () => {
  const port = machine("darwin", [
    "/home/me/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Brave Browser.app/Contents/MacOS/Brave Browser",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  ], { PATH: "/usr/bin" });
  assert.deepEqual(findBrowsers(undefined, port).map(({ product }) => product), [
    "Chromium",
    "Edge",
    "Brave",
  ]);
});

test("Windows: PATH with semicolons, program folders and the person's own", () => {
  const port = machine("win32", [
    "C:\\Tools\\chrome.exe",
    "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
    "C:\\Users\\me\\AppData\\Local\\BraveSoftware\\Brave-Browser\\Application\\brave.exe",
  ], {
    Path: "C:\\Windows;C:\\Tools",
    "ProgramFiles(x86)": "C:\\Program Files (x86)",
    LOCALAPPDATA: "C:\\Users\\me\\AppData\\Local",
  });
  assert.deepEqual(findBrowsers(undefined, port), [
    { path: "C:\\Tools\\chrome.exe", product: "Chrome", source: "PATH" },
    {
      path: "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
      product: "Edge",
      source: "installed",
    },
    {
      path: "C:\\Users\\me\\AppData\\Local\\BraveSoftware\\Brave-Browser\\Application\\brave.exe",
      product: "Brave",
      source: "installed",
    },
  ]);
});

test("--browser-path stands before DROVER_CHROMIUM, and both before what is installed", () => {
  const port = machine("linux", ["/a", "/b", "/usr/bin/chromium"], { DROVER_CHROMIUM: "/b" });
  assert.equal(chooseBrowser("/a", port).path, "/a");
  assert.equal(chooseBrowser(undefined, port).path, "/b");
  assert.deepEqual(findBrowsers("/a", port).map(({ source }) => source), [
    "--browser-path",
    "DROVER_CHROMIUM",
    "installed",
  ]);
});

test("a named browser that is not there is refused, never passed over, and not repeated", () => {
  const port = machine("linux", ["/usr/bin/chromium"], { DROVER_CHROMIUM: "/secret/place" });
  const byVariable = refusal(() => chooseBrowser(undefined, port));
  assert.equal(byVariable.code, "browserLaunchFailed");
  assert.match(byVariable.message, /DROVER_CHROMIUM/);
  assert.doesNotMatch(byVariable.message + repairOf(byVariable), /secret/);
  assert.match(refusal(() => chooseBrowser("/other", port)).message, /--browser-path/);
});

for (
  const [platform, word] of [["linux", /apt-get install chromium/], ["darwin", /brew install/], [
    "win32",
    /winget install/,
  ]] as const
) {
  test(`without a browser on ${platform} it says what to do there`, () => {
    const failure = refusal(() => chooseBrowser(undefined, machine(platform, [])));
    assert.equal(failure.code, "browserLaunchFailed");
    assert.match(repairOf(failure), word);
    assert.equal(repairOf(failure), installHint(platform));
    assert.match(repairOf(failure), /--browser-path/);
  });
}

test("the browser of this machine is found and tells its version", () => {
  assert.match(browserVersion(chooseBrowser()) ?? "", /\d+\.\d+\.\d+\.\d+/);
  assert.equal(
    browserVersion({ path: "/no/such", product: "Chrome", source: "PATH" }),
    null,
  );
});
