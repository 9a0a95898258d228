// The three channels for incoming mail. Each responds only once the mail is stored, or no project takes it.
import { sha256 } from "#kernel/auth/index.ts";
import { Refusal } from "#kernel/errors/index.ts";
import { joined, readSized, readUpTo } from "#kernel/http/body.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { createHash } from "node:crypto";
import { mailboxAddress, isInstallationAddress } from "#modules/email";
import type { Receipt } from "../contract.ts";
import { cleanLine, decodeLabelled } from "../parsing/clean-text.ts";
import { classify } from "../automatic-mail/classify.ts";
import { mailFromGateway } from "../parsing/from-gateway.ts";
import { envelopeOf, type HostedForm, mailFromHostedParse } from "../parsing/from-hosted-parse.ts";
import { readHeaderBlock } from "../parsing/header-block.ts";
import { type InboundMail, MAX_BYTES } from "../parsing/inbound-mail.ts";
import { parseMail, readMailFields } from "../parsing/parse.ts";
import { type GatewayJson, readGatewayJson } from "./gateway-json.ts";
import { LeanJson } from "./lean-json.ts";
import { dropObjects } from "./objects.ts";
import { JSON_TYPE, RAW } from "./evidence.ts";
import { readForm } from "./multipart.ts";
import { readInboundAddresses } from "../queries.ts";
import { addressesIn, namedRecipients, targetsOf } from "./recipients.ts";
import { type StoredAhead, MAX_RAW, storeAhead, storeMail } from "./store-mail.ts";
import { inboundInterceptor } from "../extension.ts";

type ReceivingCtx = Omit<Ctx, "caller">;
type Answer = { status: "accepted" | "ignored" };
type AddressedMail = Pick<InboundMail, "to" | "cc" | "headers" | "subject" | "messageId">;

/** Bytes of a raw mail in which the header block is searched before anything is stored. */
const HEAD = 512 * 1024;
const REFUSED = "Envelope sender required";

/** The projects that the mail is for: by its envelope, else by its header fields. */
async function findTargets(ctx: ReceivingCtx, envelopeTo: readonly string[], mail: AddressedMail) {
  for (const recipients of [envelopeTo, namedRecipients(mail)]) {
    if (recipients.length === 0) continue;
    const [known] = await ctx.db.read(readInboundAddresses([...new Set(recipients.flatMap((one) => [one, mailboxAddress(one)]))]));
    // Addresses that the installation sends from belong to no project, even if one had them before they were configured.
    const found = targetsOf(
      recipients,
      known.filter(({ address }) => !isInstallationAddress(ctx.config, address)),
    );
    if (found.length > 0) return found;
  }
  return [];
}
/** Logs a mail that no project takes, without any data of its sender. */
function ignoreMail(ctx: ReceivingCtx, door: Receipt["door"], why: string): Answer {
  ctx.log.warn("a mail was not taken in", { door, why });
  return { status: "ignored" };
}
async function* singleChunk(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

interface Raw {
  readonly door: Receipt["door"];
  readonly envelopeFrom: string | null;
  readonly envelopeTo: readonly string[];
  readonly body: AsyncIterable<Uint8Array>;
  /** Undefined if unknown before the end of the stream. */
  readonly size: number | undefined;
}
/** Receives a raw mail; only its header block is held in memory. */
async function receiveRaw(ctx: ReceivingCtx, raw: Raw): Promise<Answer> {
  const { door, envelopeFrom, envelopeTo } = raw;
  // A stream of unknown length cannot be stored directly.
  const [body, size] = raw.size === undefined ? await readChunks(raw.body) : [raw.body, raw.size];
  const { head, chunks } = await splitHeaderBlock(body);
  const mailFields = readMailFields(readHeaderBlock(head));
  const found = await findTargets(ctx, envelopeTo, mailFields);
  if (found.length === 0) {
    await chunks.return(undefined);
    return ignoreMail(ctx, door, "no recipient is known");
  }
  const { subject, messageId } = mailFields;
  await storeMail(ctx, { door, type: RAW, envelopeFrom, subject, messageId, targets: found, chunks, size });
  return { status: "accepted" };
}
/** Reads a stream of unknown length into chunks. Joining them would need the same memory again. */
async function readChunks(stream: AsyncIterable<Uint8Array>): Promise<[AsyncIterable<Uint8Array>, number]> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > MAX_RAW) break;
  }
  return [iterate(chunks), size];
}
async function* iterate(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield chunk;
}
/** Reads the header block of a stream. `chunks` is the whole stream, to be read once. */
async function splitHeaderBlock(stream: AsyncIterable<Uint8Array>): Promise<{ head: Uint8Array; chunks: AsyncGenerator<Uint8Array> }> {
  const reader = stream[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let size = 0;
  let tail = "";
  for (let more = true; more && size < HEAD;) {
    const { done, value } = await reader.next();
    if (done) break;
    first.push(value);
    size += value.byteLength;
    const text = tail + new TextDecoder("latin1").decode(value);
    more = !/\r?\n\r?\n|\r\r/.test(text);
    tail = text.slice(-3);
  }
  const head = joined(first, size);
  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      if (head.byteLength > 0) yield head;
      for (;;) {
        const { done, value } = await reader.next();
        if (done) return;
        yield value;
      }
    } finally {
      // Cancels the stream if the caller does not read it to the end.
      await reader.return?.().catch(() => undefined);
    }
  }
  return { head, chunks: chunks() };
}

