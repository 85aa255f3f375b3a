import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type LabPage, PageLab } from "../../support/page_lab.ts";

/** The page notes its input and change events in its root's `data-seen`. */
const NOTE = `<script>
  const seen = [];
  for (const type of ["input", "change"]) {
    addEventListener(type, (event) => {
      seen.push(type + ":" + event.target.id);
      document.documentElement.dataset.seen = seen.join(" ");
    }, true);
  }
</script>`;

let lab: PageLab;
before(async () => {
  lab = await PageLab.open();
});
after(() => lab.close());

async function seen(page: LabPage): Promise<unknown> {
  return await page.eval("document.documentElement.dataset.seen ?? ''");
}

describe("focusText", () => {
  async function refusal(html: string): Promise<string> {
    const page = await lab.page(html);
    const answer = await page.call("focusText", { ref: await page.ref("#it"), clear: true });
    page.close();
    assert.ok(!answer.ok, "it was focused");
    return `${answer.code}: ${answer.message}`;
  }

  for (
    const [title, html, read] of [
      ["an input", `<input id=it value=old>`, "it.value"],
      ["an e-mail input", `<input id=it type=email value=old>`, "it.value"],
      ["a number input", `<input id=it type=number value=12>`, "it.value"],
      ["a text area", `<textarea id=it>old</textarea>`, "it.value"],
      ["an editable element", `<div id=it contenteditable>old</div>`, "it.textContent"],
      [
        "an input in a shadow root",
        `<div id=host></div><script>host.attachShadow({mode:"open"}).innerHTML = "<input id=it value=old>"</script>`,
        "host.shadowRoot.firstChild.value",
      ],
      [
        "an editable element in a shadow root",
        `<div id=host></div><script>host.attachShadow({mode:"open"}).innerHTML = "<div id=it contenteditable>old</div>"</script>`,
        "host.shadowRoot.firstChild.textContent",
      ],
      [
        "the input inside a composed combobox",
        `<div role=combobox id=it aria-expanded=false><input id=in value=old></div>`,
        "document.querySelector('#in').value",
      ],
    ] as const
  ) {
    test(`selects all of ${title} with clear`, async () => {
      const page = await lab.page(html);
      const answer = await page.call("focusText", { ref: await page.ref("#it"), clear: true });
      await page.type("7");
      const value = await page.eval(read);
      page.close();
      assert.deepEqual(answer, { ok: true });
      assert.equal(value, "7");
    });
    test(`puts the caret at the end of ${title} without clear`, async () => {
      const page = await lab.page(html);
      const before = await page.eval(read);
      await page.call("focusText", { ref: await page.ref("#it"), clear: false });
      await page.type("7");
      const value = await page.eval(read);
      page.close();
      assert.equal(value, `${before}7`);
    });
  }

  test("puts the caret behind the last line of a text area", async () => {
    const page = await lab.page(`<textarea id=it>one\ntwo</textarea>`);
    await page.call("focusText", { ref: await page.ref("#it"), clear: false });
    await page.type("!");
    const value = await page.eval("it.value");
    page.close();
    assert.equal(value, "one\ntwo!");
  });

  test("refuses a disabled control", async () => {
    assert.match(await refusal(`<input id=it disabled>`), /^targetDisabled: .*disabled/);
  });
  test("refuses a read-only control and says so", async () => {
    assert.match(await refusal(`<input id=it readonly>`), /^targetDisabled: .*read-only/);
    assert.match(
      await refusal(`<div role=textbox contenteditable aria-readonly=true id=it></div>`),
      /^targetDisabled: .*read-only/,
    );
  });
  test("refuses what is no text control and names its role", async () => {
    assert.match(
      await refusal(`<button id=it>Save</button>`),
      /^intentActionMismatch: .*button "Save" is not a text control/,
    );
    assert.match(await refusal(`<input type=checkbox id=it>`), /^intentActionMismatch: .*checkbox/);
    assert.match(await refusal(`<select id=it><option>A</select>`), /^intentActionMismatch: /);
  });
  test("refuses a control that takes a whole value", async () => {
    assert.match(await refusal(`<input type=date id=it>`), /^intentActionMismatch: .*whole value/);
  });
  test("refuses a hidden control", async () => {
    assert.match(
      await refusal(`<input id=it style="display:none">`),
      /^targetHidden: .*display: none/,
    );
  });
  test("refuses when the page moves the focus away", async () => {
    assert.match(
      await refusal(`<input id=it onfocus="other.focus()"><input id=other aria-label=Trap>`),
      /^obstructionSuspected: .*textbox "Trap"/,
    );
  });
});

