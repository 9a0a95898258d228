// Drafts a sequence, and changes the mails of one that were not sent.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { conflict, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type LeadId, newId, type OutreachSequenceId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import { addressHash } from "#modules/email";
import { readLeadThere } from "#modules/leads";
import type { Lead } from "#modules/leads/contract";
import { suppressionKey as suppressionKeyOf } from "#modules/suppression";
import { type GivenMails, MAX_MAILS, type Sequence } from "./contract.ts";
import {
  type DraftMail,
  type NewSequence,
  readMails,
  readSequence,
  readSequenceBy,
  readSequenceOfLead,
  type SequenceRow,
  writeDraft,
  writeMails,
} from "./queries.ts";
import { showSequence } from "./show-sequences.ts";

type Ctx = RequestCtx<MemberPrincipal>;
/** The mails with their places. */
export const placed = (mails: GivenMails): DraftMail[] => mails.map((mail, i) => ({ position: i + 1, ...mail }));
const shown = async (ctx: Ctx, row: SequenceRow | undefined): Promise<{ sequence: Sequence }> => {
  const sequence = await showSequence(ctx, ctx.caller.projectId, row);
  if (!sequence) throw notFound();
  return { sequence };
};

/** A draft for the lead. Throws `conflict` if it has no address, or is won or lost. */
export async function newDraft(ctx: Ctx, lead: Lead, clientId: string): Promise<NewSequence> {
  if (lead.email === null) throw conflict(m.outreach_no_address());
  if (lead.stage === "won" || lead.stage === "lost") throw conflict(m.outreach_lead_closed());
  const hash = await addressHash(ctx, lead.email);
  return {
    ...{ id: newId("outreachSequence", ctx.clock.now()), clientId, leadId: lead.id, contactId: lead.contactId },
    ...{ address: lead.email, addressHash: hash, suppressionKey: await suppressionKeyOf(ctx, lead.email) },
  };
}
/**
 * The draft of a request as it is stored. `id`: of the draft that the request would have made. Throws `conflict` if there is none, because
 * the lead has another one that has not ended or was changed, or if the request was used for another lead.
 */
export async function storedDraft(
  ctx: Ctx,
  leadId: LeadId,
  made: SequenceRow | undefined,
  latest: SequenceRow | undefined,
  id?: OutreachSequenceId,
): Promise<{ sequence: Sequence }> {
  if (!made) {
    if (latest && latest.state !== "ended") throw conflict(m.outreach_has_one());
    throw conflict(m.outreach_lead_changed());
  }
  if (made.leadId !== leadId) throw conflict(m.outreach_same_client_id());
  if (made.id !== id) ctx.reply.status = 200;
  return await shown(ctx, made);
}

/** Throws `conflict` if the lead has no address, is won or lost, or has a sequence that has not ended. */
export async function draftOutreach(
  ctx: Ctx,
  leadId: LeadId,
  { clientId, mails }: { readonly clientId: string; readonly mails: GivenMails },
): Promise<{ sequence: Sequence }> {
  const { projectId, accountId } = ctx.caller;
  const [lead] = await ctx.db.read(readLeadThere(projectId, leadId));
  if (!lead) throw notFound();
  const draft = await newDraft(ctx, lead, clientId);
  const [made, latest] = await ctx.db.commitAndRead(
    writeDraft(projectId, draft, placed(mails), accountId, ctx.clock.now()),
    readSequenceBy(projectId, clientId),
    readSequenceOfLead(projectId, leadId),
  );
  return await storedDraft(ctx, leadId, made, latest, draft.id);
}

/** Throws `conflict` if somebody changed it meanwhile, it has ended, or a mail that was sent differs. */
export async function changeOutreach(
  ctx: Ctx,
  id: OutreachSequenceId,
  { revision, mails }: { readonly revision: number; readonly mails: GivenMails },
): Promise<{ sequence: Sequence }> {
  const { projectId, accountId } = ctx.caller;
  const [was, held] = await ctx.db.read(readSequence(projectId, id), readMails(projectId, [id]));
  if (!was) throw notFound();
  if (was.state === "ended") throw conflict(m.outreach_ended());
  const given = placed(mails);
  const isSame = ({ position, subject, text }: DraftMail): boolean =>
    given.some((mail) => mail.position === position && mail.subject === subject && mail.text === text);
  if (held.some((mail) => mail.deliveryId !== null && !isSame(mail)) || given.length > MAX_MAILS) throw conflict(m.outreach_sent_differs());
  const [now] = await ctx.db.commitAndRead(
    writeMails(projectId, id, { revision, mails: given, by: accountId, now: ctx.clock.now() }),
    readSequence(projectId, id),
  );
  const { sequence } = await shown(ctx, now);
  if (sequence.revision !== revision + 1 || was.revision !== revision) throw conflict(m.outreach_changed_meanwhile(), { sequence });
  return { sequence };
}
