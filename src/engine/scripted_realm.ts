/** The page script of the scripted engine: the same functions over scripted elements. */
import { Failure } from "../model/error.ts";
import type {
  ElementFacts,
  LineResolution,
  PageFunctionName,
  PageFunctions,
  PageRefusal,
} from "../model/page_functions.ts";
import type { LineTarget, TargetSpec } from "../model/target.ts";
import type { ScriptedDocument, ScriptedElement } from "./scripted_document.ts";

type Handlers = {
  readonly [K in PageFunctionName]: (args: PageFunctions[K]["args"]) => PageFunctions[K]["result"];
};

const TARGET_ROLES: ReadonlySet<string> = new Set([
  "button",
  "link",
  "textbox",
  "searchbox",
  "combobox",
  "listbox",
  "checkbox",
  "radio",
  "switch",
]);

export class ScriptedRealm {
  readonly #document: ScriptedDocument;
  readonly #refs = new Map<number, ScriptedElement>();
  readonly #refOf = new Map<ScriptedElement, number>();
  /** Lines printed, by key. */
  readonly #bound = new Map<string, ScriptedElement>();
  readonly #walks = new Map<string, readonly string[]>();
  readonly #linkedRoots = new Set<ScriptedElement>();
  readonly #frameIdOf: (element: ScriptedElement) => string | null;
  /** Child frames that the engine has linked. */
  readonly linked = new Set<string>();
  #armed: ScriptedElement | null = null;
  #hovered: ScriptedElement | null = null;
  #pressed: ScriptedElement | null = null;
  #stopped: string | null = null;
  focused: ScriptedElement | null = null;
  /** All of the focused control is selected: typing replaces it. */
  selected = false;

  constructor(
    document: ScriptedDocument,
    frameIdOf: (element: ScriptedElement) => string | null,
  ) {
    this.#document = document;
    this.#frameIdOf = frameIdOf;
  }

  call<K extends PageFunctionName>(
    name: K,
    args: PageFunctions[K]["args"],
  ): PageFunctions[K]["result"] {
    const handler: Handlers[K] = this.#handlers[name];
    return handler(args);
  }

  /** Hands over the closed root of a host by its number; false when it has none. */
  linkRoot(host: number): boolean {
    const element = this.#document.elements[host];
    if (element?.closedRoot === undefined) return false;
    this.#linkedRoots.add(element);
    return true;
  }

  /** The press arrives at the armed element, or is stopped. */
  press(): ScriptedElement | null {
    const element = this.#armed;
    if (element?.coveredBy !== undefined) {
      this.#stopped = element.coveredBy;
      return null;
    }
    this.#pressed = element;
    return element;
  }

  /** The pointer moves to where the armed element is. */
  hover(): void {
    this.#hovered = this.#armed;
  }

  get armed(): boolean {
    return this.#armed !== null;
  }

