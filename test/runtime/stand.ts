/** A runtime on the scripted engine, and short ways to drive it. */
import assert from "node:assert/strict";
import { ScriptedLauncher, type ScriptedOptions } from "../../src/engine/scripted.ts";
import type { ScriptedDocument, ScriptedElement } from "../../src/engine/scripted_document.ts";
import type { ScriptedPage } from "../../src/engine/scripted_page.ts";
import { presetCapabilities, type Principal } from "../../src/model/capability.ts";
import type { Command } from "../../src/model/command.ts";
import { type ErrorCode, Failure } from "../../src/model/error.ts";
import type { Evidence, EvidenceKind } from "../../src/model/evidence.ts";
import type { CommandOutcome } from "../../src/model/outcome.ts";
import type { CommandReply, SessionOptions } from "../../src/registry/runtime.ts";
import { MemoryArtifacts } from "../../src/runtime/artifacts.ts";
import type { RuntimePorts } from "../../src/runtime/ports.ts";
import { createRuntime, type Runtime } from "../../src/runtime/runtime.ts";
import { MemoryJournal } from "../../src/store/memory_journal.ts";
import { TestClock, TestIds } from "./test_clock.ts";

export const AGENT: Principal = {
  id: "agent",
  capabilities: presetCapabilities("agent"),
  expiresAt: null,
};
export const OTHER: Principal = { ...AGENT, id: "other" };

export const FORM = "http://site.test/form";
export const BLANK = "http://site.test/blank";
export const BUSY = "http://site.test/busy";

/** Documents by address; a test puts its own there. */
export function site(pages: Readonly<Record<string, () => ScriptedDocument>>) {
  return (url: string): ScriptedDocument | null => pages[url]?.() ?? null;
}

export function document(
  url: string,
  elements: readonly ScriptedElement[] = [],
  title = "Title",
): ScriptedDocument {
  return { url, title, elements: [...elements] };
}

export interface StandOptions extends Partial<Pick<ScriptedOptions, "supports" | "screenshot">> {
  readonly pages?: Readonly<Record<string, () => ScriptedDocument>>;
  readonly ports?: Partial<RuntimePorts>;
}

export class Stand {
  readonly clock = new TestClock();
  readonly ids = new TestIds();
  readonly journal: MemoryJournal = new MemoryJournal(this.clock);
  readonly launcher: ScriptedLauncher;
  readonly runtime: Runtime;

  constructor({ pages = {}, ports = {}, ...engine }: StandOptions = {}) {
    const known = {
      [FORM]: () => document(FORM, formElements()),
      [BLANK]: () => document(BLANK),
      [BUSY]: () => ({ ...document(BUSY), hangs: true }),
      ...pages,
    };
    this.launcher = new ScriptedLauncher({ clock: this.clock, site: site(known), ...engine });
    this.runtime = createRuntime({
      engines: [this.launcher],
      clock: this.clock,
      ids: this.ids,
      journal: this.journal,
      artifacts: new MemoryArtifacts(this.ids),
      version: "0.0.0",
      ...ports,
    });
  }

  async session(options: Partial<SessionOptions> = {}, principal = AGENT): Promise<string> {
    const never = new AbortController().signal;
    const made = await this.runtime.createSession(
      { profile: "default", ...options },
      principal,
      never,
    );
    return made.id;
  }

  /** A session with one page at the address. */
  async open(url: string = FORM): Promise<OpenPage> {
    const sessionId = await this.session();
    return await this.openIn(sessionId, url);
  }

  async openIn(sessionId: string, url?: string): Promise<OpenPage> {
    const never = new AbortController().signal;
    const made = await this.runtime.openPage(sessionId, url, AGENT, never);
    assert.equal(made.navigationOutcome?.status ?? "completed", "completed");
    return new OpenPage(this, sessionId, made.id, this.launcher.page);
  }
}

export type Loose = {
  readonly [K in Command["kind"]]: { readonly kind: K; readonly input?: object };
}[
  Command["kind"]
];

