// Wire contract of saved views. Browser-safe; their conditions are those of `conversations`.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Done, Empty, line } from "#kernel/wire/values.ts";
import { Conditions, Sort } from "#modules/conversations/contract";
import { m } from "#messages";
import * as v from "valibot";

const inProject = { projectId: idOf("project") };
export const SavedViewIdField = idOf("savedView");
const ofView = { ...inProject, viewId: SavedViewIdField };

/** Shared views of a project, and personal ones of a member. */
export const MAX_SHARED = 40;
export const MAX_PERSONAL = 20;
/** All views of a project together, because each change of a conversation is compared with all of them. */
export const MAX_ALL = 200;

/** The symbols that a view can have instead of an emoji. */
export const SYMBOLS = ["star", "flag", "bolt", "bug", "heart", "clock", "mail", "user", "cart", "globe"] as const;
/** A symbol's name, one emoji, or nothing. */
const Icon = v.pipe(
  v.string(),
  v.maxLength(24),
  v.check((text) => text === "" || SYMBOLS.some((one) => one === text) || isEmoji(text), m.saved_views_icon),
);
/** One emoji, which may be of several characters. */
function isEmoji(text: string): boolean {
  return /^\p{RGI_Emoji}$/v.test(text);
}

/** `draft`: a filter that its member has not saved; each has one at most. */
export const ViewKind = v.picklist(["personal", "shared", "draft"]);
export type ViewKind = v.InferOutput<typeof ViewKind>;
const Name = line(60);
const fields = { name: Name, icon: Icon, conditions: Conditions, sort: Sort };

export const SavedView = v.object({
  ...fields,
  name: v.string(),
  id: SavedViewIdField,
  kind: ViewKind,
  /** Conversations in it, at most 100. */
  count: v.number(),
  /** How many of the project's conversations have been looked at, and how many there are, while it is being filled. */
  filling: v.nullable(v.object({ lookedAt: v.number(), total: v.number() })),
});
export type SavedView = v.InferOutput<typeof SavedView>;
const One = v.object({ view: SavedView });

/** The caller's views and the shared ones, in their order, and the views of modules, with counts. */
export const listSavedViews = route({
  name: "listSavedViews",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/views",
  who: "member",
  params: inProject,
  reply: v.object({
    views: v.array(SavedView),
    /** Views that modules offer to this project. Null: nobody has opened it yet, so that it is not counted. */
    modules: v.array(v.object({ name: v.string(), count: v.nullable(v.number()) })),
  }),
});
/** Only owners and admins save shared views. 409 `conflict` when there are as many as there may be. */
export const createSavedView = route({
  name: "createSavedView",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/views",
  who: "member",
  params: inProject,
  body: v.strictObject({ clientId: ClientId, kind: v.picklist(["personal", "shared"]), ...fields }),
  reply: One,
  status: 201,
  errors: ["conflict"],
});
/** The caller's filter, in place of the one before. */
export const saveDraftView = route({
  name: "saveDraftView",
  method: "PUT",
  path: "/api/dashboard/projects/:projectId/views/draft",
  who: "member",
  params: inProject,
  body: v.strictObject({ conditions: Conditions, sort: Sort }),
  reply: One,
  errors: ["conflict"],
});
/** Changes what is given. A draft is saved by giving it a `kind`. */
export const changeSavedView = route({
  name: "changeSavedView",
  method: "PATCH",
  path: "/api/dashboard/projects/:projectId/views/:viewId",
  who: "member",
  params: ofView,
  body: v.strictObject({
    kind: v.optional(v.picklist(["personal", "shared"])),
    name: v.optional(Name),
    icon: v.optional(Icon),
    conditions: v.optional(Conditions),
    sort: v.optional(Sort),
  }),
  reply: One,
  errors: ["conflict"],
});
/** The order of the personal views of the caller, or of the shared ones. Views that are left out come last. */
export const orderSavedViews = route({
  name: "orderSavedViews",
  method: "PUT",
  path: "/api/dashboard/projects/:projectId/views/order",
  who: "member",
  params: inProject,
  body: v.strictObject({ kind: v.picklist(["personal", "shared"]), ids: v.pipe(v.array(SavedViewIdField), v.maxLength(MAX_SHARED)) }),
  reply: Done,
});
/** It can be restored for ten minutes. */
export const deleteSavedView = route({
  name: "deleteSavedView",
  method: "DELETE",
  path: "/api/dashboard/projects/:projectId/views/:viewId",
  who: "member",
  params: ofView,
  reply: Done,
});
export const restoreSavedView = route({
  name: "restoreSavedView",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/views/:viewId/restore",
  who: "member",
  params: ofView,
  body: Empty,
  reply: One,
});
