/** Marks on the rows of frames that only all frames together tell: unavailable, and out of sight. */

/** The walked frames whose rows are marked in place. */
export interface MarkedFrames {
  /** Encoded rows by frame id. */
  readonly rows: Map<string, readonly string[]>;
  readonly unavailable: ReadonlySet<string>;
  readonly unseen: Set<string>;
}

/** The line of a frame that could not be walked says so. */
export function markUnavailable(walked: MarkedFrames): void {
  if (walked.unavailable.size === 0) return;
  for (const [frameId, parts] of walked.rows) {
    walked.rows.set(frameId, parts.map((part) => marked(part, walked.unavailable)));
  }
}

/** The rows, with those of unavailable frames marked; marking again changes nothing. */
export function marked(rows: string, unavailable: ReadonlySet<string>): string {
  let text = rows;
  for (const id of unavailable) {
    if (text.includes(`\tunavailable\tframe=${id}`)) continue;
    for (const end of ["\t", "\n"]) {
      text = text.replace(`\tframe=${id}${end}`, `\tunavailable\tframe=${id}${end}`);
    }
  }
  return text;
}

/** Nothing is seen in a frame whose element is not: its rows say so, and those of its frames. */
export function markUnseen(walked: MarkedFrames): void {
  for (let before = -1; before !== walked.unseen.size;) {
    before = walked.unseen.size;
    for (const parts of walked.rows.values()) {
      for (const part of parts) {
        for (const [, id = ""] of part.matchAll(/\tframe=([^\t\n]+)[^\n]*\tunseen(?=\n)/g)) {
          if (walked.unseen.has(id)) continue;
          walked.unseen.add(id);
          const rows = walked.rows.get(id);
          if (rows !== undefined) walked.rows.set(id, rows.map(unseenRows));
        }
      }
    }
  }
}

/** The rows, each marked as out of sight; marking again changes nothing. */
export function unseenRows(rows: string): string {
  const [header = "", ...lines] = rows.split("\n");
  const marked = lines.map((line) =>
    line === "" || line.endsWith("\tunseen") ? line : `${line}\tunseen`
  );
  return [header, ...marked].join("\n");
}
