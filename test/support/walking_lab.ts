/** The reading half of the page script alone, in an isolated world, and Chromium's own tree beside it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { LabPage } from "./page_lab.ts";
import { SOAK } from "./soak.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
let script: string | undefined;

/** `globalThis.__walking`: the exports of `walking.ts`. */
export async function walkingScript(): Promise<string> {
  if (script !== undefined) return script;
  const built = await build({
    stdin: {
      contents:
        `import * as walking from "./src/snapshot/page/walking.ts"; globalThis.__walking = walking;`,
      resolveDir: ROOT,
    },
    bundle: true,
    format: "iife",
    write: false,
  });
  return script = built.outputFiles[0]?.text ?? "";
}

/** Puts the doors of the walker into the page's isolated world. */
export async function installWalking(page: LabPage): Promise<void> {
  await page.isolated(await walkingScript());
}

/** All rows of one walk, without its header. */
export async function rowsOf(page: LabPage, unseen = false): Promise<string[]> {
  const answer = await page.isolated(
    `__walking.walk({ walk: "test", rows: 1e6, chars: 1e9, unseen: ${unseen} })`,
  );
  return String(answer).split("\n").slice(1, -1);
}

/** Rows as `DEPTH ROLE#ORDINAL NAME | STATES`, for reading in tests; the `target` mark is left out. */
export async function shown(page: LabPage): Promise<string[]> {
  return (await rowsOf(page)).map(readable);
}

/** One row for reading in tests. */
export function readable(row: string): string {
  const [depth, role, ordinal, name, ...states] = row.split("\t");
  const number = ordinal === "" ? "" : `#${ordinal}`;
  const kept = states.filter((state) => state !== "target");
  return [
    "  ".repeat(Number(depth)),
    role === "" ? JSON.stringify(name) : `${role}${name === "" ? "" : ` ${JSON.stringify(name)}`}`,
    number === "" ? "" : ` ${number}`,
    kept.length === 0 ? "" : ` | ${kept.join(" ")}`,
  ].join("");
}

export interface Judged {
  /** Chromium's. */
  readonly role: string;
  readonly name: string;
  readonly ourRole: string | null;
  readonly ourName: string;
  /** A row of the walk stands for the element. */
  readonly listed: boolean;
  readonly html: string;
}

const ACTIONABLE = new Set(
  ("button link textbox searchbox combobox listbox checkbox radio switch slider spinbutton tab menuitem " +
    "menuitemcheckbox menuitemradio option heading").split(" "),
);

const JUDGE = `function () {
  const element = this.nodeType === 1 ? this : this.parentElement;
  if (element === null) return null;
  const boxed = (one) => [...one.getClientRects()].some((rect) => rect.width > 0 && rect.height > 0);
  if (!boxed(element) && ![...element.querySelectorAll("*")].some(boxed)) return null;
  const listed = globalThis.__listed ??= new Set(__walking.exposed().map((one) => one.element));
  return { ourRole: __walking.roleOf(element), ourName: __walking.nameOf(element),
    listed: listed.has(element), html: element.outerHTML.slice(0, 160) };
}`;

type Json = Record<string, unknown>;
const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null;
const text = (value: unknown): string => isJson(value) ? String(value.value ?? "") : "";

/**
 * Actionables and headings with a box in Chromium's tree of the main frame, beside what we say of
 * them; of more than `most`, evenly spaced ones.
 */
export async function judge(page: LabPage, most = 400): Promise<Judged[]> {
  await page.send("DOM.enable", {});
  await page.send("Accessibility.enable", {});
  const { nodes } = await page.send("Accessibility.getFullAXTree", {});
  if (!Array.isArray(nodes)) throw new Error("No tree");
  const tree: Json[] = nodes.filter(isJson);
  const byId = new Map(tree.map((node) => [node.nodeId, node]));
  const context = await page.isolatedContext();
  const candidates = tree.filter((node) =>
    node.ignored !== true && node.backendDOMNodeId !== undefined &&
    ACTIONABLE.has(text(node.role)) && !isClosedOption(node, byId)
  );
  const step = Math.max(1, candidates.length / most);
  const wanted: Json[] = [];
  for (let at = 0; at < candidates.length; at += step) {
    const node = candidates[Math.floor(at)];
    if (node !== undefined) wanted.push(node);
  }
  const found: Judged[] = [];
  for (let i = 0; i < wanted.length; i += 100) {
    const judged = await Promise.all(
      wanted.slice(i, i + 100).map(async (node) => {
        const { object } = await page.send("DOM.resolveNode", {
          backendNodeId: node.backendDOMNodeId,
          executionContextId: context,
        });
        const answer = await page.send("Runtime.callFunctionOn", {
          objectId: isJson(object) ? object.objectId : "",
          functionDeclaration: JUDGE,
          returnByValue: true,
        });
        const ours = isJson(answer.result) ? answer.result.value : null;
        if (!isJson(ours)) return null;
        return {
          role: text(node.role),
          name: text(node.name),
          ourRole: typeof ours.ourRole === "string" ? ours.ourRole : null,
          ourName: String(ours.ourName),
          listed: ours.listed === true,
          html: String(ours.html),
        };
      }),
    );
    for (const one of judged) if (one !== null) found.push(one);
  }
  return found;
}

/** Options of a closed select are no targets. */
function isClosedOption(node: Json, byId: Map<unknown, Json>): boolean {
  if (text(node.role) !== "option") return false;
  for (let up = byId.get(node.parentId); up !== undefined; up = byId.get(up.parentId)) {
    if (text(up.role) === "listbox") return false;
    if (/combobox|menulistpopup/i.test(text(up.role))) return true;
  }
  return true;
}

/** White space and case aside; a search box is a text box. */
export function agrees(one: Judged): { role: boolean; name: boolean } {
  const same = (name: string): string => name.replace(/\s+/gu, "").toLowerCase();
  const kind = (role: string | null): string | null => role === "searchbox" ? "textbox" : role;
  return {
    role: kind(one.role) === kind(one.ourRole),
    name: same(one.name) === same(one.ourName),
  };
}

/** Pages that take the browser seconds are compared in the soak only, characters. */
const LARGE_CHARS = 300_000;

/** The real pages; in the suite without the largest. */
export function realPages(): { name: string; html: string }[] {
  return fixtures("corpus/pages").filter(({ html }) => SOAK || html.length < LARGE_CHARS);
}

/** Names and texts of the files of a fixture folder. */
export function fixtures(folder: string): { name: string; html: string }[] {
  const path = join(ROOT, "test/fixtures", folder);
  return readdirSync(path).filter((name) => name.endsWith(".html")).sort()
    .map((name) => ({ name, html: readFileSync(join(path, name), "utf8") }));
}
