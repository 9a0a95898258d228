// What other modules do when a reply that was scheduled is its author's draft again.
import type { SQL } from "#kernel/db/index.ts";
import type { AccountId, ContactId, ConversationId, ProjectId } from "#kernel/ids/index.ts";
import { type Ctx, extensionPoint } from "#kernel/module/index.ts";

export interface Returned {
  readonly projectId: ProjectId;
  readonly conversationId: ConversationId;
  readonly contactId: ContactId;
  /** Who wrote it, and does not look at it now. */
  readonly accountId: AccountId;
  readonly clientId: string;
}
/** What is stored with its coming back, where that happens, and what is done once it was stored. */
export type WhenReturned = (
  ctx: Pick<Ctx, "db" | "config" | "clock" | "env" | "after">,
  returned: Returned,
) => Promise<{ readonly statements: (when: SQL) => readonly SQL[]; readonly announce: () => void }>;
export const whenReturned = extensionPoint<WhenReturned>("whenReturned");
