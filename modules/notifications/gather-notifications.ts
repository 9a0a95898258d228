// Turns conversation events into waiting notifications, and makes up for entries of the bell that were lost. A cron task walks all events once, in order of time, so that requests do not pay for it.
import { missingForLinks } from "#modules/email";
import { minutes } from "#kernel/clock/index.ts";
import type { SQL } from "#kernel/db/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { type Activity, readActivity, readWrittenMessages } from "#modules/conversations";
import { type MemberAddress, readMemberAddresses } from "#modules/projects";
import { bitOf } from "./events.ts";
import { notifiedFollowers } from "./extension.ts";
import { type NewEntry, writeEntries, writeOldEntriesDeleted } from "./bell-queries.ts";
import {
  isStillAt,
  type NewNotification,
  type Progress,
  readAllChosen,
  readProgress,
  readFailedAnswers,
  readWaiting,
  type FailedAnswer,
  writeFirstProgress,
  writeNotifications,
  writeProgress,
} from "./queries.ts";
import { readSubscribed, writeEndedDeleted } from "./push-queries.ts";
import { writeOldNoticesDeleted } from "./subjects/queries.ts";
import { announceBell, entryFor, pushesOf } from "./ring-bell.ts";
import { type Choice, choiceFor, eventFor, MAX_WAITING, WAIT } from "./rules.ts";

/** An event has the time at which its request began. After this long its batch is stored, or never will be. */
const SETTLED = minutes(1);
const PER_TICK = 200;
/** Old entries of the bell that a run deletes. */
const SWEPT = 200;
/** Failed replies of a run that are pushed. */
const MAX_PUSHED = 10;
/** Notifications per batch; the remaining events follow with the next tick. */
const MAX_NOTIFICATIONS = 5000;
/** The events that depend on who is the assignee. */
const BY_ASSIGNEE = bitOf("replyToMine") | bitOf("newUnassigned") | bitOf("replyUnassigned");
/** Sorts after every id of the same time. */
const END = "~";

/** One step. The notifications and the progress are one batch, so a step that is repeated, or runs twice at once, creates them once. */
export async function gatherNotifications(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const until = now - SETTLED;
  const [progress] = await ctx.db.read(readProgress());
  if (!progress) return void (await ctx.db.commit([writeFirstProgress(until)]));
  if (until <= progress.events.at && until <= progress.mails.at) return;
  const end: Progress = { events: { at: until, id: END }, mails: { at: until, id: END } };
  const [events, mails] = await ctx.db.read(
    readActivity(progress.events, until, PER_TICK),
    readFailedAnswers(progress.mails, until, PER_TICK),
  );
  // Without mail the bell alone is filled, and no mail is collected for later.
  const byMail = missingForLinks(ctx.config).length === 0;
  const people = await teamsOf(ctx, byMail, new Set([...events, ...mails].map(({ projectId }) => projectId)));
  const made = new NotificationCollector(people, await followersOf(ctx, events));
  const lastEvent = events.find((one) => !made.addEvent(one));
  const addFailedAnswer = await authorsOfFailedAnswers(ctx, mails);
  const lastMail = mails.find((one) => !made.lost(one, addFailedAnswer.get(one.messageId)));
  const to: Progress = {
    events: placeReached(events, lastEvent, end.events, PER_TICK),
    mails: placeReached(mails, lastMail, end.mails, PER_TICK),
  };
  const still = isStillAt(progress);
  await ctx.db.commit([
    ...(made.all.length === 0 ? [] : [writeNotifications(made.all, now - SETTLED + WAIT, still)]),
    ...(made.entries.length === 0 ? [] : [writeEntries(made.entries, now, still)]),
    ...(await pushesOfFailed(ctx, made.entries, mails, now)),
    writeProgress(progress, to),
    ...writeEndedDeleted(now, SWEPT),
    writeOldEntriesDeleted(now, SWEPT),
    writeOldNoticesDeleted(now, SWEPT),
  ]);
  // Entries of events are usually there already, and were announced then.
  const failed = new Set(mails.map(({ id, attempts }) => `${id}.${attempts}`));
  for (const one of made.entries) if (failed.has(one.cause)) announceBell(ctx, one.projectId, [one]);
}

/** Replies that failed are found here alone; everything else was pushed when it happened. */
async function pushesOfFailed(ctx: Ctx, entries: readonly NewEntry[], mails: readonly FailedAnswer[], now: number): Promise<SQL[]> {
  const failed = new Set(mails.map(({ id, attempts }) => `${id}.${attempts}`));
  const statements: SQL[] = [];
  for (const entry of entries.filter(({ cause }) => failed.has(cause)).slice(0, MAX_PUSHED)) {
    const [browsers] = await ctx.db.read(readSubscribed(entry.projectId));
    statements.push(...pushesOf(ctx, [entry], browsers, now).statements);
  }
  return statements;
}

