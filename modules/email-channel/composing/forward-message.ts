// Forwards a message by mail to a verified address. The team sees a note of it, the customer nothing.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { conflict, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { MessageId } from "#kernel/ids/index.ts";
import { wakeJobs } from "#kernel/jobs/index.ts";
import { readContactLanguage } from "#modules/contacts";
import { contactOf, newNote, readAnswer, record, type Recorded } from "#modules/conversations";
import { readWidget } from "#modules/projects";
import { sql } from "#kernel/db/index.ts";
import { acceptsMail, deliveryExists, forwardSubject, mustBeConfigured, readSettings } from "#modules/email";
import { m } from "#messages";
import { prepareMail } from "../prepare-mail.ts";
import { readThread } from "../queries.ts";
import { assertRecipientsAcceptMail, recipientStatuses } from "./check-recipients.ts";
import { writeForward } from "./queries.ts";

/** Forwards the message and adds a note. Throws before anything is stored. */
export async function forwardMessage(
  ctx: RequestCtx<MemberPrincipal>,
  messageId: MessageId,
  input: { readonly clientId: string; readonly to: string; readonly content: string },
): Promise<Recorded> {
  const { projectId, name } = ctx.caller;
  const { to, content } = input;
  const now = ctx.clock.now();
  const [message, project, settings] = await ctx.db.read(readAnswer(projectId, messageId), readWidget(projectId), readSettings(projectId));
  if (!message || !project) throw notFound();
  const { conversationId } = message;
  mustBeConfigured(ctx);
  if (message.erased) throw conflict(m.email_channel_nothing_to_forward());
  const [[address], [thread, language]] = await Promise.all([
    recipientStatuses(ctx, projectId, [to]),
    ctx.db.read(readThread(projectId, conversationId, now), readContactLanguage(projectId, message.contactId)),
  ]);
  if (!address) throw new Error("an address without its standing");
  if (!address.proved) throw conflict(m.email_channel_forward_unverified({ to }));
  const mail = await prepareMail(ctx, {
    projectId,
    conversationId,
    contactId: message.contactId,
    kind: "forward",
    to,
    proved: true,
    copies: [],
    // As the whole mail, which is written when it is sent.
    language,
    subject: () => forwardSubject(thread.subject ?? thread.ours, project.projectName),
    author: { role: "operator", name },
    project,
    settings,
    attended: true,
  });
  const recorded = await record(ctx, {
    conversationId,
    clientId: input.clientId,
    event: newNote({
      // The recipient is named only in the mail, which an erasure of that person clears.
      content: m.email_channel_forwarded() + (content.trim() === "" ? "" : `\n\n${content}`),
      attachments: [],
      origin: { door: "dashboard", automatic: null },
    }),
    fingerprint: { with: [to, messageId, content] },
    requires: {
      when: sql`c.contact_id = ${contactOf(projectId, conversationId)} AND ${acceptsMail(projectId, address.hash)} AND ${address.blocked ? 0 : 1}`,
      explain: async () => assertRecipientsAcceptMail(await recipientStatuses(ctx, projectId, [to])),
    },
    alongside: (noteId, done) => [
      ...mail.writes(noteId, done),
      writeForward({ id: mail.id, projectId, messageId, content }, deliveryExists(mail.id)),
    ],
  });
  if (!recorded.repeated) wakeJobs(ctx, [mail.firstJob]);
  return recorded;
}
