// Double of SendGrid's mail send: 202 without a body, the id in a header, plain text first.
import { randomBytes } from "node:crypto";
import { type Answer, headersOf, isAddress, isText, type MailDouble, startMailDouble } from "./server.ts";

export const SENDGRID_KEY = "SG.double.0123456789";
/** Headers that SendGrid sets itself. */
const RESERVED = /^(?:x-sg-id|x-sg-eid|received|dkim-signature|content-type|content-transfer-encoding|to|from|subject|reply-to|cc|bcc)$/i;

const refuse = (status: number, message: string, field: string | null = null): Answer => ({
  status,
  body: { errors: [{ message, field, help: null }] },
});

export function startSendgrid(): Promise<MailDouble> {
  return startMailDouble(({ method, path, headers, body }, mails) => {
    if (method !== "POST" || path !== "/v3/mail/send") return refuse(404, "not found");
    if (headers.authorization !== `Bearer ${SENDGRID_KEY}`)
      return refuse(401, "The provided authorization grant is invalid, expired, or revoked");
    if (!body) return refuse(400, "Bad Request");
    const personalizations = body["personalizations"] as { to?: { email?: unknown }[] }[] | undefined;
    const to = personalizations?.[0]?.to?.[0]?.email;
    if (!isAddress(to)) return refuse(400, "Does not contain a valid address.", "personalizations.0.to.0.email");
    const from = body["from"] as { email?: unknown; name?: unknown } | undefined;
    if (!isAddress(from?.email)) return refuse(400, "Does not contain a valid address.", "from.email");
    if (!isText(body["subject"]) || /[\r\n]/.test(body["subject"])) return refuse(400, "The subject is required.", "subject");
    const content = (body["content"] ?? []) as { type?: string; value?: string }[];
    if (content.length === 0 || !content.every(({ value }) => isText(value)))
      return refuse(400, "The content value must be a string at least one character in length.", "content.0.value");
    if (content[0]?.type !== "text/plain") return refuse(400, "If present, text/plain must be first, followed by text/html.", "content");
    const extra = headersOf(body["headers"]);
    const reserved = Object.keys(extra ?? {}).find((name) => RESERVED.test(name));
    if (!extra || reserved !== undefined) return refuse(400, `The headers key can not be used: ${reserved}`, "headers");
    const replyTo = (body["reply_to"] as { email?: unknown } | undefined)?.email;
    const attachments = (body["attachments"] ?? []) as { filename: string; content: string; type: string }[];
    const id = randomBytes(16).toString("base64url");
    mails.push({
      from: `"${String(from.name ?? "")}" <${from.email}>`,
      to,
      replyTo: isText(replyTo) ? replyTo : undefined,
      subject: body["subject"],
      text: content[0].value ?? "",
      html: content[1]?.value ?? "",
      headers: extra,
      attachments: attachments.map((a) => ({ name: a.filename, type: a.type, bytes: Buffer.from(a.content, "base64") })),
      id,
    });
    return { status: 202, headers: { "x-message-id": id } };
  });
}
