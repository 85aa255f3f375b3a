/**
 * Regular expressions in time linear in the text: patterns come from agents and texts from pages,
 * and a backtracking engine can be held for hours by 20 characters of either. JavaScript syntax
 * without flags, without look-around and back-references. A single character is tested by the
 * platform's own engine, which is safe for one character; sequences, choices and repetitions run
 * as a set of states. Pure.
 */
import { MAX_REGEX_STEPS } from "../../model/limits.ts";

type Node =
  | { readonly kind: "char"; readonly source: string }
  | { readonly kind: "edge"; readonly at: "start" | "end" | "word" | "inside" }
  | { readonly kind: "all"; readonly parts: readonly Node[] }
  | { readonly kind: "any"; readonly parts: readonly Node[] }
  | { readonly kind: "repeat"; readonly of: Node; readonly min: number; readonly max: number };

type Step =
  | { readonly kind: "char"; readonly test: (unit: number) => boolean }
  | { readonly kind: "edge"; readonly at: "start" | "end" | "word" | "inside" }
  | { readonly kind: "split"; readonly to: number[] }
  | { readonly kind: "match" };

/** Why a pattern is not taken; said to the agent, without the pattern. */
export class PatternRefused extends Error {}

/** A search for the pattern anywhere in a text. Throws PatternRefused. */
export function compileLinear(pattern: string): (text: string) => boolean {
  try {
    new RegExp(pattern);
  } catch {
    throw new PatternRefused("the pattern is not a valid regular expression");
  }
  const steps = compile(new Parser(pattern).whole());
  return (text) => search(steps, text);
}

class Parser {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  whole(): Node {
    const node = this.#choice();
    if (this.#at < this.#source.length) throw new PatternRefused("the pattern is unbalanced");
    return node;
  }

  #choice(): Node {
    const parts = [this.#sequence()];
    while (this.#take("|")) parts.push(this.#sequence());
    return parts.length === 1 ? parts[0] ?? empty() : { kind: "any", parts };
  }

  #sequence(): Node {
    const parts: Node[] = [];
    while (this.#at < this.#source.length && !this.#next("|") && !this.#next(")")) {
      parts.push(this.#repeated(this.#atom()));
    }
    return { kind: "all", parts };
  }

  #repeated(of: Node): Node {
    const rest = this.#source.slice(this.#at);
    const found = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/.exec(rest);
    if (found === null) return of;
    this.#at += found[0].length;
    const mark = found[0].charAt(0);
    if (mark === "*") return { kind: "repeat", of, min: 0, max: Infinity };
    if (mark === "+") return { kind: "repeat", of, min: 1, max: Infinity };
    if (mark === "?") return { kind: "repeat", of, min: 0, max: 1 };
    const min = Number(found[1]);
    const max = found[2] === undefined ? min : found[3] === "" ? Infinity : Number(found[3]);
    return { kind: "repeat", of, min, max };
  }

  #atom(): Node {
    if (this.#take("^")) return { kind: "edge", at: "start" };
    if (this.#take("$")) return { kind: "edge", at: "end" };
    if (this.#next("(")) return this.#group();
    if (this.#next("[")) return this.#characterClass();
    if (this.#next("\\")) return this.#escape();
    const source = this.#source.charAt(this.#at++);
    // Outside of a quantifier these are letters like any other, but not for the platform alone.
    return { kind: "char", source: /[{}\]]/.test(source) ? `\\${source}` : source };
  }

  #group(): Node {
    const opening = /^\((?:\?(?:([:])|<([^=!>][^>]*)>|(.)))?/.exec(this.#source.slice(this.#at));
    if (opening === null || opening[3] !== undefined) {
      throw new PatternRefused("look-around and inline flags are not taken");
    }
    this.#at += opening[0].length;
    const node = this.#choice();
    if (!this.#take(")")) throw new PatternRefused("the pattern is unbalanced");
    return node;
  }

  #characterClass(): Node {
    let end = this.#at + 1;
    while (end < this.#source.length && this.#source.charAt(end) !== "]") {
      end += this.#source.charAt(end) === "\\" ? 2 : 1;
    }
    return this.#char(end + 1 - this.#at);
  }

  #escape(): Node {
    const rest = this.#source.slice(this.#at);
    if (rest.startsWith("\\b") || rest.startsWith("\\B")) {
      this.#at += 2;
      return { kind: "edge", at: rest.charAt(1) === "b" ? "word" : "inside" };
    }
    if (/^\\(?:[1-9]|k)/.test(rest)) throw new PatternRefused("back-references are not taken");
    const long = /^\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z])/.exec(rest);
    return this.#char(long === null ? 2 : long[0].length);
  }

  #char(length: number): Node {
    const source = this.#source.slice(this.#at, this.#at + length);
    this.#at += length;
    return { kind: "char", source };
  }

