/** The artifact port and its in-memory form: bytes that evidence points to. Source: `contract/mcp-tools.md` 2.9. */
import { createHash } from "node:crypto";
import { Failure } from "../model/error.ts";
import type { ArtifactId, PrincipalId } from "../model/ids.ts";
import { MAX_ARTIFACT_BYTES, MAX_ARTIFACT_STORE_BYTES } from "../model/limits.ts";
import type { Ids } from "../model/ports.ts";

export interface Artifact {
  readonly id: ArtifactId;
  readonly owner: PrincipalId;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  /** 64 lower-case hex digits. */
  readonly sha256: string;
}

export interface Artifacts {
  /** Errors: resultTooLarge past MAX_ARTIFACT_BYTES. */
  put(owner: PrincipalId, mediaType: string, bytes: Uint8Array): Artifact;
  /** Null for an unknown, foreign or dropped id. */
  get(owner: PrincipalId, id: ArtifactId): Artifact | null;
}

/** Keeps the latest MAX_ARTIFACT_STORE_BYTES; the oldest leaves first. */
export class MemoryArtifacts implements Artifacts {
  readonly #ids: Ids;
  readonly #kept = new Map<ArtifactId, Artifact>();
  #bytes = 0;

  constructor(ids: Ids) {
    this.#ids = ids;
  }

  put(owner: PrincipalId, mediaType: string, bytes: Uint8Array): Artifact {
    if (bytes.byteLength > MAX_ARTIFACT_BYTES) {
      throw new Failure("resultTooLarge", `Artifact is over ${MAX_ARTIFACT_BYTES} bytes`, {
        maxBytes: MAX_ARTIFACT_BYTES,
        repair: "Ask for less: a smaller maxSide, jpeg, an element or a clip.",
      });
    }
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const artifact: Artifact = { id: this.#ids.uuid(), owner, mediaType, bytes, sha256 };
    this.#kept.set(artifact.id, artifact);
    this.#bytes += bytes.byteLength;
    for (const [id, oldest] of this.#kept) {
      if (this.#bytes <= MAX_ARTIFACT_STORE_BYTES) break;
      this.#kept.delete(id);
      this.#bytes -= oldest.bytes.byteLength;
    }
    return artifact;
  }

  get(owner: PrincipalId, id: ArtifactId): Artifact | null {
    const artifact = this.#kept.get(id);
    return artifact !== undefined && artifact.owner === owner ? artifact : null;
  }
}
