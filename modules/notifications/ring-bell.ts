// Makes the bell's entries of events right after they were stored. `gather-notifications.ts` makes up for what is lost here.
import { anonymous } from "#kernel/auth/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ProjectId, PushSubscriptionId } from "#kernel/ids/index.ts";
import { wakeJobs, writeJobs } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { type AfterEvents, readActivityAmong } from "#modules/conversations";
import { announceChanged } from "#modules/live-updates";
import { type MemberAddress, readMemberAddresses } from "#modules/projects";
import { type NewEntry, tellsOf, writeEntries } from "./bell-queries.ts";
import { readBell } from "./contract.ts";
import { bitOf, leadingEvent } from "./events.ts";
import { notifiedFollowers } from "./extension.ts";
import { readSubscribed } from "./push-queries.ts";
import { readAllChosen } from "./queries.ts";
import { type Choice, choiceFor, eventFor } from "./rules.ts";
import { pushJob } from "./send-push.ts";
import { pushKeys } from "./variables.ts";

/** Members to whom one event is pushed. */
const MAX_PUSHED = 40;

/** The entry that events mean to a member; undefined if they want none of them. */
export function entryFor(
  about: Omit<NewEntry, "accountId" | "email" | "event" | "listed" | "pushed">,
  member: Pick<MemberAddress, "accountId" | "email">,
  choice: Pick<Choice, "bell" | "push">,
  events: number,
): NewEntry | undefined {
  const wanted = events & (choice.bell | choice.push);
  if (wanted === 0) return undefined;
  // One that the bell lists comes before one that is only pushed.
  const event = leadingEvent(wanted & choice.bell || wanted);
  return {
    ...about,
    accountId: member.accountId,
    email: member.email,
    event,
    listed: (choice.bell & bitOf(event)) !== 0,
    pushed: (choice.push & bitOf(event)) !== 0,
  };
}

/** The jobs that push entries to the browsers of their members, each where the entry was made or is there. */
export function pushesOf(
  ctx: Pick<Ctx, "config">,
  entries: readonly Omit<NewEntry, "revision">[],
  browsers: readonly { readonly id: PushSubscriptionId; readonly accountId: AccountId }[],
  now: number,
): { statements: SQL[]; jobIds: string[] } {
  if (browsers.length === 0 || !pushKeys(ctx.config)) return { statements: [], jobIds: [] };
  const jobIds: string[] = [];
  const statements = entries.flatMap((entry) => {
    const { projectId, accountId, conversationId, contactId, event, cause } = entry;
    const jobs = browsers
      .filter((browser) => entry.pushed && browser.accountId === accountId)
      .map(({ id }) => pushJob({ projectId, conversationId, event, cause, subscriptionId: id }, now));
    jobIds.push(...jobs.map(({ id }) => id));
    return jobs.length === 0 ? [] : [writeJobs(jobs, now, tellsOf(entry), sql`${contactId}`)];
  });
  // A batch stays below the platform's limit; who is left out has the bell.
  return { statements: statements.slice(0, MAX_PUSHED), jobIds };
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
  const [activities, members, chosen, browsers, ...followers] = await ctx.db.read(
    readActivityAmong(
      projectId,
      asked.map(({ id }) => id),
    ),
    readMemberAddresses(projectId),
    readAllChosen(projectId),
    readSubscribed(projectId),
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
  const now = ctx.clock.now();
  const pushes = pushesOf(ctx, entries, browsers, now);
  await ctx.db.commit([writeEntries(entries, now), ...pushes.statements]);
  wakeJobs({ ...ctx, caller: anonymous }, pushes.jobIds);
  announceBell(ctx, projectId, entries);
};
