// Drafts a reply to what the customer wrote last: with the assistant's engine, which proves each sentence from the company's knowledge, or, if
// a member asks for it, from the conversation alone.
import type { ConversationId } from "#kernel/ids/index.ts";
import { chosenModel, ModelError } from "#modules/ai";
import { answerQuestion, guidanceText, readSettings } from "#modules/assistant";
import { DEFAULT_GUIDANCE } from "#modules/assistant/contract";
import * as v from "valibot";
import { askModel, callLimits, type MemberCtx, objectForm, textField } from "../ask-model.ts";
import { asData, customerTexts, lastQuestion, mustStillBeThere, readTranscript, shared, type Said } from "../conversation/transcript.ts";
import type { ReplyDraft } from "../contract.ts";
import { modelFailed, nothingWritten } from "../errors.ts";
import { languageOfTexts } from "../contract/language.ts";
import { languageNamed } from "../rules.ts";

/** Characters of the question; of longer mail the end, in which people ask. */
const MOST_QUESTION = 2000;
/** If code can't tell the customer's language; the passages decide then. */
const DEFAULT_LANGUAGE = "en";

export async function draftReply(
  ctx: MemberCtx,
  conversationId: ConversationId,
  { proved }: { readonly proved: boolean },
): Promise<ReplyDraft> {
  const { texts } = await readTranscript(ctx, conversationId);
  if (lastQuestion(texts).length === 0) throw nothingWritten();
  const draft = await (proved ? fromKnowledge(ctx, texts) : fromConversation(ctx, texts));
  await mustStillBeThere(ctx, conversationId);
  return draft;
}

async function fromKnowledge(ctx: MemberCtx, texts: readonly Said[]): Promise<ReplyDraft> {
  const { projectId } = ctx.caller;
  const asked = lastQuestion(texts);
  const locale = languageOfTexts(asked) ?? languageOfTexts(customerTexts(texts));
  const [{ current }] = await ctx.db.read(readSettings(projectId));
  const guidance = current?.guidance ?? DEFAULT_GUIDANCE;
  const answer = await answerQuestion(ctx, {
    projectId,
    question: asked.join("\n").slice(-MOST_QUESTION).toWellFormed(),
    locale: locale ?? DEFAULT_LANGUAGE,
    // What is left to people is being answered by one.
    guidance: guidanceText({ ...guidance, rules: guidance.rules.filter(({ action }) => action === "say") }),
    purpose: "assist",
    choice: await chosenModel(ctx, projectId, "assist"),
    limits: callLimits(ctx),
  });
  if (answer.outcome === "failed") throw modelFailed(new ModelError("down", answer.explanation ?? ""));
  const cited = new Set(answer.sentences.flatMap(({ citations }) => citations.map(({ source }) => source)));
  const shown = {
    locale: locale ?? null,
    sentences: answer.sentences,
    sources: answer.sources.filter(({ id }) => cited.has(id)),
    explanation: answer.explanation,
    spent: answer.call,
  };
  if (answer.outcome === "asked_back") return { ...shown, outcome: "asks_back", text: answer.asksBack ?? "" };
  if (answer.sentences.length === 0) return { ...shown, outcome: "nothing_found", text: "" };
  const text = answer.sentences.map(({ text: sentence }) => sentence).join(" ");
  return { ...shown, outcome: answer.outcome === "answered" ? "proved" : "not_proved", text };
}

async function fromConversation(ctx: MemberCtx, texts: readonly Said[]): Promise<ReplyDraft> {
  const locale = languageOfTexts(customerTexts(texts));
  const { said, spent } = await askModel(ctx, {
    instructions: [
      "You draft a reply of a support team to a customer, for a member of the team who checks and completes it.",
      `Write in ${locale === undefined ? "the customer's language" : languageNamed(locale)}, in short and plain sentences, without a signature.`,
      "You know nothing but the messages. Where a fact is needed that they don't have, such as a date, a price or a rule, write what is missing in [brackets]. Promise nothing.",
    ].join("\n\n"),
    // Never notes: what is internal must not come near a text for the customer.
    data: { messages: asData(shared(texts)) },
    form: {
      name: "draft",
      parser: v.object({ text: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(8000)) }),
      schema: objectForm({ text: textField("The draft.") }),
    },
  });
  return { outcome: "unproved", text: said.text, locale: locale ?? null, sentences: [], sources: [], explanation: null, spent };
}
