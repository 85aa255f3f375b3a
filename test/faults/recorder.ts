/**
 * The script that pages under test carry. It records, in every frame, which element got which
 * event, and tells it to the test over a socket of its own: no verdict rests on the product's word.
 * It also holds changes back until the test lets them go, so that none rests on a race.
 *
 * In the page:
 * - `held("name", () => …)` runs the function when the test calls `stand.release("name")`;
 * - `tell("name", value)` sends a value of the page's choice;
 * - `watch(root)` records inside a closed shadow root, which hides its events from the window.
 */

export interface Happening {
  /** Address (path only) of the document that it happened in. */
  readonly at: string;
  /** An event's type, or `told`. */
  readonly type: string;
  /** `id` of the innermost element of the event's path that has one; of `tell`, its name. */
  readonly key: string;
  /** All `id`s of the event's path, innermost first. */
  readonly path: readonly string[];
  /** False for an event that a script made. */
  readonly trusted: boolean;
  /** Of the field that an input or change event went to; of `tell`, its value. */
  readonly value: unknown;
}

/** The script tag for a page whose tests listen at `socketUrl`. */
export function recorderTag(socketUrl: string): string {
  return `<script>(${RECORD})(${JSON.stringify(socketUrl)})</script>`;
}

/** Source text, because it runs in the page: types of the DOM are not those of the tests. */
const RECORD = `(socketUrl) => {
  const TYPES = ["mousedown", "mouseup", "click", "dblclick", "input", "change", "keydown", "submit"];
  let socket;
  let told = false;
  const waiting = [];
  const send = (message) => {
    const text = JSON.stringify(message);
    if (socket.readyState === 1) socket.send(text);
    else waiting.push(text);
  };
  const at = location.pathname + location.search;
  const holds = new Map();
  const noted = new WeakMap();
  const note = (event) => {
    const path = event.composedPath().map((one) => one.id).filter((id) => typeof id === "string" && id !== "");
    const aim = event.composedPath()[0];
    // A root that shows the element in a slot of its own tells of the event that the window told.
    if (noted.get(event) === aim) return;
    noted.set(event, aim);
    const value = event.type === "input" || event.type === "change" ? aim?.value ?? null : null;
    send({ kind: "event", happening: { at, type: event.type, key: path[0] ?? "", path, trusted: event.isTrusted, value } });
  };
  const record = (target) => {
    for (const type of TYPES) target.addEventListener(type, note, true);
  };
  record(globalThis);
  globalThis.watch = record;
  globalThis.held = (name, run) => { holds.set(name, run); send({ kind: "holding", name }); };
  globalThis.tell = (name, value = null) =>
    send({ kind: "event", happening: { at, type: "told", key: name, path: [], trusted: true, value } });
  const hear = async ({ data }) => {
    const message = JSON.parse(data);
    if (message.kind === "ping") send({ kind: "pong", number: message.number });
    if (message.kind === "go" && holds.has(message.name)) {
      await holds.get(message.name)();
      send({ kind: "done", name: message.name });
    }
  };
  // A hand-shake that fails is tried again; a socket that was open is not.
  const connect = () => {
    socket = new WebSocket(socketUrl);
    socket.onmessage = hear;
    socket.onopen = () => {
      told = true;
      send({ kind: "hello", at });
      for (const text of waiting.splice(0)) socket.send(text);
    };
    socket.onclose = () => { if (!told) setTimeout(connect, 100); };
  };
  connect();
}`;
