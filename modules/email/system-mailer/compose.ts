// What stands in a mail of the product itself. Its words are ours; a link is the application's own.
import { escapeHtml } from "#kernel/http/html.ts";
import type { Letter } from "#modules/accounts";
import { headerText } from "../writing/compose.ts";
import { asBody, NOTHING, paragraph, type Part } from "../writing/parts.ts";

export const SENDER = "Seed Desk";
/** The letter as text and as HTML; `origin` is where the application is, `mark` what proves that we sent it. */
export function systemBody(letter: Omit<Letter, "store">, origin: string, mark: string): { subject: string; text: string; html: string } {
  const said = (texts: readonly string[]): Part[] => texts.map((text) => paragraph(headerText(text, 1000)));
  return {
    subject: headerText(letter.subject, 200),
    ...asBody([
      ...said(letter.paragraphs),
      letter.action ? linked(letter.action.label, `${origin}${letter.action.path}`) : NOTHING,
      ...said(letter.afterwards ?? []),
      // By this the desk knows its own mail, should it come back.
      paragraph(`Reference: ${mark}`),
    ]),
  };
}
/** The address stands below its link too: some programs show none. */
const linked = (label: string, url: string): Part => ({
  text: `${label}:\n${url}`,
  html: `<p><a href="${escapeHtml(url)}">${escapeHtml(label)}</a><br>${escapeHtml(url)}</p>`,
});
