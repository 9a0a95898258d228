// Notifies members of something that a higher module found in a conversation, in the batch that stores it.
import { missingForLinks } from "#modules/email";
import type { SQL } from "#kernel/db/index.ts";
import type { AccountId, ContactId, ConversationId, ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { readMemberAddresses } from "#modules/projects";
import type { NotificationEvent } from "./contract.ts";
import { bitOf } from "./events.ts";
import { readAllChosen, readWaiting, writeNotificationsAtHead } from "./queries.ts";
import { choiceFor, MAX_WAITING, WAIT } from "./rules.ts";

export interface Notifying {
  /** How many members will be notified. */
  readonly count: number;
  /** Stores the waiting notifications where `when` holds, about the conversation as it is then. */
  readonly statements: (when: SQL) => readonly SQL[];
}
interface About {
  readonly projectId: ProjectId;
  readonly conversationId: ConversationId;
  readonly contactId: ContactId;
  readonly event: NotificationEvent;
  /** The id of what they are notified of. */
  readonly cause: string;
  /** The only members that are notified; without it everybody who wants it. */
  readonly members: readonly AccountId[] | undefined;
}
/** Nobody is notified without the mail settings that links need, as with every other notification. */
export async function notifyMembers(ctx: Pick<Ctx, "db" | "config" | "clock">, about: About): Promise<Notifying> {
  const nobody: Notifying = { count: 0, statements: () => [] };
  if (missingForLinks(ctx.config).length > 0 || about.members?.length === 0) return nobody;
  const { projectId, conversationId, contactId, cause } = about;
  const [people, chosen, waiting] = await ctx.db.read(readMemberAddresses(projectId), readAllChosen(projectId), readWaiting(projectId));
  const choices = new Map(chosen.map((one) => [one.accountId, one]));
  const events = bitOf(about.event);
  const told = people.filter(
    (one) =>
      one.confirmed &&
      about.members?.includes(one.accountId) !== false &&
      (choiceFor(one, choices.get(one.accountId)).events & events) !== 0 &&
      (waiting.get(one.accountId) ?? 0) < MAX_WAITING,
  );
  if (told.length === 0) return nobody;
  const all = told.map(({ accountId }) => ({ projectId, accountId, conversationId, contactId, cause, events }));
  return { count: told.length, statements: (when) => [writeNotificationsAtHead(all, ctx.clock.now() + WAIT, when)] };
}