  readonly #handlers: Handlers = {
    walk: ({ walk, rows, root }) => {
      this.#walks.set(walk, this.#rows(root === undefined ? null : this.#held(root)));
      return this.#part(walk, 0, rows);
    },
    part: ({ walk, from, rows }) => this.#part(walk, from, rows),
    resolveLine: ({ line }) => this.#resolveLine(line),
    resolveSpec: ({ spec, visible }) => {
      const fitting = this.#exposed().filter((element) => fits(element, spec));
      const found = fitting.filter((element) => !visible || element.hidden !== true);
      const chosen = spec.ordinal === undefined ? found : found.slice(spec.ordinal).slice(0, 1);
      const [element, second] = chosen;
      if (element === undefined) {
        return fitting.length > 0 && found.length === 0
          ? refusal("targetHidden", "What answers to the target is hidden")
          : refusal("targetNotFound", "Nothing answers to the target");
      }
      if (second !== undefined && spec.allowBestMatch !== true) {
        return refusal("targetAmbiguous", `${chosen.length} elements answer to the target`);
      }
      const candidates = chosen.map(({ role, name }) => ({
        role,
        name,
        score: 100,
        reasons: Object.keys(spec),
      }));
      return {
        ok: true,
        element: this.#facts(element),
        candidates,
        bestMatch: second !== undefined,
      };
    },
    resolveFrame: ({ spec }) => {
      const frames = this.#exposed().filter((element) => element.frame !== undefined);
      const found = frames.filter((element) => fits({ ...element, role: "iframe" }, spec));
      const element = found[spec.ordinal ?? 0];
      const frameId = element === undefined ? null : this.#frameIdOf(element);
      if (frameId === null || !this.linked.has(frameId)) {
        return refusal("frameNotFound", "No such frame");
      }
      return { ok: true, frameId };
    },
    prepare: ({ ref }) => {
      const element = this.#held(ref);
      if (element.connected === false) return refusal("targetDetached", "Element was removed");
      if (element.hidden === true) return refusal("targetHidden", "Element is hidden");
      if (element.disabled === true) return refusal("targetDisabled", "Element is disabled");
      this.#armed = element;
      this.#pressed = null;
      this.#stopped = null;
      return { ok: true, x: ref, y: 1 };
    },
    prepareFrame: ({ frameId, x, y }) =>
      this.linked.has(frameId)
        ? { ok: true, x: x + 100, y: y + 100 }
        : refusal("frameNotFound", "No such frame"),
    hovered: ({ ref }) => ({ place: this.#hovered === this.#held(ref) ? "over" : "elsewhere" }),
    report: ({ ref }) => {
      const element = this.#held(ref);
      const answer = {
        reached: this.#pressed === element,
        stopped: this.#stopped !== null,
        moved: false,
        by: this.#stopped,
        connected: element.connected !== false,
        renamed: null,
        lost: false,
      };
      this.#armed = null;
      return answer;
    },
    shield: () => ({}),
    unshield: () => ({ stopped: false, astray: false, by: null }),
    focusText: ({ ref, clear }) => {
      const element = this.#held(ref);
      if (element.disabled === true) return refusal("targetDisabled", "Control is disabled");
      this.focused = element;
      this.selected = clear;
      return { ok: true };
    },
    setValue: ({ ref, value }) => {
      this.#held(ref).value = value;
      return { ok: true };
    },
    chooseOptions: ({ ref, values }) => {
      const element = this.#held(ref);
      const wanted = values[0] ?? "";
      const option = element.options?.find((each) => each.toLowerCase() === wanted.toLowerCase());
      if (option === undefined) return refusal("targetNotFound", "No such option");
      element.value = option;
      return { ok: true };
    },
    readControl: ({ ref, expected }) => {
      const element = this.#held(ref);
      const value = element.value ?? "";
      return {
        connected: element.connected !== false,
        value: element.sensitive === true ? "[redacted]" : value,
        equals: expected === undefined
          ? null
          : value === expected || value.toLowerCase() === expected.toLowerCase(),
        checked: element.checked ?? null,
        valid: true,
        validationMessage: "",
        strayed: null,
      };
    },
    inspect: ({ ref, html }) => {
      const text = ref === null
        ? this.#exposed().map((element) => element.name).join("\n")
        : this.#held(ref).value ?? this.#held(ref).name;
      return {
        text,
        textTruncated: false,
        html: html ? `<p>${text}</p>` : null,
        htmlTruncated: false,
      };
    },
    check: ({ target, state, text, value }) => {
      if (text !== undefined && "css" in target && target.css === "body") {
        const whole = this.#exposed().map((element) => element.name).join("\n");
        return { met: whole.includes(text.value), observed: whole };
      }
      const found = this.#exposed().filter((element) =>
        "nameCut" in target
          ? element.role === target.role && element.name === (target.name ?? "")
          : fits(element, target)
      );
      const [element] = found;
      if (element === undefined) {
        return { met: state === "detached" || state === "hidden", observed: null };
      }
      const observed = text === undefined ? element.value ?? "" : element.name;
      const matcher = text ?? value;
      if (matcher !== undefined) return { met: observed.includes(matcher.value), observed };
      const states = {
        attached: true,
        detached: false,
        visible: element.hidden !== true,
        hidden: element.hidden === true,
        enabled: element.disabled !== true,
        disabled: element.disabled === true,
      };
      return { met: state !== undefined && states[state], observed: null };
    },
    settle: () => ({ mutations: 0 }),
    box: ({ ref }) => ({ ok: true, x: ref, y: 1, width: 40, height: 20 }),
    frameOrigin: () => ({ ok: true, x: 100, y: 100 }),
    frameAt: () => null,
    focusedFrame: () => ({ frameId: null }),
    facts: () => ({
      url: this.#document.url,
      title: this.#document.title,
      readyState: "complete",
      width: 800,
      height: 600,
      devicePixelRatio: 1,
    }),
  };

