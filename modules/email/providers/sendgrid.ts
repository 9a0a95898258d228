// Driver of SendGrid. It accepts a mail only with status 202 and has no idempotency keys.
import { fieldOf, retryAfter, textOf } from "#kernel/http/service-response.ts";
import { m } from "#messages";
import { neverReached, type Outcome, type Provider, providerSentence } from "./provider.ts";

const TITLE = "SendGrid";

function errorOf(body: unknown): string | undefined {
  const errors = fieldOf(body, "errors");
  return Array.isArray(errors) ? textOf(fieldOf(errors[0], "message")) : undefined;
}
/** Seconds until the rate limit resets; the header has the time in seconds since 1970. */
function resetIn(headers: Headers, now: number): number | undefined {
  const at = Number(headers.get("x-ratelimit-reset") ?? Number.NaN);
  return Number.isFinite(at) ? Math.max(1, Math.ceil(at - now / 1000)) : undefined;
}

export const sendgrid: Provider = {
  name: "sendgrid",
  title: TITLE,
  idempotent: false,
  ownHeaders: true,
  maxAttachments: 5_000_000,
  requestOf: (mail, email) => ({
    url: `${email.testBaseUrl ?? "https://api.sendgrid.com"}/v3/mail/send`,
    headers: { authorization: `Bearer ${email.apiKey ?? ""}` },
    body: {
      personalizations: [
        {
          to: [{ email: mail.to }],
          ...(mail.cc.length === 0 ? {} : { cc: mail.cc.map((email) => ({ email })) }),
          ...(mail.bcc.length === 0 ? {} : { bcc: mail.bcc.map((email) => ({ email })) }),
        },
      ],
      from: { email: mail.from.address, name: mail.from.name },
      ...(mail.replyTo === undefined ? {} : { reply_to: { email: mail.replyTo } }),
      subject: mail.subject,
      // The API requires the plain text first.
      content: [
        { type: "text/plain", value: mail.text },
        { type: "text/html", value: mail.html },
      ],
      headers: mail.headers,
      ...(mail.attachments.length === 0
        ? {}
        : { attachments: mail.attachments.map((a) => ({ filename: a.name, content: a.base64, type: a.type, disposition: "attachment" })) }),
      custom_args: { delivery: mail.deliveryId },
      // Tracking links and pixels would tell a third party who reads the mail.
      tracking_settings: { click_tracking: { enable: false }, open_tracking: { enable: false } },
    },
  }),
  outcomeOf({ status, headers, body }, _mail, now): Outcome {
    const reason = providerSentence(TITLE, status, errorOf(body));
    if (status === 202) return { kind: "sent", providerId: headers.get("x-message-id") };
    if (status >= 200 && status < 300) return { kind: "ambiguous", reason: m.email_provider_unreadable({ title: TITLE }), again: false };
    if (status === 429) return { kind: "retry", reason, after: retryAfter(headers, now) ?? resetIn(headers, now) };
    if (status === 503 || neverReached(status)) return { kind: "retry", reason, after: retryAfter(headers, now) };
    if (status >= 500 || status === 408) return { kind: "ambiguous", reason, again: false };
    return { kind: "refused", reason };
  },
};
