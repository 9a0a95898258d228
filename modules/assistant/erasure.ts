// Erasure step of the assistant: forgets what rounds asked and were told. Their rows stay, without text.
import type { ConversationId } from "#kernel/ids/index.ts";
import { erasureStep } from "#modules/contacts";
import { writeForgetSummaries } from "./store/summaries.ts";
import { readTraced, writeForgetTraces } from "./store/rounds.ts";

/** A conversation with traces or a summary, with its place in the index of the contact's conversations. */
interface TracedKey {
  readonly client: string;
  readonly id: ConversationId;
}

export const traceStep = erasureStep<TracedKey>({
  name: "assistant.traces",
  listKeys: ({ projectId, contactId }, after, limit) => readTraced(projectId, contactId, after?.client ?? "", limit),
  clear: ({ projectId }, keys) => [
    {
      statement: writeForgetTraces(
        projectId,
        keys.map(({ id }) => id),
      ),
      report: { kind: "ai_texts" },
    },
    {
      statement: writeForgetSummaries(
        projectId,
        keys.map(({ id }) => id),
      ),
    },
  ],
});
