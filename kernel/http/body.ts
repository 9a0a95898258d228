// Reads request bodies: bounded before they are read, and JSON only with a JSON content type, which a foreign page cannot send unasked.
import { invalidRequest, lengthRequired, Refusal, tooLarge, unsupportedType } from "#kernel/errors/index.ts";
import { m } from "#messages";

/** The largest JSON or form body, bytes. Files have their own way. */
export const MAX_BODY = 256 * 1024;

/** Reads the body as text of at most `max` bytes. Throws `too_large` as soon as more arrives, whatever Content-Length claims. */
export async function readText(request: Request, max = MAX_BODY): Promise<string> {
  const length = request.headers.get("content-length");
  if (Number(length ?? 0) > max) throw tooLarge(max);
  // HTTP ends a body at its stated length, so one of known length needs no counting.
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

/** The announced length of a file's body, in bytes. Throws when there is none, or one that is not taken. */
export function announcedLength(request: Request, max: number): number {
  const header = request.headers.get("content-length");
  if (header === null || !/^\d{1,12}$/.test(header)) throw lengthRequired();
  const size = Number(header);
  if (size > max) throw tooLarge(max);
  if (size === 0 || request.body === null) throw invalidRequest([{ path: "body", message: m.kernel_file_empty() }]);
  return size;
}

/** A stream of bytes; null = an empty one. The platform's streams are async iterable, which their type does not always declare. */
type Body = AsyncIterable<Uint8Array> | ReadableStream | null;

/** The first `max` bytes of a stream, which is left as soon as more has come; `size` is larger than `max` then. */
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

/** The same into one piece of memory, for a stream whose length is known: the chunks would be held beside their copy. */
export async function readSized(stream: AsyncIterable<Uint8Array>, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for await (const chunk of stream) {
    const part = chunk.subarray(0, size - at);
    bytes.set(part, at);
    at += part.byteLength;
    if (at === size) break;
  }
  return bytes.subarray(0, at);
}

/** The chunks as one, up to `size` bytes. */
export function joined(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    const part = chunk.subarray(0, size - at);
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes;
}

const mediaType = (request: Request): string => (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";

/** The body as a JSON object. Throws `unsupported_type` without its content type and `invalid_request` for any other value. */
export async function readJson(request: Request): Promise<Record<string, unknown>> {
  if (mediaType(request) !== "application/json") throw unsupportedType(m.kernel_send_json());
  const text = await readText(request);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw invalidRequest([{ path: "", message: m.kernel_not_json() }]);
  }
  // A schema without required keys would take an array for an empty object, and verbs that read fields themselves cannot read null.
  if (typeof json !== "object" || json === null || Array.isArray(json))
    throw invalidRequest([{ path: "", message: m.kernel_not_an_object() }]);
  return json as Record<string, unknown>;
}

/**
 * A form of a page without scripts, or the same fields as JSON. Browsers send each end of a line as two characters and count one where
 * a field has a limit: here it is one again, so that what a field took is not refused.
 */
export async function readFormOrJson(request: Request): Promise<{ fields: Record<string, unknown>; wantsHtml: boolean }> {
  if (mediaType(request) === "application/json") return { fields: await readJson(request), wantsHtml: false };
  if (mediaType(request) !== "application/x-www-form-urlencoded") throw new Refusal(415, "unsupported_type", m.kernel_send_a_form());
  const fields = [...new URLSearchParams(await readText(request))].map(([name, value]) => [name, value.replaceAll("\r\n", "\n")]);
  return { fields: Object.fromEntries(fields), wantsHtml: true };
}