  #next(character: string): boolean {
    return this.#source.charAt(this.#at) === character;
  }

  #take(character: string): boolean {
    if (!this.#next(character)) return false;
    this.#at += 1;
    return true;
  }
}

function empty(): Node {
  return { kind: "all", parts: [] };
}

function compile(root: Node): readonly Step[] {
  const steps: Step[] = [];
  const add = (step: Step): void => {
    if (steps.length >= MAX_REGEX_STEPS) throw new PatternRefused("the pattern is too large");
    steps.push(step);
  };
  const emit = (node: Node): void => {
    if (node.kind === "char") return add({ kind: "char", test: tester(node.source) });
    if (node.kind === "edge") return add(node);
    if (node.kind === "all") return node.parts.forEach(emit);
    if (node.kind === "any") return emitChoice(node.parts);
    emitRepeat(node.of, node.min, node.max);
  };
  const emitChoice = (parts: readonly Node[]): void => {
    const choice: number[] = [];
    add({ kind: "split", to: choice });
    const ends: number[][] = [];
    for (const part of parts) {
      choice.push(steps.length);
      emit(part);
      const end: number[] = [];
      add({ kind: "split", to: end });
      ends.push(end);
    }
    for (const end of ends) end.push(steps.length);
  };
  const emitRepeat = (of: Node, min: number, max: number): void => {
    for (let i = 0; i < min; i++) {
      emit(of);
      // An empty body adds nothing however often it repeats; the bound must still hold.
      if (i > MAX_REGEX_STEPS) throw new PatternRefused("the pattern is too large");
    }
    if (max === Infinity) {
      const loop: number[] = [];
      const start = steps.length;
      add({ kind: "split", to: loop });
      loop.push(steps.length);
      emit(of);
      add({ kind: "split", to: [start] });
      loop.push(steps.length);
      return;
    }
    const exits: number[][] = [];
    for (let i = min; i < max; i++) {
      const optional: number[] = [];
      add({ kind: "split", to: optional });
      optional.push(steps.length);
      exits.push(optional);
      emit(of);
    }
    for (const exit of exits) exit.push(steps.length);
  };
  emit(root);
  add({ kind: "match" });
  return steps;
}

function tester(source: string): (unit: number) => boolean {
  const one = new RegExp(`^(?:${source})$`);
  const known = new Map<number, boolean>();
  return (unit) => {
    const answer = known.get(unit);
    if (answer !== undefined) return answer;
    const fresh = one.test(String.fromCharCode(unit));
    known.set(unit, fresh);
    return fresh;
  };
}

function search(steps: readonly Step[], text: string): boolean {
  let current: number[] = [];
  let next: number[] = [];
  /** The position at which a step was last entered, plus one. */
  const entered = new Uint32Array(steps.length);
  const follow = (from: number, at: number, into: number[]): boolean => {
    const stack = [from];
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      if (entered[id] === at + 1) continue;
      entered[id] = at + 1;
      const step = steps[id];
      if (step === undefined) continue;
      if (step.kind === "match") return true;
      if (step.kind === "char") into.push(id);
      else if (step.kind === "split") stack.push(...step.to);
      else if (holds(step.at, text, at)) stack.push(id + 1);
    }
    return false;
  };
  for (let at = 0; at <= text.length; at++) {
    if (follow(0, at, current)) return true;
    const unit = text.charCodeAt(at);
    for (const id of current) {
      const step = steps[id];
      if (at >= text.length || step?.kind !== "char" || !step.test(unit)) continue;
      if (follow(id + 1, at + 1, next)) return true;
    }
    [current, next] = [next, current];
    next.length = 0;
  }
  return false;
}

function holds(edge: "start" | "end" | "word" | "inside", text: string, at: number): boolean {
  if (edge === "start") return at === 0;
  if (edge === "end") return at === text.length;
  const border = isWord(text, at - 1) !== isWord(text, at);
  return edge === "word" ? border : !border;
}

function isWord(text: string, at: number): boolean {
  return at >= 0 && at < text.length && /\w/.test(text.charAt(at));
}
