/**
 * The page script's door. It is evaluated in an isolated realm of every frame and may be evaluated
 * again: the first one stays, with the elements it holds.
 */
import {
  OVERDUE,
  type PageFunctionName,
  type PageFunctions,
  type PageRealm,
} from "../../model/page_functions.ts";
import { box } from "./box.ts";
import { check } from "./check.ts";
import { focusText, readControl, setValue } from "./control.ts";
import { disarm, hovered, installGuard, shield, unshield } from "./guard.ts";
import { focusedFrame, frameAt } from "./inner_frame.ts";
import { facts, inspect } from "./inspect.ts";
import { chooseOptions } from "./options.ts";
import { overdue } from "./overdue.ts";
import { prepare } from "./prepare.ts";
import { frameOrigin, prepareFrame } from "./prepare_frame.ts";
import { resolveFrame } from "./resolve_frame.ts";
import { resolveLine } from "./resolve_line.ts";
import { resolveSpec } from "./resolve_spec.ts";
import { settle } from "./settle.ts";
import { installTypingGuard } from "./typing_guard.ts";
import { elementOf, hostByNumber, linkChild, linkRoot, part, walk } from "./walking.ts";

type Answer<K extends PageFunctionName> =
  | PageFunctions[K]["result"]
  | Promise<PageFunctions[K]["result"]>;
type Functions = {
  readonly [K in PageFunctionName]: (args: PageFunctions[K]["args"]) => Answer<K>;
};

const FUNCTIONS: Functions = {
  walk,
  part,
  resolveLine,
  resolveSpec,
  resolveFrame,
  prepare,
  prepareFrame,
  frameOrigin,
  frameAt,
  focusedFrame,
  hovered: async (args) => ({ place: await hovered(elementOf(args.ref), args.capMs) }),
  report: (args) => disarm(elementOf(args.ref)),
  shield,
  unshield,
  focusText,
  setValue,
  chooseOptions,
  readControl,
  inspect,
  check,
  settle,
  box,
  facts,
};

const REALM: PageRealm = {
  call(name, args, moment) {
    if (overdue(moment ?? null) && name !== "report") return OVERDUE;
    if (!Object.hasOwn(FUNCTIONS, name)) throw new TypeError(`No page function ${name}`);
    // The engine's typed `call` pairs names with their arguments; the union is lost on the wire.
    const run = FUNCTIONS[name] as (args: unknown) => unknown;
    const answer = run(args);
    return answer instanceof Promise ? answer.then(encoded) : encoded(answer);
  },
  linkChild,
  linkRoot,
  host: hostByNumber,
};

/** Rows travel as they are, everything else as JSON. */
function encoded(answer: unknown): string {
  return typeof answer === "string" ? answer : JSON.stringify(answer);
}

if (!Object.hasOwn(globalThis, "__drover")) {
  installGuard();
  installTypingGuard();
  Object.defineProperty(globalThis, "__drover", { value: REALM });
}
