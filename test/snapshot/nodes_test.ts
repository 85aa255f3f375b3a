import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import type { AccessibilityNode } from "../../src/model/evidence.ts";
import { compact } from "../../src/snapshot/compact.ts";
import type { Position } from "../../src/snapshot/joined.ts";
import { keyOf, lineKey, parseLine, quote } from "../../src/snapshot/line.ts";
import { toNodes } from "../../src/snapshot/nodes.ts";
import type { NodesResult } from "../../src/snapshot/nodes.ts";
import { ShownLines } from "../../src/snapshot/shown_lines.ts";
import { encode, randomPage } from "./random_rows.ts";

interface Flat {
  readonly depth: number;
  readonly node: AccessibilityNode;
}

function flatten(nodes: readonly AccessibilityNode[], depth = 0): Flat[] {
  return nodes.flatMap((node) => [{ depth, node }, ...flatten(node.children ?? [], depth + 1)]);
}

function nodesOf(rows: readonly string[]): NodesResult {
  return toNodes({ frames: new Map([["M", encode(rows, [])]]), start: "M", maxNodes: 2048 });
}

test("nodes are the lines of the outline, one for one, nested as they are indented", () => {
  fc.assert(
    fc.property(randomPage, (random) => {
      const { outline } = compact({
        ...random,
        start: random.top,
        maxNodes: 2048,
        cursor: "c1",
        shown: new ShownLines(),
      });
      const flat = flatten(toNodes({ frames: random.frames, start: "M", maxNodes: 2048 }).nodes);
      const lines = outline === "" ? [] : outline.split("\n");
      assert.equal(flat.length, lines.length);
      lines.forEach((line, i) => {
        const { node, depth } = flat[i] ?? assert.fail();
        assert.equal(line.length - line.trimStart().length, 2 * depth);
        const parsed = parseLine(line);
        if (parsed === null) {
          assert.equal(node.role, "text");
          const mark = node.unseen === true ? " unseen" : "";
          assert.equal(`${quote(node.name ?? "")}${mark}`, line.trimStart());
          return;
        }
        assert.equal(node.role, parsed.role);
        assert.equal(keyOf({ ...parsed, ordinal: null }), lineKey(node.role, node.name ?? "", ""));
        if (node.target !== undefined) {
          assert.equal(node.target.role, parsed.role);
          assert.equal(node.target.accessibleName, node.name);
          assert.equal(node.target.ordinal ?? null, parsed.ordinal);
        }
      });
    }),
    { numRuns: 1000 },
  );
});

test("node parts walked to the end are the whole page, each node once", () => {
  fc.assert(
    fc.property(randomPage, fc.integer({ min: 1, max: 9 }), (random, maxNodes) => {
      const bare = (node: AccessibilityNode): AccessibilityNode => {
        const { children: _, ...rest } = node;
        return rest;
      };
      const whole = toNodes({ frames: random.frames, start: "M", maxNodes: 2048 });
      const walked: AccessibilityNode[] = [];
      let start: string | Position = "M";
      while (true) {
        const part: NodesResult = toNodes({ frames: random.frames, start, maxNodes });
        assert.ok(part.count <= maxNodes);
        walked.push(...flatten(part.nodes).map(({ node }) => bare(node)));
        if (part.next === null) break;
        start = part.next;
      }
      assert.deepEqual(walked, flatten(whole.nodes).map(({ node }) => bare(node)));
    }),
    { numRuns: 500 },
  );
});

test("states become fields of the node", () => {
  const [node] = nodesOf([
    "0\tcheckbox\t2\tAgree\tchecked=mixed\trequired\tdisabled\treadonly\tinvalid\texpanded=false\tpressed\tselected\tvalue=v\tvaluemin=0\tvaluemax=9\tdescription=words\tautocomplete=email\turl=http://x/\ttarget",
  ]).nodes;
  assert.deepEqual(node, {
    role: "checkbox",
    name: "Agree",
    checked: "mixed",
    required: true,
    disabled: true,
    readOnly: true,
    invalid: true,
    expanded: false,
    pressed: true,
    selected: true,
    value: "v",
    valueMin: "0",
    valueMax: "9",
    description: "words",
    autocomplete: "email",
    url: "http://x/",
    target: { role: "checkbox", accessibleName: "Agree", ordinal: 2 },
  });
});

test("a target in a frame carries its frames, outermost first", () => {
  const { nodes } = toNodes({
    frames: new Map([
      ["M", encode(["0\tiframe\t\t\tframe=A"], [])],
      ["A", encode(["0\tiframe\t1\tShop\tframe=B"], [])],
      ["B", encode(["0\tbutton\t\tBuy\ttarget"], [])],
    ]),
    start: "M",
    maxNodes: 9,
  });
  assert.deepEqual(flatten(nodes).at(-1)?.node.target, {
    role: "button",
    accessibleName: "Buy",
    framePath: [
      { role: "iframe", accessibleName: "", ordinal: 0 },
      { role: "iframe", accessibleName: "Shop", ordinal: 1 },
    ],
  });
});

test("a redacted or missing name gives no target", () => {
  const flat = flatten(
    nodesOf(["0\tbutton\t0\t\ttarget", "0\tbutton\t\t[redacted]\ttarget"]).nodes,
  );
  assert.deepEqual(flat.map(({ node }) => node.target), [undefined, undefined]);
});

test("a node has at most 256 children; the next one starts a new part", () => {
  const rows = ["0\tlist\t\t", ...Array.from({ length: 300 }, (_, i) => `1\tlink\t\t${i}\ttarget`)];
  const first = nodesOf(rows);
  assert.equal(first.nodes[0]?.children?.length, 256);
  assert.ok(first.next !== null);
  assert.equal(first.left, 44);
  const second = toNodes({
    frames: new Map([["M", encode(rows, [])]]),
    start: first.next,
    maxNodes: 2048,
  });
  assert.equal(second.nodes[0]?.name, "256");
  assert.equal(second.nodes.length, 44);
  assert.equal(second.next, null);
});

test("nodes nest at most 64 deep", () => {
  const rows = Array.from({ length: 80 }, (_, i) => `${i}\tlist\t\tLevel ${i}`);
  const depths = flatten(nodesOf(rows).nodes).map(({ depth }) => depth);
  assert.equal(Math.max(...depths), 63);
  assert.equal(depths.length, 80);
});
