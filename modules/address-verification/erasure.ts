// What continuity clears of a contact: the address that it was proving, and the links that led it back.
import { erasureStep } from "#modules/contacts";
import { readProofsOf, writeNoCode, writeNoReturns } from "./visitor-address/queries.ts";

export const proofStep = erasureStep<string | null>({
  name: "email.proofs",
  page: ({ projectId, contactId }, _after, limit) => readProofsOf(projectId, contactId, limit),
  clear: ({ projectId, contactId }, keys) => [
    {
      statement: writeNoReturns(
        projectId,
        contactId,
        keys.filter((key) => key !== null),
      ),
      counts: { as: "mails" },
    },
    ...(keys.includes(null) ? [{ statement: writeNoCode(projectId, contactId), counts: { as: "facts" } }] : []),
  ],
});
