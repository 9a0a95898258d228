// Double of Resend as its API reference describes it: POST /emails, idempotency keys kept for a day.
import { createHash, randomUUID } from "node:crypto";
import { type Answer, headersOf, isAddress, isText, type MailDouble, type Request, startMailDouble, type Taken } from "./server.ts";

export const RESEND_KEY = "re_double_0123456789";
const DAY = 86_400_000;

const refuse = (statusCode: number, name: string, message: string): Answer => ({ status: statusCode, body: { statusCode, name, message } });
const addressIn = (text: unknown): string | undefined => {
  const found = isText(text) ? (/<([^<>]+)>$/.exec(text)?.[1] ?? text) : undefined;
  return isAddress(found) ? found : undefined;
};

function taken({ body }: Request): Taken | Answer {
  if (!body) return refuse(400, "validation_error", "The request body is not valid JSON.");
  const to = [body["to"]].flat();
  if (addressIn(body["from"]) === undefined || /[\r\n]/.test(String(body["from"])))
    return refuse(
      422,
      "validation_error",
      "Invalid `from` field. The email address needs to follow the `email@example.com` or `Name <email@example.com>` format.",
    );
  if (to.length === 0 || to.length > 50 || !to.every((one) => addressIn(one) !== undefined))
    return refuse(422, "validation_error", "Invalid `to` field.");
  if (!isText(body["subject"])) return refuse(422, "missing_required_field", "Missing `subject` field.");
  if (!isText(body["text"]) && !isText(body["html"])) return refuse(422, "missing_required_field", "Missing `html` or `text` field.");
  const headers = headersOf(body["headers"]);
  if (!headers) return refuse(422, "validation_error", "Invalid `headers` field.");
  const tags = (body["tags"] ?? []) as { name?: string; value?: string }[];
  if (!tags.every(({ name, value }) => /^[\w-]{1,256}$/.test(name ?? "") && /^[\w-]{1,256}$/.test(value ?? "")))
    return refuse(422, "validation_error", "Tags should only contain ASCII letters, numbers, underscores, or dashes.");
  const replyTo = [body["reply_to"]].flat()[0];
  const attachments = (body["attachments"] ?? []) as { filename: string; content: string; content_type?: string }[];
  return {
    from: String(body["from"]),
    to: String(to[0]),
    replyTo: isText(replyTo) ? replyTo : undefined,
    subject: body["subject"],
    text: String(body["text"] ?? ""),
    html: String(body["html"] ?? ""),
    headers,
    attachments: attachments.map((a) => ({ name: a.filename, type: a.content_type ?? "", bytes: Buffer.from(a.content, "base64") })),
    id: randomUUID(),
  };
}

/** `now` lets a test advance past the day for which keys are kept. */
export function startResend(now: () => number = Date.now): Promise<MailDouble> {
  const keys = new Map<string, { at: number; hash: string; id: string }>();
  return startMailDouble((request, mails) => {
    if (request.method !== "POST" || request.path !== "/emails")
      return refuse(405, "method_not_allowed", "The HTTP method is not allowed for the requested route.");
    if (request.headers.authorization === undefined) return refuse(401, "missing_api_key", "Missing API key in the authorization header.");
    if (request.headers.authorization !== `Bearer ${RESEND_KEY}`) return refuse(403, "invalid_api_key", "API key is invalid.");
    const key = request.headers["idempotency-key"];
    if (Array.isArray(key) || (key !== undefined && (key === "" || key.length > 256)))
      return refuse(400, "invalid_idempotency_key", "The key must be between 1 and 256 characters.");
    const hash = createHash("sha256").update(request.raw).digest("hex");
    const known = key === undefined ? undefined : keys.get(key);
    if (known && now() - known.at < DAY)
      return known.hash === hash
        ? { status: 200, body: { id: known.id } }
        : refuse(409, "invalid_idempotent_request", "Same idempotency key used with a different request payload.");
    const mail = taken(request);
    if ("status" in mail) return mail;
    if (key !== undefined) keys.set(key, { at: now(), hash, id: mail.id });
    mails.push(mail);
    return { status: 200, body: { id: mail.id }, headers: { "ratelimit-limit": "2", "ratelimit-remaining": "1", "ratelimit-reset": "1" } };
  });
}
