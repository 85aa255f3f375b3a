/**
 * What the walker knows of each role. Sources: WAI-ARIA 1.2 and 1.3 drafts, HTML-AAM, and
 * Chromium's tree, which is the oracle of the tests.
 */

/** Can be acted on: its line is a target. */
export const TARGET = 1;
/** Named by its content. */
export const FROM_CONTENT = 2;
/** Gives a row also without a name. */
export const ALWAYS = 4;
/** Gives a row where it has a name. */
export const NAMED = 8;
/** Its children are not rows (a control with a value, or no content of its own). */
export const ATOMIC = 16;
/** A value control: embedded in another name it counts with its value. */
export const VALUE = 32;
/** The author may not name it (generic, paragraph, …): `aria-label` on it is not shown. */
export const NAMELESS = 64;
/** A landmark or section that scopes `header` and `footer`. */
export const SECTIONING = 128;

const T = TARGET | ALWAYS;

/** Every role that counts as valid in a `role` attribute, under its printed name. */
export const ROLES: ReadonlyMap<string, number> = new Map([
  ["alert", ALWAYS],
  ["alertdialog", ALWAYS],
  ["application", NAMED],
  ["article", ALWAYS | SECTIONING],
  ["associationlist", NAMED],
  ["associationlistitemkey", NAMED],
  ["associationlistitemvalue", NAMED],
  ["banner", ALWAYS],
  ["blockquote", ALWAYS],
  ["button", T | FROM_CONTENT],
  ["caption", NAMELESS],
  ["cell", ALWAYS | FROM_CONTENT],
  ["checkbox", T | FROM_CONTENT],
  ["clickable", T | FROM_CONTENT],
  ["code", NAMELESS],
  ["columnheader", ALWAYS | FROM_CONTENT],
  ["combobox", T | VALUE],
  ["comment", NAMED],
  ["complementary", ALWAYS | SECTIONING],
  ["contentinfo", ALWAYS],
  ["definition", NAMED],
  ["deletion", NAMELESS],
  ["dialog", ALWAYS],
  ["directory", ALWAYS],
  ["disclosure", T | FROM_CONTENT],
  ["document", NAMED],
  ["emphasis", NAMELESS],
  ["feed", ALWAYS],
  ["figure", ALWAYS],
  ["form", NAMED],
  ["generic", NAMELESS],
  ["grid", ALWAYS],
  ["gridcell", ALWAYS | FROM_CONTENT],
  ["group", NAMED],
  ["heading", ALWAYS | FROM_CONTENT],
  ["iframe", ALWAYS | ATOMIC],
  ["img", NAMED],
  ["insertion", NAMELESS],
  ["link", T | FROM_CONTENT],
  ["list", ALWAYS],
  ["listbox", T | VALUE],
  ["listitem", ALWAYS],
  ["log", ALWAYS],
  ["main", ALWAYS | SECTIONING],
  ["mark", NAMELESS],
  ["marquee", NAMED],
  ["math", NAMED | FROM_CONTENT],
  ["menu", ALWAYS],
  ["menubar", ALWAYS],
  ["menuitem", T | FROM_CONTENT],
  ["menuitemcheckbox", T | FROM_CONTENT],
  ["menuitemradio", T | FROM_CONTENT],
  ["meter", ALWAYS | VALUE],
  ["navigation", ALWAYS | SECTIONING],
  ["none", NAMELESS],
  ["note", ALWAYS],
  ["option", T | FROM_CONTENT],
  ["paragraph", NAMELESS],
  ["presentation", NAMELESS],
  ["progressbar", ALWAYS | VALUE],
  ["radio", T | FROM_CONTENT],
  ["radiogroup", ALWAYS],
  ["region", NAMED | SECTIONING],
  ["row", ALWAYS],
  ["rowgroup", NAMED],
  ["rowheader", ALWAYS | FROM_CONTENT],
  ["scrollbar", NAMED | VALUE],
  ["search", ALWAYS],
  ["searchbox", T | VALUE],
  ["separator", NAMED],
  ["slider", T | VALUE],
  ["spinbutton", T | VALUE],
  ["status", ALWAYS],
  ["strong", NAMELESS],
  ["subscript", NAMELESS],
  ["suggestion", NAMELESS],
  ["superscript", NAMELESS],
  ["switch", T | FROM_CONTENT],
  ["tab", T | FROM_CONTENT],
  ["table", ALWAYS],
  ["tablist", ALWAYS],
  ["tabpanel", ALWAYS],
  ["term", NAMED],
  ["textbox", T | VALUE],
  ["time", NAMELESS],
  ["timer", ALWAYS],
  ["toolbar", ALWAYS],
  ["tooltip", ALWAYS | FROM_CONTENT],
  ["tree", ALWAYS],
  ["treegrid", ALWAYS],
  ["treeitem", T | FROM_CONTENT],
  ["video", ALWAYS],
  ["audio", ALWAYS],
]);

/** Lines of this role have numbers where they repeat; what an outline only shows has none. */
export function isNumbered(role: string): boolean {
  return role === "iframe" || ((ROLES.get(role) ?? 0) & TARGET) !== 0;
}

