// Notifies members of something that a higher module found in a conversation, in the batch that stores it.
import { missingForLinks } from "#modules/email";
import type { SQL } from "#kernel/db/index.ts";
import type { AccountId, ContactId, ConversationId, ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { readMemberAddresses } from "#modules/projects";
import type { ConversationNotification } from "./contract.ts";
import { bitOf } from "./events.ts";
import { writeEntriesAtHead } from "./bell-queries.ts";
import { readAllChosen, readWaiting, writeNotificationsAtHead } from "./queries.ts";
import { readSubscribed } from "./push-queries.ts";
import { announceBell, entryFor, pushesOf } from "./ring-bell.ts";
import { choiceFor, MAX_WAITING, WAIT } from "./rules.ts";

export interface Notifying {
  /** How many members will be notified. */
  readonly count: number;
  /** Stores the waiting notifications and the entries of the bell where `when` holds, about the conversation as it is then. */
  readonly statements: (when: SQL) => readonly SQL[];
  /** Tells their dashboards, once that is stored. */
  readonly announce: () => void;
}
interface About {
  readonly projectId: ProjectId;
  readonly conversationId: ConversationId;
  readonly contactId: ContactId;
  readonly event: ConversationNotification;
  /** The id of what they are notified of. */
  readonly cause: string;
  /** The only members that are notified; without it everybody who wants it. */
  readonly members: readonly AccountId[] | undefined;
  /** Of `ruleNotifies`: the rule's name. */
  readonly title?: string;
}
/** Without the mail settings that links need they are notified in the bell alone. */
export async function notifyMembers(ctx: Pick<Ctx, "db" | "config" | "clock" | "env" | "after">, about: About): Promise<Notifying> {
  const nobody: Notifying = { count: 0, statements: () => [], announce: () => undefined };
  if (about.members?.length === 0) return nobody;
  const byMail = missingForLinks(ctx.config).length === 0;
  const { projectId, conversationId, contactId, cause, title } = about;
  const [people, chosen, waiting, browsers] = await ctx.db.read(
    readMemberAddresses(projectId),
    readAllChosen(projectId),
    readWaiting(projectId),
    readSubscribed(projectId),
  );
  const choices = new Map(chosen.map((one) => [one.accountId, one]));
  const events = bitOf(about.event);
  const asked = people
    .filter(({ accountId }) => about.members?.includes(accountId) !== false)
    .map((member) => ({ member, choice: choiceFor(member, choices.get(member.accountId)) }));
  const mailed = asked
    .filter(
      ({ member, choice }) =>
        byMail && member.confirmed && (choice.events & events) !== 0 && (waiting.get(member.accountId) ?? 0) < MAX_WAITING,
    )
    .map(({ member: { accountId } }) => ({ projectId, accountId, conversationId, contactId, cause, events, title }));
  const place = { projectId, conversationId, contactId, revision: 0, cause, title };
  const entries = asked.flatMap(({ member, choice }) => entryFor(place, member, choice, events) ?? []);
  const now = ctx.clock.now();
  return {
    count: new Set([...mailed, ...entries.filter(({ listed }) => listed)].map(({ accountId }) => accountId)).size,
    statements: (when) => [
      ...(mailed.length === 0 ? [] : [writeNotificationsAtHead(mailed, now + WAIT, when)]),
      ...(entries.length === 0 ? [] : [writeEntriesAtHead(entries, now, when), ...pushesOf(ctx, entries, browsers, now).statements]),
    ],
    announce: () => announceBell(ctx, projectId, entries),
  };
}
