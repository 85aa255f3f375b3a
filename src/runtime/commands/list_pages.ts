import type { SessionRunner } from "../command_context.ts";
import { popupsOpened } from "../happenings.ts";

export const listPages: SessionRunner<"listPages"> = {
  proves: "pages",
  order: "session",
  async run(_input, { session, evidence, call, ports: { clock } }) {
    // Pages that are just being opened are listed too.
    await Promise.all([...session.pages.values()].map((page) => popupsOpened(clock, page, call)));
    const pages = [...session.pages.values()].filter((page) => !page.ended).map((page) => ({
      pageId: page.id,
      url: page.url,
      title: page.engine.title,
      ...(page.openerId === null ? {} : { openerPageId: page.openerId }),
    }));
    evidence.push({ kind: "pages", pages });
    // Pages that died are no longer listed, and a list without them should say why.
    for (const [pageId, message] of session.dead) {
      evidence.push({ kind: "configuration", name: "pageGone", value: `${pageId}: ${message}` });
    }
  },
};
