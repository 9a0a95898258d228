// The last lines of every outreach mail: who sends it, where they are, why it came, and how to get no more. Pure.
import { html } from "#kernel/http/index.ts";
import { m } from "#messages";
import type { OutreachIdentity } from "../contract.ts";

export interface Footer {
  readonly text: string;
  readonly html: string;
}
/** On one line, however many it was entered in. */
export const postalLine = (address: string): string =>
  address
    .split("\n")
    .map((part) => part.trim().replace(/,$/, ""))
    .filter((part) => part !== "")
    .join(", ");
/** `why`: the rest of “You get it because …”, in plain text, without its full stop. */
export function footerOf(identity: OutreachIdentity, { pageUrl, why }: { readonly pageUrl: string; readonly why: string }): Footer {
  const lines = [
    m.suppression_footer_from({ legalName: identity.legalName, postalAddress: postalLine(identity.postalAddress) }),
    m.suppression_footer_why({ why: why.trim().replace(/\.$/, "") }),
  ];
  return {
    text: ["-- ", ...lines, `${m.suppression_footer_out()}: ${pageUrl}`].join("\n"),
    html: html`<hr />
      <p dir="auto">${lines[0]}<br />${lines[1]}<br /><a href="${pageUrl}">${m.suppression_footer_out()}</a></p>`.text,
  };
}
