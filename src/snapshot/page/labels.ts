/**
 * The labels of form controls. `control.labels` looks through the whole tree for each control:
 * 6000 buttons in a table took half a minute. Here each tree is asked for its labels once a call.
 */
import { allIn, rootOf } from "./dom.ts";
import { Momentary } from "./moment.ts";

type Labels = Map<Element, HTMLLabelElement[]>;

const NONE: readonly HTMLLabelElement[] = [];
const current = new Momentary(() => new Map<Node, Labels>());

/** The labels of a control, in the order of the tree; none for other elements. */
export function labelsOf(element: Element): readonly HTMLLabelElement[] {
  const root = rootOf(element);
  if (!(root instanceof Document || root instanceof ShadowRoot)) return NONE;
  const trees = current.get();
  let labels = trees.get(root);
  if (labels === undefined) trees.set(root, labels = collect(root));
  return labels.get(element) ?? NONE;
}

function collect(root: Document | ShadowRoot): Labels {
  const labels: Labels = new Map();
  for (const label of allIn(root, "label")) {
    if (!(label instanceof HTMLLabelElement)) continue;
    const { control } = label;
    if (control === null) continue;
    const known = labels.get(control);
    if (known === undefined) labels.set(control, [label]);
    else known.push(label);
  }
  return labels;
}
