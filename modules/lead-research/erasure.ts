// Erasure step of research: what is known of the leads that the contact was. The leads themselves are removed by an earlier step, so they
// are marked before anything is cleared; nothing is written about them any more from then on, because the contact is being erased.
import type { LeadId } from "#kernel/ids/index.ts";
import { erasureStep } from "#modules/contacts";
import { erasingAmong, readErasing, writeErasing, writeGone } from "./queries.ts";

export const researchStep = erasureStep<LeadId>({
  name: "lead-research.research",
  prepare: async (_ctx, who) => [writeErasing(who)],
  listKeys: (who, _after, limit) => readErasing(who, limit),
  clear: (who, ids) => writeGone(erasingAmong(who, ids)).map((statement) => ({ statement })),
});
