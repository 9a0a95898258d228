// Interface of a provider's driver: the mail that it sends, and the outcome.
import { m } from "#messages";
import { type EmailConfig } from "../variables.ts";
import type { EmailProvider } from "../variables.ts";

export interface OutboundMail {
  /** Idempotency key, the same for every attempt at one mail; ignored by providers without such keys. */
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
  /** Returned in the provider's events, so that an event finds its mail even before we have stored the provider's id. */
  readonly deliveryId: string;
}

/** Outcome of handing a mail to the provider. Reasons are sentences for people, without secrets. */
export type Outcome =
  | { readonly kind: "sent"; readonly providerId: string | null }
  /** The provider reports that the address does not accept mail. */
  | { readonly kind: "bounced"; readonly reason: string }
  /** Rejected; a retry would not help. */
  | { readonly kind: "refused"; readonly reason: string }
  /** Certainly not accepted. `after`: seconds that the provider asks to wait. */
  | { readonly kind: "retry"; readonly reason: string; readonly after?: number | undefined }
  /** May have been accepted. `again`: a retry is safe, because the provider knows the idempotency key. */
  | { readonly kind: "ambiguous"; readonly reason: string; readonly again: boolean };

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON; undefined when there is none or it is malformed. */
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
  /** Whether the provider supports idempotency keys, so that a retry makes no second mail. */
  readonly idempotent: boolean;
  /** Whether the provider sends our Message-ID and the headers of automatic mail. */
  readonly ownHeaders: boolean;
  /** Bytes of attachments of one mail, before base64. */
  readonly maxAttachments: number;
  readonly requestOf: (mail: OutboundMail, email: EmailConfig) => ProviderRequest;
  /** `now` in milliseconds, for waits that the provider gives as times. */
  readonly outcomeOf: (answer: Answer, mail: OutboundMail, now: number) => Outcome;
}

/** A provider's error text on one line, shortened and without anything that looks like a key. */
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

/** Statuses with which the platform itself answers when the provider's host was never reached. */
export const neverReached = (status: number): boolean => [521, 522, 523, 525, 526, 530].includes(status);
