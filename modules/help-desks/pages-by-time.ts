// Pages of a help desk that numbers them, in the order of the tickets' last change. A number alone would miss tickets: one that changes
// meanwhile goes to the end, and all behind it move forward. So each page begins where the last one ended in time, and only tickets of one
// second are read by number.
import type { DeskTicket, TicketPage } from "./reader.ts";

export interface NumberedPage {
  readonly tickets: readonly DeskTicket[];
  readonly more: boolean;
  readonly total: number | null;
}
const SECOND = 1000;

/**
 * The page at a cursor "<milliseconds>|<number>", or the first of those that changed since a time in milliseconds. `read` takes the time in
 * ISO 8601 with whole seconds, and the number from 1. Help desks differ in whether the time itself is included, so a page begins a second
 * earlier, and its first tickets may be ones that were read before.
 */
export async function byTime(
  at: string | null,
  since: number | null,
  read: (from: string, page: number) => Promise<NumberedPage>,
): Promise<TicketPage> {
  const [from = 0, page = 1] = at === null ? [before(since ?? 0)] : at.split("|", 2).map(Number);
  const { tickets, more, total } = await read(`${new Date(from).toISOString().slice(0, 19)}Z`, page);
  const reached = before(Math.max(0, ...tickets.map(({ changedAt }) => changedAt)));
  return { tickets, next: more ? (reached > from ? `${reached}|1` : `${from}|${page + 1}`) : null, total };
}
const before = (time: number): number => Math.max(0, Math.floor(time / SECOND - 1) * SECOND);
