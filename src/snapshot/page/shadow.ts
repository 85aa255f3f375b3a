/** Shadow roots known in this document: open ones, and closed ones as told by the engine. */
import { isElement } from "./dom.ts";
import { elementWalker } from "./native.ts";
import type { Scope } from "./native.ts";
import { rootOfHost } from "./roots.ts";

/** Every known shadow root inside `scope`, outer before inner. Cost: one pass over the tree. */
function* rootsIn(scope: Scope): Generator<ShadowRoot> {
  const walker = elementWalker(scope);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const root = isElement(node) ? rootOfHost(node) : null;
    if (root === null) continue;
    yield root;
    yield* rootsIn(root);
  }
}

/** The document or root and every known root inside it. */
export function scopesIn(scope: Scope): Scope[] {
  return [scope, ...rootsIn(scope)];
}
