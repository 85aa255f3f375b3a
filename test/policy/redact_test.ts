import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { MAX_MESSAGE_URL_CHARS, MAX_SHOWN_URL_CHARS } from "../../src/model/limits.ts";
import { journalUrl, messageUrl, shownUrl } from "../../src/policy/redact.ts";

for (
  const [text, kept] of [
    ["https://example.org/a/b?token=1#part", "https://example.org/a/b"],
    ["https://user:pass@example.org:8443/", "https://example.org:8443/"],
    ["data:text/html;charset=utf-8,<b>secret</b>", "data:text/html,[redacted]"],
    ["data:,secret", "data:,[redacted]"],
    ["data:secret,secret", "data:,[redacted]"],
    ["about:blank", "about:blank"],
    ["about:blank?secret", "about:[redacted]"],
    ["blob:https://example.org/5f-1", "blob:[redacted]"],
    ["javascript:secret()", "javascript:[redacted]"],
    ["file:///home/secret", "file:[redacted]"],
    ["not a url", "[redacted]"],
    ["", "[redacted]"],
  ] as const
) {
  test(`journalUrl(${JSON.stringify(text)}) keeps ${JSON.stringify(kept)}`, () => {
    assert.equal(journalUrl(text), kept);
  });
}

test("userinfo, query and fragment never reach the journal", () => {
  const part = fc.string({ maxLength: 8 }).map((text) => encodeURIComponent(`${text}zqxSecret`));
  fc.assert(fc.property(part, part, part, part, (user, password, query, fragment) => {
    const url = `https://${user}:${password}@example.org/x?${query}#${fragment}`;
    assert.equal(journalUrl(url), "https://example.org/x");
  }));
});

for (
  const [text, told] of [
    ["https://example.org/done?card=4111#secret", "https://example.org/done?…#…"],
    ["https://user:pass@example.org/done", "https://example.org/done"],
    ["data:text/html,secret?secret#secret", "data:text/html,[redacted]"],
  ] as const
) {
  test(`messageUrl(${JSON.stringify(text)}) tells ${JSON.stringify(told)}`, () => {
    assert.equal(messageUrl(text), told);
  });
}

test("an address of megabytes is cut in answers and messages, one of kilobytes in messages alone", () => {
  const long = `https://example.org/${"a".repeat(2_000_000)}`;
  const shown = shownUrl(long);
  assert.equal(shown.length, MAX_SHOWN_URL_CHARS);
  assert.ok(shown.endsWith("a…"));
  assert.equal(messageUrl(`${long}?x`).length, MAX_MESSAGE_URL_CHARS + "?…".length);
  const usual = long.slice(0, MAX_SHOWN_URL_CHARS);
  assert.equal(shownUrl(usual), usual);
});
