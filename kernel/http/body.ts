// Bodies are bounded before they are read, and JSON must say that it is JSON (a foreign page cannot send that unasked).
import { invalidRequest, Refusal, tooLarge, unsupportedType } from "#kernel/errors/index.ts";

/** The largest JSON or form body, bytes. Files have their own way. */
export const MAX_BODY = 256 * 1024;

/** Reads the body as text of at most `max` bytes. Throws `too_large` as soon as more has come, whatever Content-Length said. */
export async function readText(request: Request, max = MAX_BODY): Promise<string> {
  if (Number(request.headers.get("content-length") ?? 0) > max) throw tooLarge(max);
  if (request.body === null) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = (request.body as ReadableStream<Uint8Array>).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > max) {
      await reader.cancel();
      throw tooLarge(max);
    }
    chunks.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(all);
  } catch {
    throw invalidRequest([{ path: "", message: "The request is not valid UTF-8." }]);
  }
}

const mediaType = (request: Request): string => (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";

export async function readJson(request: Request): Promise<unknown> {
  if (mediaType(request) !== "application/json") throw unsupportedType("Send JSON with content-type application/json.");
  const text = await readText(request);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw invalidRequest([{ path: "", message: "The request is not valid JSON." }]);
  }
  // A schema of an object without required keys would take an array for an empty one.
  if (Array.isArray(json)) throw invalidRequest([{ path: "", message: "The request must be a JSON object." }]);
  return json;
}

/** A form of a page without scripts, or the same fields as JSON. */
export async function readFormOrJson(request: Request): Promise<{ fields: unknown; wantsHtml: boolean }> {
  if (mediaType(request) === "application/json") return { fields: await readJson(request), wantsHtml: false };
  if (mediaType(request) !== "application/x-www-form-urlencoded") throw new Refusal(415, "unsupported_type", "Send a form or JSON.");
  return { fields: Object.fromEntries(new URLSearchParams(await readText(request))), wantsHtml: true };
}
