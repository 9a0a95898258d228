// Erasure step: empties what members wrote about the answers that a contact got. Outcomes, thumbs and reasons hold no text and stay counted.
import type { MessageId } from "#kernel/ids/index.ts";
import { erasureStep } from "#modules/contacts";
import { readFlagsOf, writeFlagsErased } from "./queries.ts";

export const flagStep = erasureStep<MessageId>({
  name: "assistant-outcomes.flags",
  listKeys: ({ projectId, contactId }, after, limit) => readFlagsOf(projectId, contactId, after, limit),
  clear: ({ projectId }, ids) => [{ statement: writeFlagsErased(projectId, ids) }],
});
