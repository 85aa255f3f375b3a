/**
 * Who calls on stdio. Source: `contract/runtime.md` 1.6. With none of the four bootstrap variables
 * set the process has a principal of its own with the agent preset; with some set or one invalid it
 * refuses to start. Messages name the variable and the rule, never a value.
 */
import {
  CAPABILITIES,
  type Capability,
  presetCapabilities,
  type Principal,
} from "../model/capability.ts";
import { UUID_PATTERN } from "../model/ids.ts";
import type { Clock, Ids } from "../model/ports.ts";
import type { Environment } from "./options.ts";

const PREFIX = "AUTOMATION_RUNTIME_BOOTSTRAP_";
const VARIABLES = ["TOKEN", "PRINCIPAL", "CAPABILITIES", "EXPIRES_AT"] as const;
type Variable = (typeof VARIABLES)[number];

/** RFC 3339, with seconds and an offset. */
const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;
const MIN_TOKEN_BYTES = 32;
const MAX_TOKEN_BYTES = 505;

/** The gateway must not start; told on stderr, exit code 1. */
export class BootstrapError extends Error {}

/** Throws BootstrapError. The token is checked and not kept: on stdio nobody presents it. */
export function bootstrapPrincipal(
  environment: Environment,
  ports: { readonly clock: Pick<Clock, "now">; readonly ids: Pick<Ids, "uuid"> },
): Principal {
  const set = VARIABLES.filter((name) => environment[PREFIX + name] !== undefined);
  if (set.length === 0) {
    return { id: ports.ids.uuid(), capabilities: presetCapabilities("agent"), expiresAt: null };
  }
  const missing = VARIABLES.find((name) => !set.includes(name));
  if (missing !== undefined) {
    throw new BootstrapError(
      `${PREFIX}${missing} is not set, but ${PREFIX}${set[0] ?? ""} is: set all four or none`,
    );
  }
  const value = (name: Variable) => environment[PREFIX + name] ?? "";
  checkToken(value("TOKEN"));
  const id = value("PRINCIPAL");
  if (!UUID_PATTERN.test(id)) fail("PRINCIPAL", "must be a UUID");
  return {
    id: id.toLowerCase(),
    capabilities: readCapabilities(value("CAPABILITIES")),
    expiresAt: readExpiry(value("EXPIRES_AT"), ports.clock.now()),
  };
}

function fail(name: Variable, rule: string): never {
  throw new BootstrapError(`${PREFIX}${name} ${rule}`);
}

function checkToken(token: string): void {
  if (token.length < MIN_TOKEN_BYTES || token.length > MAX_TOKEN_BYTES) {
    fail("TOKEN", `must be ${MIN_TOKEN_BYTES} to ${MAX_TOKEN_BYTES} bytes long`);
  }
  if (!/^[\x21-\x7e]*$/.test(token)) {
    fail("TOKEN", "must consist of printable ASCII characters without spaces");
  }
}

function readCapabilities(list: string): ReadonlySet<Capability> {
  const rule = "must be a comma-separated list of known capabilities, not empty";
  const names = list.split(",").map((name) => name.trim());
  return new Set(
    names.map((name) => CAPABILITIES.find((known) => known === name) ?? fail("CAPABILITIES", rule)),
  );
}

function readExpiry(text: string, now: number): number {
  const at = RFC3339.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at) || !isDay(text.slice(0, 10))) {
    fail("EXPIRES_AT", "must be an RFC 3339 time, e.g. 2030-01-31T12:00:00Z");
  }
  if (at <= now) fail("EXPIRES_AT", "must lie in the future");
  return at;
}

/** `Date.parse` takes the 31st of February for the 3rd of March. */
function isDay(date: string): boolean {
  return new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
}
