/** The demo page as a module, so that bundle and executable carry it. Called by `build/gen.ts`. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
};

/** The text of `src/cli/demo_page.gen.ts` for the files in `demo/page/` under `root`. */
export async function demoPageModule(root: string): Promise<string> {
  const folder = join(root, "demo", "page");
  const entries: string[] = [];
  for (const name of (await readdir(folder)).sort()) {
    const type = TYPES[name.split(".").at(-1) ?? ""];
    if (type === undefined) throw new Error(`demo/page/${name}: no media type known`);
    const body = await readFile(join(folder, name), "utf8");
    entries.push(
      `  ${JSON.stringify(`/${name}`)}: {\n    type: ${JSON.stringify(type)},\n    body: ${
        JSON.stringify(body)
      },\n  },\n`,
    );
  }
  return `// Generated from demo/page/ by build/demo_page.ts: edit there, then make gen.\n` +
    `export const DEMO_PAGE: Readonly<Record<string, { readonly type: string; readonly body: string }>> = {\n${
      entries.join("")
    }};\n`;
}
