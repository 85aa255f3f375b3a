/**
 * One site for many sessions. Each session is somebody (a token that no other text holds), told to
 * the site once, by the address; from then on the page shows who it is by its cookie and by its
 * storage, so that whatever comes from another session shows in any answer.
 */
import { Site } from "../support/site.ts";

export class IdentitySite {
  readonly site: Site;
  /** Presses of the button by token. */
  readonly presses = new Map<string, number>();
  /** Requests that came with somebody else's cookie. */
  readonly mixedUp: string[] = [];

  private constructor(site: Site) {
    this.site = site;
    site.page("/who", (request, response) => {
      const token = this.#checked(request.url ?? "", request.headers.cookie ?? "");
      response.writeHead(200, {
        "content-type": "text/html; charset=utf-8",
        "set-cookie": `who=${token}; Path=/`,
      });
      response.end(PAGE);
    });
    site.page("/press", (request, response) => {
      const token = this.#checked(request.url ?? "", request.headers.cookie ?? "");
      this.presses.set(token, (this.presses.get(token) ?? 0) + 1);
      response.end("pressed");
    });
  }

  static async start(): Promise<IdentitySite> {
    return new IdentitySite(await Site.start());
  }

  /** The page of `token`; each `step` is another document of it. */
  url(token: string, step: number): string {
    return this.site.url(`/who?token=${token}&step=${step}`);
  }

  close(): Promise<void> {
    return this.site.close();
  }

  #checked(address: string, cookie: string): string {
    const token = new URL(address, "http://site").searchParams.get("token") ?? "nobody";
    if (cookie !== "" && cookie !== `who=${token}`) this.mixedUp.push(`${address} with ${cookie}`);
    return token;
  }
}

/** Pixels of the corner have the colour of the token. */
const PAGE = `<!doctype html><meta charset=utf-8><title>Who</title><body><script>
const query = new URL(location.href).searchParams;
const token = query.get("token"), step = Number(query.get("step"));
localStorage.who ??= token;
sessionStorage.who ??= token;
document.title = "Title " + token;
const colour = [...token].reduce((sum, one) => (sum * 31 + one.charCodeAt(0)) & 0xffffff, 7);
document.body.innerHTML = \`
  <div style="position:fixed;top:0;left:0;width:40px;height:40px;background:#\${colour.toString(16).padStart(6, "0")}"></div>
  <h1 style="margin-top:50px">Home of \${token} step \${step}</h1>
  <p>cookie \${document.cookie}</p><p>local \${localStorage.who}</p><p>session \${sessionStorage.who}</p>
  <p id=times>pressed 0</p><p id=answer>not asked</p>
  <button id=press>Press \${token}</button>
  <button id=ask>Ask \${token}</button>
  <button id=pop>Pop \${token}</button>
  <button id=hang>Hang \${token}</button>
  <a href="/who?token=\${token}&step=\${step + 1}">Next \${token}</a>
  <label>Field \${token} <input id=field></label>\`;
let times = 0;
press.onclick = () => {
  times++;
  document.getElementById("times").textContent = "pressed " + times;
  fetch("/press?token=" + token);
};
ask.onclick = () => {
  const yes = confirm("Sure, " + token + "?");
  document.getElementById("answer").textContent = (yes ? "Yes " : "No ") + token;
};
pop.onclick = () => window.open("/who?token=" + token + "&step=0");
hang.onclick = () => { for (;;); };
</script>`;
