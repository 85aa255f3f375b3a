/**
 * A relay between the built executable and its Firefox, which cuts the connection while the browser
 * lives: the "browser" that is started is a script that runs the real one and names the relay's port
 * as that of the remote agent.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chooseFirefox } from "../../firefox/discovery.ts";

export class Relay {
  /** For `--browser-path`. */
  readonly browserPath: string;
  readonly #folder: string;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(folder: string, server: Server) {
    this.#folder = folder;
    this.#server = server;
    this.browserPath = join(folder, "firefox");
    server.on("connection", (socket) => this.#pass(socket));
  }

  static async start(): Promise<Relay> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const relay = new Relay(mkdtempSync(join(tmpdir(), "drover-relay-")), server);
    writeFileSync(relay.browserPath, relay.#script());
    chmodSync(relay.browserPath, 0o755);
    return relay;
  }

  /** Cuts every connection that is there now. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #port(): number {
    return port(this.#server);
  }

  get #agentFile(): string {
    return join(this.#folder, "agent");
  }

  #script(): string {
    return `#!/bin/sh
'${chooseFirefox(undefined).path}' "$@" 2>&1 >/dev/null | while IFS= read -r line; do
  case $line in
    *'WebDriver BiDi listening on '*)
      printf '%s' "\${line##*:}" > '${this.#agentFile}'
      echo 'WebDriver BiDi listening on ws://127.0.0.1:${this.#port}' >&2 ;;
    *) printf '%s\\n' "$line" >&2 ;;
  esac
done
`;
  }

  #pass(near: Socket): void {
    const agentPort = readFileSync(this.#agentFile, "utf8").trim();
    const far = connect(Number(agentPort), "127.0.0.1");
    for (const [one, other] of [[near, far], [far, near]] as const) {
      this.#sockets.add(one);
      one.on("error", () => {}); // Its close, which follows, is what counts.
      one.on("close", () => {
        this.#sockets.delete(one);
        other.destroy();
      });
    }
    // The agent takes no request that names another port than its own.
    near.once("data", (first) => {
      far.write(first.toString("latin1").replace(`:${this.#port}`, `:${agentPort}`), "latin1");
      near.pipe(far);
    });
    far.pipe(near);
  }
}

function port(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new Error("The relay has no port");
  return address.port;
}
