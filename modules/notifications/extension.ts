// Extension point of notifications: who follows conversations.
import type { Query } from "#kernel/db/index.ts";
import type { AccountId, ConversationId, ProjectId } from "#kernel/ids/index.ts";
import { extensionPoint } from "#kernel/module/index.ts";

/** Reads who follows conversations, and so is notified of what customers write and of the notes of others. */
export type ReadFollowing = (
  places: readonly { readonly projectId: ProjectId; readonly conversationId: ConversationId }[],
) => Query<readonly { readonly conversationId: ConversationId; readonly accountId: AccountId }[]>;
export const notifiedFollowers = extensionPoint<ReadFollowing>("notifiedFollowers");
