// Takes back what a member is told of a conversation, once it is settled: what waits to be mailed, and what the bell has as unread.
import type { SQL } from "#kernel/db/index.ts";
import type { AccountId, ConversationId, ProjectId } from "#kernel/ids/index.ts";
import { writeEntriesSettled } from "./bell-queries.ts";
import type { ConversationNotification } from "./contract.ts";
import { writeNoNewsOf } from "./queries.ts";

/** Statements for the batch that settles it, where `when` holds. Account and conversation may be expressions. */
export const noMoreNews = (
  { projectId, accountId, conversationId }: { projectId: ProjectId; accountId: AccountId | SQL; conversationId: ConversationId | SQL },
  events: readonly ConversationNotification[],
  now: number,
  when: SQL,
): readonly SQL[] => [
  writeNoNewsOf(projectId, accountId, conversationId, events, when),
  writeEntriesSettled(projectId, accountId, conversationId, events, now, when),
];
