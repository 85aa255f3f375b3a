/**
 * The functions of the page script (`snapshot/page/`), which runs in an isolated realm of every
 * frame: their arguments and answers as JSON. Both engines call them by name; the page can
 * neither see nor break them. A `ref` is a small number by which the realm holds an element
 * until its document goes; refs are never reused.
 */
import type { ErrorCode } from "./error.ts";
import type { LineTarget, TargetSpec, TextMatch, WaitState } from "./target.ts";

/** Why a target cannot be had; `message` names what happened, never a typed value. */
export interface PageRefusal {
  readonly ok: false;
  readonly code: ErrorCode;
  readonly message: string;
}

export interface WalkArgs {
  /** Names the walk; `part` continues it. The realm keeps the last four walks. */
  readonly walk: string;
  /** Rows wanted in the answer. */
  readonly rows: number;
  /** UTF-16 units of row text wanted in the answer at most (at least one row is given). */
  readonly chars: number;
  /** Rows that a person cannot see too, marked `unseen`. */
  readonly unseen?: boolean;
  /** Only this element's subtree. */
  readonly root?: number;
}

export interface LineArgs {
  readonly line: LineTarget;
}

/** What became of a line in this frame. */
export type LineResolution =
  /** The element it was printed for, connected and answering to the same role and name; or a certain re-resolution (no ordinal, exactly one exposed element). */
  | { readonly state: "bound" | "rebound"; readonly element: ElementFacts }
  /** Never printed in this document; exactly one exposed element answers to it. */
  | { readonly state: "unique"; readonly element: ElementFacts }
  /** Never printed in this document and several answer to it, or a cut name fits several. */
  | { readonly state: "several"; readonly count: number }
  /** Printed before, and its element is gone or renamed; `message` says how (removed, renamed to "…", rebuilt). */
  | { readonly state: "gone"; readonly message: string }
  | { readonly state: "none" };

export interface ElementFacts {
  readonly ref: number;
  readonly role: string | null;
  readonly name: string | null;
  /** CSS-ish words for messages, e.g. `button#save`. */
  readonly tag: string;
  /** id, name, type, data-testid, href … as far as present; never `value`. */
  readonly stableAttributes: Readonly<Record<string, string>>;
  /**
   * `text` takes keys (focusText), `checkable` takes a state, `select` an option, `file` a path,
   * `value` a whole value by setValue (date, time, datetime-local, month, week, color, range).
   */
  readonly controlKind: "text" | "checkable" | "select" | "file" | "value" | "none";
  /** Its values are never shown (contract README 18). */
  readonly sensitive: boolean;
}

export type SpecResolution =
  | {
    readonly ok: true;
    readonly element: ElementFacts;
    readonly candidates: readonly {
      readonly role: string | null;
      readonly name: string | null;
      readonly score: number;
      readonly reasons: readonly string[];
    }[];
    /** The best of several was taken because `allowBestMatch` allowed it. */
    readonly bestMatch: boolean;
  }
  | PageRefusal;

export type Preparation =
  /** Frame viewport coordinates of a point that hits the element itself. */
  | { readonly ok: true; readonly x: number; readonly y: number }
  | PageRefusal;

/** Over the element, beside it in its frame, in no place that the frame knows of, or not to be told. */
export type PointerPlace = "over" | "beside" | "elsewhere" | "unpainted";

