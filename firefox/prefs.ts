/**
 * Preferences and arguments of a launched Firefox. What its own remote agent sets for automation is
 * not repeated. Source: the browser's `about:config`.
 */

type Value = string | number | boolean;

const PREFS: Readonly<Record<string, Value>> = {
  // No traffic of its own.
  "app.normandy.enabled": false,
  "app.update.disabledForTesting": true,
  "browser.aboutwelcome.enabled": false,
  "browser.chrome.site_icons": false,
  "browser.contentblocking.introCount": 99,
  "browser.discovery.enabled": false,
  "browser.newtabpage.enabled": false,
  "browser.newtab.preload": false,
  "browser.ping-centre.telemetry": false,
  "browser.region.network.url": "",
  "browser.safebrowsing.downloads.remote.enabled": false,
  "browser.search.update": false,
  "browser.topsites.contile.enabled": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "extensions.getAddons.cache.enabled": false,
  "extensions.systemAddon.update.enabled": false,
  "extensions.update.enabled": false,
  "media.gmp-manager.updateEnabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "network.dns.disablePrefetch": true,
  "network.http.speculative-parallel-limit": 0,
  "network.prefetch-next": false,
  "services.settings.server": "data:,#remote-settings-dummy/v1",
  "toolkit.telemetry.enabled": false,
  "toolkit.telemetry.server": "",
  // Nobody looks at its windows.
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.homepage": "about:blank",
  "browser.startup.page": 0,
  "browser.tabs.warnOnClose": false,
  "browser.tabs.unloadOnLowMemory": false,
  // A page's print() does nothing, as a user agent without a printer may.
  "print.enabled": false,
  "browser.translations.automaticallyPopup": false,
  "browser.warnOnQuit": false,
  "dom.ipc.reportProcessHangs": false,
  "dom.max_script_run_time": 0,
  "signon.rememberSignons": false,
  "extensions.formautofill.addresses.enabled": false,
  "extensions.formautofill.creditCards.enabled": false,
  "ui.key.menuAccessKeyFocuses": false,
  "ui.systemUsesDarkTheme": 0,
  // Scroll bars take no room, as on the other engine.
  "ui.useOverlayScrollbars": 1,
  // Popups open, each in a tab behind its opener, which goes on painting: a window of its own takes
  // seconds on a busy machine, and its opener waits for it.
  "browser.link.open_newwindow": 3,
  "browser.link.open_newwindow.restriction": 0,
  "browser.tabs.loadDivertedInBackground": true,
  "dom.disable_open_during_load": false,
  "dom.popup_maximum": -1,
  // A pointer that rests moves by itself when the page under it changes: not on a page of which
  // nobody has asked it.
  "layout.reflow.synthMouseMove": false,
  // Nobody could answer these; the page is told that it may not.
  "permissions.default.camera": 2,
  "permissions.default.desktop-notification": 2,
  "permissions.default.geo": 2,
  "permissions.default.microphone": 2,
  "permissions.default.xr": 2,
  // A page that is gone back to is loaded anew, as on the other engine.
  "browser.sessionhistory.max_total_viewers": 0,
  // A set proxy is to see everything, local addresses too.
  "network.proxy.allow_hijacking_localhost": true,
};

/** Hidden pages run as visible ones do. */
const UNTHROTTLED: Readonly<Record<string, Value>> = {
  "dom.min_background_timeout_value": 4,
  "dom.timeout.enable_budget_timer_throttling": false,
  "widget.windows.window_occlusion_tracking.enabled": false,
};

/** Text of the profile's `user.js`. */
export function userPrefs(): string {
  return Object.entries({ ...PREFS, ...UNTHROTTLED })
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join("");
}

/** Arguments; the operator's `extra` ones come last. */
export function firefoxArguments(options: {
  readonly profileDir: string;
  readonly headed: boolean;
  readonly extra: readonly string[];
}): readonly string[] {
  return [
    ...(options.headed ? [] : ["--headless"]),
    "--no-remote",
    "--new-instance",
    "--remote-debugging-port=0",
    "--profile",
    options.profileDir,
    ...options.extra,
  ];
}
