// Makes a question from what a customer asked, where an owner has allowed it: without what tells who asked, as far as code can find it.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ConversationId, QuestionSetId } from "#kernel/ids/index.ts";
import { languageOfText } from "#modules/assistant";
import { personOf, withoutPerson } from "#modules/assistant-learning";
import { readCustomerTexts } from "#modules/conversations";
import { MAX_QUESTION } from "#modules/retrieval/contract";
import type { QuestionInput, SetQuestion } from "../contract.ts";
import { notAllowed, nothingWritten } from "../errors.ts";
import { readAsker, readMayUse, readSet } from "../queries.ts";
import { storeQuestion } from "./change-questions.ts";

/** The customer's texts that are read: the first one is the question, and numbers in any of them are theirs. */
const TEXTS = 50;

/** Throws `forbidden` unless it is allowed, 404 for a conversation that is not there or whose customer is erased. */
export async function addFromConversation(
  ctx: RequestCtx<MemberPrincipal>,
  setId: QuestionSetId,
  { clientId, conversationId }: { clientId: string; conversationId: ConversationId },
): Promise<{ question: SetQuestion }> {
  const { projectId } = ctx.caller;
  const [held, allowed, asker, texts] = await ctx.db.read(
    readSet(projectId, setId),
    readMayUse(projectId),
    readAsker(projectId, conversationId),
    readCustomerTexts(projectId, conversationId, 0, TEXTS, MAX_QUESTION),
  );
  if (!held || !asker) throw notFound();
  if (!allowed) throw notAllowed();
  const first = texts.find((text) => text.trim() !== "");
  if (first === undefined) throw nothingWritten();
  const person = personOf(
    asker,
    texts.map((text) => ({ byTeam: false, at: 0, text })),
  );
  const question = withoutPerson(first, person).trim().slice(0, MAX_QUESTION).toWellFormed();
  const input: QuestionInput = {
    ...{ question, topic: "", locale: languageOfText(question) ?? "en", channel: asker.door === "email" ? "email" : "widget" },
    ...{ asker: "everybody", outcome: "answer", facts: [], forbidden: [], sources: [] },
  };
  return await storeQuestion(ctx, setId, clientId, input, { origin: "conversation", contactId: asker.id, conversationId });
}
