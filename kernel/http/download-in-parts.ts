// Downloads that are read and sent in parts, as fast as the reader takes them: memory does not grow with the length.
import { AsyncLocalStorage } from "node:async_hooks";

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
  // The reader asks for the later parts outside of the request, and they are in its language too.
  const asRequested = AsyncLocalStorage.snapshot();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(text(first))),
    async pull(controller) {
      if (next === undefined) return controller.close();
      const from = next;
      const [part, written] = await asRequested(async () => {
        const later = await read(from);
        return [later, text(later)] as const;
      });
      next = part.next;
      controller.enqueue(encoder.encode(written));
    },
  });
  return new Response(body, { headers: { "content-type": file.type, "content-disposition": `attachment; filename="${file.name}"` } });
}
