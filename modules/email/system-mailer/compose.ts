// Writes account mail as text and HTML.
import { escapeHtml } from "#kernel/http/html.ts";
import type { AccountMail } from "#modules/accounts";
import { headerText } from "../writing/compose.ts";
import { asBody, NOTHING, paragraph, type Part } from "../writing/parts.ts";

/** Whose mail it is if the installation has no name. */
export const SENDER = "Seed Desk";
/** The account mail as text and as HTML; `origin` is the application's, `mark` identifies it as ours (`mail-mark.ts`). */
export function systemBody(
  mail: Omit<AccountMail, "store">,
  origin: string,
  mark: string,
): { subject: string; text: string; html: string } {
  const paragraphs = (texts: readonly string[]): Part[] => texts.map((text) => paragraph(headerText(text, 1000)));
  return {
    subject: headerText(mail.subject, 200),
    ...asBody([
      ...paragraphs(mail.paragraphs),
      mail.action ? linked(mail.action.label, `${origin}${mail.action.path}`) : NOTHING,
      ...paragraphs(mail.belowLink ?? []),
      // Recognises our own mail, should it come back without its headers.
      paragraph(`Reference: ${mark}`),
    ]),
  };
}
/** A link followed by its address, because some mail programs show no links. */
const linked = (label: string, url: string): Part => ({
  text: `${label}:\n${url}`,
  html: `<p><a href="${escapeHtml(url)}">${escapeHtml(label)}</a><br>${escapeHtml(url)}</p>`,
});
