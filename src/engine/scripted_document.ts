/** Documents of the scripted engine: plain data that a test writes down and changes. */
import type { DialogInfo } from "./engine.ts";
import type { ElementFacts } from "../model/page_functions.ts";
import type { Modifier } from "../model/target.ts";
import type { ScriptedPage } from "./scripted_page.ts";

export interface ScriptedElement {
  role: string;
  name: string;
  /** Depth in the document, from 0. */
  depth?: number;
  /** Answers to this selector. */
  css?: string;
  controlKind?: ElementFacts["controlKind"];
  value?: string;
  checked?: boolean;
  options?: readonly string[];
  sensitive?: boolean;
  disabled?: boolean;
  hidden?: boolean;
  /** What the control makes of typed text. */
  format?: (text: string) => string;
  /** False: taken out of the document. */
  connected?: boolean;
  /** Another element would get the press; the guard stops it. */
  coveredBy?: string;
  /** Runs in the page when the press arrives. */
  onClick?: (page: ScriptedPage, modifiers: readonly Modifier[]) => void;
  onInput?: (page: ScriptedPage, value: string) => void;
  /** The child frame an `iframe` element holds. */
  frame?: ScriptedFrameContent;
  /** Has a closed shadow root with these elements, seen once the engine has linked it. */
  closedRoot?: readonly ScriptedElement[];
}

export interface ScriptedDocument {
  url: string;
  title: string;
  elements: ScriptedElement[];
  /** It stands for an address that could not be loaded. */
  failed?: boolean;
  /** Calls into this document are never answered. */
  hangs?: boolean;
  /** Shows this dialog while it loads. */
  asks?: DialogInfo;
}

/** Where a frame's document may be exchanged. */
export interface ScriptedFrameContent {
  document: ScriptedDocument;
}

/** What the scripted network holds. Null: the address cannot be reached. */
export type ScriptedSite = (url: string) => ScriptedDocument | null;
