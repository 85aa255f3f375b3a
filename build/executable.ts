/**
 * Builds `dist/drover`, the one-file executable, from the bundle: by `deno compile` where its
 * runtime part is at hand or can be fetched in bounded time, otherwise as a self-extracting script
 * with the npm package's own Deno. `dist/drover.buildinfo` records which.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join, relative } from "node:path";
import process from "node:process";
import { gzipSync } from "node:zlib";
import { BUNDLE, bundle, ROOT } from "./bundle.ts";

const EXECUTABLE = join(ROOT, "dist", process.platform === "win32" ? "drover.exe" : "drover");
const BUILD_INFO = join(ROOT, "dist", "drover.buildinfo");
const CACHE = join(ROOT, ".cache");
const DENO = join(ROOT, "node_modules", "deno", process.platform === "win32" ? "deno.exe" : "deno");
/** What the executable is made of; a change in any of these makes it stale. */
const INPUTS = ["src", "cdp", "firefox", "demo", "build", "package.json", "package-lock.json"];
/** `deno compile` may try to fetch its runtime part this long, milliseconds. */
const DOWNLOAD_MS = 20_000;
/** With the runtime part at hand only the packing takes time, milliseconds. */
const COMPILE_MS = 120_000;
/** An unreachable download is not tried again for this long, milliseconds. */
const RETRY_DOWNLOAD_MS = 24 * 60 * 60 * 1000;

export type BuildKind = "deno-compile" | "self-extracting";

interface BuildInfo {
  readonly kind: BuildKind;
  readonly version: string;
  readonly deno: string;
  readonly platform: string;
  readonly inputs: string;
  /** Why the other kind was not built; empty for deno-compile. */
  readonly reason: string;
}

async function filesUnder(path: string): Promise<string[]> {
  const info = await stat(path).catch(() => null);
  if (info === null) return [];
  if (info.isFile()) return [path];
  const entries = await readdir(path, { withFileTypes: true });
  const nested = await Promise.all(entries.map((entry) => filesUnder(join(path, entry.name))));
  return nested.flat();
}

async function hashInputs(): Promise<string> {
  const hash = createHash("sha256");
  const files = (await Promise.all(INPUTS.map((name) => filesUnder(join(ROOT, name))))).flat();
  for (const file of files.sort()) {
    const bytes = await readFile(file);
    hash.update(`${relative(ROOT, file)}\0${bytes.length}\0`).update(bytes);
  }
  return hash.update(`${process.platform}-${process.arch}`).digest("hex");
}

async function readInfo(): Promise<Partial<BuildInfo>> {
  try {
    return JSON.parse(await readFile(BUILD_INFO, "utf8"));
  } catch {
    return {}; // absent or damaged: build afresh
  }
}

function denoVersion(): string {
  const { stdout } = spawnSync(
    DENO,
    ["eval", "console.log(Deno.version.deno, Deno.build.target)"],
    {
      encoding: "utf8",
    },
  );
  return stdout.trim();
}

