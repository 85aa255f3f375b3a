import assert from "node:assert/strict";
import { test } from "node:test";
import { readStdioOptions, UsageError } from "../../src/cli/options.ts";

const says = (pattern: RegExp) => (error: unknown) =>
  error instanceof UsageError && pattern.test(error.message);

test("without flags and variables the standard holds", () => {
  assert.deepEqual(readStdioOptions({}, {}), {
    browser: "chromium",
    browserArgs: [],
    headed: false,
    result: "both",
    toolset: "explore",
  });
});

test("every option has its variable", () => {
  const options = readStdioOptions({}, {
    DROVER_BROWSER_PATH: "/opt/browser",
    DROVER_BROWSER_ARGS: "--lang=nb  --mute-audio",
    DROVER_BROWSER_ENDPOINT: "http://127.0.0.1:9222",
    DROVER_BROWSER_HEADED: "true",
    DROVER_MCP_RESULT: "text",
    DROVER_MCP_TOOLSET: "full",
  });
  assert.deepEqual(options, {
    browser: "chromium",
    browserPath: "/opt/browser",
    browserArgs: ["--lang=nb", "--mute-audio"],
    browserEndpoint: "http://127.0.0.1:9222",
    headed: true,
    result: "text",
    toolset: "full",
  });
});

test("a flag beats its variable", () => {
  const options = readStdioOptions(
    { "browser-path": "/flag", "browser-arg": "--flag", headed: false, result: "structured" },
    {
      DROVER_BROWSER_PATH: "/variable",
      DROVER_BROWSER_ARGS: "--variable",
      DROVER_BROWSER_HEADED: "true",
      DROVER_MCP_RESULT: "text",
    },
  );
  assert.deepEqual(options, {
    browser: "chromium",
    browserPath: "/flag",
    browserArgs: ["--flag"],
    headed: false,
    result: "structured",
    toolset: "explore",
  });
});

test("the browser is named by flag or variable, and an endpoint is Chromium's", () => {
  assert.equal(readStdioOptions({ browser: "firefox" }, {}).browser, "firefox");
  assert.equal(readStdioOptions({}, { DROVER_BROWSER: "firefox" }).browser, "firefox");
  assert.throws(() => readStdioOptions({ browser: "netscape" }, {}), says(/--browser must be one/));
  const attached = { browser: "firefox", "browser-endpoint": "http://127.0.0.1:9222" };
  assert.throws(() => readStdioOptions(attached, {}), says(/Chromium browsers only/));
});

test("an empty variable counts as unset", () => {
  const { result, headed } = readStdioOptions({}, {
    DROVER_MCP_RESULT: "",
    DROVER_BROWSER_HEADED: "",
  });
  assert.deepEqual([result, headed], ["both", false]);
});

test("browser arguments with spaces come as a JSON array", () => {
  const { browserArgs } = readStdioOptions({}, { DROVER_BROWSER_ARGS: '["--user-agent=a b"]' });
  assert.deepEqual(browserArgs, ["--user-agent=a b"]);
});

for (const wrong of ["[1]", "[--x]", '["a"'] as const) {
  test(`browser arguments ${wrong} are refused`, () => {
    assert.throws(
      () => readStdioOptions({}, { DROVER_BROWSER_ARGS: wrong }),
      says(/DROVER_BROWSER_ARGS must be/),
    );
  });
}

test("a wrong choice names its source and the choices, not the value", () => {
  assert.throws(
    () => readStdioOptions({ toolset: "everything" }, {}),
    says(/^--toolset must be one of: full, explore, act, intent, verify$/),
  );
  assert.throws(
    () => readStdioOptions({}, { DROVER_MCP_RESULT: "everything" }),
    says(/^DROVER_MCP_RESULT must be one of: /),
  );
});

test("a flag given twice is refused where one value counts", () => {
  assert.throws(() => readStdioOptions({ result: ["text", "both"] }, {}), says(/--result may be/));
});

test("a flag without value is refused", () => {
  assert.throws(() => readStdioOptions({ "browser-path": "" }, {}), says(/--browser-path needs/));
});

for (const wrong of ["localhost:9222", "ftp://127.0.0.1", "nowhere"] as const) {
  test(`endpoint ${wrong} is refused`, () => {
    assert.throws(
      () => readStdioOptions({ "browser-endpoint": wrong }, {}),
      says(/^--browser-endpoint must be a ws:\/\//),
    );
  });
}

test("headed takes true and false alone", () => {
  assert.throws(
    () => readStdioOptions({}, { DROVER_BROWSER_HEADED: "yes" }),
    says(/DROVER_BROWSER_HEADED must be true or false/),
  );
});
