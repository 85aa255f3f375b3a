/**
 * `drover stdio`: one MCP client on stdin and stdout, until the input ends or a signal comes; then
 * every browser ends with the process. stdout carries JSON-RPC alone, stderr the log.
 */
import process from "node:process";
import { McpServer } from "../mcp/server.ts";
import { serveStdio } from "../mcp/stdio_server.ts";
import { SHUTDOWN_MS } from "../model/limits.ts";
import { runtimeFacts, VERSION } from "../platform/runtime.ts";
import { onStopSignals, onUncaught } from "../platform/signals.ts";
import { openStdin, openStdout } from "../platform/stdio.ts";
import { systemClock, systemIds } from "../platform/system.ts";
import { createRegistry } from "../registry/registry.ts";
import type { Registry } from "../registry/registry_contract.ts";
import { MemoryArtifacts } from "../runtime/artifacts.ts";
import { createRuntime, type Runtime } from "../runtime/runtime.ts";
import { MemoryJournal } from "../store/memory_journal.ts";
import { TOOLS } from "../tools/all.gen.ts";
import type { Composition } from "./composition.ts";
import type { StdioOptions } from "./options.ts";
import { BootstrapError, bootstrapPrincipal } from "./principal.ts";
import { printError } from "./terminal.ts";

/** The exit code: 0 at the end of input, 128 + number after a signal, 1 when it could not serve. */
export async function stdio(options: StdioOptions, composition: Composition): Promise<number> {
  // Takes the stub's own variables out of the environment before a browser could inherit them.
  runtimeFacts();
  const stop = new AbortController();
  let exitCode = 0;
  const end = (code: number) => {
    exitCode = code;
    stop.abort();
  };
  onStopSignals(end);
  onUncaught((name, place) => {
    void printError(`drover: internal error, ${name} ${place}\n`);
    end(1);
  });

  const ports = { clock: systemClock, ids: systemIds };
  let runtime: Runtime | undefined;
  try {
    const principal = bootstrapPrincipal(process.env, ports);
    const gateway = createRuntime({
      ...ports,
      engines: composition.engines(options),
      journal: new MemoryJournal(systemClock),
      artifacts: new MemoryArtifacts(systemIds),
      version: VERSION,
    });
    runtime = gateway;
    const registry = warmingAtFirstCall(createRegistry(TOOLS, gateway, ports.ids), gateway);
    // Construction took time; a credential that ran out meanwhile must not be served.
    bootstrapPrincipal(process.env, ports);
    if (process.stdin.isTTY) {
      await printError("drover: serving MCP on stdin and stdout; a host should start this\n");
    }
    await serveStdio({
      input: openStdin(),
      output: openStdout(),
      clock: ports.clock,
      stop: stop.signal,
      createServer: (notify) =>
        new McpServer({
          ...ports,
          registry,
          principal,
          version: VERSION,
          phase: options.toolset,
          resultMode: options.result,
          notify,
          report: ({ correlationId, name, place }) =>
            void printError(`drover: internal error ${correlationId}, ${name} ${place}\n`),
        }),
    });
  } catch (error) {
    if (!(error instanceof BootstrapError)) throw error;
    await printError(`drover: ${error.message}\n`);
    exitCode = 1;
  } finally {
    const over = new AbortController();
    await Promise.race([runtime?.close(), systemClock.sleep(SHUTDOWN_MS, over.signal)]);
    over.abort();
  }
  return exitCode;
}

/** The browser starts in the background at the first call: a host that only looks pays nothing. */
function warmingAtFirstCall(registry: Registry, runtime: Runtime): Registry {
  let warmed = false;
  return {
    tools: registry.tools,
    list: (principal, phase) => registry.list(principal, phase),
    callable: (name, principal) => registry.callable(name, principal),
    call: (call) => {
      if (!warmed) runtime.warm();
      warmed = true;
      return registry.call(call);
    },
  };
}
