// The job of a round, and the listener that stores it with each message of a customer.
import { listen } from "#kernel/events/index.ts";
import { type ConversationId, idOf, type ProjectId } from "#kernel/ids/index.ts";
import { handle, job } from "#kernel/jobs/index.ts";
import { messagePosted } from "#modules/conversations";
import * as v from "valibot";
import { isEnabled } from "../store/settings.ts";
import { commandsOf } from "./commands.ts";
import { runRound } from "./run-round.ts";

/** `cause`: the message, and `author`, the canonical name of the customer who wrote it; or a round that was requested or left, and `system`. */
export const roundJob = job(
  "assistant.round",
  v.strictObject({ projectId: idOf("project"), conversationId: idOf("conversation"), cause: v.string(), author: v.string() }),
);
export const roundHandler = handle(roundJob, (ctx, { projectId, conversationId, cause, author }) =>
  runRound(ctx, { projectId, conversationId }, commandsOf(cause, author), false),
);

export const messageListener = listen(messagePosted, {
  name: "assistant.round",
  wants: ({ role, automatic }) => role === "visitor" && !automatic,
  // A project without an assistant gets no job.
  where: ({ projectId }) => isEnabled(projectId as ProjectId),
  job: roundJob,
  payloadOf: ({ projectId, conversationId, messageId, actor }) => ({
    projectId: projectId as ProjectId,
    conversationId: conversationId as ConversationId,
    cause: messageId,
    author: actor,
  }),
});