  /** Connected elements in order, with those of linked closed roots after their host. */
  #exposed(): readonly ScriptedElement[] {
    return this.#document.elements.flatMap((element) =>
      element.connected === false
        ? []
        : this.#linkedRoots.has(element)
        ? [element, ...element.closedRoot ?? []]
        : [element]
    );
  }

  #rows(root: ScriptedElement | null): readonly string[] {
    const all = this.#exposed();
    return (root === null ? all : [root]).map((element) => {
      const ordinal = this.#ordinalOf(element, all);
      this.#bound.set(keyOf(element.role, element.name, ordinal), element);
      const keys: string[] = [];
      if (element.disabled === true) keys.push("disabled");
      if (element.checked === true) keys.push("checked");
      if (element.value !== undefined && element.value !== "") {
        keys.push(`value=${element.sensitive === true ? "[redacted]" : element.value}`);
      }
      if (TARGET_ROLES.has(element.role)) keys.push("target");
      const frameId = this.#frameIdOf(element);
      if (frameId !== null && this.linked.has(frameId)) keys.push(`frame=${frameId}`);
      const depth = root === null ? element.depth ?? 0 : 0;
      return [depth, element.role, ordinal ?? "", element.name, ...keys].join("\t") + "\n";
    });
  }

  #part(walk: string, from: number, rows: number): string {
    const all = this.#walks.get(walk);
    if (all === undefined) return "";
    const hosts = this.#document.elements.flatMap((element, index) =>
      element.closedRoot !== undefined && !this.#linkedRoots.has(element) ? [index] : []
    );
    return `${all.length}\t${from}\t${hosts.join(",")}\n${all.slice(from, from + rows).join("")}`;
  }

  #resolveLine(line: LineTarget): LineResolution {
    const all = this.#exposed();
    const name = line.name ?? "";
    const same = all.filter((element) =>
      element.role === line.role &&
      (line.nameCut ? element.name.startsWith(name) : element.name === name)
    );
    const printed = this.#bound.get(keyOf(line.role, name, line.ordinal));
    const [only, second] = same;
    const certain = only !== undefined && second === undefined && line.ordinal === null;
    if (printed !== undefined) {
      if (all.includes(printed) && printed.role === line.role && printed.name === name) {
        return { state: "bound", element: this.#facts(printed) };
      }
      if (certain) return { state: "rebound", element: this.#facts(only) };
      const how = !all.includes(printed) ? "removed" : `renamed to "${printed.name}"`;
      return { state: "gone", message: how };
    }
    if (line.ordinal !== null && line.role !== "iframe" && !TARGET_ROLES.has(line.role)) {
      const counted = same[line.ordinal];
      return counted === undefined
        ? { state: "none" }
        : { state: "unique", element: this.#facts(counted) };
    }
    if (only === undefined || line.ordinal !== null) return { state: "none" };
    if (!certain) return { state: "several", count: same.length };
    return { state: "unique", element: this.#facts(only) };
  }

  #ordinalOf(element: ScriptedElement, all: readonly ScriptedElement[]): number | null {
    const same = all.filter((each) => each.role === element.role && each.name === element.name);
    return same.length > 1 ? same.indexOf(element) : null;
  }

  #facts(element: ScriptedElement): ElementFacts {
    let ref = this.#refOf.get(element);
    if (ref === undefined) {
      ref = this.#refOf.size + 1;
      this.#refOf.set(element, ref);
      this.#refs.set(ref, element);
    }
    return {
      ref,
      role: element.role,
      name: element.name,
      tag: element.css ?? element.role,
      stableAttributes: {},
      controlKind: element.controlKind ?? "none",
      sensitive: element.sensitive === true,
    };
  }

  #held(ref: number): ScriptedElement {
    const element = this.#refs.get(ref);
    if (element === undefined) throw new Failure("internal", "Unknown element reference");
    return element;
  }
}

function keyOf(role: string, name: string, ordinal: number | null): string {
  return `${role}\t${name}\t${ordinal ?? ""}`;
}

function fits(element: ScriptedElement, spec: TargetSpec): boolean {
  return (spec.css === undefined || element.css === spec.css) &&
    (spec.role === undefined || element.role === spec.role.toLowerCase()) &&
    (spec.accessibleName === undefined || element.name === spec.accessibleName) &&
    (spec.text === undefined || element.name.includes(spec.text.value));
}

function refusal(code: PageRefusal["code"], message: string): PageRefusal {
  return { ok: false, code, message };
}
