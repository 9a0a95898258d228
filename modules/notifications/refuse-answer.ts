// Refuses answers to notifications: they reach no customer. A member who answers is told, at most once an hour, where to answer instead.
// Automatic answers and bounces of a notification are shown to the team in the conversation that the notification is about.
import { emailConfig, missingForLinks } from "#modules/email";
import { hours } from "#kernel/clock/index.ts";
import { type DeliveryId, newId, type ProjectId } from "#kernel/ids/index.ts";
import { wakeJobs, writeJobs } from "#kernel/jobs/index.ts";
import { inLanguage } from "#kernel/language/current.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { readMemberAddress, readMemberOfAddress, readWidget } from "#modules/projects";
import { sql } from "#kernel/db/index.ts";
import {
  addressHash,
  deliveryExists,
  isQueued,
  writeBounced,
  writeDelivery,
  attemptJob,
  headerIdOf,
  readSettings,
  deliveryIdsIn,
} from "#modules/email";
import type { InboundInterceptor, IncomingMail, Interception } from "#modules/inbound-email";
import { m } from "#messages";
import { notificationOfAddress } from "./notification-address.ts";
import { gotNoneSince, type NotificationMail, readNotificationAmong, writeNotificationMail } from "./queries.ts";
import { subjectOf } from "./notification-text.ts";

/** A member gets the hint at most this often, because anybody can send in their name. */
const NOTIFY_INTERVAL = hours(1);

/** The notifications whose signed addresses are among these. */
async function notificationsOfAddresses(ctx: Pick<Ctx, "env" | "db">, addresses: readonly string[]): Promise<DeliveryId[]> {
  const found: DeliveryId[] = [];
  for (const address of addresses) {
    const id = await notificationOfAddress(ctx, address);
    if (id !== undefined) found.push(id);
  }
  return found;
}

/** Decides about a mail that answers or returns a notification; undefined for any other. Repeating it sends the hint only once. */
async function readNotificationAnswer(ctx: Ctx, mail: IncomingMail): Promise<Interception | undefined> {
  const { projectId, from, bounce, automatic } = mail;
  const addressed = await notificationsOfAddresses(ctx, mail.recipients);
  const [toNotification, answers, returned, member] = await ctx.db.read(
    readNotificationAmong(projectId, addressed),
    readNotificationAmong(projectId, deliveryIdsIn(mail.references)),
    readNotificationAmong(projectId, deliveryIdsIn(bounce?.messageIds ?? [])),
    readMemberOfAddress(projectId, from ?? ""),
  );
  if (returned && bounce) {
    if (
      bounce.failed &&
      (await isVouched(ctx, projectId, returned.id, [...addressed, ...(await notificationsOfAddresses(ctx, bounce.replyTo))]))
    )
      await ctx.db.commit(writeBounced({ projectId, mail: { id: returned.id }, says: bounce.says, now: ctx.clock.now() }));
    return aboutOf(returned);
  }
  if (automatic) return aboutOf(toNotification ?? answers);
  // Somebody to whom a member forwarded the notification answers the member. From anybody but members, only the notification's address counts, not its
  // Message-ID.
  const notification = toNotification ?? (member ? answers : undefined);
  if (!notification) return addressed.length > 0 ? { dropReason: m.notifications_reply_dropped() } : undefined;
  if (member?.confirmed) await notifyWhereToAnswer(ctx, mail, notification, member);
  return { dropReason: m.notifications_reply_dropped() };
}
/** For a summary: its first conversation. */
function aboutOf(notification: NotificationMail | undefined): Interception | undefined {
  const [first] = notification?.conversations ?? [];
  return first && { conversationId: first.id };
}

/**
 * Whether a delivery report contains the signed address of the notification. Its Message-ID alone proves nothing, because every answer and
 * forward contains it. Notifications of projects without a reply address have no such address.
 */
async function isVouched(ctx: Ctx, projectId: ProjectId, id: DeliveryId, shown: readonly DeliveryId[]): Promise<boolean> {
  if (shown.includes(id)) return true;
  const [settings] = await ctx.db.read(readSettings(projectId));
  return settings.replyAddress === null;
}

async function notifyWhereToAnswer(
  ctx: Ctx,
  { receiptId, projectId }: IncomingMail,
  { conversations }: NotificationMail,
  { accountId, email }: { accountId: NotificationMail["accountId"]; email: string },
): Promise<void> {
  const [project, settings, person] = await ctx.db.read(
    readWidget(projectId),
    readSettings(projectId),
    readMemberAddress(projectId, accountId),
  );
  if (!project || missingForLinks(ctx.config).length > 0) return;
  const now = ctx.clock.now();
  const id = newId("delivery", now);
  const work = attemptJob({ id, projectId }, 1, 0, now, now);
  const toHash = await addressHash(ctx, email);
  const about = conversations.length === 1 ? conversations : [];
  await ctx.db.commit([
    writeDelivery(
      {
        ...{ id, projectId, kind: "notice", cause: `notice:refused:${receiptId}`, to: email, toHash, now },
        ...{ proved: true, attended: true, impossible: undefined },
        subject: inLanguage(person?.language ?? "en", () =>
          subjectOf("refused", { projectName: project.projectName, contact: null, events: 0, total: 0 }),
        ),
        headerId: headerIdOf(id, settings, emailConfig(ctx.config)),
      },
      sql`${gotNoneSince(accountId, "refused", now - NOTIFY_INTERVAL)}`,
    ),
    writeNotificationMail(
      id,
      { projectId, accountId, kind: "refused", conversations: about, total: about.length, quietSince: null, createdAt: now },
      deliveryExists(id),
    ),
    writeJobs([work], now, isQueued(id)),
  ]);
  wakeJobs(ctx, [work.id]);
}

/** Handles incoming mail that answers a notification. */
export const notificationAnswers: InboundInterceptor = {
  smtpRejection: async (ctx, recipients) =>
    (await notificationsOfAddresses(ctx, recipients)).length > 0 ? m.notifications_replies_not_read() : undefined,
  intercept: readNotificationAnswer,
};
