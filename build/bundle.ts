/** Bundles `src/main.ts` with all its libraries into `dist/drover.mjs`, for Node and Deno alike. */
import { chmod, mkdir, readFile, rename } from "node:fs/promises";
import { builtinModules } from "node:module";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
export const BUNDLE = join(ROOT, "dist", "drover.mjs");

/** Deno refuses bare names of built-in modules without a config file. */
const nodePrefixes: Plugin = {
  name: "node-prefixes",
  setup(bundler) {
    const builtins = new Set(builtinModules);
    bundler.onResolve(
      { filter: /^[a-z_0-9/]+$/ },
      ({ path }) => builtins.has(path) ? { path: `node:${path}`, external: true } : undefined,
    );
  },
};

/** Of our own package.json the program needs the version alone. */
const versionOnly: Plugin = {
  name: "version-only",
  setup(bundler) {
    bundler.onLoad({ filter: /package\.json$/ }, async ({ path }) => {
      if (path !== join(ROOT, "package.json")) return undefined;
      const manifest: { version?: unknown } = JSON.parse(await readFile(path, "utf8"));
      return { contents: JSON.stringify({ version: manifest.version }), loader: "json" };
    });
  },
};

/** Tells an older Node what it lacks, before anything in the bundle fails for the lack of it. */
async function refusal(): Promise<string> {
  const manifest = await readFile(join(ROOT, "package.json"), "utf8");
  const [, least = ""] = /"node": ">=(\d+\.\d+)"/.exec(manifest) ?? [];
  const [major, minor] = least.split(".");
  return `{const[a,b]=process.versions.node.split(".").map(Number);if(a<${major}||a===${major}&&b<${minor}){process.stderr.write("drover: needs Node.js ${least} or newer, this is "+process.versions.node+"\\n");process.exit(1)}}`;
}

/** Writes the bundle whole or not at all; returns its size in bytes. */
export async function bundle(): Promise<number> {
  await mkdir(dirname(BUNDLE), { recursive: true });
  const partial = `${BUNDLE}.${process.pid}.tmp`;
  const result = await build({
    entryPoints: [join(ROOT, "src", "main.ts")],
    outfile: partial,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node22",
    charset: "utf8",
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: "none",
    // ws would load native helpers from whatever folder the bundle lies in.
    define: { "process.env.WS_NO_BUFFER_UTIL": '"1"', "process.env.WS_NO_UTF_8_VALIDATE": '"1"' },
    banner: {
      js:
        `#!/usr/bin/env node\nimport{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);${await refusal()}`,
    },
    plugins: [nodePrefixes, versionOnly],
    metafile: true,
    logLevel: "warning",
  });
  await chmod(partial, 0o755);
  await rename(partial, BUNDLE);
  return Object.values(result.metafile.outputs)[0]?.bytes ?? 0;
}

if (import.meta.main) {
  const bytes = await bundle();
  process.stdout.write(`dist/drover.mjs: ${Math.round(bytes / 1024)} KiB\n`);
}
