// Erasure step of profiles: everything that is known of the contact, and what people deleted of it. A run under way stores nothing any more,
// because the first batch of the erasure has blocked the contact.
import type { ContactId } from "#kernel/ids/index.ts";
import { erasureStep } from "#modules/contacts";
import { readKept, statementsOf, writeErasedRest, writeErasedStatements } from "./queries.ts";

export const contactStep = erasureStep<ContactId>({
  name: "profiles.contact",
  preview: async (_ctx, who) => ({ statements: statementsOf(who) }),
  listKeys: (who, _after, limit) => readKept(who, limit),
  clear: (who) => [
    { statement: writeErasedStatements(who), report: { kind: "statements" } },
    ...writeErasedRest(who).map((statement) => ({ statement })),
  ],
});