/** The place that a walk has reached: `left`, where the step was full; else the end of a full page; else the end of the time range. */
function placeReached<P extends { at: number; id: string }>(
  page: readonly P[],
  left: P | undefined,
  end: { at: number; id: string },
  full: number,
) {
  const done = left === undefined ? page : page.slice(0, page.indexOf(left) + 1);
  const last = done.at(-1);
  return last !== undefined && (left !== undefined || page.length === full) ? { at: last.at, id: last.id } : end;
}

/** Who follows the conversations of the events, as `conversation account`. */
async function followersOf(ctx: Ctx, events: readonly Activity[]): Promise<ReadonlySet<string>> {
  const places = [...new Map(events.map(({ projectId, conversationId }) => [conversationId, { projectId, conversationId }])).values()];
  const asked = ctx.registry.extensions.of(notifiedFollowers);
  if (places.length === 0 || asked.length === 0) return new Set();
  const found = await ctx.db.read(...asked.map((read) => read(places)));
  return new Set(found.flat().map(({ conversationId, accountId }) => `${conversationId} ${accountId}`));
}

interface Team {
  /** `mail`: whether the member is notified by mail too. */
  readonly members: readonly { readonly member: MemberAddress; readonly choice: Choice; readonly mail: boolean }[];
  readonly waiting: ReadonlyMap<string, number>;
}
async function teamsOf(ctx: Ctx, byMail: boolean, projects: ReadonlySet<ProjectId>): Promise<ReadonlyMap<ProjectId, Team>> {
  const teams = new Map<ProjectId, Team>();
  for (const projectId of projects) {
    const [members, chosen, waiting] = await ctx.db.read(readMemberAddresses(projectId), readAllChosen(projectId), readWaiting(projectId));
    const choices = new Map(chosen.map((one) => [one.accountId, one]));
    teams.set(projectId, {
      members: members.map((member) => ({
        member,
        choice: choiceFor(member, choices.get(member.accountId)),
        mail: byMail && member.confirmed,
      })),
      waiting,
    });
  }
  return teams;
}
async function authorsOfFailedAnswers(ctx: Ctx, mails: readonly FailedAnswer[]) {
  if (mails.length === 0) return new Map<string, never>();
  const [written] = await ctx.db.read(readWrittenMessages(mails.map(({ messageId }) => messageId)));
  return new Map(written.map((one) => [one.messageId as string, one]));
}
type Written = Awaited<ReturnType<typeof authorsOfFailedAnswers>> extends Map<string, infer W> ? W : never;

/** Collects the notifications and the entries of the bell of one step, limited per member and in total. */
class NotificationCollector {
  readonly all: NewNotification[] = [];
  readonly entries: NewEntry[] = [];
  readonly #teams: ReadonlyMap<ProjectId, Team>;
  readonly #followers: ReadonlySet<string>;
  readonly #news = new Map<string, number>();
  constructor(teams: ReadonlyMap<ProjectId, Team>, followers: ReadonlySet<string>) {
    this.#teams = teams;
    this.#followers = followers;
  }
  /** Returns false when the step is full after this event. */
  addEvent(h: Activity): boolean {
    const { projectId, conversationId, contactId, revision } = h;
    for (const one of this.#teams.get(projectId)?.members ?? []) {
      const { accountId } = one.member;
      const events = eventFor(h, accountId, this.#followers.has(`${conversationId} ${accountId}`));
      this.#tell(one, { projectId, conversationId, contactId, revision, cause: h.id }, events, h.assignedSince);
    }
    return this.#hasRoom();
  }
  lost({ id, attempts, projectId }: FailedAnswer, written: Written | undefined): boolean {
    const author = this.#teams.get(projectId)?.members.find(({ member }) => member.accountId === written?.authorId);
    if (author && written) {
      const { conversationId, contactId, revision } = written;
      this.#tell(author, { projectId, conversationId, contactId, revision, cause: `${id}.${attempts}` }, bitOf("mineNotDelivered"));
    }
    return this.#hasRoom();
  }
  #hasRoom(): boolean {
    return this.all.length < MAX_NOTIFICATIONS && this.entries.length < MAX_NOTIFICATIONS;
  }
  #tell(
    { member, choice, mail }: Team["members"][number],
    about: Omit<NewNotification, "accountId" | "events">,
    events: number,
    assignedSince = false,
  ): void {
    if (mail) this.#add({ ...about, accountId: member.accountId, events: events & choice.events });
    // The bell told the assignee of that time at once; the one of now has an entry of the assignment.
    const entry = entryFor(about, member, choice, assignedSince ? events & ~BY_ASSIGNEE : events);
    if (entry) this.entries.push(entry);
  }
  #add(notification: NewNotification): void {
    if (notification.events === 0) return;
    const whose = `${notification.projectId} ${notification.accountId}`;
    const news = this.#news.get(whose) ?? 0;
    if ((this.#teams.get(notification.projectId)?.waiting.get(notification.accountId) ?? 0) + news >= MAX_WAITING) return;
    this.#news.set(whose, news + 1);
    this.all.push(notification);
  }
}
