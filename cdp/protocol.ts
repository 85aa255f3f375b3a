/**
 * The part of the Chrome DevTools Protocol that we speak, as types: one line a method or event,
 * only the fields we use. Source: https://chromedevtools.github.io/devtools-protocol/tot/.
 * A new method is one line here.
 */

type None = Readonly<Record<never, never>>;

export interface TargetInfo {
  readonly targetId: string;
  readonly type: string;
  readonly title: string;
  readonly url: string;
  readonly openerId?: string;
  readonly browserContextId?: string;
}

export interface TargetFilter {
  readonly type?: string;
  readonly exclude?: boolean;
}

export interface ProtocolFrame {
  readonly id: string;
  readonly parentId?: string;
  readonly loaderId: string;
  readonly url: string;
  readonly urlFragment?: string;
  /** Set on the error page that stands for a document which did not load. */
  readonly unreachableUrl?: string;
}

export interface FrameTreeNode {
  readonly frame: ProtocolFrame;
  readonly childFrames?: readonly FrameTreeNode[];
}

export interface RemoteObject {
  readonly type: string;
  readonly subtype?: string;
  readonly className?: string;
  readonly description?: string;
  readonly value?: unknown;
  readonly objectId?: string;
}

export interface ExceptionDetails {
  readonly text: string;
  readonly exception?: RemoteObject;
}

export interface EvaluateResult {
  readonly result: RemoteObject;
  readonly exceptionDetails?: ExceptionDetails;
}

export interface CallArgument {
  readonly value?: unknown;
  readonly objectId?: string;
}

export interface DomNode {
  readonly backendNodeId: number;
  readonly shadowRootType?: "user-agent" | "open" | "closed";
  readonly shadowRoots?: readonly DomNode[];
}

export interface MouseEventParams {
  readonly type: "mouseMoved" | "mousePressed" | "mouseReleased";
  readonly x: number;
  readonly y: number;
  readonly modifiers: number;
  readonly button?: "none" | "left";
  readonly buttons?: number;
  readonly clickCount?: number;
}

export interface KeyEventParams {
  readonly type: "keyDown" | "rawKeyDown" | "keyUp";
  readonly modifiers: number;
  readonly key: string;
  readonly code?: string;
  readonly windowsVirtualKeyCode?: number;
  readonly location?: number;
  readonly text?: string;
  readonly unmodifiedText?: string;
  readonly commands?: readonly string[];
}

export interface ClipRegion {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly scale: number;
}

export interface Commands {
  "Browser.getVersion": { params: None; result: { readonly product: string } };
  "Browser.setDownloadBehavior": {
    params: { readonly behavior: "deny"; readonly browserContextId: string };
    result: None;
  };
  "Target.setDiscoverTargets": {
    params: { readonly discover: boolean; readonly filter?: readonly TargetFilter[] };
    result: None;
  };
  "Target.setAutoAttach": {
    params: {
      readonly autoAttach: boolean;
      readonly waitForDebuggerOnStart: boolean;
      readonly flatten: true;
      readonly filter?: readonly TargetFilter[];
    };
    result: None;
  };
  "Target.attachToTarget": {
    params: { readonly targetId: string; readonly flatten: true };
    result: { readonly sessionId: string };
  };
  "Target.detachFromTarget": { params: { readonly sessionId: string }; result: None };
  "Target.createBrowserContext": {
    params: {
      readonly disposeOnDetach: boolean;
      readonly proxyServer?: string;
      readonly proxyBypassList?: string;
    };
    result: { readonly browserContextId: string };
  };
  "Target.disposeBrowserContext": {
    params: { readonly browserContextId: string };
    result: None;
  };
  "Target.createTarget": {
    params: {
      readonly url: string;
      readonly browserContextId: string;
      readonly newWindow: boolean;
    };
    result: { readonly targetId: string };
  };
  "Target.getTargetInfo": {
    params: { readonly targetId: string };
    result: { readonly targetInfo: TargetInfo };
  };
  "Target.closeTarget": { params: { readonly targetId: string }; result: None };
  "Inspector.enable": { params: None; result: None };
  "Page.enable": { params: None; result: None };
  "Page.disable": { params: None; result: None };
  "Page.setLifecycleEventsEnabled": { params: { readonly enabled: boolean }; result: None };
  "Page.getFrameTree": { params: None; result: { readonly frameTree: FrameTreeNode } };
  "Page.addScriptToEvaluateOnNewDocument": {
    params: {
      readonly source: string;
      readonly worldName: string;
      readonly runImmediately: boolean;
    };
    result: { readonly identifier: string };
  };
  "Page.createIsolatedWorld": {
    params: { readonly frameId: string; readonly worldName: string };
    result: { readonly executionContextId: number };
  };
  "Page.navigate": {
    params: { readonly url: string };
    result: {
      readonly frameId: string;
      readonly loaderId?: string;
      readonly errorText?: string;
      readonly isDownload?: boolean;
    };
  };
  "Page.stopLoading": { params: None; result: None };
  "Page.crash": { params: None; result: None };
  "Page.bringToFront": { params: None; result: None };
  "Page.handleJavaScriptDialog": {
    params: { readonly accept: boolean; readonly promptText?: string };
    result: None;
  };
  "Page.getLayoutMetrics": {
    params: None;
    result: {
      readonly cssVisualViewport: {
        readonly pageX: number;
        readonly pageY: number;
        readonly clientWidth: number;
        readonly clientHeight: number;
      };
      readonly cssContentSize: { readonly width: number; readonly height: number };
    };
  };
  "Page.captureScreenshot": {
    params: {
      readonly format: "png" | "jpeg" | "webp";
      readonly quality?: number;
      readonly clip?: ClipRegion;
      readonly captureBeyondViewport: boolean;
      readonly optimizeForSpeed: boolean;
    };
    result: { readonly data: string };
  };
  "Network.enable": { params: None; result: None };
  "Fetch.enable": {
    params: {
      readonly handleAuthRequests: true;
      readonly patterns?: readonly { readonly resourceType: string }[];
    };
    result: None;
  };
  "Fetch.continueRequest": { params: { readonly requestId: string }; result: None };
  "Fetch.continueWithAuth": {
    params: {
      readonly requestId: string;
      readonly authChallengeResponse: {
        readonly response: "Default" | "CancelAuth" | "ProvideCredentials";
        readonly username?: string;
        readonly password?: string;
      };
    };
    result: None;
  };
  "Emulation.setFocusEmulationEnabled": { params: { readonly enabled: boolean }; result: None };
  "Runtime.runIfWaitingForDebugger": { params: None; result: None };
  "Runtime.terminateExecution": { params: None; result: None };
  "Runtime.evaluate": {
    params: {
      readonly expression: string;
      readonly contextId?: number;
      readonly returnByValue?: boolean;
    };
    result: EvaluateResult;
  };
  "Runtime.callFunctionOn": {
    params: {
      readonly objectId: string;
      readonly functionDeclaration: string;
      readonly arguments: readonly CallArgument[];
      readonly awaitPromise?: boolean;
      readonly returnByValue?: boolean;
      readonly objectGroup?: string;
    };
    result: EvaluateResult;
  };
  "Runtime.releaseObjectGroup": { params: { readonly objectGroup: string }; result: None };
  "DOM.getFrameOwner": {
    params: { readonly frameId: string };
    result: { readonly backendNodeId: number };
  };
  "DOM.resolveNode": {
    params: {
      readonly backendNodeId: number;
      readonly executionContextId: number;
      readonly objectGroup: string;
    };
    result: { readonly object: RemoteObject };
  };
  "DOM.describeNode": {
    params: { readonly objectId: string; readonly depth: number; readonly pierce: boolean };
    result: { readonly node: DomNode };
  };
  "Input.dispatchMouseEvent": { params: MouseEventParams; result: None };
  "Input.dispatchKeyEvent": { params: KeyEventParams; result: None };
  "Input.insertText": { params: { readonly text: string }; result: None };
}

