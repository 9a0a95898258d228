// Mails a question: once, to an address that its owner has proved, and only if the widget has not put it by then.
import { listen } from "#kernel/events/index.ts";
import { type ConversationId, idOf, newId, type ProjectId } from "#kernel/ids/index.ts";
import { handle, job, wakeJobs, writeJobs } from "#kernel/jobs/index.ts";
import { inLanguage } from "#kernel/language/current.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { m } from "#messages";
import { hasVerifiedAddress, readContact, readContactLanguage } from "#modules/contacts";
import { conversationClosed } from "#modules/conversations";
import {
  aboutContact,
  addressHash,
  emailConfig,
  firstAttempts,
  headerIdOf,
  headerText,
  missingForLinks,
  readSettings,
  writeDelivery,
} from "#modules/email";
import { readWidget } from "#modules/projects";
import { isSuppressed } from "#modules/suppression";
import { sql } from "#kernel/db/index.ts";
import * as v from "valibot";
import { isAskedBy, type Place, readRequest, readWaiting, waitsForMail, writeMailed, writeNotMailed } from "../queries.ts";

const placeOf = ({ projectId, conversationId }: { projectId: string; conversationId: string }): Place => ({
  projectId: projectId as ProjectId,
  conversationId: conversationId as ConversationId,
});

const plan = job("satisfaction.plan", v.object({ projectId: idOf("project"), conversationId: idOf("conversation") }));
const mail = job("satisfaction.mail", v.object({ projectId: idOf("project"), requestId: idOf("satisfactionRequest") }));

export const closedListener = listen(conversationClosed, {
  name: "satisfaction.closed",
  wants: () => true,
  where: (closed) => waitsForMail(placeOf(closed)),
  job: plan,
  payloadOf: placeOf,
});
/** Stores the job of the mail for its time, which depends on the project's settings. */
export const planJob = handle(plan, async (ctx, place) => {
  const [waiting] = await ctx.db.read(readWaiting(place));
  if (!waiting || waiting.mailAt === null) return;
  const { id, projectId, contactId, mailAt } = waiting;
  const now = ctx.clock.now();
  const planned = {
    id: newId("job", now),
    kind: mail.kind,
    key: `satisfaction.mail:${id}`,
    payload: { projectId, requestId: id },
    projectId,
    dueAt: mailAt,
  };
  await ctx.db.commit([writeJobs([planned], now, sql`1`, aboutContact(contactId))]);
  if (mailAt <= now) wakeJobs(ctx, [planned.id]);
});

export const mailJob = handle(mail, (ctx, payload) => mailQuestion(ctx, payload));

async function mailQuestion(ctx: Ctx, { projectId, requestId }: v.InferOutput<typeof mail.payload>): Promise<void> {
  const [request, project, settings] = await ctx.db.read(readRequest(projectId, requestId), readWidget(projectId), readSettings(projectId));
  if (request?.state !== "due" || request.mailAt === null || !project) return;
  const [contact, language] = await ctx.db.read(
    readContact(projectId, request.contactId),
    readContactLanguage(projectId, request.contactId),
  );
  const address = contact?.state === "active" && contact.emailVerified ? contact.email : null;
  // Somebody who opted out of mail, or whose mail came back, is not asked by it.
  if (address === null || missingForLinks(ctx.config).length > 0 || (await isSuppressed(ctx, projectId, address))) {
    await ctx.db.commit([writeNotMailed(projectId, requestId)]);
    return;
  }
  const now = ctx.clock.now();
  const id = newId("delivery", now);
  const { conversationId, contactId } = request;
  const attempts = firstAttempts({ id, projectId }, now, aboutContact(contactId));
  await ctx.db.commit([
    writeMailed(projectId, requestId, id, now),
    writeDelivery(
      {
        ...{ id, projectId, kind: "satisfaction", cause: `satisfaction:${requestId}`, to: address, proved: true, now },
        ...{ toHash: await addressHash(ctx, address), headerId: headerIdOf(id, settings, emailConfig(ctx.config)) },
        subject: inLanguage(language ?? "en", () => m.satisfaction_mail_subject({ projectName: headerText(project.projectName, 80) })),
        about: { conversationId, contactId, messageId: null },
        ...{ attended: false, impossible: undefined },
      },
      sql`${isAskedBy(request, id)} AND ${hasVerifiedAddress(projectId, contactId, address)}`,
    ),
    ...attempts.statements,
  ]);
  wakeJobs(ctx, [attempts.jobId]);
}