const mediaType = (request: Request): string => (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
function lengthOf(request: Request): number | undefined {
  const header = request.headers.get("content-length");
  return header !== null && /^\d{1,12}$/.test(header) ? Number(header) : undefined;
}
const envelopeHeader = (request: Request, name: string): string | null => {
  const value = request.headers.get(name);
  return value === null ? null : cleanLine(value.replace(/^\s*<(.*)>\s*$/, "$1"), 320);
};

/** Receives mail from a gateway: a raw stream, or JSON. Never refused because of its content. */
export async function receiveFromGateway(ctx: RequestCtx): Promise<Answer> {
  const { request } = ctx;
  const body = request.body as AsyncIterable<Uint8Array> | null;
  if (body === null) return ignoreMail(ctx, "gateway", "the request is empty");
  const envelopeFrom = envelopeHeader(request, "x-envelope-from");
  const envelopeTo = addressesIn(envelopeHeader(request, "x-envelope-to") ?? "");
  if (mediaType(request) !== JSON_TYPE)
    return await receiveRaw(ctx, { door: "gateway", envelopeFrom, envelopeTo, body, size: lengthOf(request) });
  return await receiveJson(ctx, body, lengthOf(request), envelopeFrom, envelopeTo);
}

const NO_FIELDS: AddressedMail = { to: [], cc: [], headers: [], subject: "", messageId: null };

/**
 * Receives a gateway's JSON. If it is longer than the parsed part of a mail, it streams to its object and only its short strings are held
 * in memory.
 */
async function receiveJson(
  ctx: RequestCtx,
  body: AsyncIterable<Uint8Array>,
  length: number | undefined,
  envelopeFrom: string | null,
  envelopeTo: readonly string[],
): Promise<Answer> {
  const [stream, size] = length === undefined ? await readChunks(body) : [body, length];
  const lean = new LeanJson(MAX_BYTES, Math.min(size, MAX_RAW));
  const ahead =
    size > MAX_BYTES ? await storeAhead(ctx, { chunks: stream, size, type: JSON_TYPE }, (chunk) => lean.feed(chunk)) : undefined;
  if (ahead === undefined) for await (const chunk of stream) lean.feed(chunk);
  const answer = await storeJson(ctx, readGatewayJson(lean.bytes), { ahead, bytes: lean.bytes, size }, envelopeFrom, envelopeTo);
  if (ahead !== undefined && answer.status === "ignored") await dropObjects(ctx, [ahead.objectKey]);
  return answer;
}
/** `bytes`: the complete JSON, unless it was stored ahead. */
type ReceivedJson = { readonly ahead: StoredAhead | undefined; readonly bytes: Uint8Array; readonly size: number };

async function storeJson(
  ctx: RequestCtx,
  json: GatewayJson | undefined,
  { ahead, bytes, size }: ReceivedJson,
  envelopeFrom: string | null,
  envelopeTo: readonly string[],
): Promise<Answer> {
  const from = json?.envelopeFrom ?? envelopeFrom;
  const to = json && json.envelopeTo.length > 0 ? json.envelopeTo : envelopeTo;
  // A raw mail without further fields is stored as the raw mail.
  if (
    json &&
    ahead === undefined &&
    typeof json.mail.message === "string" &&
    json.mail.headers === undefined &&
    json.mail.subject === undefined
  ) {
    const raw = new TextEncoder().encode(json.mail.message);
    return await receiveRaw(ctx, {
      door: "gateway",
      envelopeFrom: from,
      envelopeTo: to,
      body: singleChunk(raw),
      size: raw.byteLength,
    });
  }
  const mail: AddressedMail = json ? await mailFromGateway(json.mail) : NO_FIELDS;
  const found = await findTargets(ctx, to, mail);
  if (found.length === 0) return ignoreMail(ctx, "gateway", json ? "no recipient is known" : "the JSON has no message that can be read");
  await storeMail(ctx, {
    door: "gateway",
    type: JSON_TYPE,
    envelopeFrom: from,
    subject: mail.subject,
    messageId: mail.messageId,
    targets: found,
    chunks: ahead ?? singleChunk(bytes),
    size,
    // Long JSON is identified by its own bytes, because its message is not held as a whole.
    ...(json && ahead === undefined ? { digest: sha256(JSON.stringify(json.mail.message)) } : {}),
  });
  return { status: "accepted" };
}

/** A digest of what a mail's form keeps from one delivery to the next: without the boundary and the spam filter's fields. */
function digestOf(form: HostedForm): string {
  const hash = createHash("sha256");
  const raw = form.fields["email"];
  if (raw !== undefined) return hash.update(raw).digest("hex");
  for (const name of ["headers", "from", "to", "subject", "text", "html"])
    hash.update(`\n${name}\n`).update(form.fields[name] ?? new Uint8Array(0));
  for (const { field, bytes } of form.files) hash.update(`\n${field}\n`).update(bytes);
  return hash.digest("hex");
}

/** Receives the form of the hosted inbound parse. Only the null sender is refused; then nothing is stored. */
export async function receiveParsed(ctx: RequestCtx): Promise<Answer> {
  const { request } = ctx;
  const type = request.headers.get("content-type") ?? "";
  const length = lengthOf(request);
  const stream = (request.body ?? []) as AsyncIterable<Uint8Array>;
  const { bytes, size } =
    length === undefined ? await readUpTo(stream, MAX_RAW) : { bytes: await readSized(stream, Math.min(length, MAX_RAW)), size: length };
  const form = readForm(type, bytes);
  if (form === undefined) return ignoreMail(ctx, "parse", "the form cannot be read");
  const envelope = envelopeOf(form);
  if (envelope.from !== null && isNullSender(envelope.from))
    throw new Refusal(400, "invalid_request", REFUSED, { issues: [{ path: "envelope.from", message: REFUSED }] });
  const raw = form.fields["email"];
  const mailFields: AddressedMail =
    raw === undefined ? await mailFromHostedParse(form) : readMailFields(readHeaderBlock(raw.subarray(0, HEAD)));
  const named = addressesIn(envelope.to.join(", "));
  const found = await findTargets(
    ctx,
    named.length > 0 ? named : addressesIn(decodeLabelled(form.fields["to"] ?? new Uint8Array(0), "utf-8")),
    mailFields,
  );
  if (found.length === 0) return ignoreMail(ctx, "parse", "no recipient is known");
  await storeMail(ctx, {
    door: "parse",
    type: cleanLine(type, 300),
    envelopeFrom: envelope.from,
    subject: mailFields.subject,
    messageId: mailFields.messageId,
    targets: found,
    chunks: singleChunk(bytes),
    size,
    digest: digestOf(form),
  });
  return { status: "accepted" };
}

const isNullSender = (from: string | null | undefined): boolean => (from ?? "").replaceAll(/[<>\s]/g, "") === "";

/** Receives mail through the platform handler. A mail for an unknown recipient is rejected, so that its sender learns of it. */
export async function receiveFromPlatform(ctx: ReceivingCtx, message: ForwardableEmailMessage): Promise<void> {
  if (isNullSender(message.from)) return message.setReject(REFUSED);
  // Answers to notifications are rejected by SMTP without being stored. Automatic mail is not rejected, so that it does not bounce back and
  // forth.
  const { head, chunks } = await splitHeaderBlock(message.raw as AsyncIterable<Uint8Array>);
  const refusal = await refusalOf(ctx, addressesIn(message.to));
  if (refusal !== undefined) {
    const { automatic } = classify(await parseMail(head), { envelopeFrom: message.from, isOwn: () => false });
    if (!automatic) {
      await chunks.return(undefined);
      return message.setReject(refusal);
    }
  }
  const answer = await receiveRaw(ctx, {
    door: "platform",
    envelopeFrom: message.from,
    envelopeTo: addressesIn(message.to),
    body: chunks,
    size: message.rawSize,
  });
  // See docs/decisions/0025-unknown-recipients-are-refused.md.
  if (answer.status === "ignored") message.setReject("This address does not take mail here");
}

/** The rejection for a person who writes to one of these addresses; undefined if none of them refuses. */
async function refusalOf(ctx: ReceivingCtx, recipients: readonly string[]): Promise<string | undefined> {
  for (const interceptor of ctx.registry.extensions.of(inboundInterceptor)) {
    const rejection = await interceptor.smtpRejection(ctx, recipients);
    if (rejection !== undefined) return rejection;
  }
  return undefined;
}
