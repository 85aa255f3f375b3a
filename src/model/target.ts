/** Targets and matchers. Source: `contract/mcp-tools.md` 2.4, design "Targets, settled". */

/** Full equality, substring, or a search by a regular expression of at most 256 bytes (no look-around, no back-references); case-sensitive. */
export interface TextMatch {
  readonly kind: "exact" | "contains" | "regex";
  readonly value: string;
}

/** All fields are optional and ANDed. */
export interface TargetSpec {
  readonly css?: string;
  readonly testId?: string;
  readonly accessibleName?: string;
  readonly label?: string;
  readonly role?: string;
  readonly text?: TextMatch;
  readonly attributes?: Readonly<Record<string, string>>;
  /** Outermost first; each resolves the frame element. */
  readonly framePath?: readonly TargetSpec[];
  /** Outermost first; each resolves the shadow host. */
  readonly shadowPath?: readonly TargetSpec[];
  readonly ordinal?: number;
  readonly allowBestMatch?: boolean;
}

/** What a tool takes as `target`: an outline line as it stands, or the object form. */
export type Target = string | TargetSpec;

/** A line of an outline, read back. `name` null: the line has no name. */
export interface LineTarget {
  readonly role: string;
  readonly name: string | null;
  /** The printed name was cut (ended in `…`): `name` is the prefix before it. */
  readonly nameCut: boolean;
  readonly ordinal: number | null;
  /** Names of the frames the line stands in (` in frame "X"`), innermost only; null: not said. */
  readonly frame: string | null;
}

export const WAIT_STATES = [
  "attached",
  "detached",
  "visible",
  "hidden",
  "enabled",
  "disabled",
] as const;
export type WaitState = (typeof WAIT_STATES)[number];
export const READY_STATES = ["commit", "domContentLoaded", "interactive", "networkIdle"] as const;
export type ReadyState = (typeof READY_STATES)[number];

/** Source: `contract/mcp-tools.md` 2.5. */
export type WaitCondition =
  | { readonly kind: "element"; readonly target: Target; readonly state: WaitState }
  | { readonly kind: "text" | "value"; readonly target: Target; readonly matcher: TextMatch }
  | { readonly kind: "url"; readonly matcher: TextMatch }
  | { readonly kind: "document"; readonly ready: ReadyState }
  | {
    readonly kind: "networkQuiet";
    readonly idleMs: number;
    readonly maxInFlight: number;
    readonly ignoreUrlSubstrings?: readonly string[];
    readonly ignoreResourceTypes?: readonly string[];
    readonly ignoreLongLived?: boolean;
  };

export type ScreenshotMode =
  | { readonly kind: "viewport" | "fullPage" }
  | { readonly kind: "element"; readonly target: Target }
  | {
    readonly kind: "clip";
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };

export const MODIFIERS = ["shift", "ctrl", "alt", "meta"] as const;
export type Modifier = (typeof MODIFIERS)[number];
