// Builds the host element, its shadow root and the round button. Built node by node: no HTML sink, no style attribute.
import type { WidgetConfig } from "../contract.ts";
import { launcherStyle } from "./launcher-style.ts";

const ICONS = {
  chat: "M21 12a8 8 0 0 1-8 8H4l2-3.2A8 8 0 1 1 21 12Z",
  help: "M9 9a3 3 0 1 1 4.5 2.6c-.9.5-1.5 1.2-1.5 2.4m0 3.5v.01",
  smile: "M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M8 14.5c2 2.7 6 2.7 8 0M9 9.5v.01M15 9.5v.01",
  none: "",
  close: "M6 9.5l6 6 6-6",
};

function icon(path: string): SVGSVGElement {
  const make = (tag: "svg" | "path") => document.createElementNS("http://www.w3.org/2000/svg", tag);
  const svg = make("svg") as SVGSVGElement;
  const line = make("path");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

/** Adds the widget's element to the page, and restores it when the page replaces its body. `origin`: of the server, which has the image. */
export function makeLauncher(config: WidgetConfig, origin: string) {
  const { look, onColor, images } = config;
  const host = document.createElement("div");
  const root = host.attachShadow({ mode: "open" });
  const stage = document.createElement("div");
  const button = document.createElement("button");
  const badge = document.createElement("span");
  const away = icon(ICONS.close);
  let idle: Element = icon(ICONS[look.launcher]);
  let [open, unread, hidden, failed] = [false, 0, look.launcher === "none", false];

  // In place of the symbol once it is there: the website's policy may refuse it.
  const image = new Image();
  image.alt = "";
  image.onload = () => {
    idle.replaceWith(image);
    idle = image;
  };
  if (images?.launcher) image.src = origin + images.launcher;

  host.dataset["seedDesk"] = "";
  host.style.cssText = `--accent:${look.color};--on:${onColor};--offset:${look.offset}px`;
  // "left" and "right" refer to a left-to-right page; on a right-to-left page they are mirrored.
  stage.className = `s ${look.side}`;
  button.className = "l";
  button.type = "button";
  button.setAttribute("aria-haspopup", "dialog");
  button.setAttribute("aria-controls", "panel");
  badge.className = "b";
  button.append(away, badge);
  stage.append(button);
  root.append(stage);

  const dark = matchMedia("(prefers-color-scheme:dark)");
  const paintTheme = () => stage.classList.toggle("dark", look.theme === "dark" || (look.theme === "auto" && dark.matches));
  dark.addEventListener("change", paintTheme);

  function paint() {
    stage.classList.toggle("open", open);
    button.hidden = hidden;
    button.setAttribute("aria-expanded", String(open));
    const word = failed ? "failed" : open ? "close" : unread ? "unread" : "open";
    button.setAttribute("aria-label", config.words[word].replace("{count}", String(unread)));
    badge.hidden = open || !(failed || unread);
    badge.textContent = failed ? "!" : unread > 9 ? "9+" : String(unread);
    (open ? idle : away).replaceWith(open ? away : idle);
  }

  /** Applies the language of the config. The direction is the page's: it decides on which side things are, not how texts run. */
  function speak() {
    stage.lang = config.locale;
    stage.dir = getComputedStyle(document.documentElement).direction;
    paint();
  }

  function adopt(css: string) {
    try {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    } catch {
      // Safari before 2023 has no constructed style sheets.
      const style = document.createElement("style");
      style.textContent = css;
      root.append(style);
    }
  }

  // Single-page sites replace or empty the body. A page that keeps removing the widget on purpose wins in the end.
  let patience = 100;
  const watch = new MutationObserver(place);
  function place() {
    if (!host.isConnected && patience-- > 0) document.body?.append(host);
    watch.observe(document.documentElement, { childList: true });
    if (document.body) watch.observe(document.body, { childList: true });
  }

  adopt(launcherStyle);
  paintTheme();
  speak();
  place();
  return {
    host,
    stage,
    button,
    adopt,
    speak,
    /** `failed` is shown until the next change. */
    set(change: { open?: boolean; unread?: number; hidden?: boolean; failed?: boolean }) {
      ({ open = open, unread = unread, hidden = hidden, failed = false } = change);
      paint();
    },
  };
}
