// Wire contract of following conversations. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ConversationIdField } from "#modules/conversations/contract";
import * as v from "valibot";

/** Followers of a conversation that are listed. */
export const MAX_LISTED = 100;

const inProject = { projectId: idOf("project") };
const ofConversation = { ...inProject, conversationId: ConversationIdField };
const Followers = v.object({ accountIds: v.array(idOf("account")) });

/** Who follows a conversation: at most 100. */
export const readFollowers = route({
  name: "readFollowers",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/followers",
  who: "member",
  params: ofConversation,
  /** The conversation's revision as the caller knows it: replies and assignments make followers, so another one asks anew. */
  query: v.object({ revision: v.optional(v.string()) }),
  reply: Followers,
});
/** Makes the caller follow the conversation, or not any more. Safe to repeat. */
export const followConversation = route({
  name: "followConversation",
  method: "PUT",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/following",
  who: "member",
  params: ofConversation,
  body: v.strictObject({ follow: v.boolean() }),
  reply: Followers,
});
export const FollowSettings = v.strictObject({
  /** Whether replying, writing a note and being assigned make the member follow. */
  automatic: v.boolean(),
});
export type FollowSettings = v.InferOutput<typeof FollowSettings>;
/** The caller's own settings. */
export const readFollowSettings = route({
  name: "readFollowSettings",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/follow-settings",
  who: "member",
  params: inProject,
  reply: FollowSettings,
});
export const changeFollowSettings = route({
  name: "changeFollowSettings",
  method: "PUT",
  path: "/api/dashboard/projects/:projectId/follow-settings",
  who: "member",
  params: inProject,
  body: FollowSettings,
  reply: FollowSettings,
});
