// Rewrites a page of the website while it streams: its addresses lead through the preview, and what acts is taken out. The page's policy
// holds without this; rewriting makes the page look like itself.
import { escapeHtml } from "#kernel/http/html.ts";
import { cssIn, fileAddress, importMapIn, linkAddress, type Place, type Reading, srcsetIn } from "./addresses.ts";
import { cutOffNote, type Fault, frameNote } from "./page.ts";

export interface RewriteInput {
  readonly place: Place;
  /** The page's own address. */
  readonly url: string;
  readonly scripts: boolean;
  /** The element that starts the widget. */
  readonly widget: string;
  /** Why the page was cut off, if it was. Asked at its end. */
  readonly cutOff: () => Fault | undefined;
}

/** Links of these kinds load what the page looks like. All others, such as `dns-prefetch`, would only reach further. */
const LINKS = new Set(["stylesheet", "icon", "shortcut icon", "apple-touch-icon", "preload", "alternate stylesheet"]);
/** Attributes that send, open or relax something. */
const DROPPED = [
  "ping",
  "target",
  "formaction",
  "formtarget",
  "referrerpolicy",
  "nonce",
  "attributionsrc",
  "srcdoc",
  "csp",
  "allow",
  "http-equiv",
];
const MAX_STYLE = 2_000_000;

export function rewriteHtml(page: Response, { place, url, scripts, widget, cutOff }: RewriteInput): Response {
  const reading: Reading = { place, base: new URL(url) };
  let hasBase = false;
  let started = false;
  const rewrite = (element: Element, name: string, to: (text: string) => string | undefined): void => {
    const text = element.getAttribute(name);
    if (text === null) return;
    const address = to(text);
    if (address === undefined) element.removeAttribute(name);
    else element.setAttribute(name, address);
  };
  const file = (text: string): string | undefined => fileAddress(reading, text);
  const link = (text: string): string | undefined => linkAddress(reading, text);
  const drop = { element: (element: Element) => void element.remove() };
  return (
    new HTMLRewriter()
      .on("head", {
        element(head) {
          if (!started) head.prepend(widget, { html: true });
          started = true;
        },
      })
      .on("base", {
        element(element) {
          const to = element.getAttribute("href");
          if (!hasBase && to !== null && URL.canParse(to, url)) {
            reading.base = new URL(to, url);
            hasBase = true;
          }
          element.remove();
        },
      })
      .on("*", {
        element(element) {
          for (const name of DROPPED) if (element.hasAttribute(name)) element.removeAttribute(name);
          if (element.hasAttribute("style")) rewrite(element, "style", (css) => cssIn(reading, css));
          for (const name of ["background", "poster"]) rewrite(element, name, file);
          if (scripts) return;
          for (const [name = ""] of [...element.attributes]) if (/^on/i.test(name)) element.removeAttribute(name);
        },
      })
      .on("a, area", {
        element(element) {
          for (const name of ["href", "xlink:href"]) rewrite(element, name, link);
        },
      })
      // Animations of an SVG can change an address after it was rewritten.
      .on("set, animate", {
        element(element) {
          const changes = (element.getAttribute("attributename") ?? "").trim().toLowerCase();
          if (!scripts && /^(?:xlink:)?href$/.test(changes)) element.remove();
        },
      })
      .on("img, source, input, video, audio, track", {
        element(element) {
          rewrite(element, "src", file);
          rewrite(element, "srcset", (text) => srcsetIn(reading, text));
        },
      })
      .on("image, use, feimage", {
        element(element) {
          for (const name of ["href", "xlink:href"]) rewrite(element, name, file);
        },
      })
      .on("link", {
        element(element) {
          const rel = (element.getAttribute("rel") ?? "").trim().toLowerCase();
          if (!LINKS.has(rel) && !(scripts && rel === "modulepreload")) return void element.remove();
          rewrite(element, "href", file);
          rewrite(element, "imagesrcset", (text) => srcsetIn(reading, text));
          // The bytes of a style sheet change with its addresses.
          element.removeAttribute("integrity");
          if (element.hasAttribute("crossorigin")) element.setAttribute("crossorigin", "anonymous");
        },
      })
      // Policies, refreshes and referrers are not the page's to decide here. The charset is in the header.
      .on("meta[http-equiv]", drop)
      .on("meta[charset]", drop)
      .on("meta[name=referrer i]", drop)
      .on("form", { element: (element) => void element.removeAttribute("action") })
      .on("object, embed, applet, portal, fencedframe", drop)
      .on("iframe, frame", { element: (element) => void element.replace(frameNote(), { html: true }) })
      .on(
        "style",
        textOfElement((css) => cssIn(reading, css).replace(/<\/style/gi, "<\\/style")),
      )
      .on("script", {
        element(element) {
          const type = (element.getAttribute("type") ?? "").trim().toLowerCase();
          const source = element.getAttribute("src");
          const address = source === null ? undefined : file(source);
          // JSON for scripts does nothing by itself, but without them nothing reads it either.
          if (!scripts || type === "speculationrules" || (source !== null && (address === undefined || address.startsWith("data:"))))
            return void element.remove();
          if (address !== undefined) element.setAttribute("src", address);
          if (element.hasAttribute("crossorigin")) element.setAttribute("crossorigin", "anonymous");
        },
      })
      .on('script[type="importmap" i]', scripts ? textOfElement((text) => importMapIn(reading, text)) : {})
      .onDocument({
        end(end) {
          const reason = cutOff();
          if (reason !== undefined) end.append(cutOffNote(reason), { html: true });
          if (!started) end.append(widget, { html: true });
        },
      })
      .transform(page)
  );
}

/** Replaces the text of an element, which arrives in pieces, as a whole. */
function textOfElement(to: (text: string) => string): { text: (chunk: Text) => void } {
  let text = "";
  return {
    text(chunk) {
      if (text.length <= MAX_STYLE) text += chunk.text;
      if (!chunk.lastInTextNode) return void chunk.remove();
      chunk.replace(text.length > MAX_STYLE ? "" : to(text), { html: true });
      text = "";
    },
  };
}

/** An element's text for a page, from data. */
export const scriptElement = (source: string, data: Readonly<Record<string, string>>): string =>
  `<script type="module" src="${escapeHtml(source)}"${Object.entries(data)
    .map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
    .join("")}></script>`;
