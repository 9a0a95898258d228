// Work that an answer of the team causes: a mail at once, or one when nobody saw it.
import { type ConversationId, idOf, type MessageId, type ProjectId } from "#kernel/ids/index.ts";
import type { MessagePosted } from "#modules/conversations";
import * as v from "valibot";

export const AnswerIds = v.strictObject({ projectId: idOf("project"), conversationId: idOf("conversation"), messageId: idOf("message") });
export type AnswerIds = v.InferOutput<typeof AnswerIds>;
/** What a person of the team or the assistant wrote; nothing that a program wrote by itself. */
export const isTeamAnswer = ({ role, automatic }: Pick<MessagePosted, "role" | "automatic">): boolean =>
  (role === "operator" || role === "assistant") && !automatic;
export const idsOfAnswer = ({ projectId, conversationId, messageId }: MessagePosted): AnswerIds => ({
  projectId: projectId as ProjectId,
  conversationId: conversationId as ConversationId,
  messageId: messageId as MessageId,
});
