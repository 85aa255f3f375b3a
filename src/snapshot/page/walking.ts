/**
 * The doors of the reading half of the page script; the acting half imports from here.
 *
 * - `roleOf(el)`: computed role as printed, null where there is none (generic, none, hidden kinds).
 * - `nameOf(el)`: the one accessible name of it, white space collapsed, "" where there is none.
 * - `descriptionOf(el, name)`: what describes it beside its name, "" for nothing.
 * - `isExposed(el)`: stands in the tree given to assistive technology (not aria-hidden, inert …).
 * - `isVisible(el)`: rendered and not `visibility: hidden`.
 * - `isSensitive(el)`: its value is never shown.
 * - `exposed()`: every element with a role in the exposed tree, in its order, with its name.
 * - `bindings`: which element a printed line stands for; `refOf` / `elementOf`: small numbers.
 */
export {
  type Bindings,
  bindings,
  elementOf,
  type Identity,
  type Lookup,
  refOf,
} from "./bindings.ts";
export { descriptionOf, nameOf } from "./names.ts";
export {
  children,
  flatParent,
  frameElementOf,
  frameIdOf,
  hostByNumber,
  linkChild,
  linkRoot,
} from "./roots.ts";
export { isTargetRole, roleOf } from "./roles.ts";
export { isSealed, isSecret, isSensitive, noteSecret, sealedIn } from "./sensitive.ts";
export { isInSight } from "./in_sight.ts";
export { isExposed, isVisible } from "./visibility.ts";
export { exposed, type ExposedElement, part, walk } from "./walk.ts";
