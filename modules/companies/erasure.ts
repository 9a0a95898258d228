// Erasure step of companies: what members said of the contact's company. The company itself is the team's.
import type { ContactId } from "#kernel/ids/index.ts";
import { erasureStep } from "#modules/contacts";
import { readGivenKeys, writeCleared } from "./queries.ts";

export const companyStep = erasureStep<ContactId>({
  name: "companies.contact",
  listKeys: ({ projectId, contactId }, _after, limit) => readGivenKeys(projectId, contactId, limit),
  clear: ({ projectId, contactId }) => [{ statement: writeCleared(projectId, contactId) }],
});
