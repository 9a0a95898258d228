// Erasure step of leads: those that are the contact, also by the address that it has proved.
import type { LeadId } from "#kernel/ids/index.ts";
import { erasureStep } from "#modules/contacts";
import { forgetAddresses } from "#modules/suppression";
import { leadsOf, readAddressesOfContact, readLeadIds, writeErasedLeads, writeErasedWords, writeOfAddress } from "./queries.ts";

/** Leads of one contact whose addresses are forgotten elsewhere: far more than a person has. */
const MOST = 200;

export const leadStep = erasureStep<LeadId>({
  name: "leads.leads",
  prepare: async (ctx, who) => {
    const [addresses] = await ctx.db.read(readAddressesOfContact(who, MOST));
    return [writeOfAddress(who), ...(await forgetAddresses(ctx, addresses))];
  },
  preview: async (_ctx, who) => ({ leads: leadsOf(who) }),
  listKeys: (who, _after, limit) => readLeadIds(who, limit),
  clear: (who, ids) => [{ statement: writeErasedWords(ids, who) }, { statement: writeErasedLeads(who, ids), report: { kind: "leads" } }],
});
