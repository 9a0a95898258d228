// Pages and style sheets of the website in UTF-8, whatever they were written in.

const HEAD = 1024;
/** Milliseconds that a page is waited for to name its charset, as browsers do (HTML, "determining the character encoding"). */
const WAIT = 500;

/** Bytes of a byte order mark of UTF-16. */
const MARK = 2;

/**
 * The stream in UTF-8. A byte order mark decides, as in browsers; then the header; then what the first kilobyte names; UTF-8 by default.
 * What is sent on is UTF-8 without exception: a browser that read it otherwise would see other elements than those that were rewritten.
 */
export async function decoded(body: ReadableStream<Uint8Array>, charset: string | undefined): Promise<ReadableStream<Uint8Array>> {
  const wanted = charset === undefined ? HEAD : MARK;
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let done = false;
  let reading: ReturnType<typeof reader.read> | undefined;
  const over = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), WAIT));
  for (let size = 0; size < wanted && !done;) {
    reading ??= reader.read();
    // The mark is waited for, however long the website takes.
    const next = await (size < MARK ? reading : Promise.race([reading, over]));
    if (next === undefined) break;
    reading = undefined;
    done = next.done;
    if (next.value) {
      chunks.push(next.value);
      size += next.value.byteLength;
    }
  }
  const head = chunks.map((chunk) => new TextDecoder("latin1").decode(chunk.subarray(0, HEAD))).join("");
  const rest = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const waiting = chunks.shift();
      if (waiting) return controller.enqueue(waiting);
      const next = done ? { done: true as const } : await (reading ?? reader.read());
      reading = undefined;
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  const marked = head.startsWith("\u00ff\u00fe") ? "utf-16le" : head.startsWith("\u00fe\u00ff") ? "utf-16be" : undefined;
  const named = marked ?? charset ?? /<meta[^>]{1,200}charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(head)?.[1];
  return named === undefined || isUtf8(named) ? rest : inUtf8(rest, named);
}

const isUtf8 = (charset: string): boolean => /^(?:utf-?8|us-ascii|ascii)$/i.test(charset);

function inUtf8(body: ReadableStream<Uint8Array>, charset: string): ReadableStream<Uint8Array> {
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(charset);
  } catch {
    return body;
  }
  const encoder = new TextEncoder();
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => controller.enqueue(encoder.encode(decoder.decode(chunk, { stream: true }))),
      flush: (controller) => controller.enqueue(encoder.encode(decoder.decode())),
    }),
  );
}
