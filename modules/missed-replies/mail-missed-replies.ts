// Sends one mail with the replies that a visitor did not see within ten minutes.
import { emailConfig, missingForSending } from "#modules/email";
import { keyedHash } from "#kernel/auth/index.ts";
import { listen } from "#kernel/events/index.ts";
import { type ConversationId, newId, type ProjectId } from "#kernel/ids/index.ts";
import { handle, wakeJobs, job } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { hasAddress, readContact, readContactLanguage } from "#modules/contacts";
import { contactOf, isSilenced, messagePosted, readAnswer, readTeamAnswers } from "#modules/conversations";
import { readWidget } from "#modules/projects";
import { sql } from "#kernel/db/index.ts";
import {
  addressHash,
  headerText,
  deliveryExists,
  writeDelivery,
  writeMailOut,
  aboutContact,
  firstAttempts,
  fromOf,
  headerIdOf,
  PROJECT_AUTHOR,
  readSettings,
} from "#modules/email";
import { goesByMail, AnswerIds, idsOfAnswer, isTeamAnswer } from "#modules/email-channel";
import { inLanguage } from "#kernel/language/current.ts";
import { m } from "#messages";
import { seenOrMailedUpTo, readSeenOrMailedUpTo, writeMissedReplies } from "./queries.ts";
import { MAIL_AFTER, REPLIES_PER_MAIL } from "./rules.ts";

const missed = job("email.unseen", AnswerIds);

export const missedRepliesListener = listen(messagePosted, {
  name: "email.unseen",
  wants: isTeamAnswer,
  // Whether the reply is mailed at once anyway is checked when the job runs: most visitors have no address.
  where: ({ projectId, conversationId }) =>
    hasAddress(projectId as ProjectId, contactOf(projectId as ProjectId, conversationId as ConversationId)),
  delay: MAIL_AFTER,
  job: missed,
  payloadOf: idsOfAnswer,
});
export const missedRepliesJob = handle(missed, (ctx, payload) => mailMissedReplies(ctx, payload));

/** Writes the mail with everything that was neither seen nor mailed yet, and marks it as mailed, in one batch. */
async function mailMissedReplies(ctx: Ctx, { projectId, conversationId, messageId }: AnswerIds): Promise<void> {
  const [answer, project, settings, known] = await ctx.db.read(
    readAnswer(projectId, messageId),
    readWidget(projectId),
    readSettings(projectId),
    readSeenOrMailedUpTo(projectId, conversationId),
  );
  if (!answer || answer.erased || !project || !settings.mailUnseen || goesByMail(answer)) return;
  // This reply was seen or mailed; later ones have jobs of their own.
  if (answer.revision <= known) return;
  const [contact, { newest }] = await ctx.db.read(
    readContact(projectId, answer.contactId),
    readTeamAnswers(projectId, conversationId, known, Number.MAX_SAFE_INTEGER, REPLIES_PER_MAIL),
  );
  const last = newest.at(-1);
  if (!last || contact?.state !== "active" || contact.email === null) return;
  // What a rule wrote goes only to an address that is known to be the customer's.
  if (answer.role === "system" && !contact.emailVerified) return;
  const email = emailConfig(ctx.config);
  // Without a provider the reply waits in the widget.
  if (email.provider === undefined || missingForSending(email).length > 0) return;
  const now = ctx.clock.now();
  const id = newId("delivery", now);
  const proved = contact.emailVerified;
  const [language] = await ctx.db.read(readContactLanguage(projectId, answer.contactId));
  const subject = inLanguage(language ?? "en", () => m.missed_replies_subject({ projectName: headerText(project.projectName, 80) }));
  const headerId = proved ? headerIdOf(id, settings, email) : null;
  const role = newest.some((one) => one.role === "operator") ? "operator" : "assistant";
  const attempts = firstAttempts({ id, projectId }, now, aboutContact(contact.id));
  await ctx.db.commit([
    writeDelivery(
      {
        ...{ id, projectId, kind: "unseen", cause: `unseen:${last.id}`, to: contact.email, proved, subject, headerId, now },
        toHash: await addressHash(ctx, contact.email),
        about: { conversationId, messageId: last.id, contactId: contact.id },
        attended: role === "operator",
        impossible: undefined,
      },
      // Checked again in the batch: another job, or the visitor, may have been faster.
      sql`${seenOrMailedUpTo(projectId, conversationId)} < ${answer.revision} AND NOT ${isSilenced(projectId, conversationId)}`,
    ),
    writeMissedReplies({ deliveryId: id, projectId, conversationId, upTo: last.revision, now }, deliveryExists(id)),
    // A mail that only announces replies does not count as mail of the conversation.
    ...(proved
      ? [
          writeMailOut(
            {
              ...{ messageId: last.id, projectId, conversationId, headerId, to: contact.email, cc: [], subject, now },
              headerHash: headerId === null ? null : await keyedHash(ctx.env, ctx.db, headerId),
              from: fromOf(PROJECT_AUTHOR, settings, project.projectName, email),
            },
            deliveryExists(id),
          ),
        ]
      : []),
    ...attempts.statements,
  ]);
  wakeJobs(ctx, [attempts.jobId]);
}
