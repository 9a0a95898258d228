// Asks for reviews, and stores them: who has seen exactly which words, for whom, and from whom.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { conflict, forbidden, invalidRequest, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { newId, type OutreachSequenceId, type ProjectId } from "#kernel/ids/index.ts";
import { wakeJobs, writeJobs } from "#kernel/jobs/index.ts";
import { decodeCursor, encodeCursor, sql } from "#kernel/db/index.ts";
import { m } from "#messages";
import { hashOf } from "./canonical.ts";
import { missingIn, type Missing, type Sequence } from "./contract.ts";
import { isRunning, type MailRow, readMails, readQueue, readSequence, type SequenceRow, writeRequested, writeReviews } from "./queries.ts";
import { type Readiness, readReadiness, wholeOf } from "./readiness.ts";
import { readSettings, wantsAnotherReviewer } from "./settings-queries.ts";
import { isOf, showSequence, showSequences } from "./show-sequences.ts";
import { stepJob } from "./step-job.ts";

type Ctx = RequestCtx<MemberPrincipal>;
const MISSING: Readonly<Record<Missing, () => string>> = {
  email: m.outreach_missing_email,
  origin: m.outreach_missing_origin,
  reply_address: m.outreach_missing_reply_address,
  identity: m.outreach_missing_identity,
};
/** Throws `conflict` while something is missing without which nothing is reviewed or sent. */
function mustBeReady({ missing }: Readiness): void {
  const [first] = missing;
  if (first !== undefined) throw conflict(MISSING[first](), { missing });
}
/** Throws `invalid_request` while a placeholder is left. */
function mustBeFilled(mails: readonly MailRow[]): void {
  const left = missingIn(...mails.flatMap(({ subject, text }) => [subject, text]));
  if (left.length > 0) throw invalidRequest([{ path: "mails", message: m.outreach_placeholders_left({ names: left.join(", ") }) }]);
}
interface Loaded {
  readonly row: SequenceRow;
  readonly mails: readonly MailRow[];
  readonly readiness: Readiness;
}
async function load(ctx: Ctx, projectId: ProjectId, id: OutreachSequenceId): Promise<Loaded> {
  const [[row, mails], readiness] = await Promise.all([
    ctx.db.read(readSequence(projectId, id), readMails(projectId, [id])),
    readReadiness(ctx, projectId),
  ]);
  if (!row || !readiness) throw notFound();
  if (row.state === "ended") throw conflict(m.outreach_ended(), { sequence: await showSequence(ctx, projectId, row) });
  return { row, mails, readiness };
}

export async function requestReview(ctx: Ctx, id: OutreachSequenceId, revision: number): Promise<{ sequence: Sequence }> {
  const { projectId, accountId } = ctx.caller;
  const { row, mails, readiness } = await load(ctx, projectId, id);
  mustBeFilled(mails);
  mustBeReady(readiness);
  const [now] = await ctx.db.commitAndRead(
    row.state === "draft" ? [writeRequested(projectId, id, { revision, by: accountId, now: ctx.clock.now() })] : [],
    readSequence(projectId, id),
  );
  const sequence = await showSequence(ctx, projectId, now);
  if (!sequence) throw notFound();
  if (sequence.state === "draft" || sequence.state === "ended") throw conflict(m.outreach_changed_meanwhile(), { sequence });
  return { sequence };
}

/**
 * Stores the reviews of the named mails. Throws `conflict` if one of them says something else by now, `forbidden` for the author if the
 * project wants somebody else.
 */
export async function reviewOutreach(
  ctx: Ctx,
  id: OutreachSequenceId,
  named: readonly { readonly position: number; readonly hash: string }[],
): Promise<{ sequence: Sequence }> {
  const { projectId, accountId } = ctx.caller;
  const { row, mails, readiness } = await load(ctx, projectId, id);
  mustBeReady(readiness);
  if (row.state === "draft") throw conflict(m.outreach_not_requested());
  const now = ctx.clock.now();
  const chosen = await Promise.all(
    named.map(async ({ position, hash }) => {
      const mail = mails.find((one) => one.position === position);
      const whole = mail && (await wholeOf(ctx, readiness, { sequenceId: id, position, recipient: row.address }, mail));
      if (!mail || !whole || mail.deliveryId !== null || (await hashOf(whole)) !== hash)
        throw conflict(m.outreach_not_what_was_shown(), { sequence: await showSequence(ctx, projectId, row) });
      return { mail, whole, hash, position };
    }),
  );
  mustBeFilled(chosen.map(({ mail }) => mail));
  const [settings] = await ctx.db.read(readSettings(projectId));
  if (settings.anotherReviewer && chosen.some(({ mail }) => mail.editedBy === accountId)) throw forbidden(m.outreach_another_reviewer());
  const reviews = chosen
    .filter(({ mail, hash }) => !isOf(mail, hash))
    .map(({ whole, hash, position }) => ({ id: newId("outreachReview", now), position, hash, ...whole }));
  const step = row.step + 1;
  const job = stepJob({ id, projectId, step }, now, now);
  const [stored, after] = await ctx.db.commitAndRead(
    reviews.length === 0
      ? []
      : [
          ...writeReviews(projectId, id, { reviews, by: accountId, another: wantsAnotherReviewer(projectId), when: sql`1`, now }),
          writeJobs([job], now, isRunning(projectId, id, step)),
        ],
    readSequence(projectId, id),
    readMails(projectId, [id]),
  );
  const sequence = await showSequence(ctx, projectId, stored);
  if (!sequence) throw notFound();
  if (!chosen.every(({ position, hash }) => after.some((mail) => mail.position === position && isOf(mail, hash))))
    throw conflict(m.outreach_not_what_was_shown(), { sequence });
  if (reviews.length > 0) wakeJobs(ctx, [job.id]);
  return { sequence };
}

const PAGE = 10;
export async function listReviews(ctx: Ctx, cursor: string | undefined) {
  const { projectId } = ctx.caller;
  const place = decodeCursor(cursor);
  const [rows, settings] = await ctx.db.read(
    readQueue(projectId, place && { at: Number(place.at), id: place.id }, PAGE + 1),
    readSettings(projectId),
  );
  const last = rows.length > PAGE ? rows[PAGE - 1] : undefined;
  return {
    items: await showSequences(ctx, projectId, rows.slice(0, PAGE)),
    next: last ? encodeCursor([last.requestedAt ?? 0, last.id]) : null,
    anotherReviewer: settings.anotherReviewer,
  };
}
