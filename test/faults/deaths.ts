/** Ways in which a gateway or its browser ends, and what it may be doing at that moment. */
import process from "node:process";
import type { Lair } from "../support/lair.ts";
import type { Seeded } from "../support/seeded.ts";
import type { Site } from "../support/site.ts";
import type { Json, RawGateway, RawPage } from "./raw_gateway.ts";

export type Death =
  | "gateway SIGKILL"
  | "gateway SIGTERM"
  | "input closed"
  | "browser SIGKILL"
  | "both SIGKILL";
export const DEATHS: readonly Death[] = [
  "gateway SIGKILL",
  "gateway SIGTERM",
  "input closed",
  "browser SIGKILL",
  "both SIGKILL",
];

/** What is going on when it comes. */
export type Moment =
  | "handshake"
  | "launch"
  | "calls"
  | "screenshot"
  | "navigation"
  | "dialog"
  | "hung page"
  | "popups"
  | "closing";
export const MOMENTS: readonly Moment[] = [
  "launch",
  "calls",
  "screenshot",
  "navigation",
  "dialog",
  "hung page",
  "popups",
  "closing",
  "handshake",
];

/** Ends it; a browser that is not there yet cannot be killed. */
export function die(death: Death, gateway: RawGateway, lair: Lair): void {
  if (death === "browser SIGKILL" || death === "both SIGKILL") {
    for (const { pid } of lair.browsers()) killed(pid);
  }
  if (death === "gateway SIGKILL" || death === "both SIGKILL") gateway.kill("SIGKILL");
  if (death === "gateway SIGTERM") gateway.kill("SIGTERM");
  if (death === "input closed") gateway.closeInput();
}

function killed(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has just ended.
  }
}

/** Serves the page of all moments; gives its URL. */
export function serveMoments(site: Site): string {
  site.page("/slow", () => {
    // Never answers: the navigation is under way until its end.
  });
  const rows = Array.from({ length: 400 }, (_, n) => `<p>Row ${n} <a href="#${n}">link ${n}</a>`);
  return site.page(
    "/moments",
    `<title>Moments</title><button id=ask onclick="alert('Sure?')">Ask</button>
    <button id=hang onclick="for(;;);">Hang</button><input id=field>
    <button id=pop onclick="for(let i=0;i<4;i++)window.open('/moments')">Pop</button>
    <iframe src="${site.url("/slow", "localhost")}"></iframe>${rows.join("")}`,
  );
}

/** Begins what the moment is about, without waiting for it. */
export function begin(
  moment: Moment,
  gateway: RawGateway,
  page: RawPage,
  site: Site,
  seeded: Seeded,
): void {
  const { sessionId, pageId } = page;
  const call = (name: string, args: Json) =>
    void gateway.call(name, { sessionId, pageId, ...args });
  const fullPage = { mode: { kind: "fullPage" }, maxSide: 16_384 };
  switch (moment) {
    case "screenshot":
      return call("screenshot", fullPage);
    case "navigation":
      return call("navigate", { url: site.url("/slow"), timeoutMs: 20_000 });
    case "dialog":
      call("click", { selector: "#ask" });
      return call("a11y_snapshot", {});
    case "hung page":
      call("click", { selector: "#hang" });
      return call("a11y_snapshot", {});
    case "popups":
      call("click", { selector: "#pop" });
      return call("page_list", {});
    case "closing":
      return void gateway.call("session_close", { sessionId });
    case "calls":
      for (let count = seeded.between(1, 12); count > 0; count--) {
        const [name, args] = seeded.pick<readonly [string, Json]>([
          ["a11y_snapshot", {}],
          ["click", { selector: seeded.pick(["#ask", "a", "#pop"]) }],
          ["type_text", { selector: "#field", value: "typed" }],
          ["screenshot", fullPage],
          ["wait_for", { condition: { kind: "document", ready: "networkIdle" }, timeoutMs: 9_000 }],
          ["inspect", { selector: "body", includeHtml: true }],
          ["navigate", { url: site.url("/moments") }],
          ["page_activate", {}],
        ]);
        call(name, args);
      }
      for (let count = seeded.below(3); count > 0; count--) {
        void gateway.call("page_open", { sessionId, url: site.url("/moments") });
      }
      return void gateway.call("workflow_start", { profile: "default", url: site.url("/moments") });
    case "handshake":
    case "launch":
      return;
  }
}
