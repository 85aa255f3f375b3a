/**
 * Stands between a client and a server on stdio and writes every line that passes into a file:
 * `> ` from the client, `< ` from the server. Run as a program: wire_tap.ts FILE COMMAND [ARG …].
 */
import { spawn } from "node:child_process";
import { appendFileSync, readFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";

export interface TappedLine {
  readonly from: "client" | "server";
  readonly text: string;
}

/** The command that runs `command` behind a tap into `file`. */
export function tapped(
  file: string,
  command: readonly string[],
): { readonly command: string; readonly args: string[] } {
  const tap = fileURLToPath(import.meta.url);
  return { command: process.execPath, args: ["run", "-A", "--quiet", tap, file, ...command] };
}

export function readTap(file: string): readonly TappedLine[] {
  return readFileSync(file, "utf8").split("\n").filter((line) => line !== "").map((line) => ({
    from: line.startsWith("> ") ? "client" : "server",
    text: line.slice(2),
  }));
}

function main(file: string, command: string, args: readonly string[]): void {
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  const recorder = (mark: string) => {
    let rest = "";
    const decoder = new TextDecoder();
    return (chunk: Uint8Array) => {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) appendFileSync(file, `${mark} ${line}\n`);
    };
  };
  const fromClient = recorder(">");
  const fromServer = recorder("<");
  process.stdin.on("data", (chunk: Uint8Array) => {
    fromClient(chunk);
    child.stdin.write(chunk);
  });
  process.stdin.on("end", () => child.stdin.end());
  child.stdout.on("data", (chunk: Uint8Array) => {
    fromServer(chunk);
    process.stdout.write(chunk);
  });
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  child.on("exit", (code) => process.exit(code ?? 1));
}

if (import.meta.main) {
  const [file = "", command = "", ...args] = process.argv.slice(2);
  main(file, command, args);
}
