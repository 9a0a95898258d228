// Adds and removes tags of a conversation: the event kind, the row's field, and the verb that records the change.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { sql } from "#kernel/db/index.ts";
import { conflict, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type ConversationId, isId, type TagId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import { defineEventKind, defineRowField, defineViewCondition, newEvent, record, type Recorded } from "#modules/conversations";
import type { SearchFilter } from "#modules/conversation-search";
import { defineBulkAction } from "#modules/bulk-actions";
import type * as v from "valibot";
import { ChangedTags, MAX_PER_CONVERSATION, TagChange, TAGGED, tagIdsOf, TAGS } from "./contract.ts";
import { tooManyHere } from "./errors.ts";
import {
  areTagsOf,
  canChangeTags,
  hasTag,
  readTagNamed,
  readTagsOf,
  readTagsOn,
  TAG_IDS,
  TAGS_COUNTED,
  writeTagChange,
} from "./queries.ts";

export const tagsField = defineRowField({
  name: TAGS,
  expression: TAG_IDS,
  values: [],
  holds: (value) => (isId("tag", value) ? hasTag(value) : undefined),
});

export const tagsCondition = defineViewCondition({ name: TAGS, expression: TAGS_COUNTED });

/** `tag:` of the search, by the name of the tag; a former name leads to what the tag became part of. */
export const tagFilter: SearchFilter = {
  name: "tag",
  async condition({ db, caller: { projectId } }, value) {
    const [tag] = await db.read(readTagNamed(projectId, value));
    if (!tag) return m.tags_search_none({ tag: value });
    const ids = [tag.id, ...(tag.mergedInto === null ? [] : [tag.mergedInto])];
    return sql`(${sql.join(ids.map(hasTag), sql` OR `)})`;
  },
};

export const taggedKind = defineEventKind<TagChange>({
  name: TAGGED,
  payload: TagChange,
  audience: () => "team",
  // Triage must not lift an old conversation above those that customers wrote in.
  change: () => ({ activity: false }),
  writes: ({ projectId, conversationId }, change, done) => writeTagChange(projectId, conversationId, change, done),
});

/** Adds tags to many conversations, and removes them from many. */
export const bulkTags = defineBulkAction<v.InferOutput<typeof ChangedTags>>({
  name: "tags",
  value: ChangedTags,
  // Tags to add, and tags to remove.
  mayRepeat: true,
  isSilent: () => true,
  seesAll: false,
  isOfProject: (projectId, { add, remove }) => areTagsOf(projectId, [...add, ...remove]),
  changeOf({ projectId }, { add, remove }, row) {
    const has = tagIdsOf(row);
    const change: TagChange = { added: add.filter((id) => !has.includes(id)), removed: remove.filter((id) => has.includes(id)) };
    if (change.added.length + change.removed.length === 0) return undefined;
    return {
      event: newEvent(taggedKind, change),
      when: canChangeTags(projectId, row.id, change),
      inverse: { add: change.removed, remove: change.added },
    };
  },
});

/**
 * Records the change as one event. Two members who change tags at once are both recorded, unless both do the same. Throws `not_found` for a
 * tag of another project, `conflict` for what does not change anything or must not be.
 */
export async function tagConversation(
  ctx: RequestCtx<MemberPrincipal>,
  conversationId: ConversationId,
  { clientId, add, remove }: { clientId: string; add: readonly TagId[]; remove: readonly TagId[] },
): Promise<Recorded> {
  const { projectId } = ctx.caller;
  const change: TagChange = { added: [...add], removed: [...remove] };
  return await record(ctx, {
    conversationId,
    clientId,
    event: newEvent(taggedKind, change),
    requires: {
      when: canChangeTags(projectId, conversationId, change),
      explain: async () => {
        const [tags, here] = await ctx.db.read(readTagsOf(projectId, [...add, ...remove]), readTagsOn(projectId, conversationId));
        if (tags.length < add.length + remove.length) throw notFound();
        if (add.some((id) => here.includes(id))) throw conflict(m.tags_has_already());
        if (remove.some((id) => !here.includes(id))) throw conflict(m.tags_has_not());
        if (tags.some(({ id, state }) => add.includes(id) && state !== "active")) throw conflict(m.tags_not_active());
        if (here.length + add.length - remove.length > MAX_PER_CONVERSATION) throw tooManyHere();
      },
    },
  });
}
