/** Which browser the tests of the built executable drive. */
import process from "node:process";

/** `TEST_BROWSER=firefox` chooses the other one. */
export const BROWSER: "chromium" | "firefox" = process.env["TEST_BROWSER"] === "firefox"
  ? "firefox"
  : "chromium";
