// Reads a lead, with the others of its company.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { LeadId } from "#kernel/ids/index.ts";
import { suppressionQuery } from "#modules/suppression";
import type { Lead } from "./contract.ts";
import { readContactOfAddress, readLeads, readLeadThere } from "./queries.ts";
import { unmailable } from "./unmailable.ts";

const OTHERS = 20;

export async function readLead(ctx: RequestCtx<MemberPrincipal>, id: LeadId): Promise<{ lead: Lead; others: Lead[]; mailable: boolean }> {
  const { projectId } = ctx.caller;
  const [lead] = await ctx.db.read(readLeadThere(projectId, id));
  if (!lead) throw notFound();
  const email = lead.email ?? "";
  const [alike, states, proved] = await ctx.db.read(
    readLeads(projectId, { domain: lead.domain ?? "" }, undefined, OTHERS + 1),
    await suppressionQuery(ctx, projectId, lead.email === null ? [] : [lead.email]),
    // Who was a lead first, and has proved the address since, is that contact.
    readContactOfAddress(projectId, email),
  );
  return {
    lead: { ...lead, contactId: lead.contactId ?? proved ?? null },
    others: alike.filter((other) => other.id !== id).slice(0, OTHERS),
    mailable: unmailable(states).size === 0,
  };
}
