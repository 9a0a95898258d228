// Downloads that are read and sent in parts, as fast as the reader takes them: memory does not grow with the length.

/** Where the next part begins; undefined after the last one. */
export interface Part<C> {
  readonly next: C | undefined;
}
/** A response of one part after the other. `first` is read already; `text` writes a part out. */
export function inParts<C, P extends Part<C>>(
  file: { readonly name: string; readonly type: string },
  first: P,
  read: (from: C) => Promise<P>,
  text: (part: P) => string,
): Response {
  const encoder = new TextEncoder();
  let next = first.next;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(text(first))),
    async pull(controller) {
      if (next === undefined) return controller.close();
      const part = await read(next);
      next = part.next;
      controller.enqueue(encoder.encode(text(part)));
    },
  });
  return new Response(body, { headers: { "content-type": file.type, "content-disposition": `attachment; filename="${file.name}"` } });
}
