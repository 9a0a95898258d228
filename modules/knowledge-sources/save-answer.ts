// Saves an answer of a conversation as knowledge. Whose conversation a message belongs to comes from conversations, through an extension
// point.
import { actorOf, type MemberPrincipal } from "#kernel/auth/index.ts";
import { conflict, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type KnowledgeSourceId, type MessageId, newId, type ProjectId } from "#kernel/ids/index.ts";
import { notErased } from "#modules/contacts";
import { type SQL, sql } from "#kernel/db/index.ts";
import { m } from "#messages";
import { type Item, MAX_SOURCES } from "./contract.ts";
import { hashOf, writePartOf } from "./write-item-document.ts";
import { contactOfMessage } from "./extension.ts";
import { fullOrGone, requireSameRequest, requirePublishRight } from "./manage-items.ts";
import { languagesOf } from "./project-languages.ts";
import * as queries from "./queries.ts";

/** Keeps question and answer as they were edited. The customer's erasure takes them away again. */
export async function chooseAnswer(
  ctx: RequestCtx<MemberPrincipal>,
  input: {
    clientId: string;
    messageId: MessageId;
    question: string;
    answer: string;
    sourceId?: KnowledgeSourceId | undefined;
    locale?: string | undefined;
    publish: boolean;
  },
): Promise<{ item: Item }> {
  requirePublishRight(ctx, input.publish);
  const { projectId } = ctx.caller;
  const { clientId, messageId, question, answer, publish } = input;
  const [contactOf] = ctx.registry.extensions.of(contactOfMessage);
  if (!contactOf) throw notFound();
  const now = ctx.clock.now();
  const contactId = contactOf(projectId, sql`${messageId}`);
  const source = await sourceFor(ctx, input.sourceId, input.locale, contactId);
  if (source.kind !== "answers") throw conflict(m.knowledge_sources_not_for_answers());
  const id = newId("knowledgeItem", now);
  const made = queries.itemExists(id);
  const [item] = await ctx.db.commitAndRead(
    [
      queries.writeItem(
        {
          id,
          projectId,
          source,
          title: question,
          content: answer,
          state: publish ? "ready" : "draft",
          hash: hashOf(question, answer),
          parts: publish ? 1 : 0,
          saved: { messageId, contactId },
          clientId,
          createdBy: actorOf(ctx.caller),
          now,
        },
        mayBeKept(projectId, contactId),
      ),
      ...(publish ? await writePartOf({ id, projectId, title: question, url: null }, source, 1, answer, now, made) : []),
      queries.writeSynced(projectId, source.id, now, made),
    ],
    queries.readItemMade(projectId, clientId),
  );
  if (!item) throw await whyNot(ctx, contactId, fullOrGone());
  if (item.id !== id) {
    requireSameRequest(item, { sourceId: source.id, messageId, hash: hashOf(question, answer), publish });
    ctx.reply.status = 200;
  }
  return { item: queries.shownItem(item) };
}

/** The source that was chosen, else the oldest of the language, which is made when there is none. */
async function sourceFor(
  ctx: RequestCtx<MemberPrincipal>,
  chosen: KnowledgeSourceId | undefined,
  wanted: string | undefined,
  contactId: SQL,
): Promise<queries.Visibility> {
  const { projectId } = ctx.caller;
  if (chosen !== undefined) {
    const [source] = await ctx.db.read(queries.readVisibility(projectId, chosen));
    if (!source) throw notFound();
    return source;
  }
  const [[first = "en"]] = await ctx.db.read(languagesOf(ctx, projectId));
  const locale = wanted ?? first;
  const now = ctx.clock.now();
  const id = newId("knowledgeSource", now);
  // Nobody outside of the team reads them until an admin says so.
  const visibility = { id, kind: "answers", audience: "members", assistant: false, locale } as const;
  const name = locale === first ? m.knowledge_sources_saved_answers() : m.knowledge_sources_saved_answers_in({ locale });
  const oldest = queries.oldestAnswers(projectId, locale);
  const [source] = await ctx.db.commitAndRead(
    [
      queries.writeSource(
        { ...visibility, projectId, name, createdBy: actorOf(ctx.caller), clientId: id, now },
        sql`${oldest} IS NULL AND ${mayBeKept(projectId, contactId)}`,
      ),
    ],
    queries.readVisibility(projectId, oldest),
  );
  if (source) return source;
  throw await whyNot(ctx, contactId, conflict(m.knowledge_sources_too_many_sources({ max: MAX_SOURCES })));
}

/** Holds while the message of this contact is there, and the contact is not erased: otherwise neither an answer nor its source is made. */
const mayBeKept = (projectId: ProjectId, contactId: SQL): SQL => sql`${contactId} IS NOT NULL AND ${notErased(projectId, contactId)}`;
/** Why nothing was written: there is no such message, its customer was erased, or else what the caller says. */
async function whyNot(ctx: RequestCtx<MemberPrincipal>, contactId: SQL, otherwise: Error): Promise<Error> {
  const [known, kept] = await ctx.db.read(
    queries.readHolds(sql`${contactId} IS NOT NULL`),
    queries.readHolds(mayBeKept(ctx.caller.projectId, contactId)),
  );
  if (!known) return notFound();
  return kept ? otherwise : conflict(m.knowledge_sources_contact_erased());
}
