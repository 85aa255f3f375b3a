import { Failure } from "../../model/error.ts";
import { messageUrl } from "../../policy/redact.ts";
import type { CommandRunner } from "../command_context.ts";
import { isAt } from "../expected_url.ts";
import { act } from "../settle.ts";
import { askedOf, elementWords, resolutionEvidence, resolve } from "../targets.ts";
import { reread, setControl } from "../typing.ts";

export const typeText: CommandRunner<"typeText"> = {
  proves: "element",
  order: "page",
  patience: "total",
  crashed: "never",
  async run(input, context) {
    const { page, call, evidence, ports: { clock } } = context;
    const { expectedUrl } = input;
    if (expectedUrl !== undefined && !isAt(page, expectedUrl)) {
      throw new Failure(
        "verificationFailed",
        `Nothing was typed: the page is at ${messageUrl(page.engine.url)}`,
        { repair: "Look at the page; navigate to where the text belongs." },
      );
    }
    const asked = askedOf(input);
    const target = await resolve(clock, page, asked, call, { visible: true });
    const { documentId } = page;
    const wanted = await act(context, () => setControl(clock, page, target, input, call));
    if (page.documentId !== documentId) {
      if (input.value.includes("\n")) {
        // Enter sent the form: the new document is the effect, there is nothing left to reread.
        evidence.push(
          { kind: "element", selector: input.selector ?? target.element.tag, text: null },
          { kind: "configuration", name: "typedControlKind", value: wanted.kind },
          resolutionEvidence(page, target),
        );
        return;
      }
      throw new Failure(
        "targetDetached",
        `The text was typed, then the page went to ${messageUrl(page.engine.url)}`,
        { repair: "Take a fresh a11y_snapshot: what was typed cannot be reread any more." },
      );
    }
    if (page.engine.dialog !== null) {
      // The page's answer to the keys; until it is answered the control cannot be read.
      evidence.push(
        { kind: "element", selector: input.selector ?? target.element.tag, text: null },
        { kind: "configuration", name: "typedControlKind", value: wanted.kind },
        resolutionEvidence(page, target),
      );
      if (wanted.kind === "checkable") return;
      // What of the keys comes after the dialog is the page's and the browser's affair.
      throw new Failure(
        "verificationFailed",
        `The text was sent, and the page shows a dialog (${page.engine.dialog.type})`,
        {
          repair:
            "Answer it with the dialog tool, then read the control with inspect: it may not hold all of the text.",
        },
      );
    }
    const { found, state } = await reread(clock, page, asked, target, wanted, call);
    if (state.strayed !== null) {
      throw new Failure(
        "obstructionSuspected",
        `The ${
          elementWords(target.element)
        } did not keep the focus; the keys would have gone to ${state.strayed} and were stopped`,
      );
    }
    const selector = input.selector ?? found.element.tag;
    const text = wanted.kind === "checkable" ? String(state.checked) : state.value;
    evidence.push(
      { kind: "element", selector, text },
      { kind: "configuration", name: "typedControlKind", value: wanted.kind },
      { kind: "configuration", name: "formControlValid", value: String(state.valid) },
      {
        kind: "configuration",
        name: "formControlValidationMessage",
        value: state.validationMessage,
      },
      resolutionEvidence(page, found),
      {
        kind: "inspection",
        selector,
        url: page.url,
        title: page.engine.title,
        text,
        html: null,
      },
    );
    const differs = wanted.kind === "checkable"
      ? state.checked !== wanted.checked
      : state.equals === false;
    if (differs) {
      throw new Failure(
        "verificationFailed",
        wanted.kind === "checkable"
          ? "The control did not take the state"
          : "The control holds other text than was typed",
        { repair: "Read the control with inspect: the page may format, limit or refuse the text." },
      );
    }
  },
};
