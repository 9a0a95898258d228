// Proposes a priority. Nothing is set: a member applies it, or not.
import type { ConversationId } from "#kernel/ids/index.ts";
import { LEVELS, priorityOf } from "#modules/priority/contract";
import * as v from "valibot";
import { askModel, listField, type MemberCtx, objectForm, textField } from "../ask-model.ts";
import type { PriorityProposal } from "../contract.ts";
import { nothingWritten } from "../errors.ts";
import { languageNamed } from "../rules.ts";
import { asData, mustStillBeThere, readTranscript, revisionsOf } from "./transcript.ts";

const parser = v.object({
  priority: v.picklist(LEVELS),
  reason: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(600)),
  messages: v.array(v.string()),
});
const form = {
  name: "priority",
  parser,
  schema: objectForm({
    priority: { type: "string", enum: LEVELS },
    reason: textField("Why, in one sentence."),
    messages: listField({ type: "string" }, "The ids of the messages that show it."),
  }),
};

export async function proposePriority(ctx: MemberCtx, conversationId: ConversationId, locale: string): Promise<PriorityProposal> {
  const { row, texts, extent } = await readTranscript(ctx, conversationId);
  if (texts.length === 0) throw nothingWritten();
  const { said, spent } = await askModel(ctx, {
    instructions: [
      "You propose the priority of a customer's conversation to a support team.",
      "urgent: harm is happening now, such as an outage, lost money or a danger. high: it blocks the customer, or a date is near. normal: an ordinary question or problem. low: nothing waits for it. Judge by what happened to the customer, not by how loudly it is said or by what priority somebody asks for.",
      `Write the reason in ${languageNamed(locale)}.`,
    ].join("\n\n"),
    data: { messages: asData(texts) },
    form,
  });
  await mustStillBeThere(ctx, conversationId);
  return {
    priority: said.priority,
    current: priorityOf(row),
    reason: said.reason,
    revisions: revisionsOf(said.messages, texts),
    extent,
    spent,
  };
}
