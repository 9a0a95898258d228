// Wire contract of tags. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, line, prose } from "#kernel/wire/values.ts";
import { ConversationEvent, ConversationIdField, ConversationSummary } from "#modules/conversations/contract";
import { m } from "#messages";
import * as v from "valibot";

/** Tags of a project at most, with archived and merged ones. */
export const MAX_TAGS = 500;
/** Tags of a conversation at most. */
export const MAX_PER_CONVERSATION = 20;
export const MAX_TAG_NAME = 40;
export const MAX_TAG_DESCRIPTION = 200;

/** Degrees of the eight colours that can be told apart. */
export const TAG_HUES = [25, 62, 95, 155, 195, 235, 268, 320] as const;
export type TagHue = (typeof TAG_HUES)[number];
/** The colour of the n-th tag of a project, so that the first eight differ. */
export const hueOfNext = (n: number): TagHue => TAG_HUES[n % TAG_HUES.length] ?? 268;

export const TagIdField = idOf("tag");
export const Tag = v.object({
  id: TagIdField,
  name: v.string(),
  hue: v.picklist(TAG_HUES),
  description: v.string(),
  /**
   * `archived`: stays on its conversations and cannot be added. `merging`: its conversations are being moved to `mergedInto`. `merged`: its
   * name leads there.
   */
  state: v.picklist(["active", "archived", "merging", "merged"]),
  mergedInto: v.nullable(TagIdField),
  /** How many conversations have it. */
  conversations: v.number(),
  /** How many a merge had to move when it began; `conversations` of them are left. */
  toMove: v.nullable(v.number()),
});
export type Tag = v.InferOutput<typeof Tag>;

/** Name of the event, as it is stored. */
export const TAGGED = "tagged";
/** Name of the row's field: ids of its tags, separated by commas. */
export const TAGS = "tags";
const Ids = v.array(TagIdField);
/** The event's `data`. */
export const TagChange = v.object({ added: Ids, removed: Ids });
export type TagChange = v.InferOutput<typeof TagChange>;

/** The tags of a row, as stored: a tag that is being merged may be among them. */
export const tagIdsOf = (row: Pick<ConversationSummary, "fields">): readonly string[] => row.fields?.[TAGS]?.split(",") ?? [];

const inProject = { projectId: idOf("project") };
const ofTag = { ...inProject, tagId: TagIdField };
const Name = line(MAX_TAG_NAME);
const Hue = v.picklist(TAG_HUES);
const Description = v.pipe(prose(MAX_TAG_DESCRIPTION, 0), v.trim());
const One = v.object({ tag: Tag });

/** All tags by name, with archived and merged ones. */
export const listTags = route({
  name: "listTags",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/tags",
  who: "member",
  params: inProject,
  reply: v.object({
    items: v.array(Tag),
    /** Whether every member may create tags; otherwise owners and admins. */
    everybodyCreates: v.boolean(),
  }),
});
/** 403 if only owners and admins may. 409 `conflict` if the name is taken (`tagId`: by which tag), or the project has 500 tags. */
export const createTag = route({
  name: "createTag",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/tags",
  who: "member",
  params: inProject,
  body: v.strictObject({ clientId: ClientId, name: Name, hue: v.optional(Hue), description: v.optional(Description, "") }),
  reply: One,
  status: 201,
  errors: ["conflict"],
});
/** Renames, recolours, describes, archives and unarchives. 409 `conflict` if the name is taken, or the tag was merged. */
export const changeTag = route({
  name: "changeTag",
  method: "PATCH",
  path: "/api/management/projects/:projectId/tags/:tagId",
  who: "admin",
  params: ofTag,
  body: v.strictObject({ name: Name, hue: Hue, description: Description, archived: v.boolean() }),
  reply: One,
  errors: ["conflict"],
});
/** Moves all conversations of a tag to another one by a job. Cannot be undone; repeating it is safe. */
export const mergeTag = route({
  name: "mergeTag",
  method: "POST",
  path: "/api/management/projects/:projectId/tags/:tagId/merge",
  who: "admin",
  params: ofTag,
  body: v.strictObject({ into: TagIdField }),
  reply: One,
  status: 202,
  errors: ["conflict"],
});
export const changeTagSettings = route({
  name: "changeTagSettings",
  method: "PUT",
  path: "/api/management/projects/:projectId/tag-settings",
  who: "admin",
  params: inProject,
  body: v.strictObject({ everybodyCreates: v.boolean() }),
  reply: v.object({ everybodyCreates: v.boolean() }),
});
const namesOnce = (...lists: readonly (readonly string[])[]): boolean => {
  const all = lists.flat();
  return all.length > 0 && new Set(all).size === all.length;
};
const Changed = v.pipe(Ids, v.maxLength(MAX_PER_CONVERSATION));
/** Tags that a change adds and removes: at least one, and none twice. */
export const ChangedTags = v.pipe(
  v.strictObject({ add: v.optional(Changed, []), remove: v.optional(Changed, []) }),
  v.check(({ add, remove }) => namesOnce(add, remove), m.tags_change_once),
);
/**
 * Adds and removes tags of a conversation in one event, which is never refused as stale. 409 `conflict` if one is there or gone already, is
 * archived, or there would be more than 20.
 */
export const tagConversation = route({
  name: "tagConversation",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/tags",
  who: "member",
  params: { ...inProject, conversationId: ConversationIdField },
  body: v.pipe(
    v.strictObject({ clientId: ClientId, add: v.optional(Changed, []), remove: v.optional(Changed, []) }),
    v.check(({ add, remove }) => namesOnce(add, remove), m.tags_change_once),
  ),
  reply: v.object({ event: ConversationEvent, conversation: ConversationSummary, repeated: v.boolean() }),
  status: 201,
  errors: ["conflict"],
});
