/** Short ways to drive a subject's runtime. */
import assert from "node:assert/strict";
import type { Evidence } from "../../src/model/evidence.ts";
import type { CommandOutcome } from "../../src/model/outcome.ts";
import { AGENT, command, evidenceOf, find, type Loose, refusalOf } from "../runtime/stand.ts";
import type { ErrorCode } from "../../src/model/error.ts";
import type { Path, Subject } from "./subject.ts";

const never = new AbortController().signal;

export class Driver {
  readonly subject: Subject;
  readonly sessionId: string;
  readonly pageId: string;

  private constructor(subject: Subject, sessionId: string, pageId: string) {
    this.subject = subject;
    this.sessionId = sessionId;
    this.pageId = pageId;
  }

  /** A new session with one page. */
  static async open(subject: Subject, path: Path): Promise<Driver> {
    const session = await subject.runtime.createSession({ profile: "default" }, AGENT, never);
    return await Driver.openIn(subject, session.id, path);
  }

  static async openIn(subject: Subject, sessionId: string, path: Path): Promise<Driver> {
    const page = await subject.runtime.openPage(sessionId, subject.url(path), AGENT, never);
    assert.equal(page.navigationOutcome?.status, "completed", JSON.stringify(page));
    return new Driver(subject, sessionId, page.id);
  }

  at(pageId: string): Driver {
    return new Driver(this.subject, this.sessionId, pageId);
  }

  async run(loose: Loose, signal = never): Promise<CommandOutcome> {
    const reply = await this.subject.runtime.execute({
      command: command(loose),
      sessionId: this.sessionId,
      pageId: loose.kind === "listPages" ? null : this.pageId,
      workflowId: "00000000-0000-4000-8000-ffffffffffff",
      principal: AGENT,
      signal,
      progress: () => {},
    });
    return reply.outcome;
  }

  async done(loose: Loose): Promise<readonly Evidence[]> {
    return evidenceOf(await this.run(loose));
  }

  async refused(loose: Loose, code: ErrorCode) {
    return refusalOf(await this.run(loose), code);
  }

  async snapshot(input: object = {}) {
    return find(
      await this.done({ kind: "accessibilitySnapshot", input }),
      "accessibilitySnapshot",
    );
  }

  async outline(input: object = {}): Promise<string> {
    return (await this.snapshot(input)).outline ?? "";
  }

  click(target: unknown, more: object = {}): Promise<readonly Evidence[]> {
    return this.done({ kind: "click", input: { target, ...more } });
  }

  type(target: unknown, value: string, more: object = {}): Promise<readonly Evidence[]> {
    return this.done({ kind: "typeText", input: { target, value, ...more } });
  }

  wait(condition: object, timeoutMs = 5_000): Promise<readonly Evidence[]> {
    return this.done({ kind: "waitFor", input: { condition, timeoutMs } });
  }
}
