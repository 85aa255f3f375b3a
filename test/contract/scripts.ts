/** The suite's pages for the scripted engine: the same names, roles and behaviour as `html.ts`. */
import type { ScriptedDocument, ScriptedElement } from "../../src/engine/scripted_document.ts";
import type { Clock } from "../../src/model/ports.ts";
import type { Path } from "./subject.ts";

export const ORIGIN = "http://contract.test";

function button(name: string, more: Partial<ScriptedElement> = {}): ScriptedElement {
  return { role: "button", name, ...more };
}

/** A button that renames itself when pressed. */
function once(name: string, after: string): ScriptedElement {
  const element = button(name);
  element.onClick = () => (element.name = after);
  return element;
}

function iframe(name: string, more: Partial<ScriptedDocument> = {}): ScriptedElement {
  const document = {
    url: `${ORIGIN}/inner`,
    title: "Inner",
    elements: [once("Inside", "Pressed")],
    ...more,
  };
  return { role: "iframe", name, frame: { document } };
}

export function scriptedPage(path: string, clock: Clock): ScriptedDocument | null {
  const make = MAKERS[path];
  return make === undefined ? null : make(clock);
}

const MAKERS: Readonly<Record<string, (clock: Clock) => ScriptedDocument>> = {
  "/form": form,
  "/second": second,
  "/framed": () => ({
    url: `${ORIGIN}/framed`,
    title: "Framed",
    elements: [button("Inside"), iframe("Near"), iframe("Far")],
  }),
  "/broken": () => ({
    url: `${ORIGIN}/broken`,
    title: "Broken",
    elements: [iframe("Near"), iframe("Gone", { failed: true }), button("Do")],
  }),
  "/hosts": () => ({
    url: `${ORIGIN}/hosts`,
    title: "Hosts",
    elements: [
      { role: "generic", name: "", closedRoot: [once("Shadow", "Pressed")] },
      { role: "generic", name: "", closedRoot: [{ role: "button", name: "Nested" }] },
    ],
  }),
  "/asks": () => ({
    url: `${ORIGIN}/asks`,
    title: "Asks",
    elements: [{ role: "heading", name: "After" }],
    asks: { type: "alert", message: "Welcome", defaultPrompt: "" },
  }),
  "/long": () => ({
    url: `${ORIGIN}/long`,
    title: "Long",
    elements: [
      { role: "list", name: "" },
      ...Array.from({ length: 300 }, (_, i): ScriptedElement[] => [
        { role: "listitem", name: "", depth: 1 },
        { role: "link", name: `Link ${i}`, depth: 2 },
      ]).flat(),
    ],
  }),
} satisfies Record<Path, (clock: Clock) => ScriptedDocument>;

function second(): ScriptedDocument {
  return {
    url: `${ORIGIN}/second`,
    title: "Second",
    elements: [{ role: "heading", name: "Second" }, button("Do")],
  };
}

function form(clock: Clock): ScriptedDocument {
  const heading: ScriptedElement = { role: "heading", name: "Form" };
  const text = (name: string, css: string, sensitive = false): ScriptedElement => ({
    role: "textbox",
    name,
    css,
    controlKind: "text",
    value: "",
    sensitive,
  });
  return {
    url: `${ORIGIN}/form`,
    title: "Form",
    elements: [
      heading,
      text("Name", "#name"),
      text("Password", "#password", true),
      { role: "checkbox", name: "Agree", controlKind: "checkable", checked: false },
      {
        role: "combobox",
        name: "Country",
        controlKind: "select",
        options: ["Norway", "Spain"],
        value: "Norway",
      },
      once("Do", "Done"),
      button("Save"),
      button("Save"),
      button("Ask", {
        onClick: (page) => page.ask({ type: "confirm", message: "Sure?", defaultPrompt: "" }),
      }),
      button("Open", { onClick: (page) => void page.popup(`${ORIGIN}/second`) }),
      button("Go", { onClick: (page) => page.load(second()) }),
      button("Hang", { onClick: (page) => page.hang() }),
      button("Off", { disabled: true }),
      {
        role: "link",
        name: "File",
        onClick: (page) => page.news.download(`${ORIGIN}/second`),
      },
      {
        role: "link",
        name: "Second page",
        onClick: (page, modifiers) => {
          if (modifiers.length === 0) page.load(second());
          else page.popup(`${ORIGIN}/second`, false);
        },
      },
      button("Load", {
        onClick: (page) => {
          const id = page.startRequest(`${ORIGIN}/slow`);
          void clock.sleep(300).then(() => {
            heading.name = "Loaded";
            page.finishRequest(id);
          });
        },
      }),
      button("Later", {
        onClick: (page) => void clock.sleep(300).then(() => page.append(button("Late"))),
      }),
      button("Covered", { coveredBy: "div#cover" }),
    ],
  };
}
