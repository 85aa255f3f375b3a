import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type LabPage, PageLab } from "../../support/page_lab.ts";

/** The page counts every pointer event it sees, by type and id, in its root's `data-seen`. */
const BODY = `<style>body { margin: 0 } button { width: 120px; height: 30px }</style><script>
  const seen = [];
  for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"]) {
    addEventListener(type, (event) => {
      seen.push(type + ":" + (event.target.id || event.target.localName));
      document.documentElement.dataset.seen = seen.join(" ");
    }, true);
  }
</script>`;
const CAP = 400;
/** Of a report: named as before, and clicked if pressed. */
const FINE = { renamed: null, lost: false, moved: false };

describe("guard", () => {
  let lab: PageLab;
  before(async () => {
    lab = await PageLab.open();
  });
  after(() => lab.close());

  async function prepared(
    page: LabPage,
    css: string,
  ): Promise<{ ref: number; x: number; y: number }> {
    const ref = await page.ref(css);
    const point = await page.call("prepare", { ref, capMs: CAP });
    assert.ok(point.ok, point.ok ? "" : point.message);
    return { ref, x: point.x, y: point.y };
  }

  async function seen(page: LabPage): Promise<string> {
    return String(await page.eval("document.documentElement.dataset.seen ?? ''"));
  }

  test("reports that a click reached the target", async () => {
    const page = await lab.page(`${BODY}<button id=it>Save</button>`);
    const { ref, x, y } = await prepared(page, "#it");
    await page.click(x, y);
    const report = await page.call("report", { ref });
    page.close();
    assert.deepEqual(report, {
      reached: true,
      stopped: false,
      by: null,
      connected: true,
      ...FINE,
    });
  });

  test("stops a click that another element would get, and names it", async () => {
    const page = await lab.page(`${BODY}<button id=it>Save</button>`);
    const { ref, x, y } = await prepared(page, "#it");
    await page.eval(
      `document.body.insertAdjacentHTML("beforeend", "<div role=dialog aria-label=Offer style='position:fixed;inset:0'><button id=trap style='width:100%;height:100%'>Buy</button></div>")`,
    );
    await page.click(x, y);
    const report = await page.call("report", { ref });
    const events = await seen(page);
    page.close();
    assert.deepEqual(report, {
      reached: false,
      stopped: true,
      by: 'dialog "Offer"',
      connected: true,
      ...FINE,
    });
    assert.equal(events, "");
  });

  test("stops what a stopped click would do by itself", async () => {
    const page = await lab.page(`${BODY}<button id=it>Save</button>`);
    const { ref, x, y } = await prepared(page, "#it");
    await page.eval(
      `document.body.insertAdjacentHTML("beforeend", "<label style='position:fixed;inset:0'><input type=checkbox id=trap></label>")`,
    );
    await page.click(x, y);
    await page.call("report", { ref });
    const checked = await page.eval("trap.checked");
    page.close();
    assert.equal(checked, false);
  });

  test("feels the pointer over the target, and not beside it", async () => {
    const page = await lab.page(
      `${BODY}<button id=it>Save</button><button id=other>Other</button>`,
    );
    const { ref, x, y } = await prepared(page, "#it");
    await page.move(x + 120, y);
    const beside = await page.call("hovered", { ref, capMs: 1 });
    const coming = page.call("hovered", { ref, capMs: 10_000 });
    await page.move(x, y);
    const over = await coming;
    // The same place again: a second click must not wait in vain.
    await page.call("prepare", { ref, capMs: CAP });
    const again = page.call("hovered", { ref, capMs: 10_000 });
    await page.move(x, y);
    assert.deepEqual([beside, over, await again].map(({ place }) => place), [
      "beside",
      "over",
      "over",
    ]);
    page.close();
  });

  test("lets everything pass after the report", async () => {
    const page = await lab.page(
      `${BODY}<button id=it>Save</button><button id=other>Other</button>`,
    );
    const { ref, x, y } = await prepared(page, "#it");
    await page.call("report", { ref });
    await page.click(x + 120, y);
    const events = await seen(page);
    page.close();
    assert.match(events, /click:other/);
  });

  test("lets clicks of the page's own script pass", async () => {
    const page = await lab.page(
      `${BODY}<button id=it>Save</button><button id=other>Other</button>`,
    );
    await prepared(page, "#it");
    await page.eval("other.click()");
    const events = await seen(page);
    page.close();
    assert.equal(events, "click:other");
  });

  test("lets the release go where the page moved it, when the press reached the target", async () => {
    const page = await lab.page(
      `${BODY}<div id=box><button id=it onmousedown="this.remove()">Save</button></div>`,
    );
    const { ref, x, y } = await prepared(page, "#it");
    await page.click(x, y);
    const report = await page.call("report", { ref });
    const events = await seen(page);
    page.close();
    assert.deepEqual([report.reached, report.stopped, report.connected], [true, false, false]);
    assert.match(events, /pointerup:(box|body|html)/);
  });

  test("keeps the release from a menu entry that the press put under the pointer", async () => {
    const page = await lab.page(
      `${BODY}<button id=it>Open</button><button id=trap style="display:none;position:fixed;left:0;top:0;width:300px;height:300px">Delete</button>
       <script>it.onmousedown = () => trap.style.display = "block"</script>`,
    );
    const { ref, x, y } = await prepared(page, "#it");
    await page.click(x, y);
    const report = await page.call("report", { ref });
    const events = await seen(page);
    page.close();
    assert.deepEqual([report.reached, report.stopped], [true, false]);
    assert.doesNotMatch(events, /trap/);
  });

  test("stops a press on a target that is called otherwise by now", async () => {
    const page = await lab.page(`${BODY}<button id=it>Save</button>`);
    await page.call("walk", { walk: "w", rows: 100, chars: 10_000 });
    const { ref, x, y } = await prepared(page, "#it");
    const line = { role: "button", name: "Save", nameCut: false, ordinal: null, frame: null };
    await page.call("resolveLine", { line });
    await page.eval("it.textContent = 'Delete'");
    await page.click(x, y);
    const report = await page.call("report", { ref });
    const events = await seen(page);
    page.close();
    assert.deepEqual([report.reached, report.renamed], [false, 'button "Delete"']);
    assert.equal(events, "");
  });

  for (
    const [what, handler, lost] of [
      ["moved from under the pointer", "this.style.marginTop = '200px'", true],
      ["taken away", "this.remove()", true],
      ["moved by a page that took the press", "this.style.marginTop='200px'; return false", false],
    ] as const
  ) {
    test(`tells whether a click came of the press on a target ${what}`, async () => {
      const page = await lab.page(`${BODY}<button id=it onmousedown="${handler}">Save</button>`);
      const { ref, x, y } = await prepared(page, "#it");
      await page.click(x, y);
      const report = await page.call("report", { ref });
      page.close();
      assert.deepEqual([report.reached, report.lost], [true, lost]);
    });
  }

  test("takes a target that leaves at the release for clicked", async () => {
    const page = await lab.page(`${BODY}<button id=it onmouseup="this.remove()">Save</button>`);
    const { ref, x, y } = await prepared(page, "#it");
    await page.click(x, y);
    const report = await page.call("report", { ref });
    page.close();
    assert.deepEqual([report.reached, report.lost], [true, false]);
  });

  test("takes a click on the label for a click on its checkbox", async () => {
    const page = await lab.page(
      `${BODY}<input type=checkbox id=it style="display:none"><label for=it>Agree</label>`,
    );
    const { ref, x, y } = await prepared(page, "#it");
    await page.click(x, y);
    const report = await page.call("report", { ref });
    page.close();
    assert.deepEqual([report.reached, report.stopped], [true, false]);
  });

  for (
    const [what, html] of [
      ["a frame", "<iframe id=it srcdoc='<p>x'></iframe>"],
      ["a player's own controls", "<audio id=it controls></audio>"],
    ] as const
  ) {
    test(`takes a press on ${what} as having reached it`, async () => {
      const page = await lab.page(`${BODY}${html}`);
      const { ref, x, y } = await prepared(page, "#it");
      await page.click(x, y);
      const report = await page.call("report", { ref });
      page.close();
      assert.deepEqual(report, {
        reached: true,
        stopped: false,
        by: null,
        connected: true,
        ...FINE,
      });
    });
  }

  test("sees a target in a closed shadow root", async () => {
    const page = await lab.page(
      `${BODY}<div id=host></div><script>host.attachShadow({mode:"closed"}).innerHTML = "<button id=it>Save</button>"</script>`,
    );
    await page.linkClosedRoot("#host");
    const { ref, x, y } = await prepared(page, "#it");
    await page.click(x, y);
    const report = await page.call("report", { ref });
    page.close();
    assert.deepEqual([report.reached, report.stopped], [true, false]);
  });

  test("ends by itself when no report comes", async () => {
    const page = await lab.page(
      `${BODY}<button id=it>Save</button><button id=other>Other</button>`,
    );
    // The page's clock stands for ours: the isolated realm's is moved ahead of the guard's end.
    const { x, y } = await prepared(page, "#it");
    await page.isolated(
      "(() => { const at = performance.now() + 60000; performance.now = () => at })()",
    );
    await page.click(x + 120, y);
    const events = await seen(page);
    page.close();
    assert.match(events, /click:other/);
  });

  test("is not reported for an element it was not armed for", async () => {
    const page = await lab.page(
      `${BODY}<button id=it>Save</button><button id=other>Other</button>`,
    );
    await prepared(page, "#it");
    const other = await page.ref("#other");
    const report = await page.call("report", { ref: other });
    page.close();
    assert.deepEqual(report, {
      reached: false,
      stopped: false,
      by: null,
      connected: true,
      ...FINE,
    });
  });
});

describe("page script", () => {
  let lab: PageLab;
  before(async () => {
    lab = await PageLab.open();
  });
  after(() => lab.close());

  test("keeps its elements when it is installed again", async () => {
    const page = await lab.page(`${BODY}<button id=it>Save</button>`);
    const ref = await page.ref("#it");
    await page.install();
    const again = await page.ref("#it");
    page.close();
    assert.equal(again, ref);
  });

  test("does not show in the page's own world", async () => {
    const page = await lab.page(`${BODY}<button id=it>Save</button>`);
    await page.ref("#it");
    const kind = await page.eval("typeof globalThis.__drover");
    page.close();
    assert.equal(kind, "undefined");
  });

  test("runs where the page forbids scripts from elsewhere", async () => {
    const page = await lab.page(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-x'"><button id=it>Save</button>`,
    );
    const ref = await page.ref("#it");
    page.close();
    assert.ok(ref > 0);
  });
});
