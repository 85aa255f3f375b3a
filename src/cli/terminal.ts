/** Plain output of the commands. `stdio` never writes here: its stdout belongs to JSON-RPC. */
import process from "node:process";

/** Resolves when the text has left the process, so that an exit after it loses nothing. */
export function print(text: string): Promise<void> {
  return write(process.stdout, text);
}

export function printError(text: string): Promise<void> {
  return write(process.stderr, text);
}

function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
  // A reader that went away (`drover tools | head`) is no failure of ours. The error may come after
  // the write was answered, so the listener stays.
  if (!stream.listeners("error").includes(readerGone)) stream.on("error", readerGone);
  return new Promise((resolve) => {
    stream.write(text, () => resolve());
  });
}

function readerGone(): void {}

export type Colour = "green" | "yellow" | "red" | "dim" | "bold";

const CODES: Readonly<Record<Colour, string>> = {
  green: "32",
  yellow: "33",
  red: "31",
  dim: "2",
  bold: "1",
};

/** Colours only on a terminal that wants them (https://no-color.org). */
export function painter(): (colour: Colour, text: string) => string {
  const wanted = process.stdout.isTTY === true && !process.env["NO_COLOR"];
  return (colour, text) => wanted ? `\x1b[${CODES[colour]}m${text}\x1b[0m` : text;
}
