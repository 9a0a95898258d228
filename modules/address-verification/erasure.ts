// Erases a contact's codes and return links.
import { erasureStep } from "#modules/contacts";
import { readCodesAndLinks, writeCodeDeleted, writeReturnLinksDeleted } from "./visitor-address/queries.ts";

export const codesAndLinksStep = erasureStep<string | null>({
  name: "email.proofs",
  listKeys: ({ projectId, contactId }, _after, limit) => readCodesAndLinks(projectId, contactId, limit),
  clear: ({ projectId, contactId }, keys) => [
    {
      statement: writeReturnLinksDeleted(
        projectId,
        contactId,
        keys.filter((key) => key !== null),
      ),
      report: { kind: "mails" },
    },
    ...(keys.includes(null) ? [{ statement: writeCodeDeleted(projectId, contactId), counts: { as: "facts" } }] : []),
  ],
});
