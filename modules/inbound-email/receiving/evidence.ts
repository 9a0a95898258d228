// Parses stored evidence: its content type says which channel's format it has.
import { readSized, readUpTo } from "#kernel/http/body.ts";
import type { Authentication } from "../contract.ts";
import { cleanLine, decodeLabelled } from "../parsing/clean-text.ts";
import { mailFromGateway } from "../parsing/from-gateway.ts";
import { type HostedForm, mailFromHostedParse } from "../parsing/from-hosted-parse.ts";
import { readAddresses } from "../parsing/fields.ts";
import { type InboundMail, MAX_BYTES } from "../parsing/inbound-mail.ts";
import { parseMail } from "../parsing/parse.ts";
import { hostedAuthentication, platformAuthentication } from "./authentication.ts";
import { readGatewayJson } from "./gateway-json.ts";
import { LeanJson } from "./lean-json.ts";
import { readForm } from "./multipart.ts";

export const RAW = "message/rfc822";
export const JSON_TYPE = "application/json";
/** Reads a stored object within memory limits: of a raw mail what is parsed, of JSON its strings up to that size, of a form everything. */
export async function readableBytes(
  type: string,
  object: { readonly body: ReadableStream<Uint8Array>; readonly size: number },
): Promise<Uint8Array> {
  const stream = object.body as AsyncIterable<Uint8Array>;
  if (type === RAW) return (await readUpTo(stream, MAX_BYTES + 1)).bytes;
  if (type !== JSON_TYPE) return await readSized(stream, object.size);
  const lean = new LeanJson(MAX_BYTES, object.size);
  for await (const chunk of stream) lean.feed(chunk);
  return lean.bytes;
}

export interface Evidence {
  readonly mail: InboundMail;
  readonly authentication: Authentication | null;
}

export async function readEvidence(
  type: string,
  bytes: Uint8Array,
  { door, envelopeFrom }: { door: string; envelopeFrom: string | null },
): Promise<Evidence> {
  if (type === JSON_TYPE) {
    const json = readGatewayJson(bytes);
    return { mail: await (json ? mailFromGateway(json.mail) : parseMail(bytes)), authentication: null };
  }
  const form = readForm(type, bytes);
  if (form) return await formEvidence(form, envelopeFrom);
  const mail = await parseMail(bytes);
  return { mail, authentication: door === "platform" ? oneSender(mail, platformAuthentication(mail, envelopeFrom)) : null };
}

const field = (form: HostedForm, name: string): string | undefined => {
  const bytes = form.fields[name];
  return bytes === undefined ? undefined : cleanLine(decodeLabelled(bytes.subarray(0, 8192), "utf-8"), 4000);
};
async function formEvidence(form: HostedForm, envelopeFrom: string | null): Promise<Evidence> {
  const mail = await mailFromHostedParse(form);
  const seen = hostedAuthentication(field(form, "SPF"), field(form, "dkim"), mail.from?.address ?? "", envelopeFrom);
  return { mail, authentication: oneSender(mail, seen) };
}

/** A result applies to a single sender's domain, so a mail that names several proves none of them. */
function oneSender(mail: InboundMail, seen: Authentication | null): Authentication | null {
  const named = mail.headers.filter(({ name }) => name === "from");
  return seen && (named.length > 1 || readAddresses(named.map(({ value }) => value)).list.length > 1) ? { ...seen, aligned: false } : seen;
}