/** Printed by us, not valid in a `role` attribute. */
export const OURS: ReadonlySet<string> = new Set([
  "clickable",
  "disclosure",
  "iframe",
  "video",
  "audio",
]);

/**
 * Inside another name these add nothing but what their author calls them: Chromium's "no name from
 * contents" roles, beside the controls that count with their value.
 */
export const SILENT: ReadonlySet<string> = new Set(
  ("alert alertdialog application article banner blockquote comment complementary contentinfo dialog document " +
    "feed figure grid group iframe img log main marquee menu menubar navigation note progressbar radiogroup " +
    "row rowgroup search separator status suggestion table tablist tabpanel timer toolbar tree treegrid video " +
    "audio combobox listbox").split(" "),
);

/** Set off by spaces from the text around them in another name. */
export const APART: ReadonlySet<string> = new Set(
  ("button checkbox menuitem menuitemcheckbox menuitemradio radio switch tab tree treegrid combobox listbox " +
    "textbox searchbox spinbutton slider").split(" "),
);

/** Other spellings of a role in a `role` attribute. */
export const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ["image", "img"],
  ["presentation", "none"],
  ["directory", "list"],
  ["graphics-document", "img"],
  ["graphics-object", "group"],
  ["graphics-symbol", "img"],
  ["doc-abstract", "region"],
  ["doc-acknowledgments", "region"],
  ["doc-afterword", "region"],
  ["doc-appendix", "region"],
  ["doc-backlink", "link"],
  ["doc-biblioentry", "listitem"],
  ["doc-bibliography", "region"],
  ["doc-biblioref", "link"],
  ["doc-chapter", "region"],
  ["doc-colophon", "region"],
  ["doc-conclusion", "region"],
  ["doc-cover", "img"],
  ["doc-credit", "region"],
  ["doc-credits", "region"],
  ["doc-dedication", "region"],
  ["doc-endnote", "listitem"],
  ["doc-endnotes", "region"],
  ["doc-epigraph", "region"],
  ["doc-epilogue", "region"],
  ["doc-errata", "region"],
  ["doc-example", "region"],
  ["doc-footnote", "region"],
  ["doc-foreword", "region"],
  ["doc-glossary", "region"],
  ["doc-glossref", "link"],
  ["doc-index", "navigation"],
  ["doc-introduction", "region"],
  ["doc-noteref", "link"],
  ["doc-notice", "note"],
  ["doc-pagebreak", "separator"],
  ["doc-pagelist", "navigation"],
  ["doc-part", "region"],
  ["doc-preface", "region"],
  ["doc-prologue", "region"],
  ["doc-pullquote", "region"],
  ["doc-qna", "region"],
  ["doc-subtitle", "heading"],
  ["doc-tip", "note"],
  ["doc-toc", "navigation"],
]);

/** Global ARIA attributes that make a presentational role be ignored. */
export const GLOBAL_ARIA: readonly string[] = [
  "aria-atomic",
  "aria-busy",
  "aria-controls",
  "aria-current",
  "aria-describedby",
  "aria-description",
  "aria-details",
  "aria-dropeffect",
  "aria-flowto",
  "aria-grabbed",
  "aria-keyshortcuts",
  "aria-label",
  "aria-labelledby",
  "aria-live",
  "aria-owns",
  "aria-relevant",
  "aria-roledescription",
];

/** Roles of elements whose role no attribute or place changes. */
export const FIXED: ReadonlyMap<string, string> = new Map([
  ["address", "group"],
  ["article", "article"],
  ["audio", "audio"],
  ["blockquote", "blockquote"],
  ["button", "button"],
  ["caption", "caption"],
  ["code", "code"],
  ["datalist", "listbox"],
  ["dd", "definition"],
  ["del", "deletion"],
  ["details", "group"],
  ["dfn", "term"],
  ["dialog", "dialog"],
  ["dir", "list"],
  ["dt", "term"],
  ["em", "emphasis"],
  ["fieldset", "group"],
  ["figure", "figure"],
  ["form", "form"],
  ["h1", "heading"],
  ["h2", "heading"],
  ["h3", "heading"],
  ["h4", "heading"],
  ["h5", "heading"],
  ["h6", "heading"],
  ["hgroup", "group"],
  ["hr", "separator"],
  ["iframe", "iframe"],
  ["frame", "iframe"],
  ["ins", "insertion"],
  ["main", "main"],
  ["mark", "mark"],
  ["math", "math"],
  ["menu", "list"],
  ["meter", "meter"],
  ["nav", "navigation"],
  ["ol", "list"],
  ["optgroup", "group"],
  ["option", "option"],
  ["output", "status"],
  ["p", "paragraph"],
  ["progress", "progressbar"],
  ["s", "deletion"],
  ["search", "search"],
  ["strong", "strong"],
  ["sub", "subscript"],
  ["sup", "superscript"],
  ["textarea", "textbox"],
  ["time", "time"],
  ["ul", "list"],
  ["video", "video"],
]);
