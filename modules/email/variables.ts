// Variables of outgoing and incoming mail. An invalid variable counts as missing.
import { type Config, declareVariables, headerValue, isEmailAddress, must, serviceAddress } from "#kernel/config/index.ts";

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
  /** URL of a DNS resolver that answers in JSON (`application/dns-json`); without it no record is checked. */
  readonly dnsResolver: string | undefined;
  /** Base URL of the test double that stands in for the providers. */
  readonly testBaseUrl: string | undefined;
}

export const emailVariables = declareVariables({
  public: {
    EMAIL_PROVIDER: must('"resend", "cloudflare" or "sendgrid"', (text) => ["resend", "cloudflare", "sendgrid"].includes(text)),
    EMAIL_ACCOUNT_ID: must("32 hexadecimal characters", (text) => /^[0-9a-f]{32}$/i.test(text)),
    DNS_RESOLVER_URL: serviceAddress,
  },
  secrets: {
    EMAIL_API_KEY: headerValue,
    EMAIL_FROM: must("one email address, or: Name <address>", (text) => isEmailAddress(/^[^<>]*<([^<>]+)>$/.exec(text)?.[1] ?? text)),
    INBOUND_EMAIL_TOKEN: headerValue,
    EMAIL_EVENTS_SECRET: headerValue,
  },
  capability: {
    name: "email",
    module: "email",
    public: ["EMAIL_PROVIDER", "EMAIL_ACCOUNT_ID", "DNS_RESOLVER_URL"],
    secrets: ["EMAIL_API_KEY", "EMAIL_FROM", "INBOUND_EMAIL_TOKEN", "EMAIL_EVENTS_SECRET"],
    alsoRequires: "project email settings; EMAIL_ACCOUNT_ID only for the provider cloudflare; DNS_RESOLVER_URL only to check DNS records",
  },
  limitsKeyedByPerson: ["addressCodesPerContactHour"],
  compare(rawValue) {
    const message = eventsSecretFault(rawValue("EMAIL_PROVIDER"), rawValue("EMAIL_EVENTS_SECRET"));
    return message === undefined ? [] : [{ variable: "EMAIL_EVENTS_SECRET", message }];
  },
  read: ({ validValue, test }): EmailConfig => ({
    provider: validValue("EMAIL_PROVIDER") as EmailProvider | undefined,
    accountId: validValue("EMAIL_ACCOUNT_ID")?.toLowerCase(),
    apiKey: validValue("EMAIL_API_KEY"),
    from: fromOf(validValue("EMAIL_FROM")),
    inboundToken: validValue("INBOUND_EMAIL_TOKEN"),
    eventsSecret: validValue("EMAIL_EVENTS_SECRET"),
    dnsResolver: validValue("DNS_RESOLVER_URL"),
    testBaseUrl: test("TEST_EMAIL_BASE_URL"),
  }),
});
export const emailConfig = (config: Config): EmailConfig => config.of(emailVariables);

/** Start of the 91 bytes of a P-256 public key in DER. */
const P256_HEAD = "3059301306072a8648ce3d020106082a8648ce3d030107034200";

const bytesOf = (base64: string): Uint8Array => {
  try {
    return Uint8Array.from(atob(base64.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  } catch {
    return new Uint8Array(0);
  }
};
/** Reports a secret that is not a key of the provider: with it every event would be refused without any visible reason. */
function eventsSecretFault(provider: string | undefined, secret: string | undefined): string | undefined {
  if (secret === undefined) return undefined;
  if (provider === "resend" && bytesOf(secret.replace(/^whsec_/, "")).length < 16)
    return 'must be the signing secret of the webhook: "whsec_" and at least 16 bytes in base64';
  if (provider === "sendgrid" && !hexOf(bytesOf(secret).subarray(0, 26)).startsWith(P256_HEAD))
    return "must be the public key of the signed event webhook, as SendGrid shows it";
  return undefined;
}
const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The address in `Name <address>`. */
const fromOf = (text: string | undefined): string | undefined => (/<([^<>]+)>$/.exec(text ?? "")?.[1] ?? text)?.trim().toLowerCase();

/** Names of the variables without which no mail is sent; empty when mail can be sent. */
export const missingForSending = (email: EmailConfig): string[] => [
  ...(email.provider === undefined ? ["EMAIL_PROVIDER"] : []),
  ...(email.provider === "cloudflare" && email.accountId === undefined ? ["EMAIL_ACCOUNT_ID"] : []),
  ...(email.apiKey === undefined ? ["EMAIL_API_KEY"] : []),
  ...(email.from === undefined ? ["EMAIL_FROM"] : []),
];
/** The same for mail with links to the product, which also need its origin. */
export const missingForLinks = (config: Config): string[] => [
  ...missingForSending(emailConfig(config)),
  ...(config.appOrigin === undefined ? ["APP_ORIGIN"] : []),
];
/** Names of the variables without which both web channels refuse mail. */
export const missingForReceiving = (email: EmailConfig): string[] => (email.inboundToken === undefined ? ["INBOUND_EMAIL_TOKEN"] : []);