describe("setValue", () => {
  for (
    const [type, value] of [
      ["date", "2026-11-30"],
      ["time", "09:30"],
      ["datetime-local", "2026-11-30T09:30"],
      ["month", "2026-11"],
      ["week", "2026-W49"],
      ["color", "#aabbcc"],
      ["range", "70"],
    ] as const
  ) {
    test(`sets a ${type} input and fires input and change`, async () => {
      const page = await lab.page(`${NOTE}<input id=it type=${type}>`);
      const answer = await page.call("setValue", { ref: await page.ref("#it"), value });
      const got = [await page.eval("it.value"), await seen(page)];
      page.close();
      assert.deepEqual(answer, { ok: true });
      assert.deepEqual(got, [value, "input:it change:it"]);
    });
  }

  for (
    const [type, value, format] of [
      ["date", "30.11.2026", /YYYY-MM-DD/],
      ["color", "red", /#rrggbb/],
      ["range", "400", /a number from 0 to 100 in steps of 1/],
      ["range", "", /a number/],
    ] as const
  ) {
    test(`refuses ${JSON.stringify(value)} for a ${type} input, leaves it and names the format`, async () => {
      const page = await lab.page(`${NOTE}<input id=it type=${type}>`);
      const before = await page.eval("it.value");
      const answer = await page.call("setValue", { ref: await page.ref("#it"), value });
      const got = [await page.eval("it.value"), await seen(page)];
      page.close();
      assert.ok(!answer.ok);
      assert.equal(answer.code, "invalidRequest");
      assert.match(answer.message, format);
      assert.ok(value === "" || !answer.message.includes(value));
      assert.deepEqual(got, [before, ""]);
    });
  }

  test("is seen by a framework that watches the value of the node", async () => {
    // As React does: an own property on the node that tells a change from an echo.
    const page = await lab.page(`<input id=it type=range><script>
      const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
      let known = it.value;
      Object.defineProperty(it, "value", { get() { return native.get.call(this) }, set(v) { known = v; native.set.call(this, v) } });
      it.addEventListener("input", () => { if (native.get.call(it) !== known) document.body.dataset.changed = "yes" });
    </script>`);
    await page.call("setValue", { ref: await page.ref("#it"), value: "70" });
    const changed = await page.eval("document.body.dataset.changed");
    page.close();
    assert.equal(changed, "yes");
  });

  test("refuses a text input", async () => {
    const page = await lab.page(`<input id=it>`);
    const answer = await page.call("setValue", { ref: await page.ref("#it"), value: "x" });
    page.close();
    assert.equal(answer.ok ? "" : answer.code, "intentActionMismatch");
  });
});

describe("chooseOptions", () => {
  const COUNTRIES =
    `${NOTE}<select id=it aria-label=Country><option value=no>Norway<option value=se>Sweden
    <optgroup label=Old disabled><option value=yu>Yugoslavia</optgroup><option value=x1>Twin<option value=x2>Twin
    <option value=off disabled>Off</select>`;

  async function choose(
    html: string,
    values: string[],
  ): Promise<{ answer: string; value: unknown; events: unknown }> {
    const page = await lab.page(html);
    const done = await page.call("chooseOptions", { ref: await page.ref("#it"), values });
    const value = await page.eval("[...it.selectedOptions ?? []].map((o) => o.value).join()");
    const events = await seen(page);
    page.close();
    return { answer: done.ok ? "ok" : `${done.code}: ${done.message}`, value, events };
  }

  test("chooses by value and fires input and change", async () => {
    assert.deepEqual(await choose(COUNTRIES, ["se"]), {
      answer: "ok",
      value: "se",
      events: "input:it change:it",
    });
  });
  test("chooses by label, trimmed and without regard to case", async () => {
    assert.equal((await choose(COUNTRIES, ["  sWEDEN "])).value, "se");
  });
  test("fires nothing when the option is chosen already", async () => {
    assert.deepEqual(await choose(COUNTRIES, ["no"]), { answer: "ok", value: "no", events: "" });
  });
  test("refuses a label that two options have", async () => {
    assert.match(
      (await choose(COUNTRIES, ["twin"])).answer,
      /^targetAmbiguous: 2 options of combobox "Country"/,
    );
  });
  test("refuses a disabled option", async () => {
    assert.match((await choose(COUNTRIES, ["off"])).answer, /^targetDisabled/);
  });
  test("refuses an option of a disabled group", async () => {
    assert.match((await choose(COUNTRIES, ["yu"])).answer, /^targetDisabled/);
  });
  test("names the options when none answers, and not the value asked for", async () => {
    const { answer } = await choose(COUNTRIES, ["Secretland"]);
    assert.match(answer, /^targetNotFound: .*"Norway", "Sweden"/);
    assert.doesNotMatch(answer, /Secretland/);
  });
  test("sets several options of a list at once", async () => {
    const html = `${NOTE}<select id=it multiple><option selected>a<option>b<option>c</select>`;
    assert.deepEqual(await choose(html, ["b", "c"]), {
      answer: "ok",
      value: "b,c",
      events: "input:it change:it",
    });
  });
  test("refuses two values for a single choice", async () => {
    assert.match((await choose(COUNTRIES, ["no", "se"])).answer, /^invalidRequest/);
  });
  test("refuses a disabled select", async () => {
    assert.match(
      (await choose(`<select id=it disabled><option>a</select>`, ["a"])).answer,
      /^targetDisabled/,
    );
  });
  test("sends drawn comboboxes to clicking", async () => {
    assert.match(
      (await choose(`<div role=combobox id=it aria-label=Size tabindex=0></div>`, ["a"])).answer,
      /^intentActionMismatch: .*combobox "Size".*click/,
    );
  });
});

describe("readControl", () => {
  async function read(html: string, expected?: string) {
    const page = await lab.page(html);
    const ref = await page.ref("#it");
    const answer = await page.call("readControl", {
      ref,
      ...(expected === undefined ? {} : { expected }),
    });
    page.close();
    return answer;
  }

  test("tells value and equality", async () => {
    assert.deepEqual(await read(`<input id=it value=abc>`, "abc"), {
      connected: true,
      value: "abc",
      equals: true,
      checked: null,
      valid: true,
      validationMessage: "",
      strayed: null,
    });
    assert.equal((await read(`<input id=it value=abc>`, "ab")).equals, false);
    assert.equal((await read(`<input id=it value=abc>`)).equals, null);
  });
  test("never tells a password, only whether it is the expected one", async () => {
    const answer = await read(
      `<input id=it type=password value=hunter2 minlength=20 required>`,
      "hunter2",
    );
    assert.equal(answer.value, "[redacted]");
    assert.equal(answer.equals, true);
    assert.equal(answer.validationMessage, "");
  });
  test("tells validity with the browser's message", async () => {
    const answer = await read(`<input id=it type=email value=nobody>`);
    assert.equal(answer.valid, false);
    assert.match(answer.validationMessage, /@/);
  });
  test("compares a select by value and by label", async () => {
    const html = `<select id=it><option value=no>Norway</select>`;
    assert.equal((await read(html, "no")).equals, true);
    assert.equal((await read(html, "Norway")).equals, true);
    assert.equal((await read(html, "se")).equals, false);
  });
  test("compares text areas and editable elements by their lines", async () => {
    assert.equal((await read(`<textarea id=it>a\nb</textarea>`, "a\r\nb")).equals, true);
    assert.equal((await read(`<div id=it contenteditable>a&nbsp;b</div>`, "a b")).equals, true);
  });
  test("tells the state of native and drawn checkboxes", async () => {
    assert.equal((await read(`<input type=checkbox id=it checked>`)).checked, true);
    assert.equal(
      (await read(`<div role=switch id=it aria-checked=false tabindex=0></div>`)).checked,
      false,
    );
  });
  test("tells that the control is gone", async () => {
    const page = await lab.page(`<input id=it>`);
    const ref = await page.ref("#it");
    await page.eval("it.remove()");
    const answer = await page.call("readControl", { ref });
    page.close();
    assert.equal(answer.connected, false);
  });
});
