// Written by build/gen.ts; do not edit.
import type { AnyTool } from "../registry/define.ts";
import a11y_snapshot from "./runtime/a11y_snapshot.ts";
import click from "./runtime/click.ts";
import dialog from "./runtime/dialog.ts";
import inspect from "./runtime/inspect.ts";
import navigate from "./runtime/navigate.ts";
import page_activate from "./runtime/page_activate.ts";
import page_close from "./runtime/page_close.ts";
import page_list from "./runtime/page_list.ts";
import page_open from "./runtime/page_open.ts";
import runtime_info from "./runtime/runtime_info.ts";
import screenshot from "./runtime/screenshot.ts";
import session_close from "./runtime/session_close.ts";
import session_create from "./runtime/session_create.ts";
import session_list from "./runtime/session_list.ts";
import toolset_select from "./runtime/toolset_select.ts";
import type_text from "./runtime/type_text.ts";
import wait_for from "./runtime/wait_for.ts";
import workflow_observe from "./runtime/workflow_observe.ts";
import workflow_start from "./runtime/workflow_start.ts";

export const TOOLS: readonly AnyTool[] = [
  a11y_snapshot,
  click,
  dialog,
  inspect,
  navigate,
  page_activate,
  page_close,
  page_list,
  page_open,
  runtime_info,
  screenshot,
  session_close,
  session_create,
  session_list,
  toolset_select,
  type_text,
  wait_for,
  workflow_observe,
  workflow_start,
];
