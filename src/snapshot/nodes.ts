/**
 * The same rows as nodes (contract A 2.8), for callers that ask for `format: "nodes"`.
 */
import type { AccessibilityNode, SnapshotTarget } from "../model/evidence.ts";
import {
  MAX_FRAME_PATH,
  MAX_NODE_CHILDREN,
  MAX_OUTLINE_BYTES,
  MAX_OUTLINE_DEPTH,
  MAX_SNAPSHOT_NODES,
} from "../model/limits.ts";
import type { RowReader } from "./decode.ts";
import { JoinedRows } from "./joined.ts";
import type { FramePlace, FrameRows, Position } from "./joined.ts";
import { utf8Bytes } from "./line.ts";

export interface NodesInput {
  /** Encoded rows by frame id. */
  readonly frames: FrameRows;
  /** The frame to begin with, or where the part before ended. */
  readonly start: string | Position;
  /** Nodes wanted, 1 to MAX_SNAPSHOT_NODES. */
  readonly maxNodes: number;
  /** Places of the frame to begin with and of those around it, when it is not the main frame. */
  readonly around?: ReadonlyMap<string, FramePlace>;
}

export interface NodesResult {
  /** Nodes whose parents stood in an earlier part are roots here. */
  readonly nodes: AccessibilityNode[];
  readonly count: number;
  readonly truncated: boolean;
  readonly next: Position | null;
  readonly left: number | null;
  /** As in `CompactResult`. */
  readonly missing: { readonly frameId: string; readonly row: number } | null;
  readonly frames: ReadonlyMap<string, FramePlace>;
}

/**
 * Makes nodes in document order until the budget, MAX_OUTLINE_BYTES of rows, or the 257th child
 * of one node, which starts the next part. Nesting is at most MAX_OUTLINE_DEPTH; deeper nodes
 * stand at that depth. Throws Failure `internal` on malformed rows.
 */
export function toNodes(input: NodesInput): NodesResult {
  const maxNodes = Math.min(input.maxNodes, MAX_SNAPSHOT_NODES);
  const rows = new JoinedRows(input.frames, input.start, input.around);
  const nodes: AccessibilityNode[] = [];
  const above: { readonly depth: number; readonly node: AccessibilityNode }[] = [];
  let bytes = 0;
  let pending = false;
  while (true) {
    const more = rows.advance();
    if (!more || rows.count >= maxNodes) {
      pending = more;
      break;
    }
    const row = rows.reader;
    const depth = Math.min(rows.depth, MAX_OUTLINE_DEPTH - 1);
    while (above.length > 0 && (above.at(-1)?.depth ?? 0) >= depth) above.pop();
    const parent = above.at(-1)?.node;
    bytes += utf8Bytes(row.text.slice(row.roleStart, row.lineEnd));
    if (
      rows.count > 0 &&
      (bytes > MAX_OUTLINE_BYTES || (parent?.children?.length ?? 0) >= MAX_NODE_CHILDREN)
    ) {
      pending = true;
      break;
    }
    const node = toNode(row, rows);
    if (parent === undefined) nodes.push(node);
    else (parent.children ??= []).push(node);
    above.push({ depth, node });
    rows.accept();
  }
  const cut = pending || rows.missing !== null;
  return {
    nodes,
    count: rows.count,
    truncated: cut,
    next: cut ? rows.position(pending) : null,
    left: cut ? rows.left() : 0,
    missing: rows.count < maxNodes ? rows.missing : null,
    frames: rows.frames,
  };
}

/** The role of a row of text alone. */
const TEXT_ROLE = "text";

function toNode(row: RowReader, rows: JoinedRows): AccessibilityNode {
  const role = row.role();
  const name = row.name();
  const node: AccessibilityNode = { role: role === "" ? TEXT_ROLE : role };
  if (name !== "") node.name = name;
  const { text, lineEnd } = row;
  let i = row.nameEnd;
  while (i < lineEnd) {
    const start = i + 1;
    i = text.indexOf("\t", start);
    if (i < 0 || i > lineEnd) i = lineEnd;
    const field = text.slice(start, i);
    const equals = field.indexOf("=");
    const key = equals < 0 ? field : field.slice(0, equals);
    if (key === "target") {
      const target = targetOf(row, role, name, rows);
      if (target !== null) node.target = target;
    } else setState(node, key, equals < 0 ? "true" : field.slice(equals + 1));
  }
  return node;
}

/** Targets of unnamed and redacted elements are lines only: the object form needs a name. */
function targetOf(
  row: RowReader,
  role: string,
  name: string,
  rows: JoinedRows,
): SnapshotTarget | null {
  if (name === "" || name === "[redacted]") return null;
  const path = rows.path(rows.frameId);
  if (path.length > MAX_FRAME_PATH) return null;
  const ordinal = row.ordinal();
  return {
    role,
    accessibleName: name,
    ...(ordinal === "" ? {} : { ordinal: Number(ordinal) }),
    ...(path.length === 0 ? {} : { framePath: path.map(frameTarget).reverse() }),
  };
}

function frameTarget(
  place: FramePlace,
): { role: string; accessibleName: string; ordinal?: number } {
  const ordinal = place.ordinal ?? (place.name === "" ? 0 : null);
  return {
    role: "iframe",
    accessibleName: place.name,
    ...(ordinal === null ? {} : { ordinal }),
  };
}

function threeWay(value: string): boolean | "mixed" {
  return value === "mixed" ? "mixed" : value !== "false";
}

function setState(node: AccessibilityNode, key: string, value: string): void {
  switch (key) {
    case "level":
      node.level = Number(value);
      break;
    case "checked":
      node.checked = threeWay(value);
      break;
    case "pressed":
      node.pressed = threeWay(value);
      break;
    case "required":
      node.required = value !== "false";
      break;
    case "disabled":
      node.disabled = value !== "false";
      break;
    case "readonly":
      node.readOnly = value !== "false";
      break;
    case "invalid":
      node.invalid = value !== "false";
      break;
    case "expanded":
      node.expanded = value !== "false";
      break;
    case "selected":
      node.selected = value !== "false";
      break;
    case "value":
      node.value = value;
      break;
    case "valuemin":
      node.valueMin = value;
      break;
    case "valuemax":
      node.valueMax = value;
      break;
    case "description":
      node.description = value;
      break;
    case "autocomplete":
      node.autocomplete = value;
      break;
    case "url":
      node.url = value;
      break;
    case "unseen":
      node.unseen = true;
      break;
      // `current`, `options`, `items` and `frame` have no field in a node.
  }
}
