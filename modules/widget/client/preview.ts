// /widget-preview.js: starts the widget within a website preview. The page has an opaque origin there, and its policy lets nothing reach the
// product, so the widget's requests are answered here: nothing that is typed leaves the page, and no conversation begins.
import type { WidgetConfig } from "../contract.ts";
import type { SeedDesk } from "./types.ts";

/** What the preview's server has written beside this script. */
interface Given extends DOMStringMap {
  /** JSON of the settings. */
  readonly preview?: string;
  /** The dashboard's origin; empty where it is not known, as on a laptop. */
  readonly app?: string;
  /** The page's path at the website, and what precedes it in the preview's addresses. */
  readonly path?: string;
  readonly prefix?: string;
  /** Sentences. */
  readonly refusal?: string;
  readonly form?: string;
}
interface Look {
  readonly type: "seed-desk-preview-look";
  readonly look: WidgetConfig["look"];
  readonly onColor: string;
}

const script = document.querySelector<HTMLScriptElement>("script[data-preview]");
const given: Given = { ...script?.dataset };
// The website's own scripts have no use for it.
script?.remove();
/** The article that whoever opened the preview chose. The website's scripts have no use for it either. */
const [, article] = /^#seed-desk-article=(\w+)$/.exec(location.hash) ?? [];
if (article !== undefined) history.replaceState(null, "", "#");
let config = JSON.parse(given.preview ?? "{}") as WidgetConfig;

/** The widget's requests, without a network. Everything else goes where the page's policy lets it. */
const network = window.fetch.bind(window);
window.fetch = async (to, init) => {
  const url = new URL(to instanceof Request ? to.url : to, location.href);
  if (!url.pathname.startsWith("/api/widget/")) return await network(to, init);
  const [, help, below = "/home"] = /^\/api\/widget\/(help)(\/(?:search|articles\/\w+))?$/.exec(url.pathname) ?? [];
  // Public articles may be read, as the session of the preview; searches and opinions are not sent.
  if (help) return await network(`${location.origin}${given.prefix?.replace(/\/0$/, "")}/help${below}${url.search}`);
  return url.pathname.endsWith("/config")
    ? Response.json(config)
    : Response.json({ code: "preview", error: given.refusal }, { status: 403 });
};

// An opaque origin has no locks, and asking for one fails. There is no other tab to wait for.
Object.defineProperty(navigator, "locks", { value: undefined });

let shown: SeedDesk | undefined;
/** Starts the widget, anew if it is there already: its launcher takes colour and side once. */
async function show(open: boolean): Promise<void> {
  for (const old of document.querySelectorAll<HTMLElement>("[data-seed-desk]")) old.style.display = "none";
  const desk: SeedDesk = (...call) => void (desk.q ??= []).push(call);
  shown = desk;
  const engine = await import("./engine.ts");
  // While it loaded, another look may have come.
  if (shown !== desk) return;
  await engine.boot("pk_preview", location.origin, desk, config.locale);
  if (article !== undefined) desk("showArticle", article);
  else if (open) desk("open");
}

/** Tells the dashboard around the page where it is. What a page says about itself is shown as text, whoever says it. */
function tell(): void {
  if (parent === window) return;
  const { prefix = "", path = "/" } = given;
  const at = location.pathname.startsWith(`${prefix}/`) ? location.pathname.slice(prefix.length) + location.search : path;
  parent.postMessage({ type: "seed-desk-preview-page", path: at + location.hash, title: document.title }, given.app || "*");
}

/** A form can't be sent from here, which the browser says in its console only. */
let note: HTMLElement | undefined;
function say(text: string): void {
  note?.remove();
  note = document.createElement("div");
  note.setAttribute("role", "status");
  note.style.cssText =
    "all:initial;position:fixed;inset:auto 0 0;z-index:2147483647;padding:10px 16px;background:#1b1d22;color:#fff;font:14px/1.5 system-ui,sans-serif";
  document.body.append(note);
  note.textContent = text;
}
const SENDS = 'button:not([type="button"]):not([type="reset"]),input[type="submit"],input[type="image"]';
addEventListener("click", ({ target }) => {
  if (target instanceof Element && target.closest<HTMLButtonElement>(SENDS)?.form) say(given.form ?? "");
});
addEventListener("keydown", ({ key, target }) => {
  if (key === "Enter" && target instanceof HTMLInputElement && target.form) say(given.form ?? "");
});

addEventListener("message", ({ source, origin, data }: MessageEvent<Look | undefined>) => {
  if (source !== parent || parent === window || data?.type !== "seed-desk-preview-look") return;
  if (given.app ? origin !== given.app : !/^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?$/.test(origin)) return;
  config = { ...config, look: data.look, onColor: data.onColor };
  void show(true);
});
addEventListener("hashchange", tell);
tell();
void show(false);
