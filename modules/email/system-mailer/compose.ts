// Writes account mail as text and HTML. The sentences are ours; a link is the application's own.
import { escapeHtml } from "#kernel/http/html.ts";
import type { AccountMail } from "#modules/accounts";
import { headerText } from "../writing/compose.ts";
import { asBody, NOTHING, paragraph, type Part } from "../writing/parts.ts";

export const SENDER = "Seed Desk";
/** The account mail as text and as HTML; `origin` is where the application is, `mark` what proves that we sent it. */
export function systemBody(
  mail: Omit<AccountMail, "store">,
  origin: string,
  mark: string,
): { subject: string; text: string; html: string } {
  const said = (texts: readonly string[]): Part[] => texts.map((text) => paragraph(headerText(text, 1000)));
  return {
    subject: headerText(mail.subject, 200),
    ...asBody([
      ...said(mail.paragraphs),
      mail.action ? linked(mail.action.label, `${origin}${mail.action.path}`) : NOTHING,
      ...said(mail.afterwards ?? []),
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
