/**
 * A Firefox for measuring: started by a script of ours that adds preferences to the profile it is
 * given and keeps a way to that profile. No address but this machine's own can be reached.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

/** Chromium's counterpart: `--host-resolver-rules` in `bench/stand.ts`. */
const OFFLINE = { "network.dns.disabled": true } as const;

export interface FirefoxBinary {
  /** For `--browser-path`. */
  readonly path: string;
  /** The profile of the browser started last. */
  readonly profile: string;
  remove(): void;
}

export function firefoxPath(): string {
  const places = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];
  const path = process.env["DROVER_FIREFOX"] ?? places.find((name) => existsSync(name));
  if (path === undefined) throw new Error("No Firefox: run `make setup`");
  return path;
}

/** `prefs`: beside those that close off the network. */
export function firefoxBinary(
  prefs: Readonly<Record<string, string | number | boolean>> = {},
): FirefoxBinary {
  const folder = mkdtempSync(join(tmpdir(), "drover-measured-firefox-"));
  const path = join(folder, "firefox");
  const profile = join(folder, "profile");
  writeFileSync(
    join(folder, "prefs.js"),
    Object.entries({ ...OFFLINE, ...prefs })
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(""),
  );
  const script = `#!/bin/sh
before=
for one; do
  [ "$before" = --profile ] && profile=$one
  before=$one
done
cat ${quoted(join(folder, "prefs.js"))} >> "$profile/user.js"
ln -sfn "$profile" ${quoted(profile)}
exec ${quoted(firefoxPath())} "$@"
`;
  writeFileSync(path, script, { mode: 0o755 });
  return {
    path,
    profile,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
