/**
 * The encoding of rows between the page script and the gateway: one string, no JSON tree.
 *
 * ```
 * TOTAL \t FROM \t HOSTS \n            header: rows in the whole walk, index of the first row
 *                                       here, numbers of candidate hosts of closed shadow roots
 *                                       not looked into yet (comma-separated, may be empty)
 * DEPTH \t ROLE \t ORDINAL \t NAME { \t KEY [ = VALUE ] } \n      one line a row
 * ```
 *
 * - White space in names, text and values is collapsed to single spaces and control characters
 *   are dropped in the page, so no field can hold a tab or a newline.
 * - DEPTH: decimal, relative to the frame's own root. Depth never rises by more than one.
 * - ROLE: lower-case ARIA role (HTML-AAM names; `clickable`, `iframe`, `disclosure` are ours);
 *   empty: a row of text alone, its text in NAME.
 * - ORDINAL: decimal, or empty where role and name do not repeat in the frame.
 * - NAME: empty when there is none. A cut name or value ends in `…`.
 * - Keys, only when not default, in this order: `level` `checked` (`true`, `mixed`) `required`
 *   `disabled` `readonly` `invalid` `expanded` (`true`, `false`) `pressed` `selected` `current`
 *   `value` `valuemin` `valuemax` `description` `autocomplete` `url` `options` `items` `target`
 *   (marks a role that is a target), `frame` (the child frame id of an `iframe` row) and `unseen`
 *   (a person cannot see it; the only key of a row of text).
 *   `url`, `valuemin`, `valuemax`, `description`, `autocomplete`, `frame` and `target` are not
 *   printed in the outline.
 */

export interface RowsHeader {
  readonly total: number;
  readonly from: number;
  readonly closedHosts: readonly number[];
}
