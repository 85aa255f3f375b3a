/** Command line of a launched Chromium. Source: https://peter.sh/experiments/chromium-command-line-switches/ and the browser's own `--help`. */

export interface FlagOptions {
  readonly profileDir: string;
  readonly headed: boolean;
  readonly sandboxed: boolean;
  /** Extra arguments of the operator; they win over ours. */
  readonly extra: readonly string[];
}

/**
 * Features switched off: the browser's own network traffic, its own pages (the popup of the address
 * bar alone costs every window a renderer), and page caches that hide a new document.
 */
const DISABLED_FEATURES = [
  "AcceptCHFrame",
  "AutofillServerCommunication",
  "BackForwardCache",
  "CalculateNativeWinOcclusion",
  "CertificateTransparencyComponentUpdater",
  "DestroyProfileOnBrowserClose",
  "DialMediaRouteProvider",
  "GlobalMediaControls",
  "HttpsUpgrades",
  "InterestFeedContentSuggestions",
  "MediaRouter",
  "OptimizationHints",
  "PaintHolding",
  "Prerender2",
  "Translate",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "WebUIOmniboxPopup",
];

/**
 * The protection from floods of history changes stays on: without it the loop of one page keeps the
 * browser's own process so busy that the pages of all sessions stand still.
 */
const FLAGS = [
  "--remote-debugging-pipe",
  "--no-first-run",
  "--no-default-browser-check",
  "--no-startup-window",
  "--no-service-autorun",
  // No traffic of its own.
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-domain-reliability",
  "--disable-client-side-phishing-detection",
  "--disable-field-trial-config",
  "--disable-sync",
  "--no-pings",
  "--metrics-recording-only",
  "--disable-breakpad",
  "--disable-crash-reporter",
  // Hidden pages run as visible ones do.
  "--disable-background-timer-throttling",
  "--disable-backgrounding-occluded-windows",
  "--disable-renderer-backgrounding",
  // An agent is not a person at a window.
  "--disable-component-extensions-with-background-pages",
  "--disable-hang-monitor",
  "--disable-infobars",
  "--disable-popup-blocking",
  "--disable-prompt-on-repost",
  "--disable-search-engine-choice-screen",
  "--allow-pre-commit-input",
  "--password-store=basic",
  "--use-mock-keychain",
  "--force-color-profile=srgb",
];

const HEADLESS_FLAGS = [
  "--headless=new",
  "--hide-scrollbars",
  "--mute-audio",
  // Nobody could answer them; the page is told that it may not.
  "--deny-permission-prompts",
  "--window-size=1280,900",
];

const FEATURES = "--disable-features=";

export function chromiumFlags(options: FlagOptions): readonly string[] {
  // The browser takes only the last list of features: the operator's is added to ours.
  const ownFeatures = options.extra.filter((flag) => flag.startsWith(FEATURES));
  const disabled = [
    ...DISABLED_FEATURES,
    ...ownFeatures.flatMap((flag) => flag.slice(FEATURES.length).split(",")),
  ];
  return [
    ...FLAGS,
    ...(options.headed ? [] : HEADLESS_FLAGS),
    ...(options.sandboxed ? [] : ["--no-sandbox"]),
    // A container's shared memory is often 64 MB, too little for a page; /tmp is used instead.
    ...(options.sandboxed ? [] : ["--disable-dev-shm-usage"]),
    `--user-data-dir=${options.profileDir}`,
    `${FEATURES}${disabled.join(",")}`,
    ...options.extra.filter((flag) => !flag.startsWith(FEATURES)),
  ];
}
