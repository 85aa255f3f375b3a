import { chromiumLauncher } from "../../cdp/launcher.ts";
import { systemClock } from "../../src/platform/system.ts";
import { PAGE_SCRIPT } from "../../src/snapshot/page.gen.ts";
import { realSubject } from "./real_subject.ts";
import { contractSuite } from "./suite.ts";

contractSuite(
  "Chromium",
  () =>
    realSubject(chromiumLauncher({ clock: systemClock, pageScript: PAGE_SCRIPT }), {
      main: /^(?!.*--type=).*--remote-debugging-pipe/,
      renderer: /--type=renderer/,
    }),
);
