/**
 * Every bound has its one home here, with the unit in its name.
 * Sources: `contract/mcp-tools.md` 4.3, `contract/runtime.md` 11, the design.
 */

/** Largest JSON-RPC frame we read, UTF-8 bytes without the delimiter. */
export const MAX_FRAME_IN_BYTES = 1024 * 1024;
/** Largest JSON-RPC frame we write, UTF-8 bytes (screenshots travel inside). */
export const MAX_FRAME_OUT_BYTES = 20 * 1024 * 1024;
/** Largest frame accepted from a browser (a full-page screenshot, a 50,000-element walk). */
export const MAX_BROWSER_FRAME_BYTES = 256 * 1024 * 1024;
/** Largest `tools/call` arguments, UTF-8 bytes of their JSON. */
export const MAX_TOOL_INPUT_BYTES = 256 * 1024;
/** Deepest JSON accepted in a frame, containers; what is deeper is never parsed. */
export const MAX_FRAME_DEPTH = 256;
/** Deepest `tools/call` arguments, containers. */
export const MAX_JSON_DEPTH = 128;
/** Largest JSON-RPC id, bytes of its JSON. */
export const MAX_REQUEST_ID_BYTES = 256;
/** Requests of one connection in flight at once; the next is refused with resourceExhausted. */
export const MAX_IN_FLIGHT_REQUESTS = 64;
/** Cancellations kept for requests not seen yet; the oldest leaves first. */
export const MAX_PENDING_CANCELS = 1024;
/** After end of input: time given to work in flight before the process ends, milliseconds. */
export const DRAIN_MS = 250;
/** Frames waiting to be written to one connection, bytes; one larger frame may wait alone. */
export const WRITE_QUEUE_BYTES = 1024 * 1024;
/** Small frames that wait together are written together, up to this many bytes. */
export const WRITE_BATCH_BYTES = 64 * 1024;
/** Messages of one connection read but not begun; past it the input is paused. */
export const MAX_WAITING_MESSAGES = 64;
/** Longest tool name in a call, UTF-16 units (names are ASCII). */
export const MAX_TOOL_NAME_CHARS = 64;
/** Longest message of a progress notification, UTF-16 units; a longer one is cut. */
export const MAX_PROGRESS_MESSAGE_CHARS = 1_000;
/** How often a client that asked for progress hears of a call that is still at work, milliseconds. */
export const PROGRESS_BEAT_MS = 1_000;
/** Largest message of a -32000 error, UTF-8 bytes; its diagnostic is cut first. */
export const MAX_INTERFACE_MESSAGE_BYTES = 1024;
/** Capabilities a client declares at `initialize`: how many, and the UTF-8 bytes of their JSON. */
export const MAX_CLIENT_CAPABILITIES = 32;
export const MAX_CLIENT_CAPABILITIES_BYTES = 16 * 1024;
/** Bounds inside them: levels, values in all, members of one container, bytes of a string or key. */
export const MAX_CLIENT_CAPABILITY_DEPTH = 8;
export const MAX_CLIENT_CAPABILITY_NODES = 256;
export const MAX_CLIENT_CAPABILITY_MEMBERS = 64;
export const MAX_CLIENT_CAPABILITY_STRING_BYTES = 4_096;
export const MAX_CLIENT_CAPABILITY_KEY_BYTES = 128;
/** From the end of service to the end of the process: time to end browsers, milliseconds. Hosts kill after 2 seconds; what is not done by then the watchdog of each browser does. */
export const SHUTDOWN_MS = 1_200;
/** Largest `tools/list` result for A's tools in the full phase, bytes. */
export const MAX_TOOLS_LIST_BYTES = 131_072;
/** Largest single `tools/list` entry, bytes. */
export const MAX_TOOL_ENTRY_BYTES = 32 * 1024;

/** Sessions open at once in one gateway. */
export const MAX_SESSIONS = 8;
/** Pages open at once in one session. */
export const MAX_PAGES_PER_SESSION = 64;
/** Committed workflow handles kept; the least recently used leaves first. */
export const MAX_HANDLES = 64;
/** Concurrent workflow_start calls holding a reservation. */
export const MAX_HANDLE_RESERVATIONS = 64;

/** Default time for a navigation or a wait, milliseconds. */
export const DEFAULT_TIMEOUT_MS = 30_000;
/** Largest `timeoutMs` argument, milliseconds. */
export const MAX_TIMEOUT_MS = 300_000;
/** Margin of a minted deadline over the command's own time-out, milliseconds. */
export const DEADLINE_MARGIN_MS = 15_000;
/** Least time from now to a minted deadline, milliseconds. */
export const MIN_DEADLINE_MS = 60_000;

