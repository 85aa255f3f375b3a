/**
 * `drover demo [url]`: the main job in small. Starts a gateway as a host does, has it drive a page
 * through MCP and prints what an agent would read. Without a URL: the bundled page, filled in and
 * submitted by the lines of its own outline.
 */
import { browserFlags, Gateway, type ToolReply } from "./gateway.ts";
import type { StdioOptions } from "./options.ts";
import { painter, print, printError } from "./terminal.ts";

export async function demo(url: string | undefined, options: StdioOptions): Promise<number> {
  let gateway: Gateway | undefined;
  let server: { readonly url: string; close(): Promise<void> } | undefined;
  try {
    if (url === undefined) server = await (await import("./demo_server.ts")).serveDemoPage();
    gateway = await Gateway.start(browserFlags(options));
    await drive(gateway, url ?? server?.url ?? "", url === undefined);
    return 0;
  } catch (error) {
    await printError(`drover demo: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  } finally {
    await gateway?.close();
    await server?.close();
  }
}

async function drive(gateway: Gateway, url: string, bundled: boolean): Promise<void> {
  const paint = painter();
  const step = (text: string) => print(`${paint("bold", `> ${text}`)}\n`);

  await step(`workflow_start ${url}`);
  const started = succeeded(await gateway.callTool("workflow_start", { profile: "demo", url }));
  const { workflowHandle, sessionId } = started.structured;
  await step("a11y_snapshot");
  const before = succeeded(await gateway.callTool("a11y_snapshot", { workflowHandle })).text;
  await print(`${before}\n`);

  if (bundled) {
    const act = async (
      tool: string,
      start: string,
      more: Readonly<Record<string, unknown>> = {},
    ) => {
      const target = lineOf(before, start);
      const value = more["value"] === undefined ? "" : ` value ${JSON.stringify(more["value"])}`;
      await step(`${tool} ${target}${value}`);
      succeeded(await gateway.callTool(tool, { workflowHandle, target, ...more }));
    };
    await act("type_text", 'textbox "Full name"', { value: "Ada Lovelace" });
    await act("type_text", 'textbox "E-mail"', { value: "ada@example.org" });
    await act("click", 'checkbox "Wrap as a gift"');
    await act("click", 'button "Place order"');
    await step("a11y_snapshot, what changed:");
    const after = succeeded(await gateway.callTool("a11y_snapshot", { workflowHandle })).text;
    await print(changes(before, after, paint));
  }

  await step("session_close");
  succeeded(await gateway.callTool("session_close", { sessionId }));
}

function succeeded(reply: ToolReply): ToolReply {
  if (reply.isError) throw new Error(reply.text);
  return reply;
}

/** The outline's own line that starts so, without its indentation: lines are targets as they stand. */
function lineOf(outline: string, start: string): string {
  const line = outline.split("\n").map((one) => one.trim()).find((one) => one.startsWith(start));
  if (line === undefined) throw new Error(`The outline has no line ${start}`);
  return line;
}

/** Lines gone and come; order within each kind as in the outlines. The status line is no line of the page. */
function changes(
  before: string,
  after: string,
  paint: ReturnType<typeof painter>,
): string {
  const old = before.split("\n").slice(1);
  const now = after.split("\n").slice(1);
  const gone = old.filter((line) => !now.includes(line)).map((line) => paint("red", `- ${line}`));
  const come = now.filter((line) => !old.includes(line)).map((line) => paint("green", `+ ${line}`));
  return [...gone, ...come, ""].join("\n");
}
