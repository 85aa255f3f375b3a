/** One flat CDP session: typed calls and events over the shared connection. */
import { Failure } from "../src/model/error.ts";
import { HEARTBEAT_MS } from "../src/model/limits.ts";
import type { Call } from "../src/model/ports.ts";
import type { Connection } from "../src/rpc/connection.ts";
import type { EventName, Events, Method, Params, Result } from "./protocol.ts";

type Listener = (params: unknown) => void;

export class Session {
  readonly connection: Connection;
  /** null: the browser's own session. */
  readonly id: string | null;
  readonly #listeners = new Map<string, Listener[]>();
  #ended = false;

  constructor(connection: Connection, id: string | null) {
    this.connection = connection;
    this.id = id;
    connection.listen(id, (method, params) => {
      const listeners = this.#listeners.get(method);
      if (listeners !== undefined) { for (const listener of listeners) listener(params); }
    });
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Errors: those of `Connection.call`; `targetDetached` when the session has ended. */
  send<M extends Method>(method: M, params: Params<M>, call: Call): Promise<Result<M>> {
    if (this.#ended) return Promise.reject(ended());
    // The one place where an answer gets its type: the shapes are the protocol's (`protocol.ts`).
    return this.connection.call(method, params, this.id, call) as Promise<Result<M>>;
  }

  /**
   * Sends what needs no answer. It can fail only when its target or the browser is gone, which
   * is told by events to whom it concerns.
   */
  post<M extends Method>(method: M, params: Params<M>, withinMs: number): void {
    this.send(method, params, this.connection.within(withinMs)).catch(() => {});
  }

  /** Listeners run in the order of events; they must not throw. */
  on<E extends EventName>(event: E, listener: (params: Events[E]) => void): void {
    const typed: Listener = (params) => {
      // The one place where an event gets its type: the shapes are the protocol's (`protocol.ts`).
      listener(params as Events[E]);
    };
    const listeners = this.#listeners.get(event);
    if (listeners === undefined) this.#listeners.set(event, [typed]);
    else listeners.push(typed);
  }

  /** The target has detached: calls in flight and later ones fail. Idempotent. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#listeners.clear();
    if (this.id !== null) this.connection.endSession(this.id, ended());
  }
}

function ended(): Failure {
  return new Failure("targetDetached", "The part of the page that was called is gone");
}

/** Asks the page's script what costs it nothing, and waits long for its answer. */
export function beat(session: Session): Promise<unknown> {
  const call = session.connection.within(HEARTBEAT_MS);
  return session.send("Runtime.evaluate", { expression: "0" }, call);
}
