// Building blocks of mails, each as equivalent text and HTML. Pure.
import { escapeHtml } from "#kernel/http/html.ts";
import { DIRECTIONS } from "#kernel/language/languages.ts";
import { getLocale } from "#messages/runtime";

export interface Part {
  readonly text: string;
  readonly html: string;
}
export const NOTHING: Part = { text: "", html: "" };
/** Plain text as a paragraph that keeps its line breaks; an empty text gives an empty part. */
export const paragraph = (text: string): Part =>
  text === "" ? NOTHING : { text, html: `<p>${escapeHtml(text).replaceAll("\n", "<br>")}</p>` };
/** A mail from right to left says so; one from left to right needs not. */
const direction = (): string => (DIRECTIONS[getLocale()] === "rtl" ? ` lang="${getLocale()}" dir="rtl"` : "");
/** The parts below each other, as a whole mail. Words may break anywhere, because links are longer than a phone is wide. */
export const asBody = (parts: readonly Part[]): Part => ({
  text: `${parts.flatMap(({ text }) => (text === "" ? [] : text)).join("\n\n")}\n`,
  html: `<!doctype html><html${direction()}><head><meta charset="utf-8"></head><body style="overflow-wrap:anywhere">${parts.map(({ html }) => html).join("")}</body></html>`,
});
