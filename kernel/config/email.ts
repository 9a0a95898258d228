// What the installation needs to send mail and to take it in. A variable with a fault counts as missing: nothing is sent with it.
import type { VariableName } from "./names.ts";

export type EmailProvider = "resend" | "cloudflare" | "sendgrid";
export interface EmailConfig {
  readonly provider: EmailProvider | undefined;
  /** Only `cloudflare` needs it. */
  readonly accountId: string | undefined;
  readonly apiKey: string | undefined;
  /** The address of `EMAIL_FROM`: projects have names of their own to send under. */
  readonly from: string | undefined;
  readonly inboundToken: string | undefined;
  readonly eventsSecret: string | undefined;
  /** Answers questions about DNS as JSON (`application/dns-json`); without it no record is checked. */
  readonly dnsResolver: string | undefined;
  /** Where tests answer in the providers' place. */
  readonly testBaseUrl: string | undefined;
}

/** The part of the configuration that is about mail. `value` answers only values without a fault. */
export function emailConfigOf(value: (name: VariableName) => string | undefined, testBaseUrl: string | undefined): EmailConfig {
  return {
    provider: value("EMAIL_PROVIDER") as EmailProvider | undefined,
    accountId: value("EMAIL_ACCOUNT_ID")?.toLowerCase(),
    apiKey: value("EMAIL_API_KEY"),
    from: fromOf(value("EMAIL_FROM")),
    inboundToken: value("INBOUND_EMAIL_TOKEN"),
    eventsSecret: value("EMAIL_EVENTS_SECRET"),
    dnsResolver: value("DNS_RESOLVER_URL"),
    testBaseUrl,
  };
}

/** How the 91 bytes of a P-256 key in DER begin. */
const P256_HEAD = "3059301306072a8648ce3d020106082a8648ce3d030107034200";

const bytesOf = (base64: string): Uint8Array => {
  try {
    return Uint8Array.from(atob(base64.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  } catch {
    return new Uint8Array(0);
  }
};
/** A secret that is no key of the provider's proves no event: every one would be refused without anybody knowing why. */
export function eventsSecretFault(provider: string | undefined, secret: string | undefined): string | undefined {
  if (secret === undefined) return undefined;
  if (provider === "resend" && bytesOf(secret.replace(/^whsec_/, "")).length < 16)
    return 'must be the signing secret of the webhook: "whsec_" and at least 16 bytes in base64';
  if (provider === "sendgrid" && !hexOf(bytesOf(secret).subarray(0, 26)).startsWith(P256_HEAD))
    return "must be the public key of the signed event webhook, as SendGrid shows it";
  return undefined;
}
const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Of `Name <address>` the address. */
const fromOf = (text: string | undefined): string | undefined => (/<([^<>]+)>$/.exec(text ?? "")?.[1] ?? text)?.trim().toLowerCase();

/** Names of the variables without which no mail is sent; empty when mail can be sent. */
export const missingForSending = (email: EmailConfig): VariableName[] => [
  ...(email.provider === undefined ? (["EMAIL_PROVIDER"] as const) : []),
  ...(email.provider === "cloudflare" && email.accountId === undefined ? (["EMAIL_ACCOUNT_ID"] as const) : []),
  ...(email.apiKey === undefined ? (["EMAIL_API_KEY"] as const) : []),
  ...(email.from === undefined ? (["EMAIL_FROM"] as const) : []),
];

/** The same for mail that leads back into the product: a link needs to know where the product is. */
export const missingForLinks = (config: { readonly email: EmailConfig; readonly appOrigin: string | undefined }): VariableName[] => [
  ...missingForSending(config.email),
  ...(config.appOrigin === undefined ? (["APP_ORIGIN"] as const) : []),
];

/** Names of the variables without which the two web doors refuse mail. */
export const missingForReceiving = (email: EmailConfig): VariableName[] =>
  email.inboundToken === undefined ? ["INBOUND_EMAIL_TOKEN"] : [];
