// Erasure step of leads: those that are the contact, also by the address that it has proved.
import type { LeadId } from "#kernel/ids/index.ts";
import { erasureStep } from "#modules/contacts";
import { leadsOf, readLeadIds, writeErasedLeads, writeErasedWords, writeOfAddress } from "./queries.ts";

export const leadStep = erasureStep<LeadId>({
  name: "leads.leads",
  prepare: async (_ctx, who) => [writeOfAddress(who)],
  preview: async (_ctx, who) => ({ leads: leadsOf(who) }),
  listKeys: (who, _after, limit) => readLeadIds(who, limit),
  clear: (who, ids) => [{ statement: writeErasedWords(ids, who) }, { statement: writeErasedLeads(who, ids), report: { kind: "leads" } }],
});
