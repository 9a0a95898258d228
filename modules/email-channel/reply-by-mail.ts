// Sends a reply by mail when the customer writes mail: a listener and a job put it into the outbox.
import { listen } from "#kernel/events/index.ts";
import type { ConversationId, ProjectId } from "#kernel/ids/index.ts";
import { handle, wakeJobs, job } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { readContact, readContactLanguage } from "#modules/contacts";
import { messagePosted, readAnswer } from "#modules/conversations";
import { readWidget } from "#modules/projects";
import { sql } from "#kernel/db/index.ts";
import { readSettings, answerSubject, readByCause } from "#modules/email";
import { AnswerIds, idsOfAnswer, isTeamAnswer } from "./team-answers.ts";
import { prepareMail } from "./prepare-mail.ts";
import { mayGoByMail, readThread } from "./queries.ts";
import { goesByMail } from "./rules.ts";

const reply = job("email.reply", AnswerIds);

export const replyListener = listen(messagePosted, {
  name: "email.reply",
  wants: isTeamAnswer,
  // Most conversations have no mail, and a job for each of their replies would cost more than the reply.
  where: ({ projectId, conversationId }) => mayGoByMail(projectId as ProjectId, conversationId as ConversationId),
  job: reply,
  payloadOf: idsOfAnswer,
});
export const replyJob = handle(reply, (ctx, payload) => replyByMail(ctx, payload));

/** Stores the delivery and its first attempt in one batch, once for the message. The conversation's events do not depend on the outcome. */
async function replyByMail(ctx: Ctx, { projectId, conversationId, messageId }: AnswerIds): Promise<void> {
  const [answer, project, settings] = await ctx.db.read(readAnswer(projectId, messageId), readWidget(projectId), readSettings(projectId));
  if (!answer || answer.erased || !project || !goesByMail(answer)) return;
  const cause = `reply:${messageId}`;
  const [contact, language, thread, known] = await ctx.db.read(
    readContact(projectId, answer.contactId),
    readContactLanguage(projectId, answer.contactId),
    readThread(projectId, conversationId, answer.createdAt),
    readByCause(projectId, cause),
  );
  if (known || contact?.state !== "active" || contact.email === null) return;
  // What nobody of the team looked at goes only to an address that is known to be the customer's.
  if (answer.role === "system" && !contact.emailVerified) return;
  const role = answer.role === "operator" ? "operator" : "assistant";
  const mail = await prepareMail(ctx, {
    projectId,
    conversationId,
    contactId: contact.id,
    kind: "reply",
    to: contact.email,
    proved: contact.emailVerified,
    copies: [],
    language,
    subject: () => answerSubject({ proved: contact.emailVerified, thread }, project.projectName),
    author: { role, name: answer.authorName },
    project,
    settings,
    attended: role === "operator",
  });
  await ctx.db.commit(mail.writes(messageId, sql`1`));
  wakeJobs(ctx, [mail.firstJob]);
}