export interface Events {
  "Target.attachedToTarget": {
    readonly sessionId: string;
    readonly targetInfo: TargetInfo;
    readonly waitingForDebugger: boolean;
  };
  "Target.detachedFromTarget": { readonly sessionId: string };
  "Target.targetCreated": { readonly targetInfo: TargetInfo };
  "Target.targetInfoChanged": { readonly targetInfo: TargetInfo };
  "Target.targetDestroyed": { readonly targetId: string };
  "Target.targetCrashed": { readonly targetId: string; readonly status: string };
  "Inspector.targetCrashed": None;
  "Page.frameAttached": { readonly frameId: string; readonly parentFrameId: string };
  "Page.frameNavigated": { readonly frame: ProtocolFrame; readonly type?: string };
  "Page.navigatedWithinDocument": { readonly frameId: string; readonly url: string };
  "Page.frameDetached": { readonly frameId: string; readonly reason?: "remove" | "swap" };
  "Page.frameStartedNavigating": {
    readonly frameId: string;
    readonly url: string;
    readonly loaderId: string;
    readonly navigationType: string;
  };
  "Page.frameStoppedLoading": { readonly frameId: string };
  "Page.downloadWillBegin": { readonly frameId: string; readonly url: string };
  "Page.lifecycleEvent": {
    readonly frameId: string;
    readonly loaderId: string;
    readonly name: string;
  };
  "Page.javascriptDialogOpening": {
    readonly frameId: string;
    readonly url: string;
    readonly message: string;
    readonly type: "alert" | "confirm" | "prompt" | "beforeunload";
    readonly defaultPrompt?: string;
  };
  "Page.javascriptDialogClosed": { readonly result: boolean };
  "Network.requestWillBeSent": {
    readonly requestId: string;
    readonly loaderId: string;
    readonly request: { readonly url: string };
    readonly type?: string;
    readonly frameId?: string;
  };
  "Network.responseReceived": {
    readonly requestId: string;
    readonly type: string;
    readonly frameId?: string;
    readonly response: { readonly status: number; readonly url: string };
  };
  "Network.loadingFinished": { readonly requestId: string };
  "Network.loadingFailed": { readonly requestId: string; readonly errorText: string };
  "Network.webSocketCreated": { readonly requestId: string; readonly url: string };
  "Network.webSocketClosed": { readonly requestId: string };
  "Network.webTransportCreated": { readonly transportId: string; readonly url: string };
  "Network.webTransportClosed": { readonly transportId: string };
  "Fetch.requestPaused": { readonly requestId: string };
  "Fetch.authRequired": {
    readonly requestId: string;
    readonly authChallenge: { readonly source?: "Server" | "Proxy" };
  };
}

export type Method = keyof Commands;
export type Params<M extends Method> = Commands[M]["params"];
export type Result<M extends Method> = Commands[M]["result"];
export type EventName = keyof Events;
