import assert from "node:assert/strict";
import { test } from "node:test";
import type { BidiEvent } from "../../firefox/protocol.ts";
import { type Tab, Tabs } from "../../firefox/tabs.ts";

const created = (context: string): BidiEvent => ({
  method: "browsingContext.contextCreated",
  params: {
    context,
    parent: null,
    url: "about:blank",
    userContext: "ours",
    originalOpener: null,
  },
});
const destroyed = (context: string): BidiEvent => ({
  method: "browsingContext.contextDestroyed",
  params: {
    context,
    parent: null,
    url: "about:blank",
    userContext: "ours",
    originalOpener: null,
  },
});
const realm = (context: string): BidiEvent => ({
  method: "script.realmCreated",
  params: { realm: `realm of ${context}`, type: "window", context },
});

/** Methods of the events that a tab was told. */
function heard(tab: Tab | undefined): readonly string[] {
  const methods: string[] = [];
  tab?.listen((event) => methods.push(event.method));
  return methods;
}

function ours(): { readonly tabs: Tabs; readonly opened: Tab[] } {
  const tabs = new Tabs();
  const opened: Tab[] = [];
  tabs.own("ours", { proxyLogin: null, onTab: (tab) => opened.push(tab), onGone: () => {} });
  return { tabs, opened };
}

test("what is told of a tab before the tab itself is not lost", () => {
  const { tabs, opened } = ours();
  tabs.onEvent(realm("a"));
  tabs.onEvent(created("a"));
  assert.deepEqual(heard(opened[0]), ["script.realmCreated"]);
});

test("what comes late of a thousand tabs that are gone takes no room from those that come", () => {
  const { tabs, opened } = ours();
  for (let number = 0; number < 1_000; number++) {
    tabs.onEvent(created(`gone ${number}`));
    tabs.onEvent(destroyed(`gone ${number}`));
    tabs.onEvent(realm(`gone ${number}`));
  }
  tabs.onEvent(realm("a"));
  tabs.onEvent(created("a"));
  assert.deepEqual(heard(opened.at(-1)), ["script.realmCreated"]);
});
