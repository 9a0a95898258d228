// Keeps searches of a member.
import { conflict } from "#kernel/errors/index.ts";
import { newId, type SavedSearchId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import { MAX_SAVED, type SavedSearch } from "./contract.ts";
import { readSaved, readSavedBy, writeDeleteSaved, writeSaved } from "./saved-queries.ts";
import type { MemberCtx } from "./search/filters.ts";

export async function listSavedSearches({ db, caller }: MemberCtx): Promise<{ items: SavedSearch[] }> {
  const [items] = await db.read(readSaved(caller, MAX_SAVED));
  return { items };
}

/** Throws `conflict` if the member has as many as can be kept, or used the `clientId` for another one. */
export async function saveSearch(
  ctx: MemberCtx,
  { clientId, name, q }: { clientId: string; name: string; q: string },
): Promise<{ search: SavedSearch }> {
  const now = ctx.clock.now();
  const id = newId("savedSearch", now);
  const [search] = await ctx.db.commitAndRead(
    [writeSaved(ctx.caller, { id, clientId, name, q, now }, MAX_SAVED)],
    readSavedBy(ctx.caller, clientId),
  );
  if (!search) throw conflict(m.conversation_search_too_many_saved({ max: MAX_SAVED }));
  if (search.name !== name || search.q !== q) throw conflict(m.conversation_search_same_client_id());
  if (search.id !== id) ctx.reply.status = 200;
  return { search };
}

/** Deletes one of the caller's own. A search of somebody else is answered like one that is gone already. */
export async function deleteSavedSearch({ db, caller }: MemberCtx, id: SavedSearchId): Promise<{ ok: true }> {
  await db.commit([writeDeleteSaved(caller, id)]);
  return { ok: true };
}
