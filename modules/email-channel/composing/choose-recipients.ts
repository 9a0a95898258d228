// Prepares the mail of a reply whose author chose the recipients: another verified address, Cc, Bcc, another subject.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { conflict, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ConversationId } from "#kernel/ids/index.ts";
import { wakeJobs } from "#kernel/jobs/index.ts";
import { readContact, readContactLanguage } from "#modules/contacts";
import { type AnswerByMail, contactOf } from "#modules/conversations";
import type { ByMail } from "#modules/conversations/contract";
import { readWidget } from "#modules/projects";
import { sql } from "#kernel/db/index.ts";
import { acceptsMail, answerSubject, mustBeConfigured, readSettings, limitUnverified } from "#modules/email";
import { m } from "#messages";
import { prepareMail } from "../prepare-mail.ts";
import { mayGoByMail, readThread } from "../queries.ts";
import { assertRecipientsAcceptMail, recipientStatuses } from "./check-recipients.ts";
import { isStillRecipient } from "./queries.ts";

/** What the reply's batch stores for its mail. The job that mails other replies then finds the delivery of this one. */
export async function chooseRecipients(
  ctx: Omit<RequestCtx<MemberPrincipal>, "request" | "url" | "address">,
  conversationId: ConversationId,
  choice: ByMail,
): Promise<AnswerByMail> {
  const { projectId, name } = ctx.caller;
  const now = ctx.clock.now();
  const [contact, language, project, settings, thread] = await ctx.db.read(
    readContact(projectId, contactOf(projectId, conversationId)),
    readContactLanguage(projectId, contactOf(projectId, conversationId)),
    readWidget(projectId),
    readSettings(projectId),
    readThread(projectId, conversationId, now),
  );
  if (!contact || !project) throw notFound();
  mustBeConfigured(ctx);
  const to = choice.to ?? contact.email?.toLowerCase();
  if (to === undefined) throw conflict(m.email_channel_no_address());
  const [first, ...others] = await recipientStatuses(ctx, projectId, [to, ...choice.cc, ...choice.bcc]);
  if (!first) throw new Error("an address without its standing");
  const isContact = to === contact.email?.toLowerCase();
  if (!isContact && !first.proved) throw conflict(m.email_channel_reply_unverified({ to }));
  const proved = isContact ? contact.emailVerified : true;
  const copies = others.map(({ address, hash, proved: known }, i) => ({
    kind: i < choice.cc.length ? ("cc" as const) : ("bcc" as const),
    address,
    hash,
    proved: known || (contact.emailVerified && address === contact.email?.toLowerCase()),
  }));
  const allProved = proved && copies.every((copy) => copy.proved);
  const takers = [{ ...first, proved }, ...others.map((one, i) => ({ ...one, proved: copies[i]?.proved ?? false }))];
  if (takers.some(({ address }, i) => takers.findIndex((other) => other.address === address) !== i))
    throw conflict(m.email_channel_address_twice());
  const strangers = limitUnverified(ctx, ctx.caller, copies.filter((copy) => !copy.proved).length);
  const mail = await prepareMail(ctx, {
    projectId,
    conversationId,
    contactId: contact.id,
    kind: "reply",
    to,
    proved,
    copies,
    language,
    subject: () => answerSubject({ proved: allProved, thread, chosen: choice.subject }, project.projectName),
    author: { role: "operator", name },
    project,
    settings,
    attended: true,
    strangers,
  });
  return {
    when: sql`${isStillRecipient(projectId, contact.id, to, isContact && proved)} AND (${mayGoByMail(projectId, conversationId)}) AND ${sql.join(
      takers.map((one) => acceptsMail(projectId, one.hash)),
      sql` AND `,
    )}${takers.some((one) => one.blocked) ? sql` AND 0` : sql``}`,
    alongside: (messageId, done) => mail.writes(messageId, done),
    async explain() {
      const [since] = await ctx.db.read(readContact(projectId, contact.id));
      if (since?.state === "hidden") throw conflict(m.email_channel_contact_blocked());
      if (isContact && (since?.email?.toLowerCase() !== to || since.emailVerified !== proved))
        throw conflict(m.email_channel_address_changed());
      assertRecipientsAcceptMail(
        await recipientStatuses(
          ctx,
          projectId,
          takers.map(({ address }) => address),
        ),
      );
      throw conflict(m.email_channel_no_copies());
    },
    afterCommit: () => wakeJobs(ctx, [mail.firstJob]),
  };
}
