// An answer of the team to somebody who writes mail becomes a mail of the outbox.
import { keyedHash } from "#kernel/auth/index.ts";
import { hours } from "#kernel/clock/index.ts";
import { missingForSending } from "#kernel/config/index.ts";
import { listen } from "#kernel/events/index.ts";
import { type ConversationId, idOf, type MessageId, newId, type ProjectId } from "#kernel/ids/index.ts";
import { handle, hint, job, writeJobs } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { readContact } from "#modules/contacts";
import { messagePosted, readAnswer } from "#modules/conversations";
import { readWidget } from "#modules/projects";
import * as v from "valibot";
import { addressHash } from "../address-hash.ts";
import { providerOf } from "../providers/hand-over.ts";
import { readSettings } from "../settings-queries.ts";
import { neutralSubject, senderNameOf, subjectOf } from "./compose.ts";
import { deliveryExists, isWaiting, mayGoByMail, readByCause, readThread, writeDelivery, writeMailOut } from "./queries.ts";
import { goesByMail, notConfiguredSentence } from "./rules.ts";
import { aboutContact, attemptJob } from "./send-mail.ts";

const reply = job(
  "email.reply",
  v.strictObject({ projectId: idOf("project"), conversationId: idOf("conversation"), messageId: idOf("message") }),
);
type Payload = v.InferOutput<typeof reply.payload>;

export const replyListener = listen(messagePosted, {
  name: "email.reply",
  wants: ({ role, automatic }) => (role === "operator" || role === "assistant") && !automatic,
  // Most conversations never see a mail, and a job for each of their answers would cost more than the answer.
  where: ({ projectId, conversationId }) => mayGoByMail(projectId as ProjectId, conversationId as ConversationId),
  job: reply,
  payloadOf: ({ projectId, conversationId, messageId }) => ({
    projectId: projectId as ProjectId,
    conversationId: conversationId as ConversationId,
    messageId: messageId as MessageId,
  }),
});
export const replyJob = handle(reply, (ctx, payload) => replyByMail(ctx, payload));

/** Writes the mail and its first attempt in one batch, once for the message; the transcript never learns of what becomes of it. */
async function replyByMail(ctx: Ctx, { projectId, conversationId, messageId }: Payload): Promise<void> {
  const [answer, project, settings] = await ctx.db.read(readAnswer(projectId, messageId), readWidget(projectId), readSettings(projectId));
  if (!answer || answer.erased || !project || !goesByMail(answer)) return;
  const cause = `reply:${messageId}`;
  const [contact, thread, known] = await ctx.db.read(
    readContact(projectId, answer.contactId),
    readThread(projectId, conversationId, answer.createdAt),
    readByCause(projectId, cause),
  );
  if (known || contact?.state !== "active" || contact.email === null) return;
  const { email } = ctx.config;
  const missing = missingForSending(email);
  const now = ctx.clock.now();
  const id = newId("delivery", now);
  const address = settings.sender ?? email.from ?? "";
  const subject = contact.emailVerified ? subjectOf(thread.subject, project.projectName) : neutralSubject(project.projectName);
  const ownId = email.provider !== undefined && missing.length === 0 && providerOf(email.provider).ownHeaders;
  const headerId = ownId ? `${id}@${address.slice(address.lastIndexOf("@") + 1)}` : null;
  const role = answer.role === "assistant" ? "assistant" : "operator";
  const [first, later] = [attemptJob({ id, projectId }, 1, 0, now, now), attemptJob({ id, projectId }, 1, 0, now, now + hours(1))];
  const about = aboutContact(contact.id);
  await ctx.db.commit([
    writeDelivery({
      id,
      projectId,
      kind: "reply",
      cause,
      to: contact.email,
      toHash: await addressHash(ctx, contact.email),
      proved: contact.emailVerified,
      subject,
      headerId,
      now,
      about: { conversationId, messageId, contactId: contact.id },
      attended: role === "operator",
      impossible: missing.length === 0 ? undefined : notConfiguredSentence(missing),
    }),
    writeMailOut(
      {
        messageId,
        projectId,
        conversationId,
        headerId,
        headerHash: headerId === null ? null : await keyedHash(ctx.env, ctx.db, headerId),
        from: { name: senderNameOf({ role, name: answer.authorName }, settings, project.projectName), address },
        to: contact.email,
        subject,
        now,
      },
      deliveryExists(id),
    ),
    writeJobs([first], now, isWaiting(id, "queued"), about),
    writeJobs([later], now, isWaiting(id, "held"), about),
  ]);
  hint(ctx, [first.id]);
}
