// Cron task: makes the words of contacts that were stored before search by words, or by an earlier version.
import type { Ctx } from "#kernel/module/index.ts";
import { readUnfolded, writeFolded } from "./queries.ts";

const PAGE = 500;
const PAGES = 4;

/** Folds up to 2,000 names, newest contacts first. */
export async function foldNames(ctx: Ctx): Promise<void> {
  for (let page = 0; page < PAGES; page += 1) {
    const [contacts] = await ctx.db.read(readUnfolded(PAGE));
    if (contacts.length > 0) await ctx.db.commit([writeFolded(contacts)]);
    if (contacts.length < PAGE) return;
  }
}
