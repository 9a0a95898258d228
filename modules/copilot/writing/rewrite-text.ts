// Rewrites or translates a text that a member is writing. Only the text is given to the model, and for a translation what tells the language.
import type { ConversationId } from "#kernel/ids/index.ts";
import * as v from "valibot";
import { askModel, type MemberCtx, objectForm, textField } from "../ask-model.ts";
import { customerTexts, mustStillBeThere, readTranscript } from "../conversation/transcript.ts";
import type { Rewrite, Rewritten } from "../contract.ts";
import { nothingWritten } from "../errors.ts";
import { languageOfTexts } from "../contract/language.ts";
import { changedFacts, languageNamed } from "../rules.ts";

/** A text may become longer, most of all by translation. */
const MOST = 32_000;
const Text = v.pipe(
  v.string(),
  v.transform((text) => text.replaceAll("\0", "").toWellFormed()),
  v.trim(),
  v.nonEmpty(),
  v.maxLength(MOST),
);
const HOW: Readonly<Record<Rewrite, string>> = {
  shorter: "Make it shorter: keep every fact, and leave out what repeats or only fills.",
  friendlier: "Make it warmer and friendlier, without flattery and without promising more.",
  formal: "Make it more formal and polite.",
  grammar: "Correct spelling, grammar and punctuation. Change nothing else.",
};
const KEEP =
  "Keep Markdown, links, numbers, names, and text in brackets as they are. Add no facts, no greeting and no signature. Answer with the text alone.";

export async function rewriteText(
  ctx: MemberCtx,
  conversationId: ConversationId,
  { text, how }: { readonly text: string; readonly how: Rewrite },
): Promise<Rewritten> {
  await mustStillBeThere(ctx, conversationId);
  const { said, spent } = await askModel(ctx, {
    instructions: `You edit a text that a member of a support team writes to a customer. ${HOW[how]}\n\nWrite in the language of the text. ${KEEP}`,
    data: { text },
    form: { name: "text", parser: v.object({ text: Text }), schema: objectForm({ text: textField("The edited text.") }) },
    length: text.length,
  });
  const rewritten = withEnds(text, said.text);
  return { text: rewritten, changed: changedFacts(text, rewritten), spent };
}

/** Texts of the customer from which the model may read the language if code can't tell. */
const SAMPLES = 3;
const SAMPLE = 300;

export async function translateText(
  ctx: MemberCtx,
  conversationId: ConversationId,
  text: string,
): Promise<Rewritten & { readonly locale: string }> {
  const { texts } = await readTranscript(ctx, conversationId);
  const written = customerTexts(texts);
  if (written.length === 0) throw nothingWritten();
  const locale = languageOfTexts(written);
  const samples = written.slice(-SAMPLES).map((sample) => sample.slice(0, SAMPLE).toWellFormed());
  const { said, spent } = await askModel(ctx, {
    instructions: `You translate a text that a member of a support team writes to a customer, into ${
      locale === undefined ? "the language in which the customer writes" : languageNamed(locale)
    }. Write as a native speaker would. ${KEEP}`,
    data: locale === undefined ? { text, customerWrote: samples } : { text },
    form: {
      name: "translation",
      parser: v.object({ text: Text, language: v.string() }),
      schema: objectForm({ text: textField("The translated text."), language: textField("Its language as a tag such as fr or pt-BR.") }),
    },
    length: 2 * text.length,
  });
  const translated = withEnds(text, said.text);
  return { text: translated, locale: locale ?? tagOf(said.language), changed: changedFacts(text, translated), spent };
}
const tagOf = (language: string): string => (/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/.test(language) ? language : "und");

/** Line breaks and spaces around a selection stay as they are. */
const withEnds = (text: string, edited: string): string => `${/^\s*/.exec(text)?.[0] ?? ""}${edited}${/\S(\s*)$/.exec(text)?.[1] ?? ""}`;
