/** What runs this program and how to start it again. The version has its one home in package.json. */
import process from "node:process";
import manifest from "../../package.json" with { type: "json" };

export const VERSION: string = manifest.version;

/**
 * `deno-compile` and `self-extracting`: the executable, as `make build` built it; `node`: the
 * bundle of the npm package; `deno`: the sources or the bundle run by a Deno of the machine.
 */
export type BuildKind = "deno-compile" | "self-extracting" | "node" | "deno";

export interface RuntimeFacts {
  readonly kind: BuildKind;
  /** Name and version of the runtime, e.g. `Deno 2.9.6`. */
  readonly runtime: string;
  /** `linux-x64` and the like. */
  readonly platform: string;
  /** The command that starts this program again; arguments follow. */
  readonly self: { readonly file: string; readonly args: readonly string[] };
}

const SELF = "DROVER_EXECUTABLE";
const SELF_PID = "DROVER_EXECUTABLE_PID";
/** Set by the self-extracting stub for its own runtime; not meant for the programs we start. */
const STUB_VARIABLES = [
  SELF,
  SELF_PID,
  "DENO_DIR",
  "DENO_NO_UPDATE_CHECK",
  "MALLOC_MMAP_THRESHOLD_",
  "MALLOC_TRIM_THRESHOLD_",
  "MALLOC_ARENA_MAX",
];

let known: RuntimeFacts | undefined;

/**
 * Facts of this process. The first call takes the variables of the self-extracting stub out of the
 * environment, so that a child does not take our executable for its own.
 */
export function runtimeFacts(): RuntimeFacts {
  known ??= detect();
  return known;
}

function detect(): RuntimeFacts {
  const platform = `${process.platform}-${process.arch}`;
  const script = process.argv[1] ?? "";
  if (!("Deno" in globalThis)) {
    return {
      kind: "node",
      runtime: `Node ${process.versions.node}`,
      platform,
      self: { file: process.execPath, args: [script] },
    };
  }
  const runtime = `Deno ${Deno.version.deno}`;
  if (Deno.build.standalone) {
    return { kind: "deno-compile", runtime, platform, self: { file: Deno.execPath(), args: [] } };
  }
  const executable = process.env[SELF];
  // The stub execs, so its process id is ours; an inherited variable names another process.
  if (executable !== undefined && process.env[SELF_PID] === String(process.pid)) {
    for (const name of STUB_VARIABLES) delete process.env[name];
    return { kind: "self-extracting", runtime, platform, self: { file: executable, args: [] } };
  }
  return {
    kind: "deno",
    runtime,
    platform,
    self: { file: Deno.execPath(), args: ["run", "-A", script] },
  };
}
