/** Long runs have a short form in the suite; `make soak` runs them whole. */
import process from "node:process";
import { BROWSER } from "./tested_browser.ts";

/** True in `make soak`. */
export const SOAK = process.env["DROVER_SOAK"] === "1";

/** The suite has shown all of it on Chromium: on Firefox it takes what may differ there. */
export const BRIEF = !SOAK && BROWSER === "firefox";

/** Every `step`th of a table where the suite is brief. */
export function brief<T>(all: readonly T[], step: number): readonly T[] {
  return BRIEF ? all.filter((_, index) => index % step === 0) : all;
}

/** How many of something: `short` in the suite, `long` in `make soak`. */
export function amount(short: number, long: number): number {
  return SOAK ? long : short;
}

/** The first few of a table in the suite, which stand for the others; all of it in `make soak`. */
export function few<T>(all: readonly T[], short: number): readonly T[] {
  return SOAK ? all : all.slice(0, short);
}

/** Figures of a long run, for whoever reads its output. */
export function figures(line: string): void {
  if (SOAK) process.stderr.write(`figures: ${line}\n`);
}
