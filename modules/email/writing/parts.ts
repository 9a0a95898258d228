// Building blocks of mails, each as equivalent text and HTML. Pure.
import { escapeHtml } from "#kernel/http/html.ts";
import { DIRECTIONS } from "#kernel/language/languages.ts";
import { getLocale } from "#messages/runtime";

export interface Part {
  readonly text: string;
  readonly html: string;
}
export const NOTHING: Part = { text: "", html: "" };
const lines = (text: string): string => escapeHtml(text).replaceAll("\n", "<br>");
/** A sentence of our own, in the direction of the mail, as a paragraph that keeps its line breaks; an empty text gives an empty part. */
export const paragraph = (text: string): Part => (text === "" ? NOTHING : { text, html: `<p>${lines(text)}</p>` });
/** The same for plain text that somebody wrote: it begins at the left or the right by its own first letter, not by the mail's language. */
export const written = (text: string): Part => (text === "" ? NOTHING : { text, html: `<p dir="auto">${lines(text)}</p>` });
/** A mail from right to left says so; one from left to right needs not. */
const direction = (): string => (DIRECTIONS[getLocale()] === "rtl" ? ` lang="${getLocale()}" dir="rtl"` : "");
/** The parts below each other, as a whole mail. Words may break anywhere, because links are longer than a phone is wide. */
export const asBody = (parts: readonly Part[]): Part => ({
  text: `${parts.flatMap(({ text }) => (text === "" ? [] : text)).join("\n\n")}\n`,
  html: `<!doctype html><html${direction()}><head><meta charset="utf-8"></head><body style="overflow-wrap:anywhere">${parts.map(({ html }) => html).join("")}</body></html>`,
});
