import assert from "node:assert/strict";
import { test } from "node:test";
import type { Command, CommandEnvelope } from "../../src/model/command.ts";
import type { Evidence, EvidenceKind } from "../../src/model/evidence.ts";
import { redactEnvelope, redactOutcome } from "../../src/store/redact.ts";

const SECRET = "s3cr3t";
const URL = `https://user:${SECRET}@site.test/path?token=${SECRET}#${SECRET}`;
const matcher = { kind: "contains", value: SECRET } as const;
const link = { css: "#a", attributes: { href: URL } };
const target = { ...link, framePath: [link], shadowPath: [link] };

const COMMANDS: readonly Command[] = [
  { kind: "navigate", input: { url: URL, waitUntil: "commit", timeoutMs: 1 } },
  { kind: "inspect", input: { target, includeHtml: true } },
  { kind: "accessibilitySnapshot", input: { format: "outline", maxNodes: 1, target } },
  { kind: "click", input: { target, modifiers: [], expectedUrl: URL } },
  { kind: "typeText", input: { target, value: SECRET, clearFirst: true, expectedUrl: URL } },
  { kind: "handleDialog", input: { action: "accept", promptText: SECRET, timeoutMs: 1 } },
  { kind: "waitFor", input: { condition: { kind: "text", target, matcher }, timeoutMs: 1 } },
  { kind: "waitFor", input: { condition: { kind: "value", target, matcher }, timeoutMs: 1 } },
  {
    kind: "waitFor",
    input: { condition: { kind: "url", matcher: { kind: "exact", value: URL } }, timeoutMs: 1 },
  },
  {
    kind: "waitFor",
    input: {
      condition: {
        kind: "networkQuiet",
        idleMs: 1,
        maxInFlight: 0,
        ignoreUrlSubstrings: [SECRET],
      },
      timeoutMs: 1,
    },
  },
];

for (const command of COMMANDS) {
  test(`the journaled ${command.kind} ${JSON.stringify(Object.keys(command.input))} holds no secret`, () => {
    const envelope: CommandEnvelope = {
      commandId: "c",
      workflowId: "w",
      attemptId: "a",
      sessionId: "s",
      pageId: "p",
      deadline: 0,
      command,
    };
    const kept = JSON.stringify(redactEnvelope(envelope));
    assert.equal(kept.includes(SECRET), false, kept);
    assert.ok(kept.includes(command.kind));
  });
}

const EVIDENCE: { readonly [K in EvidenceKind]: Extract<Evidence, { kind: K }> } = {
  navigation: { kind: "navigation", url: URL, title: "T" },
  inspection: {
    kind: "inspection",
    selector: null,
    url: URL,
    title: "T",
    text: SECRET,
    html: SECRET,
  },
  element: { kind: "element", selector: "#a", text: SECRET },
  configuration: { kind: "configuration", name: "typedControlKind", value: "text" },
  page: { kind: "page", pageId: "p", url: URL, title: "T" },
  pages: { kind: "pages", pages: [{ pageId: "p", url: URL, title: "T" }] },
  popup: { kind: "popup", openerPageId: "p", pageId: "q", url: URL, title: "T" },
  resolution: {
    kind: "resolution",
    target,
    fingerprint: {
      pageId: "p",
      frame: URL,
      role: "link",
      name: "A",
      stableAttributes: { href: URL },
    },
    candidates: [],
    bestMatchAuthorized: false,
  },
  wait: {
    kind: "wait",
    condition: { kind: "text", target: "body", matcher },
    elapsedMs: 0,
    observations: 1,
    observed: SECRET,
  },
  screenshot: {
    kind: "screenshot",
    artifactId: "a",
    mediaType: "image/png",
    width: 1,
    height: 1,
    bytes: 1,
    sha256: "0",
  },
  accessibilitySnapshot: {
    kind: "accessibilitySnapshot",
    pageId: "p",
    outline: SECRET,
    truncated: false,
  },
  dialog: { kind: "dialog", dialogType: "prompt", message: SECRET, action: "accept" },
};

for (const item of Object.values(EVIDENCE)) {
  test(`journaled ${item.kind} evidence holds no page content and no secret of a URL`, () => {
    const kept = JSON.stringify(
      redactOutcome({ status: "completed", commandId: "c", evidence: [item] }),
    );
    assert.equal(kept.includes(SECRET), false, kept);
    assert.ok(kept.includes(item.kind));
  });
}

test("a journaled validation message is redacted: browsers quote the value in it", () => {
  const name = "formControlValidationMessage";
  const said: Evidence = { kind: "configuration", name, value: `'${SECRET}' is missing an '@'` };
  const none: Evidence = { kind: "configuration", name, value: "" };
  const kept = redactOutcome({ status: "completed", commandId: "c", evidence: [said, none] });
  assert.equal(JSON.stringify(kept).includes(SECRET), false);
  assert.ok("evidence" in kept);
  assert.deepEqual(kept.evidence[1], none);
});

test("the journaled address of a download loses what may hold a secret", () => {
  const value = `https://a.test/f?token=${SECRET}`;
  const item: Evidence = { kind: "configuration", name: "downloadRefused", value };
  const kept = redactOutcome({ status: "completed", commandId: "c", evidence: [item] });
  assert.ok("evidence" in kept);
  assert.deepEqual(kept.evidence[0], { ...item, value: "https://a.test/f" });
});

test("journaled error messages are redacted, their codes stay", () => {
  const kept = redactOutcome({
    status: "failed",
    commandId: "c",
    error: {
      code: "verificationFailed",
      message: `The page is at ${URL}`,
      layer: "workflow",
      retryable: false,
      repair: { action: "Look", doc: "d" },
    },
    evidence: [EVIDENCE.element],
  });
  assert.equal(JSON.stringify(kept).includes(SECRET), false);
  assert.ok("error" in kept && kept.error.code === "verificationFailed");
});
