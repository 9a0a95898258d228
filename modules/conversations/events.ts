// Kernel events of conversations, to which other modules listen.
import { event } from "#kernel/events/index.ts";
import type { AuthorRole } from "./contract.ts";

export interface MessagePosted {
  readonly projectId: string;
  readonly conversationId: string;
  readonly messageId: string;
  readonly role: AuthorRole;
  /** The canonical name of its author, such as `visitor:<id>` or `email:<receipt>`. */
  readonly actor: string;
  /** Whether a program wrote it. */
  readonly automatic: boolean;
}
/** A message was stored. Listeners' jobs are stored in the same batch. */
export const messagePosted = event<MessagePosted>("conversations.message_posted");

export interface ConversationClosed {
  readonly projectId: string;
  readonly conversationId: string;
}
/** A conversation was closed. Listeners' jobs are stored in the same batch. */
export const conversationClosed = event<ConversationClosed>("conversations.closed");
