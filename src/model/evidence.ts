/** What a command proves. Kinds and fields as in `contract/mcp-tools.md` 2.3 and 2.8. */
import type { TargetSpec, WaitCondition } from "./target.ts";

export interface SnapshotTarget {
  readonly role: string;
  readonly accessibleName: string;
  readonly ordinal?: number;
  /** Outermost first; an unnamed frame has an empty name and its ordinal. */
  readonly framePath?: readonly {
    readonly role: string;
    readonly accessibleName: string;
    readonly ordinal?: number;
  }[];
}

export interface AccessibilityNode {
  role?: string;
  name?: string;
  target?: SnapshotTarget;
  value?: string;
  description?: string;
  required?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  invalid?: boolean;
  checked?: boolean | "mixed";
  expanded?: boolean;
  pressed?: boolean | "mixed";
  selected?: boolean;
  level?: number;
  autocomplete?: string;
  url?: string;
  /** A person cannot see it. */
  unseen?: true;
  valueMin?: string;
  valueMax?: string;
  children?: AccessibilityNode[];
}

export interface PageEvidence {
  readonly pageId: string;
  readonly url: string;
  readonly title: string;
}

export type Evidence =
  | { readonly kind: "navigation"; readonly url: string; readonly title: string }
  | {
    readonly kind: "inspection";
    readonly selector: string | null;
    readonly url: string;
    readonly title: string;
    readonly text: string;
    readonly textTruncated?: true;
    readonly html: string | null;
    readonly htmlTruncated?: true;
  }
  | { readonly kind: "element"; readonly selector: string; readonly text: string | null }
  | { readonly kind: "configuration"; readonly name: string; readonly value: string }
  | ({ readonly kind: "page" } & PageEvidence)
  | {
    readonly kind: "pages";
    readonly pages: readonly (PageEvidence & { readonly openerPageId?: string })[];
  }
  | {
    readonly kind: "popup";
    readonly openerPageId: string;
    readonly pageId: string;
    readonly url: string;
    readonly title: string;
    /** It has closed again before it was told. */
    readonly closed?: true;
  }
  | {
    readonly kind: "resolution";
    readonly target: TargetSpec;
    readonly fingerprint: {
      readonly pageId: string;
      readonly frame: string | null;
      readonly role: string | null;
      readonly name: string | null;
      readonly stableAttributes: Readonly<Record<string, string>>;
    };
    readonly candidates: readonly {
      readonly role: string | null;
      readonly name: string | null;
      readonly score: number;
      readonly reasons: readonly string[];
    }[];
    readonly bestMatchAuthorized: boolean;
  }
  | {
    readonly kind: "wait";
    readonly condition: WaitCondition;
    readonly elapsedMs: number;
    readonly observations: number;
    readonly excludedClasses?: readonly string[];
    /** Last thing seen, at most 512 characters. */
    readonly observed?: string;
  }
  | {
    readonly kind: "screenshot";
    readonly artifactId: string;
    readonly mediaType: string;
    readonly width: number;
    readonly height: number;
    readonly bytes: number;
    readonly sha256: string;
  }
  | {
    readonly kind: "accessibilitySnapshot";
    readonly pageId: string;
    /** Present with format outline. */
    readonly outline?: string;
    /** Present with format nodes. */
    readonly nodes?: readonly AccessibilityNode[];
    readonly truncated: boolean;
    /** Cursor of the next part, when there is one. */
    readonly after?: string;
  }
  | {
    readonly kind: "dialog";
    readonly dialogType: DialogType;
    readonly message: string;
    readonly action: "accept" | "dismiss" | "pending";
  };

export type EvidenceKind = Evidence["kind"];
export type DialogType = "alert" | "confirm" | "prompt" | "beforeunload";
