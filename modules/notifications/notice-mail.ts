// Mail template of notices.
import type { Ctx } from "#kernel/module/index.ts";
import { readCustomerTexts, readConversationStates } from "#modules/conversations";
import { inboxPath, threadPath } from "#modules/conversations/contract";
import { readMemberAddress, readWidget } from "#modules/projects";
import { readSettings, fromOf, PROJECT_AUTHOR, ownHeaders, type MailTemplate } from "#modules/email";
import { notificationsPath } from "./contract.ts";
import { bitOf } from "./events.ts";
import { noticeAddress } from "./notice-address.ts";
import { type NoticeMail, readChosen, readNoticeMail } from "./queries.ts";
import { clockText } from "./quiet.ts";
import { type NoticeLine, MAX_EXCERPT, nameOf, noticeBody } from "./notice-text.ts";

/** Messages per conversation that a notice shows, and the characters read of each. Markdown is longer than its text. */
const SHOWN = 3;
const READ = MAX_EXCERPT * 4;

/** A notice to a member, with the content at the time of sending. Nothing is sent if the member has left or has another address by now. */
export const noticeMail: MailTemplate = {
  kind: "notice",
  async write(ctx, row, { email, provider, head }) {
    const { projectId } = row;
    const { appOrigin } = ctx.config;
    const [mail] = await ctx.db.read(readNoticeMail(projectId, row.id));
    if (!mail || appOrigin === undefined) return undefined;
    const [project, settings, person, chosen] = await ctx.db.read(
      readWidget(projectId),
      readSettings(projectId),
      readMemberAddress(projectId, mail.accountId),
      readChosen(projectId, mail.accountId),
    );
    if (!project || !person?.confirmed || person.email !== row.to) return undefined;
    const lines = await linesOf(ctx, mail, appOrigin);
    if (mail.kind === "conversation" && lines.length === 0) return undefined;
    return {
      ...head,
      from: fromOf(PROJECT_AUTHOR, settings, project.projectName, email),
      replyTo: settings.replyAddress === null ? undefined : await noticeAddress(ctx, row.id, settings.replyAddress),
      headers: ownHeaders(provider, row, "operator"),
      attachments: [],
      ...noticeBody({
        projectName: project.projectName,
        kind: mail.kind,
        total: mail.total,
        quietSince: mail.quietSince === null ? null : clockText(chosen?.zone ?? "UTC", mail.quietSince, mail.createdAt),
        lines,
        inbox: appOrigin + inboxPath(projectId),
        settings: appOrigin + notificationsPath(projectId),
      }),
    };
  },
};

/** Excludes contacts that were blocked or erased in the meantime. */
async function linesOf(ctx: Ctx, { projectId, accountId, kind, conversations }: NoticeMail, appOrigin: string): Promise<NoticeLine[]> {
  const [standings] = await ctx.db.read(
    readConversationStates(
      projectId,
      accountId,
      conversations.map(({ id }) => id),
    ),
  );
  const lines: NoticeLine[] = [];
  for (const { id, events, since } of conversations) {
    const standing = standings.find((one) => one.id === id);
    if (standing?.contact.state !== "active") continue;
    // For an assignment the customer's latest message is shown; for a failed reply none.
    const from = (events & bitOf("assignedToMe")) === 0 ? since : 0;
    const [words] =
      kind === "conversation" && events !== bitOf("mineNotDelivered")
        ? await ctx.db.read(readCustomerTexts(projectId, id, from, from === 0 ? 1 : SHOWN, READ))
        : [[]];
    lines.push({ name: nameOf(standing.contact), events, words, link: appOrigin + threadPath(projectId, id) });
  }
  return lines;
}
