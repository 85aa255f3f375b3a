/**
 * Rows recorded from every page of the corpus by `build/record_rows.ts`: the page script's own
 * answers, so that the compactor is measured and tested on what it really gets.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { ROOT } from "./stand.ts";
import { isRecord } from "./stdio_client.ts";

const FOLDER = join(ROOT, "bench/rows");
const SUFFIX = ".rows.gz";

export interface Recording {
  readonly page: string;
  /** Id of the main frame. */
  readonly top: string;
  /** Encoded rows by frame id, each frame's walk in one answer. */
  readonly frames: ReadonlyMap<string, readonly string[]>;
}

export function saveRecording(recording: Recording): number {
  const frames = [...recording.frames].map(([id, parts]) => ({ id, parts }));
  const packed = gzipSync(JSON.stringify({ top: recording.top, frames }), { level: 9 });
  writeFileSync(join(FOLDER, recording.page + SUFFIX), packed);
  return packed.length;
}

/** Every recording, by page name. */
export function recordings(): readonly Recording[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(SUFFIX))
    .sort()
    .map((file) => {
      const saved: unknown = JSON.parse(gunzipSync(readFileSync(join(FOLDER, file))).toString());
      return { page: file.slice(0, -SUFFIX.length), ...shape(saved, file) };
    });
}

function shape(saved: unknown, file: string): Omit<Recording, "page"> {
  const broken = new Error(`${file} is no recording; run build/record_rows.ts`);
  if (!isRecord(saved) || typeof saved["top"] !== "string" || !Array.isArray(saved["frames"])) {
    throw broken;
  }
  const frames = new Map<string, readonly string[]>();
  for (const frame of saved["frames"]) {
    if (!isRecord(frame) || typeof frame["id"] !== "string" || !Array.isArray(frame["parts"])) {
      throw broken;
    }
    frames.set(frame["id"], frame["parts"].filter((part) => typeof part === "string"));
  }
  return { top: saved["top"], frames };
}
