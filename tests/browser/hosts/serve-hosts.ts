// Serves websites that embed the widget, each as awkward as real ones: policies, foreign styles, no storage, frames, navigation.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface Site {
  /** Origin of the product. */
  readonly product: string;
  /** The snippet as the dashboard shows it; a later one replaces it. */
  snippet: string;
}
interface HostPage {
  readonly head?: string;
  readonly body?: string;
  readonly html?: string;
  /** The page's own scripts before the snippet. */
  readonly before?: string;
  readonly policy?: (site: Site) => string;
  readonly snippet?: false;
}

const WORDS = `<main><h1>Northwind Pottery</h1><p>Bowls and cups, thrown by hand.</p><p><a href="#cups">Cups</a> <button type="button" id="buy">Buy</button></p></main>`;

const PAGES: Record<string, HostPage> = {
  "/plain": {},
  // Allows the product's origin only, no style attribute and no HTML sink.
  "/strict-csp": {
    policy: ({ product }) =>
      `default-src 'none'; script-src ${product}; connect-src ${product} ${product.replace(/^http/, "ws")}; img-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
  },
  "/hostile-css": {
    head: `<style>*{all:unset!important}div{display:none!important;opacity:0!important}html{font-size:40px}button,textarea,section{background:red!important;color:red!important;font:90px serif!important;transform:rotate(20deg)!important;position:static!important}body{display:block!important}h1,p{display:block!important}svg{display:none!important}</style>`,
  },
  "/no-storage": {
    before: `for (const name of ["localStorage", "sessionStorage", "indexedDB"]) Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError"); } });`,
  },
  // No doctype, globals that old libraries claim, and a page that listens to every key.
  "/quirks": {
    html: `<html><head><title>Old shop</title><link rel="icon" href="data:,"></head><body onkeydown="window.keys=(window.keys||0)+1">${WORDS}`,
    before: `Array.prototype.each = function () {}; window.root = window.panel = window.config = 1;`,
  },
  "/spa": {
    body: `${WORDS}<button type="button" id="go">Next page</button>`,
    before: `addEventListener("click", (event) => { if (event.target.id !== "go") return; history.pushState({}, "", "/spa?page=2"); document.title = "Second page"; const body = document.createElement("body"); body.innerHTML = "<main><h1>Second page</h1></main>"; document.body.replaceWith(body); });`,
  },
  "/sandboxed": {
    snippet: false,
    body: `<h1>Preview</h1><iframe title="Shop" sandbox="allow-scripts allow-same-origin" src="/plain" width="700" height="760"></iframe>`,
  },
  "/opaque": {
    snippet: false,
    body: `<h1>Preview</h1><iframe title="Shop" sandbox="allow-scripts" src="/plain" width="700" height="760"></iframe>`,
  },
  // A right-to-left language that the widget does not speak.
  "/rtl": { html: `<!doctype html><html lang="fa" dir="rtl"><head>`, body: `<main><h1>سفال شمال</h1><p>ظرف‌های دست‌ساز.</p></main>` },
  "/own-launcher": { body: `${WORDS}<a href="/contact" id="ask" data-seed-desk-open>Ask us</a>` },
  // Calls before the widget has loaded.
  "/early-calls": {
    before: `window.heard = []; window.SeedDesk = window.SeedDesk || function () { (SeedDesk.q = SeedDesk.q || []).push(arguments); }; for (const name of ["ready", "open", "close", "message", "unread"]) SeedDesk("on", name, (detail) => heard.push(name)); SeedDesk("update", { locale: "en" }); SeedDesk("open");`,
  },
};
export const hostPaths = Object.keys(PAGES);

function page({ head = "", body = WORDS, html, before, snippet }: HostPage, site: Site): string {
  const start = html ?? `<!doctype html><html lang="en"><head>`;
  const middle = html?.includes("<body")
    ? ""
    : `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Northwind Pottery</title><link rel="icon" href="data:,">${head}</head><body>${body}`;
  return `${start}${middle}${before === undefined ? "" : `<script>${before}</script>`}${snippet === false ? "" : site.snippet}</body></html>`;
}

/** Serves the pages at http://localhost:PORT, another origin than the product's 127.0.0.1. */
export async function serveHosts(
  product: string,
  snippet = "",
): Promise<{ origin: string; use(snippet: string): void; stop(): Promise<void> }> {
  const site: Site = { product, snippet };
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const found = PAGES[pathname];
    if (!found) return void response.writeHead(404, { "content-type": "text/plain" }).end("nothing here");
    const policy = found.policy?.(site);
    response.writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      ...(policy === undefined ? {} : { "content-security-policy": policy }),
    });
    // `?html=lang="de"` is the same page in another language.
    const html = searchParams.get("html");
    response.end(page(html === null ? found : { ...found, html: `<!doctype html><html ${html}><head>` }, site));
  };
  const server = createServer(answer);
  await new Promise<void>((ready) => server.listen(0, "localhost", ready));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    use: (next) => void (site.snippet = next),
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
