/** The code of a refused call. */
import assert from "node:assert/strict";
import * as v from "valibot";
import type { AgentReply } from "../support/agent.ts";

const Refusal = v.looseObject({ error: v.looseObject({ code: v.string() }) });

/** Fails where the call was not refused. */
export function codeOf(reply: AgentReply): string {
  assert.ok(reply.isError, `a refusal was expected, not: ${reply.text.slice(0, 200)}`);
  return v.parse(Refusal, reply.structured).error.code;
}
