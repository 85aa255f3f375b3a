/** Setting a control by keyboard, choice or click, and reading it again. */
import { Failure } from "../model/error.ts";
import { PAGE_CALL_MS } from "../model/limits.ts";
import type { PageFunctions } from "../model/page_functions.ts";
import type { Call, Clock } from "../model/ports.ts";
import { clickElement, unsure } from "./acting.ts";
import { within } from "./calls.ts";
import type { Page } from "./pages.ts";
import { type AskedTarget, elementWords, resolve, type Resolved } from "./targets.ts";

export type ControlState = PageFunctions["readControl"]["result"];

/** What the control should be afterwards. `expected` null: it cannot be told (a sensitive control that held text). */
export type Wanted =
  | {
    readonly kind: "text" | "select";
    readonly expected: string | null;
    /** Texts that do as well: what a page leaves when it took the text at Enter. */
    readonly taken?: readonly string[];
  }
  | { readonly kind: "checkable"; readonly checked: boolean };

const CHECKED: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["on", true],
  ["false", false],
  ["off", false],
]);

/** Errors: intentActionMismatch for a control that takes no text, those of the preflight, invalidRequest. */
export async function setControl(
  clock: Clock,
  page: Page,
  target: Resolved,
  input: { readonly value: string; readonly clearFirst: boolean },
  call: Call,
): Promise<Wanted> {
  const { element, frame } = target;
  const limit = within(clock, call, PAGE_CALL_MS);
  switch (element.controlKind) {
    case "text":
      return await typeInto(clock, page, target, input, call);
    case "select": {
      const args = { ref: element.ref, values: [input.value] };
      const chosen = await unsureIfAsked(frame.call("chooseOptions", args, limit));
      if (!chosen.ok) throw new Failure(chosen.code, chosen.message);
      return { kind: "select", expected: input.value };
    }
    case "value": {
      const args = { ref: element.ref, value: input.value };
      const set = await unsureIfAsked(frame.call("setValue", args, limit));
      if (!set.ok) throw new Failure(set.code, set.message);
      // The browser may write the same value in another way (a colour, a time without seconds).
      return { kind: "text", expected: null };
    }
    case "checkable": {
      const checked = CHECKED.get(input.value.trim().toLowerCase());
      if (checked === undefined) {
        throw new Failure("invalidRequest", "This control takes true or false (on or off)");
      }
      const before = await frame.call("readControl", { ref: element.ref }, limit);
      if (!checked && before.checked === true && element.role === "radio") {
        throw new Failure("intentActionMismatch", "A radio cannot be unchecked", {
          repair: "Choose another radio of its group instead.",
        });
      }
      if (before.checked !== checked) await clickElement(clock, page, target, [], call);
      return { kind: "checkable", checked };
    }
    case "file":
      throw new Failure("intentActionMismatch", `${elementWords(element)} takes a file, not text`);
    case "none":
      throw new Failure("intentActionMismatch", `${elementWords(element)} takes no text`, {
        repair: "Pass the line of a textbox, searchbox, combobox, checkbox, radio or switch.",
      });
  }
}

async function typeInto(
  clock: Clock,
  page: Page,
  target: Resolved,
  input: { readonly value: string; readonly clearFirst: boolean },
  call: Call,
): Promise<Wanted> {
  const { element, frame } = target;
  const { ref } = element;
  const limit = within(clock, call, PAGE_CALL_MS);
  const before = input.clearFirst ? { text: "", whole: true } : await textBefore(target, limit);
  const focused = await frame.call("focusText", { ref, clear: input.clearFirst }, limit);
  if (!focused.ok) throw new Failure(focused.code, focused.message);
  try {
    if (input.value === "") {
      // All is selected: one key takes it away, as a person would.
      if (input.clearFirst) await page.engine.pressKey("Backspace", [], call);
    } else {
      await page.engine.typeText(input.value, call);
    }
  } catch (error) {
    // A dialog that the keys open ends them without an error; this one was there before them.
    throw error instanceof Failure && error.code === "dialogPending" ? error : unsure(error);
  }
  return { kind: "text", ...leftBy(before, input.value, element.tag) };
}

/** The dialog that ends the call may be the page's answer to it. */
async function unsureIfAsked<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof Failure && error.code === "dialogPending" ? unsure(error) : error;
  }
}

/** What should stand in the control: a newline is text where lines are kept, else the key Enter. */
function leftBy(
  before: { readonly text: string; readonly whole: boolean },
  value: string,
  tag: string,
): { readonly expected: string | null; readonly taken?: readonly string[] } {
  const enteredLast = /[\r\n]$/.test(value);
  if (!before.whole) return { expected: null };
  const text = before.text + value;
  if (/^input(?![\w-])/.test(tag)) {
    // With Enter the text is handed to the page; what is left of it is the page's answer.
    return { expected: enteredLast ? null : text.replace(/[\r\n]/g, "") };
  }
  // An editor that sends at Enter (a chat) takes the text away, or leaves it without the new line.
  return enteredLast
    ? { expected: text, taken: ["", text.replace(/\r?\n$|\r$/, "")] }
    : { expected: text };
}

/** The text that stands in the control; not whole where it is hidden or was cut. */
async function textBefore(
  { frame, element: { ref } }: Resolved,
  call: Call,
): Promise<{ readonly text: string; readonly whole: boolean }> {
  const empty = await frame.call("readControl", { ref, expected: "" }, call);
  if (empty.equals === true) return { text: "", whole: true };
  const same = await frame.call("readControl", { ref, expected: empty.value }, call);
  return { text: empty.value, whole: same.equals === true };
}

/** The control as it is now; found anew when the page has replaced it by its like. */
export async function reread(
  clock: Clock,
  page: Page,
  asked: AskedTarget,
  target: Resolved,
  wanted: Wanted,
  call: Call,
): Promise<{ readonly found: Resolved; readonly state: ControlState }> {
  try {
    const state = await readWanted(clock, target, wanted, call);
    if (state.connected) return { found: target, state };
    const found = await resolve(clock, page, asked, call, { visible: true });
    const anew = await readWanted(clock, found, wanted, call);
    return { found, state: { ...anew, strayed: state.strayed } };
  } catch (error) {
    throw unsure(error);
  }
}

async function readWanted(
  clock: Clock,
  target: Resolved,
  wanted: Wanted,
  call: Call,
): Promise<ControlState> {
  if (wanted.kind === "checkable") return await read(clock, target, null, call);
  const state = await read(clock, target, wanted.expected, call);
  if (state.equals !== false || state.strayed !== null) return state;
  for (const text of wanted.taken ?? []) {
    const taken = await read(clock, target, text, call);
    if (taken.equals === true) return taken;
  }
  return state;
}

function read(
  clock: Clock,
  { frame, element: { ref } }: Resolved,
  expected: string | null,
  call: Call,
): Promise<ControlState> {
  const args = expected === null ? { ref } : { ref, expected };
  return frame.call("readControl", args, within(clock, call, PAGE_CALL_MS));
}
