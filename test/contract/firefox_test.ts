import { firefoxLauncher } from "../../firefox/launcher.ts";
import { systemClock } from "../../src/platform/system.ts";
import { PAGE_SCRIPT } from "../../src/snapshot/page.gen.ts";
import { realSubject } from "./real_subject.ts";
import { contractSuite } from "./suite.ts";

contractSuite(
  "Firefox",
  () =>
    realSubject(firefoxLauncher({ clock: systemClock, pageScript: PAGE_SCRIPT }), {
      main: /--remote-debugging-port=0/,
      renderer: / tab$/,
    }),
);
