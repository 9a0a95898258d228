// Saves an answer of a conversation as knowledge. The conversations module provides the contact of a message through an extension point.
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
import { fullOrRemoved, requireSameRequest, requirePublishRight } from "./manage-items.ts";
import { languagesOf } from "./project-languages.ts";
import * as queries from "./queries.ts";

/** Saves question and answer as edited. An erasure of the customer removes them. */
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
  if (!item) throw await refusalReason(ctx, contactId, fullOrRemoved());
  if (item.id !== id) {
    requireSameRequest(item, { sourceId: source.id, messageId, hash: hashOf(question, answer), publish });
    ctx.reply.status = 200;
  }
  return { item: queries.shownItem(item) };
}

/** The chosen source, else the oldest in the language, which is created if there is none. */
async function sourceFor(
  ctx: RequestCtx<MemberPrincipal>,
  chosen: KnowledgeSourceId | undefined,
  wanted: string | undefined,
  contactId: SQL,
): Promise<queries.Visibility> {
  const { projectId } = ctx.caller;
  if (chosen !== undefined) {
    const [source] = await ctx.db.read(queries.readSourceVisibility(projectId, chosen));
    if (!source) throw notFound();
    return source;
  }
  const [[first = "en"]] = await ctx.db.read(languagesOf(ctx, projectId));
  const locale = wanted ?? first;
  const now = ctx.clock.now();
  const id = newId("knowledgeSource", now);
  // Only the team can read them until an admin decides otherwise.
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
    queries.readSourceVisibility(projectId, oldest),
  );
  if (source) return source;
  throw await refusalReason(ctx, contactId, conflict(m.knowledge_sources_too_many_sources({ max: MAX_SOURCES })));
}

/** Condition: the message exists and its contact is not erased. Otherwise neither the answer nor a source is created. */
const mayBeKept = (projectId: ProjectId, contactId: SQL): SQL => sql`${contactId} IS NOT NULL AND ${notErased(projectId, contactId)}`;
/** The reason why nothing was stored: no such message, an erased customer, or else the given error. */
async function refusalReason(ctx: RequestCtx<MemberPrincipal>, contactId: SQL, otherwise: Error): Promise<Error> {
  const [known, kept] = await ctx.db.read(
    queries.readHolds(sql`${contactId} IS NOT NULL`),
    queries.readHolds(mayBeKept(ctx.caller.projectId, contactId)),
  );
  if (!known) return notFound();
  return kept ? otherwise : conflict(m.knowledge_sources_contact_erased());
}
