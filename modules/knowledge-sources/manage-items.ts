// Lists, writes, changes and removes snippets and saved answers. An operator's text is a draft until an admin publishes it.
import { numberText } from "#kernel/language/numbers.ts";
import { actorOf, type MemberPrincipal } from "#kernel/auth/index.ts";
import { decodeCursor, encodeCursor, type SQL, sql } from "#kernel/db/index.ts";
import { conflict, forbidden, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type KnowledgeItemId, type KnowledgeSourceId, newId } from "#kernel/ids/index.ts";
import { writeRemoveDocuments } from "#modules/retrieval";
import { m } from "#messages";
import { audit } from "#modules/projects";
import { type Item, type ItemText, MAX_DOCUMENTS } from "./contract.ts";
import { hashOf, writePartOf } from "./write-item-document.ts";
import { sameClientId } from "./errors.ts";
import { readFileText } from "./file-text.ts";
import * as queries from "./queries.ts";
import { deleteRemovedItems, writeItemsRemoved } from "./cleanup.ts";
import type * as v from "valibot";

type Member = RequestCtx<MemberPrincipal>;
const PAGE = 50;
/** Characters of a file's text that are shown. */
const SHOWN = 50_000;

/** Throws if the caller may only write drafts but wants to publish. */
export function requirePublishRight(ctx: Member, publish: boolean): void {
  if (publish && ctx.caller.role === "operator") throw forbidden(m.knowledge_sources_only_admins_publish());
}
export const fullOrRemoved = (): Error => conflict(m.knowledge_sources_not_saved({ max: numberText(MAX_DOCUMENTS) }));

export async function listItems(
  ctx: Member,
  sourceId: KnowledgeSourceId,
  query: { cursor?: string | undefined; q?: string | undefined; state?: Item["state"] | undefined },
): Promise<{ items: Item[]; next: string | null }> {
  const { projectId } = ctx.caller;
  const before = decodeCursor(query.cursor)?.id;
  const [visibility, items] = await ctx.db.read(
    queries.readSourceVisibility(projectId, sourceId),
    queries.readItems(projectId, sourceId, { before, q: query.q ?? "", state: query.state }, PAGE + 1),
  );
  if (!visibility) throw notFound();
  const last = items.length > PAGE ? items[PAGE - 1] : undefined;
  return { items: items.slice(0, PAGE), next: last ? encodeCursor([0, last.id]) : null };
}

export async function readOneItem(ctx: Member, id: KnowledgeItemId): Promise<v.InferInput<typeof ItemText>> {
  const [item] = await ctx.db.read(queries.readItem(ctx.caller.projectId, id));
  if (!item) throw notFound();
  const text = item.objectKey === null ? item.content : ((await readFileText(ctx, item)) ?? "");
  return { item: queries.shownItem(item), content: text.slice(0, SHOWN), cut: text.length > SHOWN };
}

export async function writeSnippet(
  ctx: Member,
  sourceId: KnowledgeSourceId,
  input: { clientId: string; title: string; content: string; publish: boolean },
): Promise<{ item: Item }> {
  requirePublishRight(ctx, input.publish);
  const { projectId } = ctx.caller;
  const [source] = await ctx.db.read(queries.readSourceVisibility(projectId, sourceId));
  if (!source) throw notFound();
  if (source.kind !== "snippets") throw conflict(m.knowledge_sources_not_for_snippets());
  const now = ctx.clock.now();
  const id = newId("knowledgeItem", now);
  const { title, content, clientId, publish } = input;
  const made = queries.itemExists(id);
  const [item] = await ctx.db.commitAndRead(
    [
      queries.writeItem(
        {
          id,
          projectId,
          source,
          title,
          content,
          state: publish ? "ready" : "draft",
          hash: hashOf(title, content),
          parts: publish ? 1 : 0,
          clientId,
          createdBy: actorOf(ctx.caller),
          now,
        },
        sql`1`,
      ),
      ...(publish ? await writePartOf({ id, projectId, title, url: null }, source, 1, content, now, made) : []),
      queries.writeSynced(projectId, source.id, now, made),
    ],
    queries.readItemMade(projectId, clientId),
  );
  if (!item) throw fullOrRemoved();
  if (item.id !== id) {
    requireSameRequest(item, { sourceId: source.id, messageId: null, hash: hashOf(title, content), publish });
    ctx.reply.status = 200;
  }
  return { item: queries.shownItem(item) };
}
/** Throws `conflict` if the clientId belongs to a different request. Later changes of the item do not matter. */
export function requireSameRequest(
  item: queries.StoredItem,
  requested: { readonly sourceId: string; readonly messageId: string | null; readonly hash: string; readonly publish: boolean },
): void {
  const isNew = item.revision === 1;
  const same =
    item.sourceId === requested.sourceId &&
    item.messageId === requested.messageId &&
    (!isNew || (item.hash === requested.hash && (item.state === "draft") !== requested.publish));
  if (!same) throw sameClientId();
}

