/** Putting text and values into controls, and reading them back. */
import { MAX_INSPECT_TEXT_BYTES } from "../../model/limits.ts";
import type { PageFunctions, PageRefusal } from "../../model/page_functions.ts";
import { cutBytes } from "./cut.ts";
import { lineOf, refuse } from "./describe.ts";
import { attributeOf, connected } from "./dom.ts";
import { disabledReason, isReadOnly } from "./enabled.ts";
import { hiddenReason } from "./hidden.ts";
import { isWholeValueInput, textControlOf } from "./kinds.ts";
import { fire, focusOn, isEditable } from "./native.ts";
import { standsIn } from "./own.ts";
import { DETACHED } from "./prepare.ts";
import { refuseRenamed } from "./promised.ts";
import { armKeys, deepActive, strayedKeys } from "./typing_guard.ts";
import { holdsValue, REDACTED, valueOf } from "./values.ts";
import { elementOf, flatParent, isSecret, isSensitive, noteSecret } from "./walking.ts";

type Done = { readonly ok: true } | PageRefusal;

const FORMATS: Readonly<Record<string, string>> = {
  date: "YYYY-MM-DD",
  time: "HH:MM, 24 hours",
  "datetime-local": "YYYY-MM-DDTHH:MM",
  month: "YYYY-MM",
  week: "YYYY-Www",
  color: "#rrggbb",
};

export function focusText(args: PageFunctions["focusText"]["args"]): Done {
  const target = elementOf(args.ref);
  if (target === null || !connected(target)) return DETACHED;
  const control = textControlOf(target);
  if (control === null) return wrongKind(target);
  const closed = refuseRenamed(target) ?? closedReason(control);
  if (closed !== null) return closed;
  const host = editingHost(control);
  focusOn(host);
  const answer = changedAtFocus(target);
  if (answer !== null) return answer;
  const active = deepActive();
  if (active === null || (active !== host && !standsIn(active, control))) {
    return strayed(control, active);
  }
  select(control, args.clear);
  armKeys(target, standsIn(active, control) ? control : host);
  return { ok: true };
}

export function setValue(args: PageFunctions["setValue"]["args"]): Done {
  const target = elementOf(args.ref);
  if (target === null || !connected(target)) return DETACHED;
  if (!isWholeValueInput(target)) {
    return refuse("intentActionMismatch", `Target ${lineOf(target)} takes no whole value`);
  }
  const closed = refuseRenamed(target) ?? closedReason(target);
  if (closed !== null) return closed;
  focusOn(target);
  const answer = changedAtFocus(target);
  if (answer !== null) return answer;
  const before = target.value;
  // The accessor of this realm: a page framework's own one on the node is not in the way, and so
  // it sees the change when the event comes.
  target.value = args.value;
  if (!took(target, args.value)) {
    target.value = before;
    return refuse("invalidRequest", `Target ${lineOf(target)} takes ${formatOf(target)}`);
  }
  if (target.value !== before) changed(target);
  return { ok: true };
}

export function readControl(
  args: PageFunctions["readControl"]["args"],
): PageFunctions["readControl"]["result"] {
  const target = elementOf(args.ref);
  if (target === null) {
    return {
      connected: false,
      value: "",
      equals: args.expected === undefined ? null : false,
      checked: null,
      valid: true,
      validationMessage: "",
      strayed: null,
    };
  }
  const control = textControlOf(target) ?? target;
  const value = valueOf(control) ?? "";
  const sensitive = isSensitive(control) || isSensitive(target);
  if (sensitive) noteSecret(value);
  const hidden = sensitive || isSecret(value);
  const validity = validityOf(control);
  return {
    connected: connected(target),
    value: hidden ? REDACTED : cutBytes(value, MAX_INSPECT_TEXT_BYTES).text,
    equals: args.expected === undefined ? null : holdsValue(control, args.expected),
    checked: checkedOf(target),
    valid: validity.valid,
    validationMessage: hidden ? "" : validity.message,
    strayed: strayedKeys(target),
  };
}

/** The page answers to the focus at once: it may have taken the control away, or made it another. */
export function changedAtFocus(target: Element): PageRefusal | null {
  return connected(target) ? refuseRenamed(target) : DETACHED;
}

/** input and change as a control fires them when a person changes it. */
export function changed(control: Element): void {
  fire(control, new InputEvent("input", { bubbles: true, composed: true }));
  fire(control, new Event("change", { bubbles: true }));
}

function wrongKind(target: Element): PageRefusal {
  const line = lineOf(target);
  if (isWholeValueInput(target)) {
    return refuse("intentActionMismatch", `Target ${line} takes a whole value, not keys`);
  }
  return refuse("intentActionMismatch", `Target ${line} is not a text control`);
}

function closedReason(control: Element): PageRefusal | null {
  const line = lineOf(control);
  const disabled = disabledReason(control);
  if (disabled !== null) {
    return refuse("targetDisabled", `Target ${line} cannot be used: ${disabled}`);
  }
  if (isReadOnly(control)) return refuse("targetDisabled", `Target ${line} is read-only`);
  return null;
}

function strayed(control: Element, active: Element | null): PageRefusal {
  const line = lineOf(control);
  const hidden = hiddenReason(control);
  if (hidden !== null) {
    return refuse("targetHidden", `Target ${line} is not visible: ${hidden}`);
  }
  const where = active === null ? "nowhere" : `to ${lineOf(active)}`;
  return refuse("obstructionSuspected", `Target ${line} did not keep the focus; it went ${where}`);
}

/** The outermost editable element around: the one that takes the focus. */
function editingHost(control: HTMLElement): HTMLElement {
  if (!isEditable(control)) return control;
  let host = control;
  for (let at = flatParent(control); at !== null && isEditable(at); at = flatParent(at)) host = at;
  return host;
}

function select(control: HTMLElement, all: boolean): void {
  const selection = getSelection();
  if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) {
    if (all) control.select();
    else if (control.selectionEnd === null) {
      // E-mail and number inputs have no offsets; the caret moves there as by the End key.
      selection?.modify("move", "forward", "documentboundary");
    } else control.setSelectionRange(control.value.length, control.value.length);
    return;
  }
  if (selection === null) return;
  selection.selectAllChildren(control);
  if (!all) selection.collapseToEnd();
}

function took(input: HTMLInputElement, value: string): boolean {
  if (input.type === "range") {
    return value.trim() !== "" && Number(input.value) === Number(value);
  }
  if (input.type === "color") return /^#[0-9a-f]{6}$/i.test(value);
  return value === "" || input.value !== "";
}

function formatOf(input: HTMLInputElement): string {
  if (input.type !== "range") return FORMATS[input.type] ?? "another format";
  const { min, max, step } = input;
  return `a number from ${min === "" ? "0" : min} to ${max === "" ? "100" : max} in steps of ${
    step === "" ? "1" : step
  }`;
}

function checkedOf(element: Element): boolean | null {
  if (element instanceof HTMLInputElement) {
    return element.type === "checkbox" || element.type === "radio" ? element.checked : null;
  }
  const state = attributeOf(element, "aria-checked") ?? attributeOf(element, "aria-pressed");
  return state === null ? null : state === "true";
}

function validityOf(element: Element): { valid: boolean; message: string } {
  if (
    element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  ) {
    const valid = !element.willValidate || element.validity.valid;
    return { valid, message: valid ? "" : element.validationMessage };
  }
  return { valid: attributeOf(element, "aria-invalid") !== "true", message: "" };
}
