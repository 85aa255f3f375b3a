/**
 * The part of WebDriver BiDi that this room uses, as data types. Sources: W3C WebDriver BiDi, and the
 * answers of Firefox 153.
 */

type None = Record<never, never>;

export type LocalValue =
  | { readonly type: "string"; readonly value: string }
  | { readonly sharedId: string };

/** A value as a script gave it; only the kinds that our own scripts give. */
export interface RemoteValue {
  readonly type: string;
  readonly value?: unknown;
  readonly sharedId?: string;
}

export interface RemoteNode extends RemoteValue {
  readonly value?: {
    readonly shadowRoot?: RemoteNode | null;
    readonly mode?: "open" | "closed";
  };
}

export type ScriptResult =
  | { readonly type: "success"; readonly realm: string; readonly result: RemoteValue }
  | {
    readonly type: "exception";
    readonly realm: string;
    readonly exceptionDetails: { readonly text: string };
  };

export interface ContextInfo {
  readonly context: string;
  readonly parent?: string | null;
  readonly originalOpener: string | null;
  readonly userContext: string;
  readonly url: string;
}

interface KeyAction {
  readonly type: "keyDown" | "keyUp";
  readonly value: string;
}

interface Pause {
  readonly type: "pause";
}

type PointerAction =
  | {
    readonly type: "pointerMove";
    readonly x: number;
    readonly y: number;
    readonly origin: "viewport";
  }
  | { readonly type: "pointerDown" | "pointerUp"; readonly button: number };

export interface KeySource {
  readonly type: "key";
  readonly id: string;
  readonly actions: readonly (KeyAction | Pause)[];
}

export interface PointerSource {
  readonly type: "pointer";
  readonly id: string;
  readonly parameters: { readonly pointerType: "mouse" };
  readonly actions: readonly (PointerAction | Pause)[];
}

export interface ManualProxy {
  readonly proxyType: "manual";
  readonly httpProxy?: string;
  readonly sslProxy?: string;
  readonly socksProxy?: string;
  readonly socksVersion?: number;
}

