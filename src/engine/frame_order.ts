/** The order in which the frames of a page are told. */

/** Main frame first, parents before children, siblings in the order they came. */
export function inTreeOrder<T extends { readonly id: string; readonly parentId: string | null }>(
  nodes: Iterable<T>,
): readonly T[] {
  const children = new Map<string, T[]>();
  const open: T[] = [];
  for (const node of nodes) {
    if (node.parentId === null) {
      open.push(node);
      continue;
    }
    const siblings = children.get(node.parentId);
    if (siblings === undefined) children.set(node.parentId, [node]);
    else siblings.push(node);
  }
  const listed: T[] = [];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    listed.push(node);
    const below = children.get(node.id);
    if (below !== undefined) open.push(...below.reverse());
  }
  return listed;
}
