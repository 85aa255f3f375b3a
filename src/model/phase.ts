/** Toolset phases: what `tools/list` advertises, never what is permitted (contract A 5). */
export const PHASES = ["full", "explore", "act", "intent", "verify"] as const;
export type Phase = (typeof PHASES)[number];
/** A tool names the phases that advertise it; `full` advertises every tool. */
export type ToolPhases = "all" | readonly Exclude<Phase, "full">[];
export const STARTUP_PHASE: Phase = "explore";
