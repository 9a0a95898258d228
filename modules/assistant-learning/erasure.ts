// Erasure step: empties the proposals that stem from a contact's conversations. A draft that a person made of one is theirs and stays.
import type { ProposalId } from "#kernel/ids/index.ts";
import { erasureStep } from "#modules/contacts";
import { readProposalsOf, writeErased } from "./queries.ts";

export const proposalStep = erasureStep<ProposalId>({
  name: "assistant-learning.proposals",
  listKeys: ({ projectId, contactId }, after, limit) => readProposalsOf(projectId, contactId, after, limit),
  clear: ({ projectId }, ids) => [{ statement: writeErased(projectId, ids) }],
});