const DEFAULTS: { readonly [K in Command["kind"]]: object } = {
  navigate: { waitUntil: "interactive", timeoutMs: 30_000 },
  inspect: { includeHtml: false },
  accessibilitySnapshot: { format: "outline", maxNodes: 256 },
  captureScreenshot: { mode: { kind: "viewport" }, imageFormat: "png", maxSide: 1568 },
  waitFor: { timeoutMs: 1_000 },
  click: { modifiers: [] },
  typeText: { clearFirst: false },
  handleDialog: { timeoutMs: 1_000 },
  listPages: {},
  activatePage: {},
  closePage: {},
};

/** A command with the defaults that the tools fill in. */
export function command(loose: Loose): Command {
  // The tools' schemas build these inputs; here each test writes its own, checked by what it asserts.
  return { kind: loose.kind, input: { ...DEFAULTS[loose.kind], ...loose.input } } as Command;
}

export class OpenPage {
  readonly stand: Stand;
  readonly sessionId: string;
  readonly pageId: string;
  readonly engine: ScriptedPage;

  constructor(stand: Stand, sessionId: string, pageId: string, engine: ScriptedPage) {
    this.stand = stand;
    this.sessionId = sessionId;
    this.pageId = pageId;
    this.engine = engine;
  }

  reply(
    loose: Loose,
    { principal = AGENT, signal = new AbortController().signal }: {
      readonly principal?: Principal;
      readonly signal?: AbortSignal;
    } = {},
  ): Promise<CommandReply> {
    return this.stand.runtime.execute({
      command: command(loose),
      sessionId: this.sessionId,
      pageId: loose.kind === "listPages" ? null : this.pageId,
      workflowId: "00000000-0000-4000-8000-ffffffffffff",
      principal,
      signal,
      progress: () => {},
    });
  }

  async run(loose: Loose): Promise<CommandOutcome> {
    return (await this.reply(loose)).outcome;
  }

  /** Evidence of a command that must complete. */
  async done(loose: Loose): Promise<readonly Evidence[]> {
    return evidenceOf(await this.run(loose));
  }

  /** The error of a command that must not complete. */
  async refused(loose: Loose, code: ErrorCode) {
    return refusalOf(await this.run(loose), code);
  }

  async outline(input: object = {}): Promise<string> {
    const evidence = await this.done({ kind: "accessibilitySnapshot", input });
    return find(evidence, "accessibilitySnapshot").outline ?? "";
  }
}

export function evidenceOf(outcome: CommandOutcome): readonly Evidence[] {
  if (outcome.status !== "completed") {
    assert.fail(
      `${outcome.status}: ${JSON.stringify("error" in outcome ? outcome.error : outcome)}`,
    );
  }
  return outcome.evidence;
}

export function refusalOf(outcome: CommandOutcome, code: ErrorCode) {
  if (!("error" in outcome)) assert.fail(`Expected ${code}, got ${outcome.status}`);
  assert.equal(outcome.error.code, code, outcome.error.message);
  return outcome.error;
}

export function find<K extends EvidenceKind>(
  evidence: readonly Evidence[],
  kind: K,
): Extract<Evidence, { kind: K }> {
  for (const item of evidence) if (isKind(item, kind)) return item;
  return assert.fail(`No ${kind} evidence`);
}

function isKind<K extends EvidenceKind>(
  item: Evidence,
  kind: K,
): item is Extract<Evidence, { kind: K }> {
  return item.kind === kind;
}

export async function failsWith(work: Promise<unknown>, code: ErrorCode): Promise<Failure> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    assert.equal(error.code, code, error.message);
    return error;
  }
  return assert.fail(`Expected ${code}`);
}

function formElements(): ScriptedElement[] {
  return [
    { role: "heading", name: "Checkout" },
    { role: "textbox", name: "E-mail", css: "#mail", controlKind: "text", value: "" },
    { role: "textbox", name: "Password", controlKind: "text", value: "", sensitive: true },
    { role: "checkbox", name: "Agree", controlKind: "checkable", checked: false },
    {
      role: "combobox",
      name: "Country",
      controlKind: "select",
      options: ["Norway", "Spain"],
      value: "Norway",
    },
    { role: "button", name: "Pay", css: "#pay" },
    { role: "button", name: "Save" },
    { role: "button", name: "Save" },
  ];
}