/** Deadline of one call into a page; past it the page is `pageUnresponsive`, milliseconds. */
export const PAGE_CALL_MS = 4_000;
/** A command that is not done by then has the page looked after, and again so long after each answer, milliseconds. */
export const HANG_LOOK_MS = 250;
/** A silent page on which a navigation waits for its turn is left after this, milliseconds. */
export const LEAVING_MS = 2_000;
/** An unanswered look at a page is given up and made anew after this, milliseconds. */
export const HEARTBEAT_MS = 300_000;
/** Deadline of one browser-level call (targets, contexts, input), milliseconds. */
export const BROWSER_CALL_MS = 10_000;
/** Time for a launched browser to answer its first call, milliseconds. */
export const LAUNCH_MS = 30_000;
/** A whole snapshot: waiting for the document, its frames, the answer; past it the page is `pageUnresponsive`, milliseconds. */
export const SNAPSHOT_MS = 4_500;
/** A whole screenshot, milliseconds. */
export const SCREENSHOT_MS = 4_500;
/** All checks before an act together (attached, visible, stable, hit …), milliseconds. */
export const PREFLIGHT_MS = 800;
/** Longest wait for a page to come to rest after an act, milliseconds. */
export const SETTLE_CAP_MS = 1_500;
/** Longest wait for mutations alone to end: a page that is never still must not slow every act, milliseconds. */
export const SETTLE_QUIET_MS = 500;
/** Longest wait for a navigation that an act has started, milliseconds. */
export const SETTLE_NAVIGATION_MS = 5_000;
/** Longest wait for a page that has moved to tell its title, milliseconds. */
export const LANDING_MS = 500;
/** A popup that cannot be set up (its process hangs or asks) is told all the same after this, milliseconds. */
export const POPUP_START_MS = 2_000;
/** Longest wait for the tab that a click on a link with ctrl, meta or shift opens, milliseconds. */
export const NEW_TAB_MS = 1_000;
/** Longest wait for the exact URL after a click with `expectedUrl`, milliseconds. */
export const EXPECTED_URL_MS = 5_000;
/** Poll interval of wait conditions, milliseconds. */
export const WAIT_POLL_MS = 50;
/** Each step of clean-up after a failed workflow_start, milliseconds. */
export const CLEANUP_MS = 30_000;

/** The first snapshot of a document waits so long for the document to be loaded, milliseconds. */
export const FIRST_LOOK_MS = 1_500;
export const DEFAULT_SNAPSHOT_NODES = 256;
export const MAX_SNAPSHOT_NODES = 2_048;
/** Largest outline in one answer, UTF-8 bytes. */
export const MAX_OUTLINE_BYTES = 400 * 1024;
/** Deepest nesting of printed lines; deeper ones stand at this depth. */
export const MAX_OUTLINE_DEPTH = 64;
/** Longest outline line read back as a target, UTF-16 units. */
export const MAX_LINE_CHARS = 32_768;
/** Lines of child frames printed without their frame that are remembered per document; past it every line of a child frame names its frame. */
export const MAX_BARE_FRAME_LINES = 8_192;
/** Children of one node in the nodes form (contract A 2.8); the next one starts a new part. */
export const MAX_NODE_CHILDREN = 256;
/** Deepest frame that nodes give targets in, frames. */
export const MAX_FRAME_PATH = 8;
/** Open cursors (`after`) kept per page; the oldest leaves first. */
export const MAX_CURSORS_PER_PAGE = 64;
/** Frames walked in one snapshot. */
export const MAX_FRAMES = 256;
/** Longest name in a row, UTF-16 units; a longer one is cut and ends in `…`. */
export const MAX_NAME_CHARS = 1_000;
/** Longest run of text in a row, UTF-16 units; longer text is split over several rows, never lost. */
export const MAX_TEXT_CHARS = 4_000;
/** Longest value shown, UTF-16 units; a longer one is cut and ends in `…`. */
export const MAX_VALUE_CHARS = 500;

export const MAX_URL_BYTES = 8_192;
/** Longest URL in an answer, UTF-16 units; of a page's own a longer one is cut and ends in `…`, a link is shown without it. */
export const MAX_SHOWN_URL_CHARS = 8_192;
/** Longest URL in an error message, UTF-16 units; a longer one is cut and ends in `…`. */
export const MAX_MESSAGE_URL_CHARS = 500;
/** Longest title of a document that is taken in, UTF-16 units; Chromium's own bound for titles. */
export const MAX_TITLE_CHARS = 4_096;
export const MAX_SELECTOR_BYTES = 4_096;
/** The same in UTF-8 bytes at most, as the schema of `target` bounds it. */
export const MAX_LINE_BYTES = 3 * MAX_LINE_CHARS;
export const MAX_TEXT_BYTES = 4_096;
/** Text returned by `inspect`, UTF-8 bytes; cut text is flagged. */
export const MAX_INSPECT_TEXT_BYTES = 64 * 1024;
export const MAX_INSPECT_HTML_BYTES = 64 * 1024;
export const MAX_REGEX_BYTES = 256;
/** Elements that may answer to one target without an ordinal; more are refused (contract A 2.4). */
export const MAX_CANDIDATES = 100;

