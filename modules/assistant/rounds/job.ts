// The job of a round, and the listener that stores it with each message of a customer.
import { listen } from "#kernel/events/index.ts";
import { type ConversationId, idOf, type ProjectId } from "#kernel/ids/index.ts";
import { handle, job } from "#kernel/jobs/index.ts";
import { messagePosted } from "#modules/conversations";
import * as v from "valibot";
import { isEnabled } from "../store/settings.ts";
import { commandsOf } from "./commands.ts";
import { runRound } from "./run-round.ts";

/** `cause`: the message, or the client id of whoever asked; `actor`: the canonical name of who did. */
export const roundJob = job(
  "assistant.round",
  v.strictObject({ projectId: idOf("project"), conversationId: idOf("conversation"), cause: v.string(), actor: v.string() }),
);
export const roundHandler = handle(roundJob, (ctx, { projectId, conversationId, cause, actor }) =>
  runRound(ctx, { projectId, conversationId }, commandsOf(cause, actor), false),
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
    actor,
  }),
});
