/** Which nodes have a visible box, over one layout snapshot of all documents of the page. */
import type CDP from "chrome-remote-interface";

/** By backend node id: something like `a#id.class` for nodes that have a box of some area, their own or a descendant's. */
export async function readBoxes(
  client: CDP.Client,
  sessionId?: string,
): Promise<ReadonlyMap<number, string>> {
  const { documents, strings } = await client.send("DOMSnapshot.captureSnapshot", {
    computedStyles: [],
  }, sessionId);
  const boxes = new Map<number, string>();
  const text = (index: number | undefined): string => strings[index ?? -1] ?? "";
  for (const { nodes, layout } of documents) {
    const parents = nodes.parentIndex ?? [];
    const boxed = new Set<number>();
    layout.nodeIndex.forEach((node, at) => {
      const [, , width = 0, height = 0] = layout.bounds[at] ?? [];
      if (width <= 0 || height <= 0) return;
      for (let up: number | undefined = node; up !== undefined && up >= 0; up = parents[up]) {
        if (boxed.has(up)) break;
        boxed.add(up);
      }
    });
    for (const node of boxed) {
      const id = nodes.backendNodeId?.[node];
      if (id === undefined) continue;
      const attributes = nodes.attributes?.[node] ?? [];
      const value = (name: string): string => {
        const at = attributes.findIndex((index, place) => place % 2 === 0 && text(index) === name);
        return at < 0 ? "" : text(attributes[at + 1]);
      };
      const names = value("class").trim().split(/\s+/).filter((name) => name !== "").slice(0, 2);
      boxes.set(
        id,
        [
          text(nodes.nodeName?.[node]).toLowerCase(),
          value("id") === "" ? "" : `#${value("id")}`,
          ...names.map((name) => `.${name}`),
        ].join(""),
      );
    }
  }
  return boxes;
}
