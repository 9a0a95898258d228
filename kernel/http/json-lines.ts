// Downloads as JSON lines: one JSON value a line (jsonlines.org).
import { inParts, type Part } from "./download-in-parts.ts";

/** Values of a part, and where the next part begins. */
export interface LinesPart<C> extends Part<C> {
  readonly values: readonly unknown[];
}
/** A response that reads one part after the other. `first` is read already. */
export const jsonLines = <C>(name: string, first: LinesPart<C>, read: (from: C) => Promise<LinesPart<C>>): Response =>
  inParts({ name, type: "application/jsonl; charset=utf-8" }, first, read, ({ values }) =>
    values.map((value) => `${JSON.stringify(value)}\n`).join(""),
  );
