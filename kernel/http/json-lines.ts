// Downloads as JSON lines: one JSON value a line (jsonlines.org).

/** Values of a part, and where the next part begins; undefined after the last one. */
export interface LinesPart<C> {
  readonly values: readonly unknown[];
  readonly next: C | undefined;
}
/** A response that reads one part after the other, as fast as the reader takes them: memory does not grow with the length. `first` is read already. */
export function jsonLines<C>(name: string, first: LinesPart<C>, read: (from: C) => Promise<LinesPart<C>>): Response {
  const encoder = new TextEncoder();
  const text = ({ values }: LinesPart<C>): Uint8Array => encoder.encode(values.map((value) => `${JSON.stringify(value)}\n`).join(""));
  let next = first.next;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(text(first)),
    async pull(controller) {
      if (next === undefined) return controller.close();
      const part = await read(next);
      next = part.next;
      controller.enqueue(text(part));
    },
  });
  return new Response(body, {
    headers: { "content-type": "application/jsonl; charset=utf-8", "content-disposition": `attachment; filename="${name}"` },
  });
}
