/**
 * HTML of an element up to a bound, without values of sensitive controls. Written here and not
 * taken from `outerHTML`, which would make the text of a huge page first and hold the values;
 * cloning would start the page's custom elements.
 */
import { cutBytes } from "./cut.ts";
import type { Cut } from "./cut.ts";
import {
  dataOf,
  firstChildOf,
  isElement,
  isText,
  namespaceOf,
  nextSiblingOf,
  tagOf,
} from "./dom.ts";
import { attributesOf } from "./native.ts";
import { isSealed, isSecret, isSensitive } from "./walking.ts";

const VOID = new Set(
  "area base br col embed hr img input link meta param source track wbr".split(" "),
);
const RAW = new Set("style script xmp iframe noembed noframes plaintext noscript".split(" "));
const HTML = "http://www.w3.org/1999/xhtml";

/** At most `bytes` UTF-8 bytes, cut on a character border and flagged. */
export function htmlOf(root: Node, bytes: number): Cut {
  const parts: string[] = [];
  // UTF-16 units never exceed bytes: enough is written when the bound is passed.
  let units = 0;
  const write = (part: string): void => {
    parts.push(part);
    units += part.length;
  };
  const stack: (Node | string)[] = [root];
  for (let next = stack.pop(); next !== undefined && units <= bytes; next = stack.pop()) {
    if (typeof next === "string") write(next);
    else if (isElement(next)) openElement(next, write, stack);
    else if (isText(next)) write(escapeText(dataOf(next)));
    else if (next instanceof Comment) write(`<!--${dataOf(next)}-->`);
    else if (next instanceof Document || next instanceof DocumentFragment) {
      pushChildren(next, stack);
    }
  }
  return cutBytes(parts.join(""), bytes);
}

function openElement(
  element: Element,
  write: (part: string) => void,
  stack: (Node | string)[],
): void {
  const tag = tagOf(element);
  const html = namespaceOf(element) === HTML;
  const secret = html && isSecretField(element, tag);
  write(`<${tag}`);
  for (const { name, value } of attributesOf(element)) {
    // Hidden fields take copies of what was typed into others.
    const hidden = VALUES.has(name) && (secret || isSecret(value));
    if (!hidden) write(` ${name}="${escapeAttribute(value)}"`);
  }
  write(">");
  if (html && VOID.has(tag)) return;
  stack.push(`</${tag}>`);
  if (secret && !tag.includes("-")) return;
  if (html && RAW.has(tag)) {
    for (let at = firstChildOf(element); at !== null; at = nextSiblingOf(at)) {
      if (isText(at)) write(dataOf(at));
    }
    return;
  }
  pushChildren(element instanceof HTMLTemplateElement ? element.content : element, stack);
}

/** Attributes that hold what a field holds. */
const VALUES = new Set(["value", "aria-valuetext", "aria-valuenow"]);

function isSecretField(element: Element, tag: string): boolean {
  if (tag === "input" || tag === "textarea" || tag === "select" || tag.includes("-")) {
    return isSensitive(element);
  }
  return isSealed(element);
}

function pushChildren(node: Node, stack: (Node | string)[]): void {
  const children: Node[] = [];
  for (let at = firstChildOf(node); at !== null; at = nextSiblingOf(at)) children.push(at);
  for (const child of children.reverse()) stack.push(child);
}

function escapeText(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/\u00a0/g, "&nbsp;").replace(/</g, "&lt;").replace(
    />/g,
    "&gt;",
  );
}

function escapeAttribute(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/\u00a0/g, "&nbsp;").replace(/"/g, "&quot;");
}
