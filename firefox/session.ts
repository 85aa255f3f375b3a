/** The one BiDi session of a browser: typed commands and events over the connection. */
import type { Call } from "../src/model/ports.ts";
import type { Connection } from "../src/rpc/connection.ts";
import { type BidiEvent, EVENTS, type Method, type Params, type Result } from "./protocol.ts";

const KNOWN: ReadonlySet<string> = new Set(EVENTS);

export class Session {
  readonly connection: Connection;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** Errors: those of `Connection.call`. */
  send<M extends Method>(method: M, params: Params<M>, call: Call): Promise<Result<M>> {
    // The one place where an answer gets its type: the shapes are the protocol's (`protocol.ts`).
    return this.connection.call(method, params, null, call) as Promise<Result<M>>;
  }

  /**
   * Sends what needs no answer. It can fail only when what it is about or the browser is gone, which
   * is told by events to whom it concerns.
   */
  post<M extends Method>(method: M, params: Params<M>, withinMs: number): void {
    this.send(method, params, this.connection.within(withinMs)).catch(() => {});
  }

  /** The listener hears the events in their order; it must not throw. */
  listen(listener: (event: BidiEvent) => void): void {
    this.connection.listen(null, (method, params) => {
      // The one place where an event gets its type: the shapes are the protocol's (`protocol.ts`).
      if (KNOWN.has(method)) listener({ method, params } as BidiEvent);
    });
  }
}
