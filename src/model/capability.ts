/** What a principal may do. Source: `contract/README.md` 1, `contract/runtime.md` 1.2. */

export const CAPABILITIES = [
  "artifact:capture",
  "artifact:read",
  "authority:admin",
  "automation:read",
  "automation:run",
  "automation:write",
  "browser:fingerprint",
  "browser:humanize",
  "browser:mutate",
  "context:read",
  "file:download",
  "file:upload",
  "fleet:control",
  "fleet:read",
  "intent:execute",
  "javascript:evaluate",
  "job:cancel",
  "job:read",
  "job:submit",
  "page:read",
  "page:write",
  "pages:control",
  "pages:read",
  "profiles:read",
  "profiles:run",
  "profiles:write",
  "recovery:read",
  "recovery:write",
  "secrets:read",
  "session:read",
  "session:write",
  "vision:assist",
] as const;

export type Capability = (typeof CAPABILITIES)[number];

const PRESETS = ["agent", "unrestricted"] as const;
type Preset = (typeof PRESETS)[number];

/** The capabilities of a preset: agent = all but `authority:admin` and `secrets:read`. */
export function presetCapabilities(preset: Preset): ReadonlySet<Capability> {
  const withheld: ReadonlySet<string> = new Set(["authority:admin", "secrets:read"]);
  return new Set(
    preset === "unrestricted" ? CAPABILITIES : CAPABILITIES.filter((name) => !withheld.has(name)),
  );
}

/** Who calls. The bearer itself is never kept. */
export interface Principal {
  readonly id: string;
  readonly capabilities: ReadonlySet<Capability>;
  /** Milliseconds since the epoch; null: lives as long as its process. */
  readonly expiresAt: number | null;
}
