/**
 * What the journal may keep of a command and its outcome: URLs lose userinfo, query and fragment;
 * typed text, prompt answers and page content never enter. Source: `contract/mcp-tools.md` 2.3.
 */
import type { Command, CommandEnvelope } from "../model/command.ts";
import type { Evidence } from "../model/evidence.ts";
import type { CommandOutcome } from "../model/outcome.ts";
import type { Target, TargetSpec, TextMatch, WaitCondition } from "../model/target.ts";
import { journalUrl } from "../policy/redact.ts";

export const REDACTED = "[redacted]";

export function redactEnvelope(envelope: CommandEnvelope): CommandEnvelope {
  return { ...envelope, command: redactCommand(envelope.command) };
}

export function redactOutcome(outcome: CommandOutcome): CommandOutcome {
  switch (outcome.status) {
    case "completed":
    case "restarted":
      return { ...outcome, evidence: outcome.evidence.map(redactEvidence) };
    case "failed":
    case "needsReconciliation":
      return {
        ...outcome,
        error: { ...outcome.error, message: REDACTED },
        evidence: outcome.evidence.map(redactEvidence),
      };
    case "retryableFailure":
    case "policyDenied":
    case "resourceExhausted":
      return { ...outcome, error: { ...outcome.error, message: REDACTED } };
  }
}

function redactCommand(command: Command): Command {
  switch (command.kind) {
    case "navigate":
      return { kind: "navigate", input: { ...command.input, url: journalUrl(command.input.url) } };
    case "typeText":
      return {
        kind: "typeText",
        input: {
          ...command.input,
          ...redactTarget(command.input.target),
          ...redactExpected(command.input.expectedUrl),
          value: REDACTED,
        },
      };
    case "click":
      return {
        kind: "click",
        input: {
          ...command.input,
          ...redactTarget(command.input.target),
          ...redactExpected(command.input.expectedUrl),
        },
      };
    case "handleDialog":
      return {
        kind: "handleDialog",
        input: {
          ...command.input,
          ...(command.input.promptText === undefined ? {} : { promptText: REDACTED }),
        },
      };
    case "waitFor":
      return {
        kind: "waitFor",
        input: { ...command.input, condition: redactCondition(command.input.condition) },
      };
    case "inspect":
      return {
        kind: "inspect",
        input: { ...command.input, ...redactTarget(command.input.target) },
      };
    case "accessibilitySnapshot":
      return {
        kind: "accessibilitySnapshot",
        input: { ...command.input, ...redactTarget(command.input.target) },
      };
    case "captureScreenshot":
    case "listPages":
    case "activatePage":
    case "closePage":
      return command;
  }
}

function redactExpected(url: string | undefined): { expectedUrl?: string } {
  return url === undefined ? {} : { expectedUrl: journalUrl(url) };
}

function redactTarget(target: Target | undefined): { target?: Target } {
  return target === undefined ? {} : { target: withoutSecrets(target) };
}

/** Attribute values of a target may carry links with tokens; its names and roles are the page's own words. */
function withoutSecrets(target: Target): Target {
  return typeof target === "string" ? target : redactSpec(target);
}

function redactSpec(spec: TargetSpec): TargetSpec {
  const { attributes, framePath, shadowPath } = spec;
  return {
    ...spec,
    ...(attributes === undefined ? {} : { attributes: keysOnly(attributes) }),
    ...(framePath === undefined ? {} : { framePath: framePath.map(redactSpec) }),
    ...(shadowPath === undefined ? {} : { shadowPath: shadowPath.map(redactSpec) }),
  };
}

function keysOnly(values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(values).map((key) => [key, REDACTED]));
}

function redactCondition(condition: WaitCondition): WaitCondition {
  const hidden = (matcher: TextMatch): TextMatch => ({ kind: matcher.kind, value: REDACTED });
  switch (condition.kind) {
    case "element":
      return { ...condition, target: withoutSecrets(condition.target) };
    case "text":
    case "value":
      return {
        ...condition,
        target: withoutSecrets(condition.target),
        matcher: hidden(condition.matcher),
      };
    case "url":
      return {
        kind: "url",
        matcher: { kind: condition.matcher.kind, value: journalUrl(condition.matcher.value) },
      };
    case "document":
      return condition;
    case "networkQuiet":
      return condition.ignoreUrlSubstrings === undefined ? condition : {
        ...condition,
        ignoreUrlSubstrings: condition.ignoreUrlSubstrings.map(() => REDACTED),
      };
  }
}

function redactEvidence(item: Evidence): Evidence {
  switch (item.kind) {
    case "navigation":
    case "page":
    case "popup":
      return { ...item, url: journalUrl(item.url) };
    case "pages":
      return {
        kind: "pages",
        pages: item.pages.map((page) => ({ ...page, url: journalUrl(page.url) })),
      };
    case "inspection":
      return {
        ...item,
        url: journalUrl(item.url),
        text: REDACTED,
        html: item.html === null ? null : REDACTED,
      };
    case "element":
      return { ...item, text: item.text === null ? null : REDACTED };
    case "wait": {
      const condition = redactCondition(item.condition);
      return item.observed === undefined
        ? { ...item, condition }
        : { ...item, condition, observed: REDACTED };
    }
    case "resolution": {
      const { frame, stableAttributes } = item.fingerprint;
      return {
        ...item,
        target: redactSpec(item.target),
        fingerprint: {
          ...item.fingerprint,
          frame: frame === null ? null : journalUrl(frame),
          stableAttributes: keysOnly(stableAttributes),
        },
      };
    }
    case "accessibilitySnapshot":
      return { kind: item.kind, pageId: item.pageId, truncated: item.truncated };
    case "dialog":
      return { ...item, message: REDACTED };
    case "configuration":
      if (item.name === "downloadRefused") return { ...item, value: journalUrl(item.value) };
      // The browser's own words may quote what was typed.
      return item.name === "formControlValidationMessage" && item.value !== ""
        ? { ...item, value: REDACTED }
        : item;
    case "screenshot":
      return item;
  }
}
