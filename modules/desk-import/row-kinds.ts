// The kinds of rows that a report has, and how they are named in it: tickets by their numbers alone, other things with a prefix, because no
// id of a source has a colon.
import { type SQL, sql } from "#kernel/db/index.ts";
import type { RowKind } from "./contract.ts";

export type OtherKind = Exclude<RowKind, "conversation">;
/** In the order of their rows. */
const OTHERS: readonly OtherKind[] = ["company", "rating", "reply"];
/** How a report names a thing that is no ticket. */
export const rowIdOf = (kind: OtherKind, sourceId: string): string => `${kind}:${sourceId}`;
/** What a row of a report is about: its kind, and its id at the source. */
export function kindOfRow(rowId: string): { readonly kind: RowKind; readonly sourceId: string } {
  const kind = OTHERS.find((one) => rowId.startsWith(`${one}:`));
  return kind === undefined ? { kind: "conversation", sourceId: rowId } : { kind, sourceId: rowId.slice(kind.length + 1) };
}
/** Condition: the row is about a ticket. */
export const isTicketRow: SQL = sql`instr(source_id, ':') = 0`;
/** Condition: the row is of this kind. */
export const isRowOf = (kind: OtherKind): SQL => sql`(source_id >= ${`${kind}:`} AND source_id < ${`${kind};`})`;
/**
 * The ranges of ids in which rows of a kind are, after one: `from` is not part of a range, `to` neither; null for no end. So a list of
 * tickets does not read through all companies.
 */
export function rangesOf(kind: RowKind | undefined, after: string): readonly { readonly from: string; readonly to: string | null }[] {
  const later = (from: string): string => (after > from ? after : from);
  if (kind === undefined) return [{ from: after, to: null }];
  if (kind !== "conversation") return [{ from: later(`${kind}:`), to: `${kind};` }];
  const edges = ["", ...OTHERS.map((one) => `${one};`)];
  return edges
    .map((edge, i) => ({ from: later(edge), to: OTHERS[i] === undefined ? null : `${OTHERS[i]}:` }))
    .filter(({ from, to }) => to === null || from < to);
}
