/** From what the executor hands back to what the client reads. */
import type { Evidence } from "../model/evidence.ts";
import { MAX_STATUS_TITLE_CHARS, MAX_STATUS_URL_CHARS } from "../model/limits.ts";
import type { CommandOutcome } from "../model/outcome.ts";
import type { ToolContext, ToolResult, WorkflowScope } from "./define.ts";
import type { CommandReply, PageOpenResult, WorkflowStartResult } from "./runtime.ts";

type SnapshotEvidence = Extract<Evidence, { readonly kind: "accessibilitySnapshot" }>;

function evidenceOf(outcome: CommandOutcome): readonly Evidence[] {
  return "evidence" in outcome ? outcome.evidence : [];
}

function outlineOf(outcome: CommandOutcome): (SnapshotEvidence & { outline: string }) | null {
  if (outcome.status !== "completed") return null;
  for (const item of outcome.evidence) {
    if (item.kind === "accessibilitySnapshot" && item.outline !== undefined) {
      return { ...item, outline: item.outline };
    }
  }
  return null;
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = /[\uD800-\uDBFF]/.test(text.charAt(most - 1)) ? most - 1 : most;
  return `${text.slice(0, end)}…`;
}

/** Page text in a status line is a JSON string, so that it cannot pose as our words. */
function quoted(text: string): string {
  return JSON.stringify(cut(text.replace(/\s+/g, " "), MAX_STATUS_TITLE_CHARS));
}

/** Of a data URL, which holds the page itself, only what it says it is. */
function shownUrl(url: string): string {
  const comma = url.indexOf(",");
  if (url.startsWith("data:")) {
    return `${cut(url.slice(0, comma + 1), MAX_STATUS_URL_CHARS)}…`.replace(/\s/g, "");
  }
  return cut(url.replace(/\s/g, "%20"), MAX_STATUS_URL_CHARS);
}

function pageOf(reply: CommandReply): { readonly url: string; readonly title: string } | null {
  if (reply.page !== undefined) return reply.page;
  for (const item of evidenceOf(reply.outcome)) {
    if (item.kind === "page" || item.kind === "navigation") return item;
  }
  return null;
}

/** Node lines; a cut line, which is a part's last, is not one. */
function countLines(outline: string): number {
  if (outline === "") return 0;
  return outline.split("\n").filter((line) => line !== "" && !line.trimStart().startsWith("…"))
    .length;
}

/** What happened besides: one clause each. */
function notices(evidence: readonly Evidence[]): string[] {
  const clauses: string[] = [];
  for (const item of evidence) {
    if (item.kind === "popup") {
      const what = item.closed === true ? "popup opened and closed again" : "popup opened";
      clauses.push(`${what}: pageId ${item.pageId} ${shownUrl(item.url)}`);
    } else if (item.kind === "configuration" && item.name === "downloadRefused") {
      clauses.push(`download not saved: ${shownUrl(item.value)}`);
    } else if (item.kind === "dialog" && item.action === "pending") {
      clauses.push(
        `${item.dialogType} dialog open: ${quoted(item.message)}, answer it with dialog`,
      );
    }
  }
  return clauses;
}

/** `completed page "Title" https://… 143 lines; …`: the first line of an outline answer. */
function statusLine(reply: CommandReply, shot: SnapshotEvidence & { outline: string }): string {
  const page = pageOf(reply);
  const words: string[] = [reply.outcome.status];
  if (page !== null) words.push("page", quoted(page.title), shownUrl(page.url));
  const lines = countLines(shot.outline);
  words.push(lines === 1 ? "1 line" : `${lines} lines`);
  const clauses = [words.join(" ")];
  if (shot.after !== undefined) {
    clauses.push(`more: call again with after ${JSON.stringify(shot.after)}`);
  } else if (shot.truncated) {
    clauses.push("cut: raise maxNodes or pass a target");
  }
  clauses.push(...notices(evidenceOf(reply.outcome)));
  return clauses.join("; ");
}

function presented(
  structured: Readonly<Record<string, unknown>>,
  reply: CommandReply,
): ToolResult {
  const outline = outlineOf(reply.outcome);
  return {
    structured,
    ...(outline !== null && { text: `${statusLine(reply, outline)}\n${outline.outline}` }),
    ...(reply.image !== undefined && { image: reply.image }),
    isError: reply.outcome.status !== "completed",
  };
}

/** A restarted outcome names its new attempt itself. */
function identified(reply: CommandReply, outcome: CommandOutcome) {
  const attemptId = outcome.status === "restarted" ? outcome.attemptId : reply.attemptId;
  return { ...outcome, workflowId: reply.workflowId, attemptId };
}

/** The outcome with `workflowId` and `attemptId`; an error unless it is completed. */
export function commandResult(reply: CommandReply): ToolResult {
  return presented(identified(reply, reply.outcome), reply);
}

/** The result of page_close: a closed page's handles end with it. */
export function evictClosedPage(reply: CommandReply, context: ToolContext<"page">): ToolResult {
  const { sessionId, pageId } = context.scope;
  if (reply.outcome.status === "completed") context.server.handles.evict({ sessionId, pageId });
  return commandResult(reply);
}

/**
 * An observation from the live page. `compact`: a completed one keeps only the accessibility
 * evidence and what the page has done besides (dialogs, popups, downloads).
 */
export function observationResult(
  reply: CommandReply,
  scope: WorkflowScope,
  detail: "compact" | "full",
): ToolResult {
  const { outcome, workflowId } = reply;
  const kept = outcome.status === "completed" && detail === "compact"
    ? { ...outcome, evidence: outcome.evidence.filter(isEssential) }
    : outcome;
  return presented({
    status: outcome.status,
    source: "live",
    workflowHandle: scope.workflowHandle,
    sessionId: scope.sessionId,
    pageId: scope.pageId,
    workflowId,
    retainedAnswer: null,
    observationOutcome: identified(reply, kept),
    formSnapshot: null,
  }, reply);
}

function isEssential(item: Evidence): boolean {
  return item.kind === "accessibilitySnapshot" || item.kind === "dialog" ||
    item.kind === "popup" || (item.kind === "configuration" && item.name === "downloadRefused");
}

/** A page that was opened; an error when its navigation did not complete. */
export function pageOpenResult(page: PageOpenResult): ToolResult {
  const status = page.navigationOutcome?.status ?? "completed";
  return { structured: { ...page }, isError: status !== "completed" };
}

export function workflowStartResult(started: WorkflowStartResult): ToolResult {
  return { structured: { ...started }, isError: started.status !== "completed" };
}
