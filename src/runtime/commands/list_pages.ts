import type { SessionRunner } from "../command_context.ts";

export const listPages: SessionRunner<"listPages"> = {
  proves: "pages",
  order: "session",
  run(_input, { session, evidence }) {
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
    return Promise.resolve();
  },
};
