// Driver of Cloudflare's email sending: no idempotency keys, an allow list of headers, no Message-ID of ours.
import { fieldOf, retryAfter, textOf } from "#kernel/http/service-response.ts";
import { m } from "#messages";
import { neverReached, type Outcome, type Provider, providerSentence } from "./provider.ts";

const TITLE = "Cloudflare";

/** Message of the first error in a response. */
function errorOf(body: unknown): string | undefined {
  const errors = fieldOf(body, "errors");
  return Array.isArray(errors) ? textOf(fieldOf(errors[0], "message")) : undefined;
}
const addresses = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap((one: unknown) => textOf(one)?.toLowerCase() ?? textOf(fieldOf(one, "address"))?.toLowerCase() ?? [])
    : [];

export const cloudflare: Provider = {
  name: "cloudflare",
  title: TITLE,
  idempotent: false,
  ownHeaders: false,
  // 5 MiB for the whole mail, and base64 makes four bytes out of three.
  maxAttachments: 3_500_000,
  requestOf: (mail, email) => ({
    url: `${email.testBaseUrl ?? "https://api.cloudflare.com/client/v4"}/accounts/${email.accountId ?? ""}/email/sending/send`,
    headers: { authorization: `Bearer ${email.apiKey ?? ""}` },
    body: {
      from: { address: mail.from.address, name: mail.from.name },
      to: [mail.to],
      ...(mail.cc.length === 0 ? {} : { cc: mail.cc }),
      ...(mail.bcc.length === 0 ? {} : { bcc: mail.bcc }),
      ...(mail.replyTo === undefined ? {} : { reply_to: mail.replyTo }),
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      ...(Object.keys(mail.headers).length === 0 ? {} : { headers: mail.headers }),
      ...(mail.attachments.length === 0
        ? {}
        : { attachments: mail.attachments.map((a) => ({ filename: a.name, content: a.base64, type: a.type, disposition: "attachment" })) }),
    },
  }),
  outcomeOf({ status, headers, body }, mail, now): Outcome {
    const reason = providerSentence(TITLE, status, errorOf(body));
    if (status >= 200 && status < 300) {
      if (fieldOf(body, "success") === false) return { kind: "refused", reason };
      if (fieldOf(body, "success") !== true)
        return { kind: "ambiguous", reason: m.email_provider_unreadable({ title: TITLE }), again: false };
      const result = fieldOf(body, "result");
      if (addresses(fieldOf(result, "permanent_bounces")).includes(mail.to))
        return { kind: "bounced", reason: m.email_provider_suppressed({ title: TITLE }) };
      return { kind: "sent", providerId: textOf(fieldOf(result, "message_id")) ?? null };
    }
    if (status === 429 || status === 503 || neverReached(status)) return { kind: "retry", reason, after: retryAfter(headers, now) };
    if (status >= 500 || status === 408) return { kind: "ambiguous", reason, again: false };
    return { kind: "refused", reason };
  },
};
