// Mails due notifications that are still news: one per conversation, a summary after quiet hours, or a single mail when there are too many.
import { emailConfig, missingForLinks } from "#modules/email";
import { hours } from "#kernel/clock/index.ts";
import { type AccountId, type DeliveryId, newId, type ProjectId } from "#kernel/ids/index.ts";
import { wakeJobs, writeJobs } from "#kernel/jobs/index.ts";
import { inLanguage } from "#kernel/language/current.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { readConversationStates, type ConversationState } from "#modules/conversations";
import { type MemberAddress, readMemberAddress, readWidget } from "#modules/projects";
import type { SQL } from "#kernel/db/index.ts";
import {
  addressHash,
  deliveryExists,
  isQueued,
  readSuppressed,
  writeDelivery,
  aboutContact,
  attemptJob,
  headerIdOf,
  readSettings,
} from "#modules/email";
import {
  isMailed,
  type WaitingNotification,
  type NotificationMail,
  readChosen,
  readDue,
  readDuePeople,
  readSentSince,
  stillWaits,
  writeDropped,
  writeAllDropped,
  writeNotificationMail,
  writeQuieted,
  writeOldMailsDeleted,
} from "./queries.ts";
import { quietUntil } from "./quiet.ts";
import { choiceFor, MAX_WAITING, PER_HOUR, stillNews } from "./rules.ts";
import { subjectOf } from "./notification-text.ts";
import { noticeSubjects } from "./extension.ts";
import { mailNotice } from "./subjects/mail.ts";
import { readDueNotices } from "./subjects/queries.ts";

/** Members with due notifications that one tick handles. */
const PER_TICK = 100;
/** Mails per batch: each is four statements, and a batch stays below 50. The next tick continues. */
const PER_BATCH = 10;
/** Statements per invocation, after which the rest waits for the next tick. */
const ENOUGH = 300;
const SWEPT = 200;
/** Conversations that a summary lists. */
const LISTED = 20;

export async function sendNotifications(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const [people, notices] = await ctx.db.commitAndRead(
    [writeOldMailsDeleted(now, SWEPT)],
    readDuePeople(now, PER_TICK),
    readDueNotices(now, PER_TICK, ctx.registry.extensions.of(noticeSubjects)),
  );
  for (const { projectId, accountId } of people) {
    // A failure with one member must not keep the others from being notified.
    await notifyMember(ctx, projectId, accountId).catch((error: unknown) => ctx.log.error("a member was not told", error, { projectId }));
    if (ctx.db.cost.statements > ENOUGH) return;
  }
  for (const notice of notices) {
    await mailNotice(ctx, notice).catch((error: unknown) => ctx.log.error("a member was not told", error, { projectId: notice.projectId }));
    if (ctx.db.cost.statements > ENOUGH) return;
  }
}

interface News {
  readonly notification: WaitingNotification;
  readonly standing: ConversationState;
  readonly events: number;
}
interface NotifiedMember {
  readonly projectId: ProjectId;
  readonly projectName: string;
  readonly person: MemberAddress;
  readonly toHash: string;
  readonly headerId: (id: DeliveryId) => string | null;
  readonly now: number;
}

