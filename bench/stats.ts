/** The few figures that the bench reports. */

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Nearest rank. With fewer than 20 values it is the largest but one, or the largest. */
export function p95(values: readonly number[]): number {
  return quantile(values, 0.95);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  if (share === 0.5 && sorted.length % 2 === 0) {
    const upper = sorted.length / 2;
    return ((sorted[upper - 1] ?? NaN) + (sorted[upper] ?? NaN)) / 2;
  }
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}

export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

/** Three significant digits, thousands parted. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return "-";
  if (value >= 1_000) return Math.round(value).toLocaleString("en-US");
  return String(Number(value.toPrecision(3)));
}

export function mebibytes(bytes: number): string {
  return figure(bytes / 1024 / 1024);
}

/** A Markdown table; columns but the first are set to the right. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const widths = head.map((cell, i) =>
    Math.max(cell.length, 4, ...rows.map((row) => row[i]?.length ?? 0))
  );
  const line = (cells: readonly string[]): string =>
    `| ${
      widths.map((width, i) =>
        i === 0 ? (cells[i] ?? "").padEnd(width) : (cells[i] ?? "").padStart(width)
      )
        .join(" | ")
    } |`;
  const rule = widths.map((width, i) => i === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`);
  return [line(head), line(rule), ...rows.map(line)].join("\n");
}

/** One section of the report: a table for people, figures for machines. */
export interface Section {
  readonly title: string;
  readonly text: string;
  readonly figures: unknown;
}
