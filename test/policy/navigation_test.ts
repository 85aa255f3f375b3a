import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Failure } from "../../src/model/error.ts";
import { navigationUrl } from "../../src/policy/navigation.ts";

for (
  const [text, href] of [
    ["http://example.org", "http://example.org/"],
    ["HTTPS://Example.org/a b", "https://example.org/a%20b"],
    ["http://127.0.0.1:8080/?q=1#f", "http://127.0.0.1:8080/?q=1#f"],
    ["data:text/html,<b>hi</b>", "data:text/html,<b>hi</b>"],
    ["  https://example.org/", "https://example.org/"],
    ["https://user:secret@example.org/", "https://user:secret@example.org/"],
  ] as const
) {
  test(`${JSON.stringify(text)} may be navigated to`, () => {
    assert.equal(navigationUrl(text), href);
  });
}

for (
  const text of [
    "",
    "example.org",
    "/path",
    "//example.org/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "about:blank",
    "chrome://settings",
    "view-source:https://example.org/",
    "blob:https://example.org/1",
    "ws://example.org/",
    "ftp://example.org/",
    "java\nscript:alert(1)",
    "https://",
  ]
) {
  test(`${JSON.stringify(text)} may not be navigated to`, () => {
    assert.throws(() => navigationUrl(text), { code: "invalidRequest" });
  });
}

test("a refusal never holds any of the URL", () => {
  fc.assert(fc.property(
    fc.constantFrom("", "ftp://", "https://[", "file://"),
    fc.string({ maxLength: 8 }),
    (scheme, tail) => {
      try {
        navigationUrl(`${scheme}user:zqxSecretzqx@host/${tail}`);
      } catch (error) {
        assert.ok(error instanceof Failure);
        assert.doesNotMatch(error.message, /zqxSecret/);
      }
    },
  ));
});
