// Puts together what screens show of sequences.
import { iso, isoOrNull } from "#kernel/clock/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { readContactZones } from "#modules/contacts";
import { readLeadsAmong } from "#modules/leads";
import { hashOf } from "./canonical.ts";
import type { Sequence } from "./contract.ts";
import { type MailRow, readMails, type SequenceRow } from "./queries.ts";
import { type Readiness, readReadiness, wholeOf } from "./readiness.ts";
import { readSettings } from "./settings-queries.ts";
import { likelyZone } from "./time-zones.ts";

/** Whether the review is of exactly what would be sent now. */
export const isOf = ({ review }: MailRow, hash: string): boolean => review !== null && review.hash === hash;

/** The sequences as they are on the wire, in the same order. */
export async function showSequences(
  ctx: Pick<Ctx, "db" | "config" | "env">,
  projectId: ProjectId,
  rows: readonly SequenceRow[],
): Promise<Sequence[]> {
  const [[mails, leads, zones, settings], readiness] = await Promise.all([
    ctx.db.read(
      readMails(
        projectId,
        rows.map(({ id }) => id),
      ),
      readLeadsAmong(
        projectId,
        rows.map(({ leadId }) => leadId),
      ),
      readContactZones(
        projectId,
        rows.flatMap(({ contactId }) => contactId ?? []),
      ),
      readSettings(projectId),
    ),
    readReadiness(ctx, projectId),
  ]);
  if (!readiness) return [];
  return await Promise.all(
    rows.map(async (row) => {
      const lead = leads.find(({ id }) => id === row.leadId);
      return {
        ...{ id: row.id, leadId: row.leadId, leadName: lead?.name ?? null, company: lead?.company ?? null, address: row.address },
        ...{ state: row.state, endReason: row.endReason, waitsFor: row.waitsFor, nextAt: isoOrNull(row.nextAt) },
        timeZone: likelyZone({
          ...{ contact: zones.get(row.contactId ?? "") ?? null, address: row.address, domain: lead?.domain ?? null },
          project: settings.timeZone,
        }),
        sender: readiness.sender,
        mails: await showMails(ctx, mails, row, readiness),
        ...{ createdBy: row.createdBy, createdAt: iso(row.createdAt), requestedAt: isoOrNull(row.requestedAt) },
        ...{ answeredAt: isoOrNull(row.answeredAt), revision: row.revision },
      };
    }),
  );
}
type Where = Pick<Ctx, "db" | "config" | "env">;
const showMails = (ctx: Where, mails: readonly MailRow[], { id, address }: Pick<SequenceRow, "id" | "address">, readiness: Readiness) =>
  Promise.all(
    mails
      .filter(({ sequenceId }) => sequenceId === id)
      .map(async (mail) => {
        const sent = mail.deliveryId !== null;
        const whole = await wholeOf(ctx, readiness, { sequenceId: id, position: mail.position, recipient: address }, mail);
        const hash = sent && mail.review ? mail.review.hash : await hashOf(whole);
        return {
          ...{
            position: mail.position,
            waitDays: mail.waitDays,
            subject: mail.subject,
            text: mail.text,
            editedBy: mail.editedBy,
            byModel: mail.byModel,
            hash,
          },
          footer: sent && mail.review ? mail.review.footer : whole.footer,
          review: mail.review && isOf(mail, hash) ? { reviewedBy: mail.review.reviewedBy, reviewedAt: mail.review.reviewedAt } : null,
          ...{ sentAt: mail.sentAt, delivery: mail.delivery },
        };
      }),
  );

/** One sequence; undefined if there is none, or its project is gone. */
export const showSequence = async (
  ctx: Pick<Ctx, "db" | "config" | "env">,
  projectId: ProjectId,
  row: SequenceRow | undefined,
): Promise<Sequence | undefined> => (row === undefined ? undefined : (await showSequences(ctx, projectId, [row]))[0]);
