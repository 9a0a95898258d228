// Double of Cloudflare's email sending: an account in the path, an allow list of headers, addresses that bounce permanently.
import { type Answer, headersOf, isAddress, isText, type MailDouble, startMailDouble } from "./server.ts";

export const CLOUDFLARE_KEY = "cf-double-token-0123456789";
export const CLOUDFLARE_ACCOUNT = "0123456789abcdef0123456789abcdef";
/** Mail to this domain bounces at once. */
export const BOUNCES = "@bounces.example";

const ALLOWED = /^(?:In-Reply-To|References|List-[\w-]+|Precedence|Auto-Submitted|Content-Language|Importance|X-[\w-]+)$/i;
const refuse = (status: number, code: number, message: string): Answer => ({
  status,
  body: { success: false, errors: [{ code, message }], messages: [], result: null },
});

export function startCloudflare(): Promise<MailDouble> {
  return startMailDouble(({ method, path, headers, body }, mails) => {
    if (method !== "POST" || path !== `/accounts/${CLOUDFLARE_ACCOUNT}/email/sending/send`) return refuse(404, 10_000, "not_found");
    if (headers.authorization !== `Bearer ${CLOUDFLARE_KEY}`) return refuse(401, 10_101, "email.sending.error.unauthorized");
    const from = body?.["from"] as { address?: unknown; name?: unknown } | undefined;
    const to = [body?.["to"]].flat();
    const extra = headersOf(body?.["headers"]);
    if (!body || !isAddress(from?.address) || !to.every(isAddress) || !isText(body["subject"]) || body["subject"].length > 998)
      return refuse(400, 10_001, "email.sending.error.invalid_request_schema");
    if (/[\r\n]/.test(`${body["subject"]}${String(from.name)}`)) return refuse(400, 10_202, "email.sending.error.email.invalid");
    const foreign = Object.keys(extra ?? { "?": "" }).find((name) => !ALLOWED.test(name));
    if (!extra || foreign !== undefined) return refuse(400, 10_202, `E_HEADER_NOT_ALLOWED: ${foreign}`);
    const attachments = (body["attachments"] ?? []) as { filename: string; content: string; type: string }[];
    if (JSON.stringify(body).length > 5 * 1024 * 1024) return refuse(400, 10_200, "email.sending.error.email.too_big");
    const [address = ""] = to as string[];
    if (address.endsWith(BOUNCES))
      return {
        status: 200,
        body: { success: true, errors: [], messages: [], result: { delivered: [], permanent_bounces: [address], queued: [] } },
      };
    mails.push({
      from: `"${String(from.name ?? "")}" <${from.address}>`,
      to: address,
      replyTo: isText(body["reply_to"]) ? body["reply_to"] : undefined,
      subject: body["subject"],
      text: String(body["text"] ?? ""),
      html: String(body["html"] ?? ""),
      headers: extra,
      attachments: attachments.map((a) => ({ name: a.filename, type: a.type, bytes: Buffer.from(a.content, "base64") })),
      id: "",
    });
    return {
      status: 200,
      body: { success: true, errors: [], messages: [], result: { delivered: [address], permanent_bounces: [], queued: [] } },
    };
  });
}
