// What stands in a mail of the product itself. Its words are ours; a link is the application's own.
import { escapeHtml } from "#kernel/http/html.ts";
import type { Letter } from "#modules/accounts";
import { headerText } from "../compose.ts";

export const SENDER = "Seed Desk";
/** That a program sent it, so that programs do not answer. */
export const HEADERS = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" } as const;

/** The letter as text and as HTML; `origin` is where the application is. */
export function systemBody(letter: Omit<Letter, "store">, origin: string): { subject: string; text: string; html: string } {
  const paragraphs = letter.paragraphs.map((text) => headerText(text, 1000));
  const afterwards = (letter.afterwards ?? []).map((text) => headerText(text, 1000));
  const link = letter.action && { label: letter.action.label, url: `${origin}${letter.action.path}` };
  const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;
  return {
    subject: headerText(letter.subject, 200),
    text: `${[...paragraphs, ...(link ? [`${link.label}:\n${link.url}`] : []), ...afterwards].join("\n\n")}\n`,
    html: `<!doctype html><html><head><meta charset="utf-8"></head><body style="overflow-wrap:anywhere">${[
      ...paragraphs.map(paragraph),
      ...(link ? [`<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a><br>${escapeHtml(link.url)}</p>`] : []),
      ...afterwards.map(paragraph),
    ].join("")}</body></html>`,
  };
}
