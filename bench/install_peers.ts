/** Installs the pinned peers where they are missing, from their lock file. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./stand.ts";

export function installPeers(): void {
  const folder = join(ROOT, "bench/peers");
  const lock = readFileSync(join(folder, "package-lock.json"), "utf8");
  const stamp = join(folder, "node_modules/.installed-lock.json");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  // Scripts are not run: the programs are in the packages.
  const run = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--ignore-scripts"], {
    cwd: folder,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (run.status !== 0) {
    throw new Error("The peers could not be installed: `npm ci` in bench/peers failed");
  }
  writeFileSync(stamp, lock);
}
