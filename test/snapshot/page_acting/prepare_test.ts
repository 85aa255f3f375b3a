import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type LabPage, PageLab } from "../../support/page_lab.ts";

const CAP = 400;
/** The page notes the ids a real click went through, innermost first, in its root's `data-hit`. */
const NOTE = `<script>
  addEventListener("click", (event) => {
    document.documentElement.dataset.hit = event.composedPath()
      .map((node) => node.id).filter(Boolean).join(" ");
  }, true);
</script>`;
const BODY = `<style>body { margin: 0 } button { width: 120px; height: 30px }</style>${NOTE}`;

describe("prepare", () => {
  let lab: PageLab;
  before(async () => {
    lab = await PageLab.open();
  });
  after(() => lab.close());

  /** Prepares what the selector finds and clicks the answered point; the ids the page saw. */
  async function clicked(page: LabPage, css: string): Promise<string[]> {
    const ref = await page.ref(css);
    const point = await page.call("prepare", { ref, capMs: CAP });
    assert.ok(point.ok, point.ok ? "" : point.message);
    await page.click(point.x, point.y);
    await page.call("report", { ref });
    return String(await page.eval("document.documentElement.dataset.hit")).split(" ");
  }

  async function refusal(html: string, css = "#it"): Promise<{ code: string; message: string }> {
    const page = await lab.page(BODY + html);
    const ref = await page.ref(css);
    const answer = await page.call("prepare", { ref, capMs: CAP });
    page.close();
    assert.ok(!answer.ok, "it was prepared");
    return { code: answer.code, message: answer.message };
  }

  /** `id` is in the path of a real click after preparing `css`. */
  function reaches(title: string, html: string, css = "#it", id = "it"): void {
    test(title, async () => {
      const page = await lab.page(BODY + html);
      const path = await clicked(page, css);
      page.close();
      assert.ok(path.includes(id), `hit ${path.join(" ")}`);
    });
  }

  function refuses(title: string, html: string, code: string, said: RegExp): void {
    test(title, async () => {
      const answer = await refusal(html);
      assert.equal(answer.code, code, answer.message);
      assert.match(answer.message, said);
    });
  }

  reaches("answers with a point that hits a plain button", `<button id=it>Save</button>`);

  refuses(
    "says display: none",
    `<button id=it style="display:none">Save</button>`,
    "targetHidden",
    /display: none$/,
  );
  refuses(
    "says that an element around it is not displayed",
    `<div style="display:none"><button id=it>Save</button></div>`,
    "targetHidden",
    /display: none on an element around it/,
  );
  refuses(
    "says visibility",
    `<button id=it style="visibility:hidden">Save</button>`,
    "targetHidden",
    /visibility: hidden/,
  );
  refuses(
    "says that it has no size",
    `<a id=it href="#x"></a>`,
    "targetHidden",
    /no size/,
  );
  refuses(
    "says opacity",
    `<button id=it style="opacity:0">Save</button>`,
    "targetHidden",
    /opacity: 0/,
  );
  refuses(
    "says that the disclosure around it is closed",
    `<details><summary>More</summary><button id=it>Save</button></details>`,
    "targetHidden",
    /closed disclosure/,
  );
  refuses(
    "says that it is clipped away",
    `<a href="#x" id=it style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)">Skip</a>`,
    "targetHidden",
    /clipped/,
  );
  refuses(
    "sends an option of a closed dropdown to its dropdown",
    `<select><option id=it>One<option>Two</select>`,
    "targetHidden",
    /dropdown/,
  );

  refuses(
    "refuses a disabled button",
    `<button id=it disabled>Save</button>`,
    "targetDisabled",
    /button "Save".*disabled/,
  );
  refuses(
    "refuses a button in a disabled group",
    `<fieldset disabled><button id=it>Save</button></fieldset>`,
    "targetDisabled",
    /group around it/,
  );
  refuses(
    "refuses aria-disabled",
    `<div role=toolbar aria-disabled=true><button id=it>Save</button></div>`,
    "targetDisabled",
    /aria-disabled on an element around it/,
  );
  reaches(
    "takes a button in the legend of a disabled group",
    `<fieldset disabled><legend><button id=it>Save</button></legend></fieldset>`,
  );
  refuses(
    "tells pointer-events: none and what would be clicked",
    `<button id=below style="position:absolute">Below</button><button id=it style="position:absolute;pointer-events:none">Save</button>`,
    "targetDisabled",
    /pointer-events: none.*button "Below"/,
  );

  test("waits for a button that is enabled in a moment", async () => {
    const page = await lab.page(
      `${BODY}<button id=it disabled>Save</button><script>setTimeout(() => it.disabled = false, 100)</script>`,
    );
    const path = await clicked(page, "#it");
    page.close();
    assert.ok(path.includes("it"));
  });

  reaches(
    "scrolls the page to it",
    `<div style="height:3000px"></div><button id=it>Save</button><div style="height:3000px"></div>`,
  );
  reaches(
    "scrolls nested scrollers",
    `<div style="height:2000px"></div><div style="height:100px;overflow:auto"><div style="height:900px"></div>
     <div style="width:200px;overflow:auto"><div style="width:2000px;text-align:right"><button id=it>Save</button></div></div></div>`,
  );
  reaches(
    "scrolls at once where the page scrolls smoothly",
    `<style>html{scroll-behavior:smooth}</style><div style="height:9000px"></div><button id=it>Save</button>`,
  );
  reaches(
    "scrolls it out from under sticky bars",
    `<div id=bar style="position:fixed;top:0;left:0;right:0;height:330px;background:red"></div>
     <div style="height:1200px"></div><button id=it>Save</button><div style="height:1200px"></div>`,
  );
  test("does not scroll when it is in view", async () => {
    const page = await lab.page(
      `${BODY}<div style="height:400px"></div><button id=it>Save</button><div style="height:3000px"></div>`,
    );
    await clicked(page, "#it");
    const scrolled = await page.eval("scrollY");
    page.close();
    assert.equal(scrolled, 0);
  });

  refuses(
    "refuses what stays out of the page",
    `<button id=it style="position:absolute;left:-500px">Save</button>`,
    "targetOutOfBounds",
    /button "Save"/,
  );
  refuses(
    "refuses what a clipping box never shows",
    `<div style="width:100px;height:20px;overflow:clip;position:relative"><button id=it style="position:absolute;top:100px">Save</button></div>`,
    "targetOutOfBounds",
    /button "Save"/,
  );

  test("refuses what does not stop moving", async () => {
    const answer = await refusal(
      `<style>@keyframes go { to { transform: translateX(500px) } } #it { animation: go .4s linear infinite alternate }</style><button id=it>Save</button>`,
    );
    assert.equal(answer.code, "targetUnstable");
  });
  reaches(
    "waits for a motion to end",
    `<style>@keyframes go { from { transform: translateX(300px) } } #it { animation: go .15s linear }</style><button id=it>Save</button>`,
  );

  refuses(
    "names the dialog that covers it",
    `<button id=it>Save</button><div role=dialog aria-label=Cookies style="position:fixed;inset:0;background:#fff"><p>We use</p><button>Accept</button></div>`,
    "targetObscured",
    /button "Save" is covered by dialog "Cookies"/,
  );
  refuses(
    "names a cover without a role by its tag",
    `<button id=it>Save</button><div class=backdrop style="position:fixed;inset:0"></div>`,
    "targetObscured",
    /covered by div\.backdrop/,
  );
  reaches(
    "finds a point that a cover leaves free",
    `<button id=it style="width:600px;height:300px">Save</button><div style="position:absolute;top:0;left:0;width:600px;height:260px;background:red"></div>`,
  );
  reaches(
    "hits a wrapped link on one of its lines",
    `<p style="width:200px;font:16px/30px monospace">aaaaaaaaaaaaa <a href="#x" id=it>bb cccccccccccccccccccc</a></p>`,
  );
  reaches(
    "hits a link whose only content floats",
    `<a href="#x" id=it><span style="float:left;width:80px;height:20px">Home</span></a>`,
  );
  reaches(
    "hits an element that shows its children only",
    `<div role=button id=it style="display:contents"><span>Save</span></div>`,
  );
  reaches(
    "scrolls to an element that shows its children only",
    `<div style="height:3000px"></div><div role=button id=it style="display:contents"><span>Save</span></div>`,
  );
  reaches(
    "goes to a link and not to the button inside its card",
    `<a href="#x" id=it style="display:block;position:relative;width:300px;height:100px">Card<button id=like style="position:absolute;left:90px;top:35px">Like</button></a>`,
  );
  test("leaves the inner button alone when it prepares the card around it", async () => {
    const page = await lab.page(
      `${BODY}<a href="#x" id=it style="display:block;position:relative;width:300px;height:100px">Card<button id=like style="position:absolute;left:90px;top:35px">Like</button></a>`,
    );
    const path = await clicked(page, "#it");
    page.close();
    assert.ok(!path.includes("like"));
  });

  test("clicks the label of a checkbox that is not displayed itself", async () => {
    const page = await lab.page(
      `${BODY}<input type=checkbox id=it style="position:absolute;opacity:0;width:0;height:0"><label for=it><b style="display:inline-block;width:20px;height:20px;background:red"></b> Agree</label>`,
    );
    await clicked(page, "#it");
    const checked = await page.eval("it.checked");
    page.close();
    assert.equal(checked, true);
  });
  test("does not take the link in a label for the label", async () => {
    const page = await lab.page(
      `${BODY}<input type=checkbox id=it style="display:none"><label for=it><a href="#terms" id=terms style="display:inline-block;width:400px">Terms</a> <i>Agree</i></label>`,
    );
    await clicked(page, "#it");
    const checked = await page.eval("it.checked");
    page.close();
    assert.equal(checked, true);
  });
  reaches(
    "takes a transparent checkbox over a drawn one",
    `<div style="position:relative;width:30px;height:30px;background:red"><input type=checkbox id=it style="position:absolute;inset:0;opacity:0"></div>`,
  );
  reaches(
    "takes a field under its floating label",
    `<div style="position:relative"><input id=it style="width:200px;height:30px"><label for=it style="position:absolute;left:0;top:0;width:200px;height:30px">Name</label></div>`,
  );
  reaches(
    "hits an area of an image map",
    `<img usemap="#m" width=200 height=100 src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="><map name=m><area id=it shape=circle coords="150,50,20" href="#x" alt=There></map>`,
  );
  reaches(
    "hits an option of an open list",
    `<select size=4><option>One<option id=it>Two</select>`,
  );
  reaches(
    "hits inside an open shadow root",
    `<div id=host></div><script>host.attachShadow({mode:"open"}).innerHTML = "<button id=it>Save</button>"</script>`,
  );
  test("hits inside a closed shadow root it was told of", async () => {
    const page = await lab.page(
      `${BODY}<div id=host></div><script>
        const root = host.attachShadow({mode:"closed"});
        root.innerHTML = "<div style='height:40px'><button id=other>No</button></div><button id=it>Save</button>";
        root.addEventListener("click", (event) => document.body.dataset.inner = event.target.id);
      </script>`,
    );
    await page.linkClosedRoot("#host");
    await clicked(page, "#it");
    const inner = await page.eval("document.body.dataset.inner");
    page.close();
    assert.equal(inner, "it");
  });
  reaches(
    "hits slotted content",
    `<div id=host><button id=it>Save</button></div><script>host.attachShadow({mode:"open"}).innerHTML = "<p>before</p><slot></slot>"</script>`,
  );
  reaches(
    "is not led astray by names that shadow the document's own",
    `<img name=elementFromPoint><form name=body><input name=parentNode><input name=getAttribute><input name=getBoundingClientRect><button type=button id=it>Save</button></form>`,
  );

  for (
    const [title, spec, expected] of [
      ["refuses what was renamed since it was asked for by name", {
        role: "button",
        accessibleName: "Follow",
      }, "targetDetached"],
      ["takes what was renamed since when it was asked for by selector", { css: "#it" }, "ok"],
    ] as const
  ) {
    test(title, async () => {
      const page = await lab.page(`${BODY}<button id=it disabled>Follow</button>`);
      const found = await page.call("resolveSpec", { spec, visible: true });
      assert.ok(found.ok);
      const { ref } = found.element;
      const prepared = page.call("prepare", { ref, capMs: 4000 });
      await page.eval("it.textContent = 'Unfollow'; it.disabled = false");
      const answer = await prepared;
      page.close();
      assert.equal(answer.ok ? "ok" : answer.code, expected);
    });
  }

  test("says that the element was removed", async () => {
    const page = await lab.page(`${BODY}<button id=it>Save</button>`);
    const ref = await page.ref("#it");
    await page.eval("it.remove()");
    const answer = await page.call("prepare", { ref, capMs: CAP });
    page.close();
    assert.equal(answer.ok ? "ok" : answer.code, "targetDetached");
  });
});
