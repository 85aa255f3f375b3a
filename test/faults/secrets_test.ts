/** What is typed into a sensitive field comes back in no answer, in no format, and on no log. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { OpenPage } from "../support/agent.ts";
import { readTap } from "../support/wire_tap.ts";
import { FaultStand } from "./stand.ts";

let stand: FaultStand;
let folder: string;
let stderr = "";
const tap = (): string => join(folder, "wire");
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "drover-secrets-"));
  stand = await FaultStand.start({
    tap: join(folder, "wire"),
    heard: (text) => {
      stderr += text;
    },
    env: { DROVER_LOG: "debug" },
  });
});
after(async () => {
  await stand.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Field {
  readonly what: string;
  readonly html: string;
}

/** Every `%` stands for the field's id. */
const FIELDS: readonly Field[] = [
  { what: "password", html: `<input id=% type=password aria-label="Log in">` },
  {
    what: "one-time code",
    html: `<input id=% autocomplete=one-time-code aria-label="From the text message">`,
  },
  {
    what: "card number",
    html: `<input id=% autocomplete="billing cc-number" aria-label="Front of it">`,
  },
  { what: "masked", html: `<input id=% style="-webkit-text-security:disc" aria-label="Dots">` },
  { what: "name", html: `<input id=% name="stripe[apiKey]" aria-label="Paste here">` },
  { what: "id", html: `<input id=%-user-pin aria-label="Four digits">` },
  { what: "label", html: `<label for=%>Your API key</label><input id=%>` },
  { what: "placeholder", html: `<input id=% placeholder="CVC">` },
  { what: "test id", html: `<input id=% data-testid=client_secret aria-label="Value">` },
  {
    what: "second label",
    html: `<label for=%>Value</label><label for=%>Access token</label><input id=%>`,
  },
  {
    what: "label behind aria-label",
    html: `<label for=%>Bearer token</label><input id=% aria-label="Value">`,
  },
  { what: "text area", html: `<textarea id=% aria-label="Private key"></textarea>` },
  {
    what: "editable",
    html: `<div id=% contenteditable aria-label="Access token" style="min-height:20px"></div>`,
  },
  {
    what: "editable text box",
    html: `<p>Before <span id=% role=textbox contenteditable aria-label="Secret"
      style="display:inline-block;min-width:90px;min-height:20px"></span> after</p>`,
  },
  { what: "number", html: `<input id=% type=number aria-label="PIN">` },
];

const selectorOf = (field: Field, id: string): string =>
  field.what === "id" ? `#${id}-user-pin` : `#${id}`;

let count = 0;
/** Digits alone, so that a number field takes them; found nowhere else. */
const sentinel = (): string =>
  `9${String(Date.now() % 1e6).padStart(6, "0")}${String(++count).padStart(4, "0")}7`;

function bodyOf(prefix: string): string {
  return FIELDS.map(({ html }, i) => `<div>${html.replaceAll("%", `${prefix}${i}`)}</div>`).join(
    "",
  );
}

/** Asks everything that tells of the page. Answers may be refusals: those are read too. */
async function askAll(
  page: OpenPage,
  targets: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  for (const tool of ["a11y_snapshot", "workflow_observe"]) {
    for (const format of ["outline", "nodes"]) {
      await page.call(tool, { format, maxNodes: 2048, unseen: true });
    }
  }
  await page.call("workflow_observe", { evidenceDetail: "full" });
  await page.call("inspect", { includeHtml: true });
  await page.attempt("wait_for", {
    condition: {
      kind: "text",
      target: { css: "body" },
      matcher: { kind: "contains", value: "no such text" },
    },
    timeoutMs: 60,
  });
  for (const target of targets) {
    await page.attempt("inspect", { ...target, includeHtml: true });
    const spec = target["target"] ?? { css: target["selector"] };
    for (const kind of ["text", "value"]) {
      await page.attempt("wait_for", {
        condition: { kind, target: spec, matcher: { kind: "contains", value: "no such text" } },
        timeoutMs: 60,
      });
    }
    await page.attempt("click", target);
  }
  await stand.agent.call("page_list", { sessionId: page.sessionId });
}

function assertUntold(values: readonly string[]): void {
  const wire = readTap(tap());
  for (const value of values) {
    assert.ok(wire.some(({ from, text }) => from === "client" && text.includes(value)), "typed");
    for (const { from, text } of wire) {
      if (from === "server") {
        assert.ok(!text.includes(value), `${value} in ${text.slice(0, 2_000)}`);
      }
    }
    assert.ok(!stderr.includes(value), `${value} on stderr`);
  }
}

async function fill(
  page: OpenPage,
  prefix: string,
  targetOf: (css: string) => Readonly<Record<string, unknown>>,
): Promise<{ values: string[]; targets: Readonly<Record<string, unknown>>[] }> {
  const values: string[] = [];
  const targets: Readonly<Record<string, unknown>>[] = [];
  for (const [i, field] of FIELDS.entries()) {
    const target = targetOf(selectorOf(field, `${prefix}${i}`));
    const value = sentinel();
    const reply = await page.attempt("type_text", { ...target, value });
    assert.ok(!reply.isError, `${field.what}: ${reply.text}`);
    values.push(value);
    targets.push(target);
  }
  return { values, targets };
}

