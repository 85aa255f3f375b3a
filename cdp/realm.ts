/** The isolated world in which the page script lives, one a document. */
import { Failure } from "../src/model/error.ts";
import type { Call } from "../src/model/ports.ts";
import type { EvaluateResult } from "./protocol.ts";
import type { Session } from "./session.ts";

/** Name of the world; the page cannot see it. */
export const REALM_NAME = "drover";

export interface Realm {
  /**
   * Handle of the realm's `__drover`. Unlike a context number it can never mean another document:
   * it carries the id of its own JavaScript heap.
   */
  readonly objectId: string;
  /** Context number, to resolve nodes into the realm. */
  readonly contextId: number;
}

/** Opens the world of the frame's document and starts the page script in it where it is missing. */
export async function openRealm(
  session: Session,
  frameId: string,
  pageScript: string,
  call: Call,
): Promise<Realm> {
  const { executionContextId } = await session.send("Page.createIsolatedWorld", {
    frameId,
    worldName: REALM_NAME,
  }, call);
  const find = () =>
    session.send("Runtime.evaluate", {
      expression: "globalThis.__drover",
      contextId: executionContextId,
    }, call);
  let handle = (await find()).result.objectId;
  if (handle === undefined) {
    // A document that was there before the script was registered.
    valueOf(
      await session.send("Runtime.evaluate", {
        expression: `${pageScript}\n;0`,
        contextId: executionContextId,
        returnByValue: true,
      }, call),
      "its start",
    );
    handle = (await find()).result.objectId;
  }
  if (handle === undefined) throw new Failure("internal", "The page script did not start");
  return { objectId: handle, contextId: executionContextId };
}

/** The value of an evaluation; a thrown error becomes `internal`, with the page's words only in the cause. */
export function valueOf(result: EvaluateResult, name: string): unknown {
  const thrown = result.exceptionDetails;
  if (thrown === undefined) return result.result.value;
  throw new Failure(
    "internal",
    `The page script failed in ${name} (${thrown.exception?.className ?? "error"})`,
    { cause: thrown.exception?.description ?? thrown.text },
  );
}
