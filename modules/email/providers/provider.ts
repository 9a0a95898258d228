// The interface of a provider: the mail that it is given, and the outcome.
import { m } from "#messages";
import { type EmailConfig } from "../variables.ts";
import type { EmailProvider } from "../variables.ts";

export interface OutboundMail {
  /** The same for every attempt at one mail, where the provider knows such a key. */
  readonly key: string;
  readonly from: { readonly name: string; readonly address: string };
  readonly to: string;
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly replyTo: string | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly base64: string }[];
  /** Comes back in the provider's events, so that one that overtakes our own note still finds its mail. */
  readonly deliveryId: string;
}

/** What became of a hand-over. The reasons are sentences for people, without secrets. */
export type Outcome =
  | { readonly kind: "sent"; readonly providerId: string | null }
  /** The provider knows that the address takes no mail. */
  | { readonly kind: "bounced"; readonly reason: string }
  /** Asking again would not help. */
  | { readonly kind: "refused"; readonly reason: string }
  /** It was surely not taken. `after` = seconds that the provider asks to wait. */
  | { readonly kind: "retry"; readonly reason: string; readonly after?: number | undefined }
  /** It may have been taken. `again` = asking again is safe, for the provider knows the key. */
  | { readonly kind: "ambiguous"; readonly reason: string; readonly again: boolean };

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON; undefined when there is none or it cannot be read. */
  readonly body: unknown;
}
export interface ProviderRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}
export interface Provider {
  readonly name: EmailProvider;
  readonly title: string;
  /** Whether a repeated key makes no second mail. */
  readonly idempotent: boolean;
  /** Whether mail carries our Message-ID and says that a program sent it. */
  readonly ownHeaders: boolean;
  /** Bytes of attached files of one mail, before base64. */
  readonly maxAttachments: number;
  readonly requestOf: (mail: OutboundMail, email: EmailConfig) => ProviderRequest;
  /** `now` in milliseconds, for waits that are given as times. */
  readonly outcomeOf: (answer: Answer, mail: OutboundMail, now: number) => Outcome;
}

/** What a provider says of itself, on one line, short and without anything that looks like a key. */
export function providerText(text: string | undefined): string {
  if (text === undefined) return "";
  const line = text
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .replaceAll(/\b(?:re_|SG\.|Bearer )\S+/g, "…")
    .trim();
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
/** "Resend answered 403: The domain is not verified." */
export function providerSentence(title: string, status: number, words: string | undefined): string {
  const text = providerText(words);
  return text === ""
    ? m.email_provider_answered({ title, status })
    : m.email_provider_answered_text({ title, status, text: /[.!?…]$/.test(text) ? text : `${text}.` });
}

/** Statuses that the platform itself answers when the provider's machine could not be reached at all. */
export const neverReached = (status: number): boolean => [521, 522, 523, 525, 526, 530].includes(status);
