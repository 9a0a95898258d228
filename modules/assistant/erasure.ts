// Erasure step of the assistant: forgets what rounds asked and were told. Their rows stay, without text.
import { type MessageKey, pageOfMessages } from "#modules/conversations";
import { erasureStep } from "#modules/contacts";
import { writeForgetTraces } from "./store/rounds.ts";

export const traceStep = erasureStep<MessageKey>({
  name: "assistant.traces",
  listKeys: pageOfMessages,
  clear: ({ projectId }, keys) => [
    {
      statement: writeForgetTraces(
        projectId,
        keys.map(({ conversation }) => conversation),
      ),
      report: { kind: "ai_texts" },
    },
  ],
});
