/**
 * Records the rows of every page of the corpus into `bench/rows/`, by a CDP client that shares
 * nothing with the engine: the page script in an isolated world of every frame, frames linked to
 * their elements as `model/page_functions.ts` says. Usage: record_rows.ts [page …]
 */
import CDP from "chrome-remote-interface";
import process from "node:process";
import { standsStill } from "../bench/bare_walker.ts";
import { saveRecording } from "../bench/recordings.ts";
import { corpusPages, serveCorpus, startBrowser } from "../bench/stand.ts";
import { PAGE_SCRIPT } from "../src/snapshot/page.gen.ts";

const WORLD = "drover-recording";

/** Frame ids below 8 characters, so that recordings of the same page are equal. */
function shortIds(): (frameId: string) => string {
  const known = new Map<string, string>();
  return (frameId) => {
    const short = known.get(frameId) ?? `f${known.size}`;
    known.set(frameId, short);
    return short;
  };
}

interface FrameTree {
  readonly frame: { readonly id: string };
  readonly childFrames?: readonly FrameTree[];
}

async function record(
  client: CDP.Client,
  origin: string,
): Promise<{ top: string; frames: Map<string, string[]> }> {
  const { frameTree } = await client.Page.getFrameTree();
  const short = shortIds();
  const frames = new Map<string, string[]>();
  const world = async (frameId: string): Promise<number> => {
    const { executionContextId } = await client.Page.createIsolatedWorld({
      frameId,
      worldName: WORLD,
    });
    await client.Runtime.evaluate({ expression: PAGE_SCRIPT, contextId: executionContextId });
    return executionContextId;
  };
  const walk = async (tree: FrameTree): Promise<void> => {
    const contextId = await world(tree.frame.id);
    for (const child of tree.childFrames ?? []) {
      const { backendNodeId } = await client.DOM.getFrameOwner({ frameId: child.frame.id });
      const { object } = await client.DOM.resolveNode({
        backendNodeId,
        executionContextId: contextId,
      });
      if (object.objectId === undefined) throw new Error("A frame element has no object");
      await client.Runtime.callFunctionOn({
        objectId: object.objectId,
        functionDeclaration: "function (id) { __drover.linkChild(this, id); }",
        arguments: [{ value: short(child.frame.id) }],
      });
    }
    const args = JSON.stringify({ walk: "w", rows: 1_000_000, chars: 500_000_000 });
    const { result, exceptionDetails } = await client.Runtime.evaluate({
      expression: `__drover.call("walk", ${args})`,
      contextId,
      awaitPromise: true,
      returnByValue: true,
    });
    if (typeof result.value !== "string") {
      throw new Error(`walk: ${exceptionDetails?.exception?.description ?? result.type}`);
    }
    // The port of the corpus server changes with every run.
    frames.set(short(tree.frame.id), [result.value.replaceAll(origin, "http://corpus")]);
    for (const child of tree.childFrames ?? []) await walk(child);
  };
  const top = short(frameTree.frame.id);
  await walk(frameTree);
  return { top, frames };
}

const wanted = new Set(process.argv.slice(2));
const site = await serveCorpus();
const browser = await startBrowser();
try {
  for (const page of corpusPages()) {
    if (wanted.size > 0 && !wanted.has(page.name)) continue;
    const target = await CDP.New({ port: browser.port, url: site.origin + page.path });
    const client = await CDP({ port: browser.port, target: target.id, local: true });
    await standsStill(async (expression) => {
      const { result } = await client.Runtime.evaluate({ expression, returnByValue: true });
      return String(result.value);
    });
    const { top, frames } = await record(client, site.origin);
    const bytes = saveRecording({ page: page.name, top, frames });
    const rows = [...frames.values()].map(([encoded = ""]) => encoded.split("\t")[0]).join(" + ");
    process.stdout.write(`${page.name}: ${rows} rows, ${bytes} bytes packed\n`);
    await client.close();
    await CDP.Close({ port: browser.port, id: target.id });
  }
} finally {
  await browser.end();
  await site.end();
}
