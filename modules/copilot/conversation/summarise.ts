// Sums up a conversation for a member, point by point with the messages that say it.
import type { ConversationId } from "#kernel/ids/index.ts";
import * as v from "valibot";
import { askModel, listField, type MemberCtx, objectForm, textField } from "../ask-model.ts";
import type { Summary } from "../contract.ts";
import { nothingWritten } from "../errors.ts";
import { languageNamed } from "../rules.ts";
import { asData, mustStillBeThere, readTranscript, revisionsOf } from "./transcript.ts";

const MOST_POINTS = 8;
const parser = v.object({
  points: v.pipe(
    v.array(v.object({ text: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(600)), messages: v.array(v.string()) })),
    v.nonEmpty(),
    v.maxLength(2 * MOST_POINTS),
  ),
});
const form = {
  name: "summary",
  parser,
  schema: objectForm({
    points: listField(
      objectForm({
        text: textField("One sentence."),
        messages: listField({ type: "string" }, "The ids of the messages that say it."),
      }),
      "What matters, in order of time.",
    ),
  }),
};

export async function summariseConversation(ctx: MemberCtx, conversationId: ConversationId, locale: string): Promise<Summary> {
  const { texts, extent } = await readTranscript(ctx, conversationId);
  if (texts.length === 0) throw nothingWritten();
  const { said, spent } = await askModel(ctx, {
    instructions: [
      "You sum up a conversation of a support team with a customer, for a colleague who takes over.",
      `Write in ${languageNamed(locale)}. At most ${MOST_POINTS} points of one plain sentence each: what the customer wants, what was tried or promised, what is still open. Keep numbers, names and dates as they are written. Say nothing that no message says.`,
    ].join("\n\n"),
    data: { messages: asData(texts) },
    form,
  });
  await mustStillBeThere(ctx, conversationId);
  return { points: said.points.map(({ text, messages }) => ({ text, revisions: revisionsOf(messages, texts) })), extent, spent };
}
