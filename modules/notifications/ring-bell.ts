// Makes the bell's entries of events right after they were stored. `gather-notifications.ts` makes up for what is lost here.
import type { ProjectId } from "#kernel/ids/index.ts";
import { type AfterEvents, announceChanged, readActivityAmong } from "#modules/conversations";
import { type MemberAddress, readMemberAddresses } from "#modules/projects";
import { type NewEntry, writeEntries } from "./bell-queries.ts";
import { readBell } from "./contract.ts";
import { bitOf, leadingEvent } from "./events.ts";
import { notifiedFollowers } from "./extension.ts";
import { readAllChosen } from "./queries.ts";
import { type Choice, choiceFor, eventFor } from "./rules.ts";

/** The entry that events mean to a member; undefined if they want none of them. */
export function entryFor(
  about: Omit<NewEntry, "accountId" | "email" | "event" | "listed">,
  member: Pick<MemberAddress, "accountId" | "email">,
  choice: Pick<Choice, "bell" | "push">,
  events: number,
): NewEntry | undefined {
  const wanted = events & (choice.bell | choice.push);
  if (wanted === 0) return undefined;
  // One that the bell lists comes before one that is only pushed.
  const event = leadingEvent(wanted & choice.bell || wanted);
  return { ...about, accountId: member.accountId, email: member.email, event, listed: (choice.bell & bitOf(event)) !== 0 };
}

/** Tells the dashboards of members that their bell has changed. */
export const announceBell = (ctx: Parameters<typeof announceChanged>[0], projectId: ProjectId, entries: readonly NewEntry[]): void =>
  announceChanged(ctx, projectId, readBell, [...new Set(entries.map(({ accountId }) => accountId))]);

export const ringBell: AfterEvents = async (ctx, projectId, events) => {
  const asked = events.filter(
    ({ kind, actorRole }) => kind === "assigned" || kind === "note" || (kind === "message" && actorRole === "visitor"),
  );
  if (asked.length === 0) return;
  const places = [...new Set(asked.map(({ conversationId }) => conversationId))].map((conversationId) => ({ projectId, conversationId }));
  const [activities, members, chosen, ...followers] = await ctx.db.read(
    readActivityAmong(
      projectId,
      asked.map(({ id }) => id),
    ),
    readMemberAddresses(projectId),
    readAllChosen(projectId),
    ...ctx.registry.extensions.of(notifiedFollowers).map((read) => read(places)),
  );
  const choices = new Map(chosen.map((one) => [one.accountId, one]));
  const follows = new Set(followers.flat().map(({ conversationId, accountId }) => `${conversationId} ${accountId}`));
  const entries = activities.flatMap((one) => {
    const { conversationId, contactId, revision } = one;
    return members.flatMap(
      (member) =>
        entryFor(
          { projectId, conversationId, contactId, revision, cause: one.id },
          member,
          choiceFor(member, choices.get(member.accountId)),
          eventFor(one, member.accountId, follows.has(`${conversationId} ${member.accountId}`)),
        ) ?? [],
    );
  });
  if (entries.length === 0) return;
  await ctx.db.commit([writeEntries(entries, ctx.clock.now())]);
  announceBell(ctx, projectId, entries);
};