test("no sensitive field of a page tells what was typed into it", async () => {
  const page = await stand.open("/fields", bodyOf("m"));
  const { values, targets } = await fill(page, "m", (css) => ({ selector: css }));
  await askAll(page, targets);
  assertUntold(values);
  const outline = (await page.outline()).join("\n");
  assert.equal(outline.match(/value="\[redacted\]"/g)?.length, FIELDS.length, outline);
  await page.close();
});

for (const host of ["127.0.0.1", "localhost"] as const) {
  test(`no sensitive field of a frame on ${host} tells what was typed into it`, async () => {
    const inner = stand.page(`/inner-${host}`, bodyOf("f"), host);
    const page = await stand.open(
      `/outer-${host}`,
      `<iframe id=frame title=Pay src="${inner}" width=700 height=900></iframe>`,
    );
    const { values, targets } = await fill(page, "f", (css) => ({
      target: { css, framePath: [{ css: "#frame" }] },
    }));
    await askAll(page, targets);
    assertUntold(values);
    await page.close();
  });
}

test("no sensitive field of a shadow root tells what was typed into it", async () => {
  const page = await stand.open(
    "/shadow",
    `<x-pay id=host><template shadowrootmode=open>${bodyOf("s")}</template></x-pay>
     <x-key id=key label="API key"><template shadowrootmode=open><input id=inner></template></x-key>`,
  );
  const { values, targets } = await fill(page, "s", (css) => ({
    target: { css, shadowPath: [{ css: "#host" }] },
  }));
  const wrapped = { target: { css: "#inner", shadowPath: [{ css: "#key" }] } };
  const value = sentinel();
  await page.call("type_text", { ...wrapped, value });
  await askAll(page, [...targets, wrapped]);
  assertUntold([...values, value]);
  await page.close();
});

test("a field stays secret when the page shows, renames or replaces it", async () => {
  const page = await stand.open(
    "/shown",
    `<input id=a type=password aria-label="Log in"><label id=l for=b>PIN</label><input id=b>
     <div id=box><input id=c type=password aria-label=Third></div>
     <input id=copy type=hidden><script>
      held("show", () => {
        document.getElementById("a").type = "text";
        document.getElementById("l").textContent = "Number";
        const old = document.getElementById("c");
        const other = document.createElement("input");
        other.id = "d";
        other.setAttribute("aria-label", "Other");
        other.value = old.value;
        old.replaceWith(other);
        document.getElementById("copy").setAttribute("value", other.value);
      });
    </script>`,
  );
  const values: string[] = [];
  for (const selector of ["#a", "#b", "#c"]) {
    const value = sentinel();
    await page.call("type_text", { selector, value });
    values.push(value);
  }
  await stand.release("show");
  await askAll(page, ["#a", "#b", "#d"].map((selector) => ({ selector })));
  // The field holds more than the secret now.
  await page.call("type_text", { selector: "#d", value: " and more" });
  await askAll(page, [{ selector: "#d" }]);
  assertUntold(values);
  await page.close();
});

test("a field filled by the page itself is as secret", async () => {
  const value = sentinel();
  const page = await stand.open(
    "/filled",
    `<input id=a type=password aria-label=First value="${value}1"><input id=b name=api_token aria-label=Second value="${value}2">
     <div id=c contenteditable aria-label="Client secret">${value}3</div>
     <textarea id=d aria-label="Recovery codes">${value}4</textarea>
     <button>Pay <input aria-label=PIN value="${value}5"></button>
     <x-field id=e role=textbox aria-label="Secret" aria-valuetext="${value}6"></x-field>`,
  );
  await askAll(page, ["#a", "#b", "#c", "#d", "#e"].map((selector) => ({ selector })));
  const wire = readTap(tap()).filter(({ from }) => from === "server");
  for (const { text } of wire) assert.ok(!text.includes(value), text.slice(0, 3_000));
  await page.close();
});

test("ordinary fields show their values", async () => {
  const names = [
    "Shipping address",
    "Pinball score",
    "Tokenizer name",
    "Secretary",
    "Keywords",
    "Company",
    "Card holder",
    "Passport name",
    "Max tokens",
    "License plate",
    "Topping",
    "City",
  ];
  const page = await stand.open(
    "/ordinary",
    names.map((name, i) => `<input id=o${i} aria-label="${name}" value="plain ${i}">`).join("") +
      `<div contenteditable aria-label="Comment">plain text</div>`,
  );
  const outline = (await page.outline()).join("\n");
  for (const [i, name] of names.entries()) {
    assert.ok(outline.includes(`"${name}" value="plain ${i}"`), outline);
  }
  const { text } = await page.call("inspect");
  assert.ok(text.includes("plain text"), text);
  await page.close();
});
