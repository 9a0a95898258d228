// Reads request bodies: with a size limit, and JSON only with a JSON content type, which a foreign page cannot send without a preflight.
import { invalidRequest, lengthRequired, Refusal, tooLarge, unsupportedType } from "#kernel/errors/index.ts";
import { m } from "#messages";

/** The largest JSON or form body, in bytes. Uploads have their own limits. */
export const MAX_BODY = 256 * 1024;

/** Reads the body as text of at most `max` bytes. Throws `too_large` as soon as more arrives, whatever Content-Length claims. */
export async function readText(request: Request, max = MAX_BODY): Promise<string> {
  const length = request.headers.get("content-length");
  if (Number(length ?? 0) > max) throw tooLarge(max);
  // HTTP ends a body at its stated length, so a body with Content-Length needs no counting.
  const bytes = length === null ? await readBounded(request, max) : await request.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    throw invalidRequest([{ path: "", message: m.kernel_not_utf8() }]);
  }
}

async function readBounded(request: Request, max: number): Promise<Uint8Array> {
  const { bytes, size } = await readUpTo(request.body, max);
  if (size > max) throw tooLarge(max);
  return bytes;
}

/** The Content-Length of an upload, in bytes. Throws if it is missing, zero or larger than `max`. */
export function announcedLength(request: Request, max: number): number {
  const header = request.headers.get("content-length");
  if (header === null || !/^\d{1,12}$/.test(header)) throw lengthRequired();
  const size = Number(header);
  if (size > max) throw tooLarge(max);
  if (size === 0 || request.body === null) throw invalidRequest([{ path: "body", message: m.kernel_file_empty() }]);
  return size;
}

/** A stream of bytes, or null for an empty one. The platform's streams are async iterable, which their type does not always declare. */
type Body = AsyncIterable<Uint8Array> | ReadableStream | null;

/** Reads at most `max` bytes and cancels the stream as soon as more has arrived; `size` is then larger than `max`. */
export async function readUpTo(body: Body, max: number): Promise<{ bytes: Uint8Array<ArrayBuffer>; size: number }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > max) break; // Leaving the loop cancels the stream.
  }
  return { bytes: joined(chunks, Math.min(size, max)), size };
}

/** Reads a stream of known length into one buffer, without holding the chunks and their copy at the same time. */
export async function readSized(body: Body, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    const piece = chunk.subarray(0, size - at);
    bytes.set(piece, at);
    at += piece.byteLength;
    if (at === size) break;
  }
  return bytes.subarray(0, at);
}

/** Joins the chunks, up to `size` bytes. */
export function joined(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    const piece = chunk.subarray(0, size - at);
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return bytes;
}

const mediaType = (request: Request): string => (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";

/** Reads the body as a JSON object. Throws `unsupported_type` without a JSON content type and `invalid_request` for any other value. */
export async function readJson(request: Request): Promise<Record<string, unknown>> {
  if (mediaType(request) !== "application/json") throw unsupportedType(m.kernel_send_json());
  const text = await readText(request);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw invalidRequest([{ path: "", message: m.kernel_not_json() }]);
  }
  // A schema without required keys would accept an array as an empty object, and some verbs read fields without a schema.
  if (typeof json !== "object" || json === null || Array.isArray(json))
    throw invalidRequest([{ path: "", message: m.kernel_not_an_object() }]);
  return json as Record<string, unknown>;
}

/**
 * Reads the form of a page without scripts, or the same fields as JSON. Browsers send line ends as CRLF but count one character against
 * `maxlength`, so they become LF again: otherwise text that the field accepted could be refused.
 */
export async function readFormOrJson(request: Request): Promise<{ fields: Record<string, unknown>; wantsHtml: boolean }> {
  if (mediaType(request) === "application/json") return { fields: await readJson(request), wantsHtml: false };
  if (mediaType(request) !== "application/x-www-form-urlencoded") throw new Refusal(415, "unsupported_type", m.kernel_send_a_form());
  const fields = [...new URLSearchParams(await readText(request))].map(([name, value]) => [name, value.replaceAll("\r\n", "\n")]);
  return { fields: Object.fromEntries(fields), wantsHtml: true };
}
