// Translates a message for a member. Stored by message and language, so that it is paid once.
import { notFound } from "#kernel/errors/index.ts";
import type { ConversationId, MessageId } from "#kernel/ids/index.ts";
import { readMessageText } from "#modules/conversations";
import * as v from "valibot";
import { askModel, type MemberCtx, objectForm, textField } from "../ask-model.ts";
import type { Spent } from "../contract.ts";
import { dataErased, messageHasNoText } from "../errors.ts";
import { readTranslation, writeTranslation } from "../queries.ts";
import { languageNamed } from "../rules.ts";

const MOST = 40_000;

export interface MessageTranslation {
  readonly text: string;
  readonly provider: string;
  readonly model: string;
  readonly spent: Spent | null;
}
export async function translateMessage(
  ctx: MemberCtx,
  conversationId: ConversationId,
  { messageId, locale }: { readonly messageId: MessageId; readonly locale: string },
): Promise<MessageTranslation> {
  const { projectId } = ctx.caller;
  const which = { projectId, conversationId, messageId };
  const reading = readMessageText(projectId, conversationId, messageId);
  const [message, stored] = await ctx.db.read(reading, readTranslation(which, locale));
  if (!message) throw notFound();
  if (message.isGone) throw dataErased();
  if (message.content.trim() === "") throw messageHasNoText();
  if (stored) return { ...stored, spent: null };
  const { said, spent } = await askModel(ctx, {
    instructions: `You translate a message for a member of a support team, into ${languageNamed(locale)}. Translate all of it, exactly and in its own tone. Keep Markdown, links, numbers and names as they are. Answer with the translation alone.`,
    data: { text: message.content },
    form: {
      name: "translation",
      parser: v.object({ text: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(MOST)) }),
      schema: objectForm({ text: textField("The translation.") }),
    },
    length: 2 * message.content.length,
  });
  const text = said.text.replaceAll("\0", "").toWellFormed();
  const { provider, model } = spent;
  const [now] = await ctx.db.commitAndRead([writeTranslation(which, { locale, text, provider, model, now: ctx.clock.now() })], reading);
  // Erased while the model translated: nothing was stored, and nothing is shown.
  if (!now || now.isGone) throw dataErased();
  return { text, provider, model, spent };
}
