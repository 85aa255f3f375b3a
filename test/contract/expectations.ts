/**
 * What an engine cannot do, and why. A test that is listed must fail there; one that passes makes its
 * entry stale, and the suite fails until the entry goes. Only what the browser lacks belongs here.
 */
export interface Expectation {
  readonly engine: "scripted" | "Chromium" | "Firefox";
  /** Title of the test in `suite.ts`. */
  readonly title: string;
  /** What the browser lacks. */
  readonly reason: string;
}

export const EXPECTATIONS: readonly Expectation[] = [];

/**
 * Runs one test of the suite as it is expected to go. Throws what the test throws, or, for a listed
 * one that passes, that its entry is stale.
 */
export async function asExpected(
  engine: string,
  title: string,
  work: () => Promise<void>,
  expectations: readonly Expectation[] = EXPECTATIONS,
): Promise<void> {
  const entry = expectations.find((one) => one.engine === engine && one.title === title);
  if (entry === undefined) return await work();
  const failed = await work().then(() => false, () => true);
  if (!failed) throw new Error(`It passes on ${engine}: take its entry out of expectations.ts`);
}

/** Entries of the engine that name no test of the suite. */
export function unknownEntries(
  engine: string,
  titles: ReadonlySet<string>,
  expectations: readonly Expectation[] = EXPECTATIONS,
): readonly Expectation[] {
  return expectations.filter((one) => one.engine === engine && !titles.has(one.title));
}
