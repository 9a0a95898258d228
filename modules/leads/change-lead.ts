// Changes, deletes and restores a lead.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { conflict, invalidRequest, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { AccountId, LeadId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import { domainOfAddress, isOwnHost, type Lead, type LeadStage } from "./contract.ts";
import { type Given, mustBeMember, saysNothing } from "./create-lead.ts";
import { readAddressTaken, readLead, readLeadThere, writeChange, writeDeleted, writeRestored } from "./queries.ts";
import { sameKeyOf, wordsOfLead } from "./words.ts";

type Ctx = RequestCtx<MemberPrincipal>;
export interface Change extends Given {
  readonly revision: number;
  readonly stage?: LeadStage | undefined;
  readonly ownerId?: AccountId | null | undefined;
  readonly nextStep?: string | null | undefined;
  readonly nextStepOn?: string | null | undefined;
  readonly lostReason?: string | null | undefined;
  readonly notes?: string | null | undefined;
}

/** The lead as the change makes it: only what it names. A reason belongs to lost ones, a new address brings its company's domain. */
export function changed(was: Lead, { revision: _, ...change }: Change): Lead {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<Lead>;
  const lead = { ...was, ...given };
  if (change.domain && !isOwnHost(change.domain)) lead.domain = null;
  const followed =
    change.email && change.domain === undefined && was.domain === null ? (domainOfAddress(change.email) ?? null) : lead.domain;
  return { ...lead, domain: followed, lostReason: lead.stage === "lost" ? lead.lostReason : null };
}

/** Throws `conflict` if somebody changed it meanwhile, or another lead has the address. */
export async function changeLead(ctx: Ctx, id: LeadId, change: Change): Promise<{ lead: Lead }> {
  const { projectId } = ctx.caller;
  if (change.ownerId) await mustBeMember(ctx, change.ownerId);
  const [was] = await ctx.db.read(readLeadThere(projectId, id));
  if (!was) throw notFound();
  if (was.revision !== change.revision) throw conflict(m.leads_changed_meanwhile(), { lead: was });
  if (change.lostReason && (change.stage ?? was.stage) !== "lost")
    throw invalidRequest([{ path: "lostReason", message: m.leads_reason_of_lost() }]);
  const lead = changed(was, change);
  if (saysNothing(lead)) throw invalidRequest([{ path: "", message: m.leads_says_nothing() }]);
  const [now, taken] = await ctx.db.commitAndRead(
    writeChange(projectId, lead, { words: wordsOfLead(lead), sameKey: sameKeyOf(lead), now: ctx.clock.now() }),
    readLeadThere(projectId, id),
    readAddressTaken(projectId, lead.email, id),
  );
  if (!now) throw notFound();
  if (!isSame(now, lead)) throw taken ? conflict(m.leads_address_taken()) : conflict(m.leads_changed_meanwhile(), { lead: now });
  return { lead: now };
}
/** Whether what is stored is what this change wrote. Two who made the same change at once both did. */
const isSame = (stored: Lead, written: Lead): boolean => {
  const said = ({ revision: _, updatedAt: __, contactId: ___, ...lead }: Lead): string => JSON.stringify(lead);
  return stored.revision === written.revision + 1 && said(stored) === said({ ...stored, ...written });
};

export async function deleteLead(ctx: Ctx, id: LeadId): Promise<{ lead: Lead }> {
  const { projectId } = ctx.caller;
  const [lead] = await ctx.db.commitAndRead([writeDeleted(projectId, id, ctx.clock.now())], readLead(projectId, id));
  if (!lead) throw notFound();
  return { lead };
}
/** Throws `conflict` if another lead has the address by now. */
export async function restoreLead(ctx: Ctx, id: LeadId): Promise<{ lead: Lead }> {
  const { projectId } = ctx.caller;
  const [there, any] = await ctx.db.commitAndRead([writeRestored(projectId, id)], readLeadThere(projectId, id), readLead(projectId, id));
  if (!any) throw notFound();
  if (!there) throw conflict(m.leads_address_taken());
  return { lead: there };
}
