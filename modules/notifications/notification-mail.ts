// Mail template of notifications.
import { inLanguage } from "#kernel/language/current.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { readCustomerTexts, readConversationStates } from "#modules/conversations";
import { inboxPath, threadPath } from "#modules/conversations/contract";
import { readMemberAddress, readWidget } from "#modules/projects";
import { readSettings, fromOf, type MailContext, PROJECT_AUTHOR, ownHeaders, type MailTemplate } from "#modules/email";
import { type NotificationEvent, notificationsPath } from "./contract.ts";
import { bitOf } from "./events.ts";
import { notificationAddress } from "./notification-address.ts";
import { type NotificationMail, readChosen, readNotificationMail } from "./queries.ts";
import { clockText } from "./quiet.ts";
import { type NotificationLine, MAX_EXCERPT, nameOf, notificationBody, subjectBody } from "./notification-text.ts";
import { noticeSubjects } from "./extension.ts";
import { readMailedNotice } from "./subjects/queries.ts";

/** Messages per conversation that a notification shows, and the characters read of each. Markdown is longer than its text. */
const SHOWN = 3;
const READ = MAX_EXCERPT * 4;
/** Events that may have come long after what the customer wrote. */
const LATEST: readonly NotificationEvent[] = [
  ...(["assignedToMe", "monitored", "noteInFollowed", "mentioned"] as const),
  ...(["issueResolved", "targetNear", "targetMissed", "replyReturned", "ruleNotifies"] as const),
];

/** A notification to a member, with the content at the time of sending. Nothing is sent if the member has left or has another address by now. */
export const notificationMail: MailTemplate = {
  kind: "notice",
  async write(ctx, row, making) {
    const { email, provider, head } = making;
    const { projectId } = row;
    const { appOrigin } = ctx.config;
    const [mail] = await ctx.db.read(readNotificationMail(projectId, row.id));
    if (appOrigin === undefined) return undefined;
    if (!mail) return await subjectMail(ctx, row, making, appOrigin);
    const [project, settings, person, chosen] = await ctx.db.read(
      readWidget(projectId),
      readSettings(projectId),
      readMemberAddress(projectId, mail.accountId),
      readChosen(projectId, mail.accountId),
    );
    if (!project || !person?.confirmed || person.email !== row.to) return undefined;
    const lines = await inLanguage(person.language, () => linesOf(ctx, mail, appOrigin));
    if (mail.kind === "conversation" && lines.length === 0) return undefined;
    return {
      ...head,
      from: fromOf(PROJECT_AUTHOR, settings, project.projectName, email),
      replyTo: settings.replyAddress === null ? undefined : await notificationAddress(ctx, row.id, settings.replyAddress),
      headers: ownHeaders(provider, row, "operator"),
      attachments: [],
      ...inLanguage(person.language, () =>
        notificationBody({
          projectName: project.projectName,
          kind: mail.kind,
          total: mail.total,
          quietSince: mail.quietSince === null ? null : clockText(chosen?.zone ?? "UTC", mail.quietSince, mail.createdAt),
          lines,
          inbox: appOrigin + inboxPath(projectId),
          settings: appOrigin + notificationsPath(projectId),
        }),
      ),
    };
  },
};

/** One about something else than a conversation, if it is still news. */
async function subjectMail(ctx: Ctx, row: Parameters<MailTemplate["write"]>[1], { email, provider, head }: MailContext, appOrigin: string) {
  const { projectId } = row;
  const subjects = ctx.registry.extensions.of(noticeSubjects);
  const [notice] = await ctx.db.read(readMailedNotice(projectId, row.id, subjects));
  const subject = subjects.find(({ event }) => event === notice?.event);
  if (!notice || !subject) return undefined;
  const [project, settings, person] = await ctx.db.read(
    readWidget(projectId),
    readSettings(projectId),
    readMemberAddress(projectId, notice.accountId),
  );
  if (!project || !person?.confirmed || person.email !== row.to) return undefined;
  return {
    ...head,
    from: fromOf(PROJECT_AUTHOR, settings, project.projectName, email),
    replyTo: settings.replyAddress === null ? undefined : await notificationAddress(ctx, row.id, settings.replyAddress),
    headers: ownHeaders(provider, row, "operator"),
    attachments: [],
    ...inLanguage(person.language, () =>
      subjectBody({
        words: subject.body(),
        open: subject.open(),
        link: appOrigin + subject.path(projectId, notice.subjectId),
        settings: appOrigin + notificationsPath(projectId),
      }),
    ),
  };
}

/** Excludes contacts that were blocked or erased in the meantime. */
async function linesOf(
  ctx: Ctx,
  { projectId, accountId, kind, conversations }: NotificationMail,
  appOrigin: string,
): Promise<NotificationLine[]> {
  const [standings] = await ctx.db.read(
    readConversationStates(
      projectId,
      accountId,
      conversations.map(({ id }) => id),
    ),
  );
  const lines: NotificationLine[] = [];
  for (const { id, events, since, rules = [] } of conversations) {
    const standing = standings.find((one) => one.id === id);
    if (standing?.contact.state !== "active") continue;
    // For an assignment, a matched rule, a mention, a note, a resolved issue or a target the customer's latest message is shown; for a failed
    // reply, a question about work or a bad rating none.
    const from = LATEST.every((one) => (events & bitOf(one)) === 0) ? since : 0;
    const [words] =
      kind === "conversation" && events !== bitOf("mineNotDelivered") && events !== bitOf("workAsks") && events !== bitOf("badRating")
        ? await ctx.db.read(readCustomerTexts(projectId, id, from, from === 0 ? 1 : SHOWN, READ))
        : [[]];
    lines.push({ name: nameOf(standing.contact), events, words, rules, link: appOrigin + threadPath(projectId, id) });
  }
  return lines;
}
