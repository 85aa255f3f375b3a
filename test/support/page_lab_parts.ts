/** What the page lab is made of: the bundled script, the end of its profile. */
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** The page script as one text. */
export async function bundle(): Promise<string> {
  const entry = fileURLToPath(new URL("../../src/snapshot/page/main.ts", import.meta.url));
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: "iife",
    target: "es2023",
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error("esbuild wrote nothing");
  return file.text;
}

/** Dying processes write for a moment longer. */
export async function removeFolder(path: string): Promise<void> {
  for (let tries = 40;; tries--) {
    try {
      rmSync(path, { recursive: true, force: true });
      return;
    } catch (error) {
      if (tries === 0) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
