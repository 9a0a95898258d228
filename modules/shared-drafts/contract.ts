// Wire contract of drafts: which conversations have one of the caller's, and those that members share. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { Time } from "#kernel/wire/values.ts";
import { ConversationIdField } from "#modules/conversations/contract";
import * as v from "valibot";

/** Conversations with drafts that are listed. */
export const MAX_DRAFTS = 200;

const inProject = { projectId: idOf("project") };
const ofConversation = { ...inProject, conversationId: ConversationIdField };

/** The conversations in which the caller has an unfinished reply or note, and those in which a program drafted one: at most 200 each. */
export const listDrafts = route({
  name: "listDrafts",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/drafts",
  who: "member",
  params: inProject,
  reply: v.object({ conversationIds: v.array(ConversationIdField), byPrograms: v.array(ConversationIdField) }),
});
const Shared = v.object({
  /** Whether the caller shares their reply. */
  own: v.boolean(),
  /** Replies that others share: without their files, which are their authors' until they are sent. */
  others: v.array(v.object({ accountId: idOf("account"), content: v.string(), files: v.number(), updatedAt: Time })),
  /** Replies that programs with an API token drafted. */
  programs: v.array(
    v.object({
      tokenId: idOf("apiToken"),
      /** The token's name. */
      name: v.string(),
      content: v.string(),
      updatedAt: Time,
      /** The customer wrote after what the program had read. */
      isBehind: v.boolean(),
    }),
  ),
});
export const readSharedDrafts = route({
  name: "readSharedDrafts",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/shared-drafts",
  who: "member",
  params: ofConversation,
  reply: Shared,
});
/** Lets the team read the caller's reply while it is written, or not any more. Ends by itself with the draft. Safe to repeat. */
export const shareDraft = route({
  name: "shareDraft",
  method: "PUT",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/draft-sharing",
  who: "member",
  params: ofConversation,
  body: v.strictObject({ share: v.boolean() }),
  reply: Shared,
  errors: ["conflict"],
});
/** Takes a program's draft off everybody's screen, or puts it back. Safe to repeat. */
export const discardProgramDraft = route({
  name: "discardProgramDraft",
  method: "PUT",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/program-drafts/:tokenId",
  who: "member",
  params: { ...ofConversation, tokenId: idOf("apiToken") },
  body: v.strictObject({ discarded: v.boolean() }),
  reply: Shared,
});
