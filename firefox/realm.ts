/** Calls into a realm, and what they answer. */
import { Failure } from "../src/model/error.ts";
import { MAX_TITLE_CHARS } from "../src/model/limits.ts";
import type { Call } from "../src/model/ports.ts";
import { SANDBOX } from "./frames.ts";
import type { LocalValue, Params, RemoteValue, ScriptResult } from "./protocol.ts";
import type { Session } from "./session.ts";

type Serialization = NonNullable<Params<"script.callFunction">["serializationOptions"]>;

/** Where calls find the sandbox of one document. */
export interface Place {
  readonly context: string;
  readonly realm: string;
}

/** What a sandbox answers that has not been told its own id: nothing else of ours is a symbol. */
const STRANGE = "symbol";
const INTRODUCED = "(realm) => { globalThis.__droverRealm = realm; }";

/**
 * Calls a function in the sandbox of that very document. The browser looks for a realm by its id in
 * every page it has, so one that hangs would hold up all; so the realm is called by its browsing
 * context, and knows itself whether it is meant. Errors: those of the call; browserCommandFailed when
 * another document is in its place.
 */
export async function callIn(
  session: Session,
  { context, realm }: Place,
  functionDeclaration: string,
  args: readonly LocalValue[],
  serializationOptions: Serialization,
  call: Call,
): Promise<ScriptResult> {
  const self = { type: "string", value: realm } as const;
  const ask = async (declaration: string, given: readonly LocalValue[]) => {
    const answer = await session.send("script.callFunction", {
      functionDeclaration: declaration,
      arguments: given,
      target: { context, sandbox: SANDBOX },
      awaitPromise: true,
      serializationOptions,
    }, call);
    if (answer.realm === realm) return answer;
    throw new Failure("browserCommandFailed", "Another document took the place of the called one");
  };
  const declaration = `(realm, ...given) => globalThis.__droverRealm === realm
    ? (${functionDeclaration})(...given) : Symbol()`;
  const first = await ask(declaration, [self, ...args]);
  if (first.type !== "success" || first.result.type !== STRANGE) return first;
  await ask(INTRODUCED, [self]);
  return await ask(declaration, [self, ...args]);
}

/** The value of a call; a thrown error becomes `internal`, with the page's words only in the cause. */
export function valueOf(result: ScriptResult, name: string): RemoteValue {
  if (result.type === "success") return result.result;
  throw new Failure("internal", `The page script failed in ${name}`, {
    cause: result.exceptionDetails.text,
  });
}

/**
 * The title of a tab's document, at most so much of it as is shown: what costs the page's script nothing to tell, but its being free.
 * Errors: those of the call; browserCommandFailed while one document makes way for the next.
 */
export async function titleOf(session: Session, context: string, call: Call): Promise<string> {
  const answer = await session.send("script.callFunction", {
    functionDeclaration: `() => document.title.slice(0, ${MAX_TITLE_CHARS})`,
    arguments: [],
    target: { context, sandbox: SANDBOX },
    awaitPromise: false,
  }, call);
  const title = answer.type === "success" ? answer.result.value : "";
  return typeof title === "string" ? title : "";
}