export const MAX_SCREENSHOT_SIDE_PX = 16_384;
/** Default longest side of a screenshot: what vision models read without scaling it down, pixels. */
export const DEFAULT_SCREENSHOT_SIDE_PX = 1_568;
export const MAX_ARTIFACT_BYTES = 8 * 1024 * 1024;
/** Journal records kept by a process without a durable store; the oldest leaves first. */
export const MAX_JOURNAL_RECORDS = 1_024;
/** Bytes of artifacts kept by a process without a durable store; the oldest leaves first. */
export const MAX_ARTIFACT_STORE_BYTES = 16 * 1024 * 1024;
/** Answer of one frame when a line is asked of all frames, milliseconds; a slower frame is left out. */
export const FRAME_CALL_MS = 1_000;
/** First and longest pause between two tries at a target that is not there yet, milliseconds. */
export const RESOLVE_BACKOFF_MIN_MS = 25;
export const RESOLVE_BACKOFF_MAX_MS = 400;
/** Time allowed for a target to appear before the typed error, milliseconds. */
export const RESOLVE_CAP_MS = 800;
/** Time given to a broken connection to tell whether the browser is gone, milliseconds. */
export const GONE_GRACE_MS = 500;
/** Dead pages of a session that are still to be reported; the oldest leaves first. */
export const MAX_DEAD_PAGES = 64;
/** Longest `observed` of a wait, UTF-16 units. */
export const MAX_OBSERVED_CHARS = 512;
/** A request open this long counts as long-lived for networkQuiet, milliseconds. */
export const LONG_LIVED_REQUEST_MS = 30_000;
/** Arguments of the tools, UTF-8 bytes or items (`contract/mcp-tools.md` 2.4, 2.5). */
export const MAX_ROLE_BYTES = 256;
export const MAX_ATTRIBUTES = 64;
export const MAX_ATTRIBUTE_NAME_BYTES = 128;
/** Frames or shadow hosts in one target. */
export const MAX_TARGET_PATH = 16;
export const MAX_TARGET_ORDINAL = 1_000_000;
export const MAX_IGNORED_REQUESTS = 32;
export const MAX_IGNORED_SUBSTRING_BYTES = 512;
export const MAX_IN_FLIGHT_CONDITION = 10_000;
export const MAX_PROFILE_BYTES = 128;
export const MAX_PROXY_BYTES = 2_048;
/** Goal of an observation, Unicode scalar values. */
export const MAX_GOAL_CHARS = 256;
export const MAX_CURSOR_BYTES = 512;
export const MAX_FORM_CONTROLS = 512;
export const DEFAULT_FORM_CONTROLS = 128;
/** `tools/list` texts kept, one per set of capabilities and phase; the oldest leaves first. */
export const MAX_CACHED_TOOL_LISTS = 64;
/** Walk of one child frame in a snapshot, milliseconds; a slower one is shown as unavailable. */
export const FRAME_WALK_MS = 2_000;
/** Title of the page in the status line above an outline, UTF-16 units. */
export const MAX_STATUS_TITLE_CHARS = 200;
/** URL of the page there, UTF-16 units. */
export const MAX_STATUS_URL_CHARS = 500;
/** Name of an element in an error message, UTF-16 units. */
export const MAX_SHOWN_NAME_CHARS = 80;
/** Words of a dialog in an error message, UTF-16 units. */
export const MAX_DIALOG_WORDS_CHARS = 300;
/** An act in front of a browser that only has one front makes the next one wait no longer, milliseconds. */
export const TURN_MS = 1_000;
/** Least time for the pointer to be led to a frame, whatever the preflight has left, milliseconds. */
export const LEAD_MS = 200;
/** One try at leading the pointer to a frame, milliseconds: three frames of a busy screen. */
export const HOVER_MS = 50;
/** Before the dialog of a frame is answered, the processes around it are heard for so long, milliseconds. */
export const CATCH_UP_MS = 250;
/** Dialogs dismissed on the way out of a page that goes on asking; past it its target is replaced. */
export const MAX_DISMISSED_DIALOGS = 3;
/** Words of a dialog in evidence, UTF-16 units; longer ones are cut. */
export const MAX_DIALOG_MESSAGE_CHARS = 4_000;
/** The guard of a prepared click ends by itself after this, milliseconds. */
export const GUARD_MS = 5_000;
/** Frames that a click is not meant for are told so before it; a slower one holds nothing up, milliseconds. */
export const SHIELD_MS = 400;
/** Clicks that the browser led to another frame than the one they were meant for are made so often. */
export const MAX_ASTRAY_CLICKS = 3;
/** Text a matcher looks through at most, UTF-16 units; longer text is cut. */
export const MAX_MATCHED_CHARS = 64 * 1024;
/** Instructions of a compiled pattern at most; repetitions count as often as they repeat. */
export const MAX_REGEX_STEPS = 1_000;
/** A renderer that does not answer a trivial question for this long counts as hung, milliseconds. */
export const HUNG_PROBE_MS = 1_000;
/** A hung page whose script was stopped, or whose process was told to end, is given so long, milliseconds. */
export const FREED_MS = 500;
/** Time added to the bound of typing for each key or inserted run, milliseconds (1-3 measured on a busy machine). */
export const STROKE_MS = 15;
/** Keys sent to a page at once; then it may answer others before the next ones. */
export const STROKES_AT_ONCE = 64;