/** `within`: a further condition of the batch, and statements that apply only where `done` holds. */
export async function changeItem(
  ctx: Member,
  id: KnowledgeItemId,
  input: { revision: number; title: string; content: string; publish: boolean },
  within: { readonly when: SQL; readonly alongside: (done: SQL) => readonly SQL[] } = { when: sql`1`, alongside: () => [] },
): Promise<{ item: Item }> {
  requirePublishRight(ctx, input.publish);
  const { projectId } = ctx.caller;
  const [item] = await ctx.db.read(queries.readItem(projectId, id));
  if (!item) throw notFound();
  if (item.state !== "draft" && ctx.caller.role === "operator") throw forbidden(m.knowledge_published_note());
  const [source] = await ctx.db.read(queries.readSourceVisibility(projectId, item.sourceId));
  if (!source) throw notFound();
  if (source.kind !== "snippets" && source.kind !== "answers") throw conflict(m.knowledge_sources_text_of_file());
  const { title, content, publish } = input;
  const now = ctx.clock.now();
  const stale = (revision: number): Error => conflict(m.knowledge_sources_stale(), { revision });
  if (item.revision !== input.revision) throw stale(item.revision);
  const revision = input.revision + 1;
  const hash = hashOf(title, content);
  // The revision alone is not enough: somebody else may have changed the item at the same time.
  const done = sql`${queries.hasRevision(id, revision)} AND EXISTS (SELECT 1 FROM knowledge_items WHERE id = ${id} AND hash = ${hash} AND updated_at = ${now})`;
  const [changed] = await ctx.db.commitAndRead(
    [
      queries.writeItemChange(
        item,
        { title, content, state: publish ? "ready" : "draft", hash, now },
        sql`${queries.isUnchanged(projectId, source)} AND ${publish && item.state !== "ready" ? queries.hasRoom(projectId) : sql`1`} AND ${within.when}`,
      ),
      ...(publish
        ? await writePartOf({ id, projectId, title, url: null }, source, 1, content, now, done)
        : writeRemoveDocuments(projectId, source.id, queries.documentKeysOf([id]), done)),
      queries.writeSynced(projectId, source.id, now, done),
      ...within.alongside(done),
    ],
    queries.readItem(projectId, id),
  );
  if (!changed) throw notFound();
  if (changed.revision === input.revision) throw fullOrRemoved();
  if (changed.revision !== revision || changed.hash !== hash) throw stale(changed.revision);
  return { item: queries.shownItem(changed) };
}

export async function removeItem(ctx: Member, id: KnowledgeItemId): Promise<{ ok: true }> {
  const { projectId } = ctx.caller;
  const [item] = await ctx.db.read(queries.readItem(projectId, id));
  if (!item) throw notFound();
  const [filled] = await ctx.db.read(queries.readHolds(queries.isFilled(projectId, item.sourceId)));
  if (filled === true) throw conflict(m.knowledge_sources_text_of_file());
  await ctx.db.commit([
    audit(
      ctx,
      "knowledge.item_removed",
      { detail: { source: item.sourceId, name: item.title } },
      sql`EXISTS (SELECT 1 FROM knowledge_items WHERE id = ${id} AND project_id = ${projectId} AND state <> 'removing')`,
    ),
    ...writeItemsRemoved(projectId, item.sourceId, [id]),
  ]);
  await deleteRemovedItems(ctx);
  return { ok: true };
}