/** Null: compiled to `partial`. Otherwise the reason why not. */
async function compile(partial: string, version: string, deno: string): Promise<string | null> {
  const [number = "", target = ""] = deno.split(" ");
  const cacheHome = process.env["DENO_DIR"] ??
    join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "deno");
  const cached = existsSync(join(cacheHome, `dl/release/v${number}/denort-${target}.zip`));
  const atHand = cached || process.env["DENORT_BIN"] !== undefined;
  const failure = join(CACHE, `denort-${number}.unreachable`);
  const failedAt = await stat(failure).then((info) => info.mtimeMs, () => 0);
  if (!atHand && Date.now() - failedAt < RETRY_DOWNLOAD_MS) {
    return "the runtime part of deno compile could not be fetched within the last day";
  }
  // Away from the project: deno compile embeds the node_modules folder it finds beside its input.
  const folder = await mkdtemp(join(tmpdir(), "drover-build-"));
  try {
    await copyFile(BUNDLE, join(folder, "drover.mjs"));
    const args = ["compile", "-A", "--no-config", "--node-modules-dir=none", "--no-check"];
    const run = spawnSync(DENO, [...args, "-o", partial, "drover.mjs"], {
      cwd: folder,
      encoding: "utf8",
      timeout: atHand ? COMPILE_MS : DOWNLOAD_MS,
      killSignal: "SIGKILL",
    });
    if (run.status !== 0 || !existsSync(partial)) {
      if (!atHand) {
        await mkdir(CACHE, { recursive: true });
        await writeFile(failure, "");
      }
      if (!atHand) return "the runtime part of deno compile could not be fetched";
      return `deno compile failed: ${(run.stderr ?? "").trim().replaceAll(/\s+/g, " ")}`;
    }
    // A wrong DENORT_BIN gives a program that is not ours.
    const probe = spawnSync(partial, ["--version"], { encoding: "utf8", timeout: COMPILE_MS });
    return probe.stdout.trim() === `drover ${version}`
      ? null
      : "the compiled program does not run (is DENORT_BIN a denort?)";
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The compressed runtime, kept between builds: it changes only with the npm package. */
async function compressedDeno(): Promise<{ bytes: Uint8Array; hash: string }> {
  const info = await stat(DENO);
  const kept = join(CACHE, `deno-${info.size}-${Math.round(info.mtimeMs)}.gz`);
  if (!existsSync(kept)) {
    const packed = gzipSync(await readFile(DENO), { level: 9 });
    await mkdir(CACHE, { recursive: true });
    await writeFile(`${kept}.${process.pid}`, packed);
    await rename(`${kept}.${process.pid}`, kept);
  }
  const bytes = await readFile(kept);
  return { bytes, hash: createHash("sha256").update(bytes).digest("hex").slice(0, 16) };
}

async function selfExtracting(partial: string): Promise<void> {
  const program = await readFile(BUNDLE);
  const packed = gzipSync(program, { level: 9 });
  const hash = createHash("sha256").update(program).digest("hex").slice(0, 16);
  const deno = await compressedDeno();
  const template = await readFile(join(ROOT, "build", "stub.sh"), "utf8");
  const fill = (bundleAt: number) =>
    template
      .replace("@BUNDLE_NAME@", `drover-${hash}.mjs`)
      // Fixed width, so that the offsets do not depend on their own length.
      .replace("@BUNDLE_AT@", String(bundleAt).padEnd(12))
      .replace("@BUNDLE_BYTES@", String(packed.length).padEnd(12))
      .replace("@DENO_NAME@", `deno-${deno.hash}`)
      .replace("@DENO_AT@", String(bundleAt + packed.length).padEnd(12));
  // tail counts bytes from 1.
  const stub = fill(Buffer.byteLength(fill(0)) + 1);
  await writeFile(partial, Buffer.concat([Buffer.from(stub), packed, deno.bytes]));
}

async function main(): Promise<void> {
  const manifest: { version: string } = JSON.parse(
    await readFile(join(ROOT, "package.json"), "utf8"),
  );
  const wanted = process.env["KIND"] ?? "";
  const inputs = [await hashInputs(), wanted, process.env["DENORT_BIN"] ?? ""].join(" ").trim();
  const before = await readInfo();
  if (before.inputs === inputs && existsSync(EXECUTABLE) && existsSync(BUNDLE)) {
    process.stdout.write(`dist/drover is up to date (${before.kind})\n`);
    return;
  }
  await bundle();
  const deno = denoVersion();
  const partial = `${EXECUTABLE}.${process.pid}.tmp`;
  let reason: string | null = "asked for by KIND";
  if (wanted !== "self-extracting") reason = await compile(partial, manifest.version, deno);
  if (reason !== null) {
    if (process.platform === "win32") throw new Error(`No executable for Windows: ${reason}`);
    if (wanted === "deno-compile") throw new Error(`No deno compile executable: ${reason}`);
    await selfExtracting(partial);
  }
  await chmod(partial, 0o755);
  await rename(partial, EXECUTABLE);
  const info: BuildInfo = {
    kind: reason === null ? "deno-compile" : "self-extracting",
    version: manifest.version,
    deno,
    platform: `${process.platform}-${process.arch}`,
    inputs,
    reason: reason ?? "",
  };
  await writeFile(BUILD_INFO, `${JSON.stringify(info, null, 2)}\n`);
  const { size } = await stat(EXECUTABLE);
  const why = reason === null ? "" : ` (${reason})`;
  process.stdout.write(`dist/drover: ${info.kind}, ${(size / 1e6).toFixed(1)} MB${why}\n`);
}

await main();
