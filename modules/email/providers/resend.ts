// Driver of Resend. Its idempotency keys are kept for 24 hours and make every retry safe.
import { fieldOf, retryAfter, textOf } from "#kernel/http/service-response.ts";
import { m } from "#messages";
import { neverReached, type Outcome, type Provider, providerSentence } from "./provider.ts";

const TITLE = "Resend";
/** Seconds until a retry after the quota is used up; it is renewed with the day or the month. */
const QUOTA_WAIT = 3600;

export const resend: Provider = {
  name: "resend",
  title: TITLE,
  idempotent: true,
  ownHeaders: true,
  maxAttachments: 5_000_000,
  requestOf: (mail, email) => ({
    url: `${email.testBaseUrl ?? "https://api.resend.com"}/emails`,
    headers: { authorization: `Bearer ${email.apiKey ?? ""}`, "idempotency-key": mail.key },
    body: {
      from: `"${mail.from.name.replaceAll(/["\\]/g, "\\$&")}" <${mail.from.address}>`,
      to: [mail.to],
      ...(mail.cc.length === 0 ? {} : { cc: mail.cc }),
      ...(mail.bcc.length === 0 ? {} : { bcc: mail.bcc }),
      ...(mail.replyTo === undefined ? {} : { reply_to: mail.replyTo }),
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      headers: mail.headers,
      ...(mail.attachments.length === 0
        ? {}
        : { attachments: mail.attachments.map((a) => ({ filename: a.name, content: a.base64, content_type: a.type })) }),
      tags: [{ name: "delivery", value: mail.deliveryId }],
    },
  }),
  outcomeOf({ status, headers, body }, _mail, now): Outcome {
    const reason = providerSentence(TITLE, status, textOf(fieldOf(body, "message")));
    const name = textOf(fieldOf(body, "name"));
    if (status >= 200 && status < 300) {
      const id = textOf(fieldOf(body, "id"));
      return id === undefined
        ? { kind: "ambiguous", reason: m.email_provider_unreadable({ title: TITLE }), again: true }
        : { kind: "sent", providerId: id };
    }
    if (status === 429) {
      const quota = name !== undefined && name.endsWith("quota_exceeded");
      return { kind: "retry", reason, after: retryAfter(headers, now) ?? (quota ? QUOTA_WAIT : undefined) };
    }
    if (status === 409 && name === "invalid_idempotent_request")
      return { kind: "ambiguous", reason: m.email_provider_sent_other({ title: TITLE }), again: false };
    if (status === 409 || status === 503 || neverReached(status)) return { kind: "retry", reason, after: retryAfter(headers, now) };
    if (status >= 500 || status === 408) return { kind: "ambiguous", reason, again: true };
    return { kind: "refused", reason };
  },
};
