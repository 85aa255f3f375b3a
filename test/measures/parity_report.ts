/** The report of `make parity`: every page, and what differs by cause. */
import { type Agreement, type Difference, type Parity, shareOf } from "./parity.ts";
import { causeOf, CAUSES, UNEXPLAINED } from "./parity_causes.ts";

export interface ComparedPage extends Parity {
  readonly page: string;
}

/** Differences printed of one cause. */
const MAX_PRINTED = 60;

export function parityReport(pages: readonly ComparedPage[], head: string): string {
  return [
    head,
    "",
    "| page | actionables | agreed | texts | agreed | all lines | agreed | equal as printed |",
    "|---|---:|---:|---:|---:|---:|---:|---:|",
    ...pages.map(({ page, actionables, texts, lines, printed }) =>
      `| ${page} | ${actionables.all} | ${percent(actionables)} | ${texts.all} | ${
        percent(texts)
      } | ${lines.all} | ${percent(lines)} | ${percent(printed)} |`
    ),
    `| all | ${pooledCell(pages, "actionables")} | ${pooledCell(pages, "texts")} | ${
      pooledCell(pages, "lines")
    } | ${percent(pooled(pages, "printed"))} |`,
    "",
    "## Differences by cause",
    "",
    ...byCause(pages),
    "",
  ].join("\n");
}

export function pooled(
  pages: readonly ComparedPage[],
  kind: "actionables" | "texts" | "lines" | "printed",
): Agreement {
  return pages.reduce((sum, { [kind]: { all, agreed } }) => ({
    all: sum.all + all,
    agreed: sum.agreed + agreed,
  }), { all: 0, agreed: 0 });
}

function pooledCell(
  pages: readonly ComparedPage[],
  kind: "actionables" | "texts" | "lines",
): string {
  const sum = pooled(pages, kind);
  return `${sum.all} | ${percent(sum)}`;
}

export function percent(agreement: Agreement): string {
  return `${(100 * shareOf(agreement)).toFixed(2)} %`;
}

function byCause(pages: readonly ComparedPage[]): readonly string[] {
  const found = new Map<string, string[]>();
  for (const { page, differences } of pages) {
    for (const difference of differences) {
      const cause = causeOf(page, difference);
      const lines = found.get(cause) ?? [];
      lines.push(`- ${page}: only ${difference.only}: ${printed(difference)}`);
      found.set(cause, lines);
    }
  }
  if (found.size === 0) return ["None."];
  return [...found].flatMap(([title, lines]) => {
    const why = CAUSES.find((cause) => cause.title === title)?.why ??
      "Not one of the causes that are known to be the browsers' own.";
    return [
      `### ${title} (${lines.length})`,
      "",
      why,
      "",
      ...lines.slice(0, MAX_PRINTED),
      ...(lines.length > MAX_PRINTED ? [`- ${lines.length - MAX_PRINTED} more`] : []),
      "",
    ];
  });
}

function printed({ role, name }: Difference): string {
  return `\`${role === "" ? "" : `${role} `}${JSON.stringify(name.slice(0, 120))}\``;
}

/** Differences that no known cause explains, for the message of a test. */
export function unexplained(pages: readonly ComparedPage[]): readonly string[] {
  return pages.flatMap(({ page, differences }) =>
    differences.filter((one) => causeOf(page, one) === UNEXPLAINED).map((one) =>
      `${page}: only ${one.only}: ${printed(one)}`
    )
  );
}
