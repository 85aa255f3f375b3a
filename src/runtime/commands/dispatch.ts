/** From a command's kind to its runner. */
import type { Command, CommandInputs, CommandKind } from "../../model/command.ts";
import { Failure } from "../../model/error.ts";
import type { EvidenceKind } from "../../model/evidence.ts";
import type { CommandContext, CommandRunner, SessionRunner } from "../command_context.ts";
import type { Patience } from "../hang_watch.ts";
import type { Page } from "../pages.ts";
import { accessibilitySnapshot } from "./accessibility_snapshot.ts";
import { activatePage } from "./activate_page.ts";
import { captureScreenshot } from "./capture_screenshot.ts";
import { click } from "./click.ts";
import { closePage } from "./close_page.ts";
import { handleDialog } from "./handle_dialog.ts";
import { inspect } from "./inspect.ts";
import { listPages } from "./list_pages.ts";
import { navigate } from "./navigate.ts";
import { typeText } from "./type_text.ts";
import { waitFor } from "./wait_for.ts";

const RUNNERS = {
  navigate,
  inspect,
  accessibilitySnapshot,
  captureScreenshot,
  waitFor,
  click,
  typeText,
  handleDialog,
  listPages,
  activatePage,
  closePage,
} satisfies { [K in CommandKind]: CommandRunner<K> | SessionRunner<K> };

/** A command bound to its runner. */
export interface Dispatch {
  readonly proves: EvidenceKind;
  readonly order: "page" | "aside" | "session";
  readonly patience: Patience;
  /** Takes the page to another document. */
  readonly leaves: boolean;
  readonly crashed: "never" | "told" | "always";
  run(context: CommandContext, page: Page | null): Promise<void>;
}

export function dispatch(command: Command): Dispatch {
  switch (command.kind) {
    case "navigate":
      return onPage(RUNNERS.navigate, command.input);
    case "inspect":
      return onPage(RUNNERS.inspect, command.input);
    case "accessibilitySnapshot":
      return onPage(RUNNERS.accessibilitySnapshot, command.input);
    case "captureScreenshot":
      return onPage(RUNNERS.captureScreenshot, command.input);
    case "waitFor":
      return onPage(RUNNERS.waitFor, command.input);
    case "click":
      return onPage(RUNNERS.click, command.input);
    case "typeText":
      return onPage(RUNNERS.typeText, command.input);
    case "handleDialog":
      return onPage(RUNNERS.handleDialog, command.input);
    case "activatePage":
      return onPage(RUNNERS.activatePage, command.input);
    case "closePage":
      return onPage(RUNNERS.closePage, command.input);
    case "listPages":
      return {
        proves: RUNNERS.listPages.proves,
        order: "session",
        patience: "any",
        leaves: false,
        crashed: "always",
        run: (context) => RUNNERS.listPages.run(command.input, context),
      };
  }
}

function onPage<K extends CommandKind>(
  runner: CommandRunner<K>,
  input: CommandInputs[K],
): Dispatch {
  return {
    proves: runner.proves,
    order: runner.order,
    patience: runner.patience,
    leaves: runner.proves === "navigation",
    crashed: runner.crashed,
    run: (context, page) => {
      if (page === null) throw new Failure("invalidRequest", "This command needs a page");
      // Kept by reference: what the runner adds to the context reaches the reply.
      return runner.run(input, Object.assign(context, { page }));
    },
  };
}
