// Converts the form of the hosted inbound parse to a mail: parsed mode in fields, raw mode with the whole mail in `email`.
import { cleanLine, decodeLabelled } from "./clean-text.ts";
import { mailOfFields } from "./from-gateway.ts";
import { readType } from "./fields.ts";
import { parseHeaderBlock } from "./header-block.ts";
import { type InboundMail, type MailAttachment, MAX_ATTACHMENTS, MAX_BYTES } from "./inbound-mail.ts";
import { parseMail } from "./parse.ts";

export interface HostedFile {
  readonly field: string;
  readonly name: string | null;
  readonly type: string;
  readonly bytes: Uint8Array;
}
export interface HostedForm {
  /** As bytes, because each field has its own charset. */
  readonly fields: Readonly<Record<string, Uint8Array>>;
  readonly files: readonly HostedFile[];
}
/** The envelope that the service reports. `from`: "" for the null sender, null if not reported. */
export interface HostedEnvelope {
  readonly from: string | null;
  readonly to: readonly string[];
}

/** Parses untrusted JSON: an object, or an empty one. */
function object(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
const utf8 = (form: HostedForm, field: string): string => decodeLabelled(form.fields[field] ?? new Uint8Array(0), "utf-8");

export function envelopeOf(form: HostedForm): HostedEnvelope {
  const { from, to } = object(utf8(form, "envelope"));
  const all = Array.isArray(to) ? to : [to];
  return {
    from: typeof from === "string" ? cleanLine(from, 320) : null,
    to: all.slice(0, 100).flatMap((one) => (typeof one === "string" && one !== "" ? [cleanLine(one, 320)] : [])),
  };
}

function attachments(form: HostedForm): readonly MailAttachment[] {
  const info = object(utf8(form, "attachment-info"));
  return form.files.slice(0, MAX_ATTACHMENTS).map(({ field, name, type, bytes }) => {
    const said = typeof info[field] === "object" && info[field] !== null ? (info[field] as Record<string, unknown>) : {};
    const contentId = cleanLine((text(said["content-id"]) ?? "").replaceAll(/[<>]/g, ""), 255) || null;
    return {
      name: cleanLine(text(said["filename"]) ?? text(said["name"]) ?? name ?? "", 255) || null,
      type: readType(text(said["type"]) ?? type).type || "application/octet-stream",
      inline: contentId !== null,
      contentId,
      bytes,
    };
  });
}

export async function mailFromHostedParse(form: HostedForm): Promise<InboundMail> {
  const raw = form.fields["email"];
  if (raw !== undefined) return parseMail(raw);
  const charsets = object(utf8(form, "charsets"));
  const read = (field: string): string | undefined => {
    const bytes = form.fields[field];
    return bytes === undefined ? undefined : decodeLabelled(bytes.subarray(0, MAX_BYTES), text(charsets[field]));
  };
  const block = parseHeaderBlock(read("headers") ?? "");
  const first = (name: string): string => block.whole(name).join(", ");
  const mail = mailOfFields(
    {
      from: first("from") || (read("from") ?? ""),
      to: first("to") || (read("to") ?? ""),
      cc: first("cc") || read("cc"),
      replyTo: first("reply-to"),
      subject: read("subject") ?? first("subject"),
      date: first("date"),
      messageId: first("message-id"),
      inReplyTo: first("in-reply-to"),
      references: first("references"),
      text: read("text"),
      html: read("html"),
    },
    attachments(form),
  );
  const { type, param } = readType(block.whole("content-type")[0]);
  return {
    ...mail,
    headers: block.headers.length > 0 ? block.headers : mail.headers,
    structure: {
      ...mail.structure,
      type: type || mail.structure.type,
      reportType: type === "multipart/report" ? (param("report-type")?.toLowerCase() ?? null) : null,
    },
  };
}
