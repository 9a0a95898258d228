import type { WidgetLook } from "./contract.ts";

export const DEFAULT_LOOK: WidgetLook = { color: "#3b5bdb", title: "Chat with us", greeting: "Hi! How can we help?", side: "right", launcher: "chat", theme: "auto", offset: 20 };

/** A slug of letters, digits and hyphens from a name; "project" when nothing is left. */
export function slugOf(name: string): string {
  const slug = name.normalize("NFKD").toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-+|-+$/g, "").slice(0, 40).replace(/-+$/, "");
  return slug === "" ? "project" : slug;
}

/** Relative luminance (WCAG 2.2) of a colour such as #3b5bdb. */
export function luminance(color: string): number {
  const channel = (at: number): number => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}
/** White or black, whichever reads better on the colour. One of the two always reaches 4.5 : 1; a softer black would not. */
export function onColorOf(color: string): "#ffffff" | "#000000" {
  const l = luminance(color);
  return 1.05 / (l + 0.05) >= (l + 0.05) / (luminance("#000000") + 0.05) ? "#ffffff" : "#000000";
}

/** What the owner pastes before </body>. */
export const snippetOf = (origin: string, key: string): string => `<script async src="${origin}/widget.js" data-key="${key}"></script>`;
