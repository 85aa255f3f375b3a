/** Where the browsers do different things with a dialog: what each one's calls are to meet. */
import assert from "node:assert/strict";
import type { OpenPage } from "../support/agent.ts";
import { outcomeOf, refused, toldDialogs } from "./dialogs.ts";

type Args = Readonly<Record<string, unknown>>;

/** How the read ends, which is on its way when the dialog opens. */
export const READ = {
  chromium: (page: OpenPage, name: string, args: Args) =>
    refused(page, name, args, /\(confirm\): "Now"/),
  // The browser answers calls while a script waits for the server, or for a dialog that it has not told yet.
  firefox: async (page: OpenPage, name: string, args: Args) => {
    const { status, error } = await outcomeOf(page, name, args);
    if (status !== "completed") assert.equal(error?.code, "dialogPending", JSON.stringify(error));
  },
};

/** What the first call meets, and a read. */
export const GONE = {
  chromium: async (page: OpenPage, name: string, args: Args, what: string) => {
    const first = await outcomeOf(page, name, args);
    assert.equal(first.error?.code, "pageCrashed", `${what}: ${JSON.stringify(first)}`);
    assert.match(first.error?.message ?? "", /frame was removed while its dialog/, what);
    assert.equal((await outcomeOf(page, "a11y_snapshot")).error?.code, "pageCrashed", what);
  },
  // The browser closes the dialog with its frame, and the page goes on.
  firefox: async (page: OpenPage, name: string, args: Args, what: string) => {
    const first = await outcomeOf(page, name, name === "dialog" ? { ...args, timeoutMs: 1 } : args);
    if (name === "dialog") {
      assert.match(first.error?.code ?? "", /^(deadlineExceeded|invalidRequest)$/, what);
    } else assert.equal(first.status, "completed", what);
    const read = await outcomeOf(page, "a11y_snapshot");
    assert.equal(read.status, "completed", `${what}: ${JSON.stringify(read)}`);
    const told = [...toldDialogs(first), ...toldDialogs(read)];
    assert.deepEqual(told, [["confirm", "Inner", "dismiss"]], what);
  },
};