export interface PageFunctions {
  /** Walks the document and answers with the first part of its rows (encoding: `snapshot/rows.ts`). Binds every target line. */
  walk: { readonly args: WalkArgs; readonly result: string };
  /** A later part of a walk: rows from `from`. An empty string when the walk is no longer held. */
  part: {
    readonly args: {
      readonly walk: string;
      readonly from: number;
      readonly rows: number;
      readonly chars: number;
    };
    readonly result: string;
  };
  /** Resolves an outline line by the rules of the design, "Acting on a line". */
  resolveLine: { readonly args: LineArgs; readonly result: LineResolution };
  /** Resolves a TargetSpec without its framePath (contract 2.4). `visible` false: hidden candidates count too. One try. */
  resolveSpec: {
    readonly args: { readonly spec: TargetSpec; readonly visible: boolean };
    readonly result: SpecResolution;
  };
  /** Which child frame the frame element of `spec` (or at `ordinal` among unnamed ones) holds, as told by linkChildren. */
  resolveFrame: {
    readonly args: { readonly spec: TargetSpec };
    readonly result: { readonly ok: true; readonly frameId: string } | PageRefusal;
  };
  /**
   * Preflight of an act: scrolled into view, visible, enabled, stable over two frames, hit by its
   * own point; then arms the guard: until `report`, a trusted pointer event that does not reach
   * the element is stopped before the page sees it.
   */
  prepare: {
    readonly args: { readonly ref: number; readonly capMs: number };
    readonly result: Preparation;
  };
  /**
   * In the parent frame: brings the point (child viewport coordinates) of the child frame's
   * element into view and answers with it in this frame's coordinates, after the same hit test.
   */
  prepareFrame: {
    readonly args: {
      readonly frameId: string;
      readonly x: number;
      readonly y: number;
      readonly capMs: number;
    };
    readonly result: Preparation;
  };
  /** Where the pointer, after `prepare`, comes to stand within the time, as the element's frame is told. */
  hovered: {
    readonly args: { readonly ref: number; readonly capMs: number };
    readonly result: { readonly place: PointerPlace };
  };
  /**
   * Disarms the guard. `reached`: a pointer press reached the element; `stopped`: one was stopped,
   * `by` names what would have got it, `moved`: it came where the element no longer was; `renamed`:
   * how the element was called when it was stopped, where that was not what it was asked for;
   * `lost`: no click came of the press, and the page had not taken the press for itself (prevented
   * its default).
   */
  report: {
    readonly args: { readonly ref: number };
    readonly result: {
      readonly reached: boolean;
      readonly stopped: boolean;
      readonly moved: boolean;
      readonly by: string | null;
      readonly connected: boolean;
      readonly renamed: string | null;
      readonly lost: boolean;
    };
  };
  /** Arms the guard of a frame that a coming click is not meant for: it gets no trusted pointer event until `unshield`. */
  shield: { readonly args: Record<never, never>; readonly result: Record<never, never> };
  /**
   * Disarms it. `stopped`: a press was stopped, `by` names what would have got it; `astray`: that
   * was the element of child frame `frameId`, so the browser led the press to this frame instead.
   */
  unshield: {
    readonly args: { readonly frameId: string | null };
    readonly result: {
      readonly stopped: boolean;
      readonly astray: boolean;
      readonly by: string | null;
    };
  };
  /** Focuses the control for typing: all selected with `clear`, else the caret at the end. Refuses disabled, read-only and non-text ones. */
  focusText: {
    readonly args: { readonly ref: number; readonly clear: boolean };
    readonly result: { readonly ok: true } | PageRefusal;
  };
  /**
   * Sets the whole value of a `value` control and fires input and change. Refuses disabled and
   * read-only ones, and values the control does not take (invalidRequest, naming the format).
   */
  setValue: {
    readonly args: { readonly ref: number; readonly value: string };
    readonly result: { readonly ok: true } | PageRefusal;
  };
  /** Chooses options by value, then by trimmed label, case-insensitive; exactly one enabled match a value. Fires input and change. */
  chooseOptions: {
    readonly args: { readonly ref: number; readonly values: readonly string[] };
    readonly result: { readonly ok: true } | PageRefusal;
  };
  /** Rereads a control. `equals`: its text (value, or chosen option's value or label) is exactly `expected`; null without `expected`. */
  readControl: {
    readonly args: { readonly ref: number; readonly expected?: string };
    readonly result: {
      readonly connected: boolean;
      /** `[redacted]` for sensitive controls. */
      readonly value: string;
      readonly equals: boolean | null;
      readonly checked: boolean | null;
      readonly valid: boolean;
      /** "" for sensitive controls and valid ones. */
      readonly validationMessage: string;
      /** Where keys would have gone that were stopped, because the control had lost the focus before the first one. */
      readonly strayed: string | null;
    };
  };
  /** Text of the element (a control: its value) or of the whole body (innerText), and HTML on demand, both cut at the given bytes. */
  inspect: {
    readonly args: {
      readonly ref: number | null;
      readonly html: boolean;
      readonly textBytes: number;
      readonly htmlBytes: number;
    };
    readonly result: {
      readonly text: string;
      readonly textTruncated: boolean;
      readonly html: string | null;
      readonly htmlTruncated: boolean;
    };
  };
  /** One look at a wait condition on an element of this frame. Never throws for a missing target. */
  check: {
    readonly args: {
      readonly target: LineTarget | TargetSpec;
      readonly state?: WaitState;
      readonly text?: TextMatch;
      readonly value?: TextMatch;
    };
    readonly result: {
      readonly met: boolean;
      readonly observed: string | null;
      /** The condition itself is wrong (selector, pattern): waiting cannot help. */
      readonly refusal?: PageRefusal;
    };
  };
  /** Resolves when no mutation came for two animation frames, or at the cap. */
  settle: {
    readonly args: { readonly capMs: number };
    readonly result: { readonly mutations: number };
  };
  /** Border box in frame viewport coordinates after scrolling into view, for an element screenshot. */
  box: {
    readonly args: { readonly ref: number };
    readonly result: {
      readonly ok: true;
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    } | PageRefusal;
  };
  /** In the parent frame: where the content box of the child frame's element begins, in this frame's viewport coordinates, without scrolling. */
  frameOrigin: {
    readonly args: { readonly frameId: string };
    readonly result: { readonly ok: true; readonly x: number; readonly y: number } | PageRefusal;
  };
  /**
   * The child frame at a point of this frame's viewport, as told by linkChildren, and the point in
   * its viewport; null: the point is this frame's own.
   */
  frameAt: {
    readonly args: { readonly x: number; readonly y: number };
    readonly result: { readonly frameId: string; readonly x: number; readonly y: number } | null;
  };
  /** The child frame that has the focus, as told by linkChildren; null: none has. */
  focusedFrame: {
    readonly args: Record<never, never>;
    readonly result: { readonly frameId: string | null };
  };
  /** Facts about the frame's own document. */
  facts: {
    readonly args: Record<never, never>;
    readonly result: {
      readonly url: string;
      readonly title: string;
      readonly readyState: string;
      readonly width: number;
      readonly height: number;
      readonly devicePixelRatio: number;
    };
  };
}

export type PageFunctionName = keyof PageFunctions;

/** When a call was sent and how long its caller waits: readings of the engine's own clock, milliseconds. */
export interface CallMoment {
  readonly sentMs: number;
  readonly untilMs: number;
}

/** The answer of a call that the page reached only when nobody waited for it any more. */
export const OVERDUE = "\u0000overdue";

/**
 * The realm's one global, `globalThis.__drover`: how an engine reaches the page script. Engines
 * evaluate `__drover.call(name, args)`; for node handles they use the two link functions on
 * the object itself. `call` answers with a string: the JSON of the result, or for `walk` and
 * `part` the rows as they are.
 */
export interface PageRealm {
  /** Answers {@link OVERDUE} and does nothing where the call has come too late; null: never. */
  call(
    name: PageFunctionName,
    args: unknown,
    moment?: CallMoment | null,
  ): string | Promise<string>;
  /** `this` frame element holds the child frame of that id. */
  linkChild(element: Element, frameId: string): void;
  /** The closed (or open) root of a host, found by the engine. */
  linkRoot(root: ShadowRoot): void;
  /** A candidate host by its number in the last walk's header; null when gone. */
  host(number: number): Element | null;
}
