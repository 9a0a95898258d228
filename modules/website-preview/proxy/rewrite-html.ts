// Rewrites a page of the website while it streams: its addresses lead through the preview, and what acts is taken out. The page's policy
// holds without this; rewriting makes the page look like itself.
import { escapeHtml } from "#kernel/http/html.ts";
import { decodeHTMLAttribute } from "entities/decode";
import { cssIn, fileAddress, importMapIn, linkAddress, type Place, readingOf, srcsetIn } from "./addresses.ts";
import { cutOffNote, type Fault, frameNote } from "./page.ts";

export interface RewriteInput {
  readonly place: Place;
  /** The page's own address. */
  readonly url: string;
  readonly scripts: boolean;
  /** The element that starts the widget. */
  readonly widget: string;
  /** Ends the page: it has more elements than are looked at. */
  readonly tooMuch: () => void;
  /** Why the page was cut off, if it was. Asked at its end. */
  readonly cutOff: () => Fault | undefined;
}

/** Links of these kinds load what the page looks like. All others, such as `dns-prefetch`, would only reach further. */
const LINKS = new Set(["stylesheet", "icon", "shortcut icon", "apple-touch-icon", "preload", "alternate stylesheet"]);
/** Attributes that send, open or relax something. */
const DROPPED = new Set([
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
]);
const MAX_STYLE = 2_000_000;
/** Elements of one page that are looked at, which bounds its processor time. Long pages have some thousand. */
const MAX_ELEMENTS = 20_000;

export function rewriteHtml(page: Response, { place, url, scripts, widget, tooMuch, cutOff }: RewriteInput): Response {
  const reading = readingOf(place, new URL(url));
  let elements = 0;
  let hasBase = false;
  let started = false;
  const rewrite = (element: Element, name: string, to: (text: string) => string | undefined): void => {
    const text = attribute(element, name);
    if (text === null) return;
    const address = to(text);
    if (address === undefined) element.removeAttribute(name);
    else setAttribute(element, name, address);
  };
  const file = (text: string): string | undefined => fileAddress(reading, text);
  const link = (text: string): string | undefined => linkAddress(reading, text);
  const drop = { element: (element: Element) => void element.remove() };
  return noted(
    new HTMLRewriter()
      .on("head", {
        element(head) {
          if (!started) head.prepend(widget, { html: true });
          started = true;
        },
      })
      .on("base", {
        element(element) {
          const to = attribute(element, "href");
          if (!hasBase && to !== null && URL.canParse(to, url)) {
            reading.base = new URL(to, url);
            hasBase = true;
          }
          element.remove();
        },
      })
      .on("*", {
        element(element) {
          elements += 1;
          // What has arrived already still passes here.
          if (elements > MAX_ELEMENTS) {
            if (elements === MAX_ELEMENTS + 1) tooMuch();
            return void element.remove();
          }
          // Read once: each question to the rewriter costs more than the answer.
          for (const [written = ""] of [...element.attributes]) {
            const name = written.toLowerCase();
            if (DROPPED.has(name) || (!scripts && name.startsWith("on"))) element.removeAttribute(name);
            else if (name === "style") rewrite(element, name, (css) => cssIn(reading, css));
            else if (name === "background" || name === "poster") rewrite(element, name, file);
          }
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
          const changes = (attribute(element, "attributename") ?? "").trim().toLowerCase();
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
          const rel = (attribute(element, "rel") ?? "").trim().toLowerCase();
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
          const type = (attribute(element, "type") ?? "").trim().toLowerCase();
          const source = attribute(element, "src");
          const address = source === null ? undefined : file(source);
          // JSON for scripts does nothing by itself, but without them nothing reads it either.
          if (!scripts || type === "speculationrules" || (source !== null && (address === undefined || address.startsWith("data:"))))
            return void element.remove();
          if (address !== undefined) setAttribute(element, "src", address);
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
      .transform(page),
    tooMuch,
  );
}

/** The rewriter gives up at elements nested too deep for its memory. Then the page ends with a note as well. */
function noted(page: Response, tooMuch: () => void): Response {
  const reader = page.body?.getReader();
  if (!reader) return page;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch {
        tooMuch();
        controller.enqueue(new TextEncoder().encode(cutOffNote("too_large")));
        controller.close();
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(body, page);
}

// The rewriter hands out attributes as they are written, and encodes nothing but quotation marks in what it takes.
/** An attribute as a browser reads it: its character references decoded. */
const attribute = (element: Element, name: string): string | null => {
  const written = element.getAttribute(name);
  return written === null || !written.includes("&") ? written : decodeHTMLAttribute(written);
};
const setAttribute = (element: Element, name: string, text: string): void => void element.setAttribute(name, text.replaceAll("&", "&amp;"));

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
