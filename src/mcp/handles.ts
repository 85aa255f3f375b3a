/** Workflow handles of one MCP server object. Source: `contract/mcp-tools.md` 3. */
import { Failure } from "../model/error.ts";
import { HANDLE_PATTERN } from "../model/ids.ts";
import { MAX_HANDLE_RESERVATIONS, MAX_HANDLES } from "../model/limits.ts";
import type { Ids } from "../model/ports.ts";
import type { HandleBinding, HandleRegistry, HandleReservation } from "../registry/runtime.ts";

/** Bytes of randomness in a handle: 32 hex digits. */
const HANDLE_RANDOM_BYTES = 16;

/**
 * At most 64 bindings, the least recently used leaves first, and 64 reservations. A handle is a
 * convenience of the generation that made it and never authority: whoever resolves one still has
 * to own the session it names.
 */
export class WorkflowHandles implements HandleRegistry {
  readonly #ids: Ids;
  /** In order of use: the first is the least recently used. */
  readonly #bindings = new Map<string, HandleBinding>();
  #reservations = new Set<object>();

  constructor(ids: Ids) {
    this.#ids = ids;
  }

  resolve(handle: string): HandleBinding {
    const binding = HANDLE_PATTERN.test(handle) ? this.#bindings.get(handle) : undefined;
    if (binding === undefined) {
      throw new Failure("unknownWorkflowHandle", "The workflow handle is not known");
    }
    this.#bindings.delete(handle);
    this.#bindings.set(handle, binding);
    return binding;
  }

  reserve(): HandleReservation {
    const reservations = this.#reservations;
    if (reservations.size >= MAX_HANDLE_RESERVATIONS) {
      throw new Failure(
        "resourceExhausted",
        `${MAX_HANDLE_RESERVATIONS} workflows are being started at once`,
      );
    }
    const token = {};
    reservations.add(token);
    const isCurrent = (): boolean => this.#reservations === reservations && reservations.has(token);
    return {
      get current() {
        return isCurrent();
      },
      commit: (binding) => {
        if (!isCurrent()) {
          throw new Failure("internal", "The reservation belongs to an earlier generation");
        }
        reservations.delete(token);
        return this.#publish(binding);
      },
      release: () => {
        reservations.delete(token);
      },
    };
  }

  evict(match: { readonly sessionId: string; readonly pageId?: string }): void {
    for (const [handle, binding] of this.#bindings) {
      if (
        binding.sessionId === match.sessionId &&
        (match.pageId === undefined || binding.pageId === match.pageId)
      ) this.#bindings.delete(handle);
    }
  }

  retainSessions(sessionIds: ReadonlySet<string>): void {
    for (const [handle, binding] of this.#bindings) {
      if (!sessionIds.has(binding.sessionId)) this.#bindings.delete(handle);
    }
  }

  reset(): void {
    this.#bindings.clear();
    this.#reservations = new Set();
  }

  #publish(binding: HandleBinding): string {
    const handle = `wf_${this.#ids.hex(HANDLE_RANDOM_BYTES)}`;
    this.#bindings.set(handle, binding);
    if (this.#bindings.size > MAX_HANDLES) {
      const oldest = this.#bindings.keys().next();
      if (!oldest.done) this.#bindings.delete(oldest.value);
    }
    return handle;
  }
}
