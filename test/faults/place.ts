/** A button and a field in the same place. */
import type { Click } from "./clicks.ts";

const BUTTON = "<button id=t>Save</button>";
const FIELD = "<input id=t aria-label=Name>";

export function place(
  title: string,
  body: (inner: string) => string,
  more: Partial<Click> = {},
): Click[] {
  return [
    { title, body: body(BUTTON), target: 'button "Save"', hits: "t", ...more },
    {
      title: `${title}: a field`,
      body: body(FIELD),
      target: 'textbox "Name"',
      hits: "t",
      text: "Ada",
      soak: true,
      ...more,
    },
  ];
}