export interface Box {
  readonly type: "box";
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface SerializationOptions {
  readonly maxDomDepth?: number;
  readonly maxObjectDepth?: number;
  readonly includeShadowTree?: "none" | "open" | "all";
}

export interface Commands {
  "session.new": {
    params: {
      readonly capabilities: {
        readonly alwaysMatch: {
          readonly unhandledPromptBehavior: {
            readonly default: "ignore";
            readonly file: "dismiss";
          };
        };
      };
    };
    result: {
      readonly capabilities: {
        readonly browserName: string;
        readonly browserVersion: string;
      };
    };
  };
  "session.subscribe": { params: { readonly events: readonly EventName[] }; result: None };
  "session.end": { params: None; result: None };
  "browser.createUserContext": {
    params: { readonly proxy?: ManualProxy };
    result: { readonly userContext: string };
  };
  "browser.removeUserContext": { params: { readonly userContext: string }; result: None };
  "browser.setDownloadBehavior": {
    params: {
      readonly downloadBehavior: { readonly type: "denied" };
      readonly userContexts: readonly string[];
    };
    result: None;
  };
  "browsingContext.create": {
    params: {
      readonly type: "window" | "tab";
      readonly referenceContext?: string;
      readonly userContext: string;
    };
    result: { readonly context: string };
  };
  "browsingContext.getTree": {
    params: { readonly maxDepth: number };
    result: { readonly contexts: readonly ContextInfo[] };
  };
  "browsingContext.close": { params: { readonly context: string }; result: None };
  "browsingContext.activate": { params: { readonly context: string }; result: None };
  "browsingContext.navigate": {
    params: { readonly context: string; readonly url: string; readonly wait: "none" };
    result: { readonly navigation: string | null; readonly url: string };
  };
  "browsingContext.handleUserPrompt": {
    params: { readonly context: string; readonly accept: boolean; readonly userText?: string };
    result: None;
  };
  "browsingContext.captureScreenshot": {
    params: {
      readonly context: string;
      readonly origin: "viewport" | "document";
      readonly clip?: Box;
      readonly format: { readonly type: string; readonly quality?: number };
    };
    result: { readonly data: string };
  };
  "browsingContext.locateNodes": {
    params: {
      readonly context: string;
      readonly locator: { readonly type: "context"; readonly value: { readonly context: string } };
      readonly serializationOptions: SerializationOptions;
    };
    result: { readonly nodes: readonly RemoteNode[] };
  };
  "script.addPreloadScript": {
    params: {
      readonly functionDeclaration: string;
      readonly sandbox: string;
      readonly userContexts: readonly string[];
    };
    result: { readonly script: string };
  };
  "script.callFunction": {
    params: {
      readonly functionDeclaration: string;
      readonly arguments: readonly LocalValue[];
      readonly target: { readonly context: string; readonly sandbox: string };
      readonly awaitPromise: boolean;
      readonly serializationOptions?: SerializationOptions;
    };
    result: ScriptResult;
  };
  "input.performActions": {
    params: {
      readonly context: string;
      readonly actions: readonly (KeySource | PointerSource)[];
    };
    result: None;
  };
  "input.releaseActions": { params: { readonly context: string }; result: None };
  "network.addIntercept": {
    params: { readonly phases: readonly "authRequired"[] };
    result: { readonly intercept: string };
  };
  "network.continueWithAuth": {
    params:
      | { readonly request: string; readonly action: "cancel" }
      | {
        readonly request: string;
        readonly action: "provideCredentials";
        readonly credentials: {
          readonly type: "password";
          readonly username: string;
          readonly password: string;
        };
      };
    result: None;
  };
}

interface NavigationInfo {
  readonly context: string;
  readonly navigation: string | null;
  readonly url: string;
}

export interface RequestEvent {
  readonly context: string | null;
  readonly navigation: string | null;
  readonly isBlocked: boolean;
  readonly request: {
    readonly request: string;
    readonly url: string;
    readonly destination?: string;
    readonly initiatorType?: string | null;
    readonly headers: readonly {
      readonly name: string;
      readonly value: { readonly value: string };
    }[];
  };
}

interface ResponseEvent extends RequestEvent {
  readonly response: { readonly status: number };
}

export interface Events {
  "browsingContext.contextCreated": ContextInfo;
  "browsingContext.contextDestroyed": ContextInfo;
  "browsingContext.navigationStarted": NavigationInfo;
  "browsingContext.navigationCommitted": NavigationInfo;
  "browsingContext.navigationFailed": NavigationInfo;
  "browsingContext.fragmentNavigated": NavigationInfo;
  "browsingContext.historyUpdated": { readonly context: string; readonly url: string };
  "browsingContext.domContentLoaded": NavigationInfo;
  "browsingContext.load": NavigationInfo;
  "browsingContext.downloadWillBegin": NavigationInfo;
  "browsingContext.userPromptOpened": {
    readonly context: string;
    readonly type: "alert" | "confirm" | "prompt" | "beforeunload";
    readonly message: string;
    readonly defaultValue?: string;
  };
  "browsingContext.userPromptClosed": { readonly context: string; readonly accepted: boolean };
  "script.realmCreated": {
    readonly realm: string;
    readonly type: string;
    readonly context?: string;
    readonly sandbox?: string;
  };
  "script.realmDestroyed": { readonly realm: string };
  "network.beforeRequestSent": RequestEvent;
  "network.responseStarted": ResponseEvent;
  "network.responseCompleted": ResponseEvent;
  "network.fetchError": RequestEvent & { readonly errorText: string };
  "network.authRequired": ResponseEvent;
}

export const EVENTS = [
  "browsingContext.contextCreated",
  "browsingContext.contextDestroyed",
  "browsingContext.navigationStarted",
  "browsingContext.navigationCommitted",
  "browsingContext.navigationFailed",
  "browsingContext.fragmentNavigated",
  "browsingContext.historyUpdated",
  "browsingContext.domContentLoaded",
  "browsingContext.load",
  "browsingContext.downloadWillBegin",
  "browsingContext.userPromptOpened",
  "browsingContext.userPromptClosed",
  "script.realmCreated",
  "script.realmDestroyed",
  "network.beforeRequestSent",
  "network.responseStarted",
  "network.responseCompleted",
  "network.fetchError",
  "network.authRequired",
] as const satisfies readonly (keyof Events)[];

export type EventName = keyof Events;
export type Method = keyof Commands;
export type Params<M extends Method> = Commands[M]["params"];
export type Result<M extends Method> = Commands[M]["result"];

/** One event with its name: what is passed on to the pieces of a page. */
export type BidiEvent = {
  readonly [E in EventName]: { readonly method: E; readonly params: Events[E] };
}[EventName];
