// Wire contract of canned replies. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Done, line, prose, Time } from "#kernel/wire/values.ts";
import { ConversationIdField } from "#modules/conversations/contract";
import { Attachment, FileIdField, MAX_FILES_PER_MESSAGE, UploadQuery } from "#modules/files/contract";
import { m } from "#messages";
import * as v from "valibot";

export { fill, placeholdersIn, type UsedVariable, type Values, type Variable, VARIABLES, variablesIn } from "./contract/variables.ts";

/** Replies that a project shares, and that one member has. */
export const MAX_SHARED = 300;
export const MAX_OWN = 100;
export const MAX_TITLE = 100;
export const MAX_SHORTCUT = 32;
export const MAX_TEXT = 5000;

const CannedReplyIdField = idOf("cannedReply");
const fields = {
  title: line(MAX_TITLE),
  /** The word after `/`, without it; empty for none. */
  shortcut: v.pipe(line(MAX_SHORTCUT, 0), v.regex(/^(?:[\p{L}\p{N}][\p{L}\p{N}_-]*)?$/u, m.canned_shortcut_word), v.toLowerCase()),
  /** Markdown with variables. */
  text: v.pipe(
    prose(MAX_TEXT, 0),
    v.check((text) => text.trim() !== "", m.canned_text_missing),
  ),
};
export const CannedReplyFields = v.strictObject({
  ...fields,
  /** Files that the member uploaded for it, or that it has already. */
  files: v.pipe(
    v.array(FileIdField),
    v.maxLength(MAX_FILES_PER_MESSAGE),
    v.check((ids) => new Set(ids).size === ids.length, "must be different files"),
  ),
});
export type CannedReplyFields = v.InferOutput<typeof CannedReplyFields>;

export const CannedReply = v.object({
  ...fields,
  id: CannedReplyIdField,
  /** Whether the whole project has it; else it is the caller's own. */
  shared: v.boolean(),
  files: v.array(Attachment),
  version: v.number(),
  /** How often it was inserted. */
  uses: v.number(),
  usedAt: v.nullable(Time),
});
export type CannedReply = v.InferOutput<typeof CannedReply>;

const inProject = { projectId: idOf("project") };
const ofReply = { ...inProject, replyId: CannedReplyIdField };
const PATH = "/api/dashboard/projects/:projectId/canned-replies" as const;
const replied = v.object({ reply: CannedReply });

/** The shared replies and the caller's own, by title. */
export const listCannedReplies = route({
  name: "listCannedReplies",
  method: "GET",
  path: PATH,
  who: "member",
  params: inProject,
  reply: v.object({ items: v.array(CannedReply) }),
});
/** 403 for operators if it is to be shared. 409 `conflict` when the shortcut is taken, a file is gone, or there are as many as there may be. */
export const createCannedReply = route({
  name: "createCannedReply",
  method: "POST",
  path: PATH,
  who: "member",
  params: inProject,
  body: v.strictObject({ clientId: ClientId, shared: v.boolean(), reply: CannedReplyFields }),
  reply: replied,
  status: 201,
  errors: ["conflict", "forbidden"],
});
/** `version`: of the reply that was edited; 409 `conflict` if it was changed since. A shared one needs an owner or admin. */
export const changeCannedReply = route({
  name: "changeCannedReply",
  method: "PUT",
  path: `${PATH}/:replyId`,
  who: "member",
  params: ofReply,
  body: v.strictObject({ version: v.number(), reply: CannedReplyFields }),
  reply: replied,
  errors: ["conflict", "forbidden"],
});
/** It can be restored for a day. */
export const deleteCannedReply = route({
  name: "deleteCannedReply",
  method: "DELETE",
  path: `${PATH}/:replyId`,
  who: "member",
  params: ofReply,
  reply: Done,
  errors: ["forbidden"],
});
/** 409 `conflict` when its shortcut was given to another reply since. */
export const restoreCannedReply = route({
  name: "restoreCannedReply",
  method: "POST",
  path: `${PATH}/:replyId/restore`,
  who: "member",
  params: ofReply,
  body: v.strictObject({}),
  reply: replied,
  errors: ["conflict", "forbidden"],
});
/** Stores a file for a reply. Unless a reply takes it within a week, it is removed. */
export const uploadForCannedReply = route({
  name: "uploadForCannedReply",
  method: "POST",
  path: `${PATH}/files`,
  who: "member",
  params: inProject,
  query: UploadQuery,
  body: "raw",
  reply: v.object({ file: Attachment }),
  status: 201,
  errors: ["length_required", "too_large", "unsupported_type", "conflict"],
});
/** Counts an insertion into a conversation, and copies the reply's files for it: the copies are the caller's, to be sent with a message. */
export const useCannedReply = route({
  name: "useCannedReply",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/conversations/:conversationId/canned-replies/:replyId",
  who: "member",
  params: { ...ofReply, conversationId: ConversationIdField },
  body: v.strictObject({ clientId: ClientId }),
  reply: v.object({ attachments: v.array(Attachment) }),
});
export const cannedRepliesPath = (projectId: string): string => `/projects/${projectId}/settings/canned-replies`;
