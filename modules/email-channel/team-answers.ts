// Shared by the jobs that follow a reply: its mail, and the mail of missed replies.
import { type ConversationId, idOf, type MessageId, type ProjectId } from "#kernel/ids/index.ts";
import type { MessagePosted } from "#modules/conversations";
import * as v from "valibot";

export const AnswerIds = v.strictObject({ projectId: idOf("project"), conversationId: idOf("conversation"), messageId: idOf("message") });
export type AnswerIds = v.InferOutput<typeof AnswerIds>;
/** Whether a member, the assistant or a rule wrote the message as a reply, and it is no automatic mail that was received. */
export const isTeamAnswer = ({ role, automatic }: Pick<MessagePosted, "role" | "automatic">): boolean => role !== "visitor" && !automatic;
export const idsOfAnswer = ({ projectId, conversationId, messageId }: MessagePosted): AnswerIds => ({
  projectId: projectId as ProjectId,
  conversationId: conversationId as ConversationId,
  messageId: messageId as MessageId,
});