/** Handles one member in one project. All decisions are stored in one batch. */
async function notifyMember(ctx: Ctx, projectId: ProjectId, accountId: AccountId): Promise<void> {
  const now = ctx.clock.now();
  const [due, person, chosen, project, sent, settings] = await ctx.db.read(
    readDue(projectId, accountId, now, MAX_WAITING),
    readMemberAddress(projectId, accountId),
    readChosen(projectId, accountId),
    readWidget(projectId),
    readSentSince(accountId, now - hours(1), PER_HOUR),
    readSettings(projectId),
  );
  const none = async (): Promise<void> => void (await ctx.db.commit([writeAllDropped(projectId, accountId)]));
  if (!person?.confirmed || !project || missingForLinks(ctx.config).length > 0) return await none();
  const toHash = await addressHash(ctx, person.email);
  const choice = choiceFor(person, chosen);
  const [suppressed, standings] = await ctx.db.read(
    readSuppressed(projectId, toHash),
    readConversationStates(
      projectId,
      accountId,
      due.map(({ conversationId }) => conversationId),
    ),
  );
  if (suppressed === true) return await none();
  const news = due.flatMap((notification): News[] => {
    const standing = standings.find(({ id }) => id === notification.conversationId);
    const events = standing
      ? stillNews(notification.events, notification.revision, standing, { accountId, email: person.email, wants: choice.events })
      : 0;
    return standing && events !== 0 ? [{ notification, standing, events }] : [];
  });
  const old = due.filter((notification) => !news.some((one) => one.notification === notification));
  const statements: SQL[] = old.length === 0 ? [] : [writeDropped(projectId, accountId, idsOf(old))];
  const jobs: string[] = [];
  const until = quietUntil(choice, now);
  if (news.length > 0) {
    const notifications = news.map(({ notification }) => notification);
    const to: NotifiedMember = {
      projectId,
      projectName: project.projectName,
      person,
      toHash,
      headerId: (id) => headerIdOf(id, settings, emailConfig(ctx.config)),
      now,
    };
    const since = notifications.reduce<number | null>(
      (least, { quietSince }) => (quietSince === null ? least : Math.min(least ?? now, quietSince)),
      null,
    );
    if (until !== null) statements.push(writeQuieted(projectId, accountId, idsOf(notifications), until, now));
    else if (since !== null) mailed(to, "summary", news, since);
    else {
      const room = Math.max(0, PER_HOUR - sent.notifications);
      for (const one of news.slice(0, Math.min(room, PER_BATCH))) mailed(to, "conversation", [one], null);
      // Comes after the last mail about a single conversation.
      const rest = room > PER_BATCH ? [] : news.slice(room);
      if (rest.length > 0 && sent.more)
        statements.push(writeDropped(projectId, accountId, idsOf(rest.map(({ notification }) => notification))));
      else if (rest.length > 0) mailed(to, "more", rest, null);
    }
  }
  if (statements.length > 0) await ctx.db.commit(statements);
  wakeJobs(ctx, jobs);

  function mailed(to: NotifiedMember, kind: NotificationMail["kind"], about: readonly News[], quietSince: number | null): void {
    const made = inLanguage(to.person.language, () => mailOf(to, kind, about, quietSince));
    statements.push(...made.statements);
    jobs.push(made.job);
  }
}
const idsOf = (notifications: readonly WaitingNotification[]) => notifications.map(({ conversationId }) => conversationId);

/** The statements of a mail: the mail itself, its job, and the end of the notifications that it contains, as far as these still wait. */
function mailOf(
  { projectId, projectName, person, toHash, headerId, now }: NotifiedMember,
  kind: NotificationMail["kind"],
  about: readonly News[],
  quietSince: number | null,
): { statements: SQL[]; job: string } {
  const [first] = about;
  if (!first) throw new Error("a notification about nothing");
  const { accountId } = person;
  const id: DeliveryId = newId("delivery", now);
  const work = attemptJob({ id, projectId }, 1, 0, now, now);
  const cause = `notice:${kind}:${accountId}:${first.notification.conversationId}:${first.notification.cause}`;
  const contact = kind === "conversation" ? first.standing.contact : null;
  const mail: NotificationMail = {
    ...{ accountId, projectId, kind, total: about.length, quietSince, createdAt: now },
    conversations: about.slice(0, LISTED).map(({ notification, events }) => ({
      id: notification.conversationId,
      events,
      since: notification.since,
      rules: notification.rules,
    })),
  };
  return {
    job: work.id,
    statements: [
      writeDelivery(
        {
          ...{ id, projectId, kind: "notice", to: person.email, toHash, now, impossible: undefined },
          cause,
          // A used link in a mail proves the address.
          ...{ proved: true, attended: true },
          subject: subjectOf(kind, { projectName, contact, events: first.events, total: about.length }),
          headerId: headerId(id),
          // Without the conversation id, because limits on mail to customers count by it.
          ...(contact === null ? {} : { about: { contactId: contact.id, conversationId: null, messageId: null } }),
        },
        stillWaits(projectId, accountId, first.notification),
      ),
      writeNotificationMail(id, mail, deliveryExists(id)),
      writeJobs([work], now, isQueued(id), aboutContact(contact?.id ?? null)),
      writeDropped(projectId, accountId, idsOf(about.map(({ notification }) => notification)), isMailed(projectId, cause)),
    ],
  };
}
