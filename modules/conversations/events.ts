import { event } from "#kernel/events/index.ts";
import type { AuthorRole } from "./contract.ts";

/** A message was stored. Listeners' jobs are stored in the same batch. */
export const messagePosted = event<{ projectId: string; conversationId: string; messageId: string; role: AuthorRole; automatic: boolean }>(
  "conversations.message_posted",
);
