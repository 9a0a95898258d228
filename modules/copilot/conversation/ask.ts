// Answers a member's question from one conversation. Each sentence cites messages with words copied from them, which code looks up.
import type { ConversationId } from "#kernel/ids/index.ts";
import { checkClaim, passagesOf } from "#modules/claim-verification";
import { languageOf } from "#modules/retrieval";
import * as v from "valibot";
import { askModel, listField, type MemberCtx, objectForm, textField } from "../ask-model.ts";
import type { ConversationAnswer } from "../contract.ts";
import { nothingWritten } from "../errors.ts";
import { languageIn } from "../contract/language.ts";
import { languageNamed } from "../rules.ts";
import { asData, mustStillBeThere, readTranscript, type Said } from "./transcript.ts";

const parser = v.object({
  sentences: v.pipe(
    v.array(
      v.object({
        text: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(1000)),
        citations: v.array(v.object({ message: v.string(), quote: v.pipe(v.string(), v.maxLength(1000)) })),
      }),
    ),
    v.maxLength(12),
  ),
});
const form = {
  name: "answer",
  parser,
  schema: objectForm({
    sentences: listField(
      objectForm({
        text: textField("One sentence of the answer."),
        citations: listField(
          objectForm({
            message: textField("The id of the message."),
            quote: textField("Words copied exactly from the message, in its own language, that state what the sentence says."),
          }),
          "The messages that say it.",
        ),
      }),
      "The answer; empty if the conversation does not say.",
    ),
  }),
};

export async function askConversation(
  ctx: MemberCtx,
  conversationId: ConversationId,
  { question, locale }: { readonly question: string; readonly locale: string },
): Promise<ConversationAnswer> {
  const { texts, extent } = await readTranscript(ctx, conversationId);
  if (texts.length === 0) throw nothingWritten();
  const { said, spent } = await askModel(ctx, {
    instructions: [
      "You answer a question of a support team's member about one of its conversations, from its messages only.",
      `Write in ${languageNamed(locale)}, in short and plain sentences. Each sentence cites at least one message by its id, with a quote copied exactly from it. Keep numbers, names, conditions and negations as the message has them. If the messages don't answer the question, give no sentences.`,
    ].join("\n\n"),
    data: { question, messages: asData(texts) },
    form,
  });
  await mustStillBeThere(ctx, conversationId);
  const sentences = said.sentences.map(({ text, citations }) => proved(text, citations, texts, locale));
  return { sentences, extent, spent };
}

/** Keeps only citations whose words stand in the message that they name. */
export function proved(
  text: string,
  citations: readonly { readonly message: string; readonly quote: string }[],
  texts: readonly Said[],
  locale: string,
): ConversationAnswer["sentences"][number] {
  const sources = texts.map(({ id, text: content }) => ({
    id,
    title: "",
    heading: "",
    text: content,
    locale: languageIn(content) ?? locale,
  }));
  const [passages, language] = [passagesOf(sources), languageOf(locale)];
  const cites = citations.map(({ message, quote }) => ({ source: message, quote }));
  const stands = cites.filter((one) =>
    checkClaim({ text, citations: [one] }, passages, language).faults.every(
      ({ fault }) => fault !== "unknown_source" && fault !== "not_quoted",
    ),
  );
  const { faults } = checkClaim({ text, citations: stands }, passages, language);
  return {
    text,
    cited: stands.flatMap(({ source, quote }) => {
      const revision = texts.find(({ id }) => id === source)?.revision;
      return revision === undefined ? [] : [{ revision, quote }];
    }),
    isProved: stands.length > 0 && faults.length === 0,
  };
}
