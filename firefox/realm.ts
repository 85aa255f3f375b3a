/** Calls into a realm, and what they answer. */
import { Failure } from "../src/model/error.ts";
import type { Call } from "../src/model/ports.ts";
import { SANDBOX } from "./frames.ts";
import type { LocalValue, Params, RemoteValue, ScriptResult } from "./protocol.ts";
import type { Session } from "./session.ts";

type Serialization = NonNullable<Params<"script.callFunction">["serializationOptions"]>;

export function callIn(
  session: Session,
  realm: string,
  functionDeclaration: string,
  args: readonly LocalValue[],
  serializationOptions: Serialization,
  call: Call,
): Promise<ScriptResult> {
  return session.send("script.callFunction", {
    functionDeclaration,
    arguments: args,
    target: { realm },
    awaitPromise: true,
    serializationOptions,
  }, call);
}

/** The value of a call; a thrown error becomes `internal`, with the page's words only in the cause. */
export function valueOf(result: ScriptResult, name: string): RemoteValue {
  if (result.type === "success") return result.result;
  throw new Failure("internal", `The page script failed in ${name}`, {
    cause: result.exceptionDetails.text,
  });
}

/**
 * The title of a tab's document: what costs the page's script nothing to tell, but its being free.
 * Errors: those of the call; browserCommandFailed while one document makes way for the next.
 */
export async function titleOf(session: Session, context: string, call: Call): Promise<string> {
  const answer = await session.send("script.callFunction", {
    functionDeclaration: "() => document.title",
    arguments: [],
    target: { context, sandbox: SANDBOX },
    awaitPromise: false,
  }, call);
  const title = answer.type === "success" ? answer.result.value : "";
  return typeof title === "string" ? title : "";
}
