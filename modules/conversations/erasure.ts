// Erasure steps of conversations: clears texts, drafts and previews. Rows stay with id, author role, revision and time.
import { type ConversationId, type MessageId, newId, type ProjectId } from "#kernel/ids/index.ts";
import { writeDeleteCounters } from "#kernel/limits/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { type Clearing, type Erased, erasureStep } from "#modules/contacts";
import { clearFilesForConversations, clearFilesOfMessages } from "#modules/files";
import { columnList, columns, query, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import { projectCoordinator } from "#modules/live-updates";
import { readHead } from "./store/events.ts";

// Pages follow the conversations' clientIds, because activity does not change their order in that index.

/** A message with its position in the walk. */
export interface MessageKey {
  readonly client: string;
  readonly conversation: ConversationId;
  readonly revision: number;
  readonly id: MessageId;
}
interface ConversationKey {
  readonly client: string;
  readonly id: ConversationId;
}
const json = (value: unknown): SQL => sql`json_each(${JSON.stringify(value)})`;
const idsOf = (keys: readonly { readonly id: string }[]): SQL => sql`(SELECT value FROM ${json(keys.map(({ id }) => id))})`;

const ofContact = ({ projectId, contactId }: Erased): SQL => sql`c.project_id = ${projectId} AND c.contact_id = ${contactId}`;

const PAGE = columns({ c: "conversations", m: "messages" }, "c.client_id AS client, m.conversation_id, m.revision, m.id");
/** Pages of all messages and notes of a contact, for modules that keep data by message. */
export const pageOfMessages: Parameters<typeof erasureStep<MessageKey>>[0]["listKeys"] = ({ projectId, contactId }, after, limit) => {
  const from = (where: SQL) =>
    sql`SELECT * FROM (SELECT ${PAGE} FROM conversations c JOIN messages m ON m.project_id = c.project_id AND m.conversation_id = c.id
      WHERE c.project_id = ${projectId} AND c.contact_id = ${contactId} AND ${where} ORDER BY c.client_id, m.revision LIMIT ${limit})`;
  const next = after
    ? sql`${from(sql`c.client_id = ${after.client} AND m.revision > ${after.revision}`)} UNION ALL ${from(sql`c.client_id > ${after.client}`)}`
    : from(sql`c.client_id > ''`);
  const statement: SQL<RowIn<typeof PAGE>> =
    sql`SELECT ${columnList`*` as typeof PAGE} FROM (${next}) ORDER BY client, revision LIMIT ${limit}`;
  return query(statement, (rows) =>
    rows.map((row) => ({
      client: row.client,
      conversation: row.conversation_id,
      revision: row.revision,
      id: row.id,
    })),
  );
};

/** Keeps which rules classified a mail as automatic, but not the evidence that they quote, nor the name of an imported author. */
const withoutEvidence = sql`CASE WHEN origin ->> '$.automatic' IS NULL THEN json_remove(origin, '$.help', '$.imported') ELSE json_set(json_remove(origin, '$.help', '$.imported'), '$.automatic.reasons',
  (SELECT json_group_array(json_object('rule', r.value ->> 'rule', 'evidence', '')) FROM json_each(origin, '$.automatic.reasons') r)) END`;
const clearTexts = (keys: readonly MessageKey[], kind: "message" | "note", now: number): SQL =>
  sql`UPDATE messages SET content = '', origin = ${withoutEvidence}, erased_at = ${now} WHERE id IN ${idsOf(keys)} AND kind = ${kind} AND erased_at IS NULL`;

/** Clears hashes of texts, by which a guessed text could be confirmed. CROSS JOIN and unary plus prevent a scan of the whole project. */
const clearFingerprints = (projectId: ProjectId, keys: readonly MessageKey[]): SQL =>
  sql`UPDATE conversation_events SET fingerprint = '' WHERE +project_id = ${projectId} AND fingerprint <> '' AND id IN (SELECT e.id FROM ${json(keys.map(({ conversation, revision }) => [conversation, revision]))} k
    CROSS JOIN conversation_events e ON e.project_id = ${projectId} AND e.conversation_id = k.value ->> 0 AND e.revision = k.value ->> 1)`;

/** As in its index, which a parameter would not use. */
const isQuote = sql`q.kind = 'quoted'`;
/**
 * Tells the conversations of others that quote the messages, because they were moved or split off: each gets one more revision that names what
 * is empty there too. Those of the contact are told by `conversationStep`. The index leads from the messages to them.
 */
function tellQuoting({ projectId, contactId }: Erased, keys: readonly MessageKey[], now: number): Clearing[] {
  const ids = keys.map(({ id }) => id).sort();
  const quotes = sql`${json(ids)} k CROSS JOIN conversation_events q INDEXED BY conversation_events_quoted ON q.project_id = ${projectId} AND q.message_id = k.value AND ${isQuote}`;
  const clientId = `erased-quotes:${ids[0]}:${ids.length}`;
  // An id for each, however many they are: the time of one, and chance in its alphabet.
  const eventId = sql`${newId("event", now).slice(0, -16)} || lower(hex(randomblob(8)))`;
  return [
    {
      statement: sql`INSERT INTO conversation_events (project_id, sequence, id, conversation_id, contact_id, revision, kind, visible, previous_visible, actor_role, scope, client_id, fingerprint, data, created_at)
        SELECT c.project_id, (SELECT max(h.sequence) FROM conversation_events h WHERE h.project_id = c.project_id) + row_number() OVER (ORDER BY c.id), ${eventId}, c.id, c.contact_id, c.revision + 1, 'message_erased', 0, c.visible_revision, 'system', 'system', ${clientId}, '', json_object('revisions', json(g.revisions)), ${now}
        FROM (SELECT o.conversation_id, json_group_array(o.revision) AS revisions FROM (SELECT q.conversation_id, q.revision FROM ${quotes} ORDER BY q.conversation_id, q.revision) o GROUP BY o.conversation_id) g
          CROSS JOIN conversations c ON c.project_id = ${projectId} AND c.id = g.conversation_id
        WHERE c.contact_id <> ${contactId} AND NOT EXISTS (SELECT 1 FROM conversation_events e WHERE e.project_id = c.project_id AND e.conversation_id = c.id AND e.scope = 'system' AND e.client_id = ${clientId})`,
    },
    {
      statement: sql`UPDATE conversations SET revision = revision + 1 WHERE project_id = ${projectId} AND id IN (SELECT q.conversation_id FROM ${quotes})
        AND EXISTS (SELECT 1 FROM conversation_events e WHERE e.project_id = conversations.project_id AND e.conversation_id = conversations.id AND e.revision = conversations.revision + 1)`,
    },
  ];
}

export const messageStep = erasureStep<MessageKey>({
  name: "conversations.messages",
  // Counts notes too: telling them apart would require reading every message.
  preview: async (_ctx, who) => ({
    texts: sql`SELECT 1 FROM conversations c JOIN messages m ON m.project_id = c.project_id AND m.conversation_id = c.id WHERE ${ofContact(who)}`,
  }),
  listKeys: pageOfMessages,
  clear: (who, keys, now) => [
    ...clearFilesOfMessages(keys.map(({ id }) => id)),
    { statement: clearTexts(keys, "message", now), report: { kind: "messages" } },
    { statement: clearTexts(keys, "note", now), report: { kind: "notes" } },
    { statement: clearFingerprints(who.projectId, keys) },
    ...tellQuoting(who, keys, now),
  ],
});

/**
 * Clears messages that an erased person wrote into other people's conversations. Those conversations continue: each gets one more revision
 * that names the emptied messages, which updates open screens, and loses its preview if it showed one of them.
 */
export function clearMessagesOfAnother(who: Erased, keys: readonly MessageKey[], now: number): Clearing[] {
  const { projectId } = who;
  const among = new Map<ConversationId, MessageKey[]>();
  for (const key of keys) among.set(key.conversation, [...(among.get(key.conversation) ?? []), key]);
  const events = [...among].map(([conversation, of]) => {
    const ids = of.map(({ id }) => id).sort();
    return [conversation, newId("event", now), `erased:${ids[0]}:${ids.length}`, { revisions: of.map(({ revision }) => revision) }];
  });
  const conversationIds = [...among.keys()];
  return [
    ...clearFilesOfMessages(keys.map(({ id }) => id)),
    { statement: clearTexts(keys, "message", now) },
    { statement: clearFingerprints(projectId, keys) },
    {
      statement: sql`UPDATE conversations SET preview = '' WHERE project_id = ${projectId} AND id IN (SELECT value FROM ${json(conversationIds)})
        AND (SELECT m.id FROM messages m WHERE m.project_id = conversations.project_id AND m.conversation_id = conversations.id ORDER BY m.revision DESC LIMIT 1) IN ${idsOf(keys)}`,
    },
    {
      statement: sql`INSERT INTO conversation_events (project_id, sequence, id, conversation_id, contact_id, revision, kind, visible, previous_visible, actor_role, scope, client_id, fingerprint, data, created_at)
        SELECT c.project_id, (SELECT max(h.sequence) FROM conversation_events h WHERE h.project_id = c.project_id) + row_number() OVER (ORDER BY k.key), k.value ->> 1, c.id, c.contact_id, c.revision + 1, 'message_erased', 0, c.visible_revision, 'system', 'system', k.value ->> 2, '', k.value -> 3, ${now}
        FROM ${json(events)} k CROSS JOIN conversations c ON c.project_id = ${projectId} AND c.id = k.value ->> 0
        WHERE NOT EXISTS (SELECT 1 FROM conversation_events e WHERE e.project_id = c.project_id AND e.conversation_id = c.id AND e.scope = 'system' AND e.client_id = k.value ->> 2)`,
    },
    {
      statement: sql`UPDATE conversations SET revision = revision + 1 WHERE project_id = ${projectId} AND id IN (SELECT k.value ->> 0 FROM ${json(events)} k CROSS JOIN conversation_events e ON e.id = k.value ->> 1)`,
    },
    ...tellQuoting(who, keys, now),
  ];
}

/** Sends the project's head to its coordinator, which reads the newest events for connected members. */
export async function publishHead(ctx: Pick<Ctx, "db" | "env">, projectId: ProjectId): Promise<void> {
  const [head] = await ctx.db.read(readHead(projectId));
  await projectCoordinator(ctx.env, projectId).nudge(head);
}

export const conversationStep = erasureStep<ConversationKey>({
  name: "conversations.conversations",
  preview: async (_ctx, who) => ({ conversations: sql`SELECT 1 FROM conversations c WHERE ${ofContact(who)}` }),
  listKeys: ({ projectId, contactId }, after, limit) =>
    query(
      sql`SELECT ${columns("conversations", "client_id, id")} FROM conversations WHERE project_id = ${projectId} AND contact_id = ${contactId} AND client_id > ${after?.client ?? ""} ORDER BY client_id LIMIT ${limit}`,
      (rows) => rows.map((row) => ({ client: row.client_id, id: row.id })),
    ),
  clear({ projectId }, keys, now, config): Clearing[] {
    const ids = keys.map(({ id }) => id);
    const events = keys.map(({ id }) => [id, newId("event", now)]);
    const among = idsOf(keys);
    return [
      ...clearFilesForConversations(projectId, ids),
      { statement: sql`DELETE FROM drafts WHERE project_id = ${projectId} AND conversation_id IN ${among}`, report: { kind: "drafts" } },
      { statement: writeDeleteCounters(config.limitsKeyedByPerson, ids) },
      // One more revision updates every screen that has the conversation open.
      {
        statement: sql`INSERT INTO conversation_events (project_id, sequence, id, conversation_id, contact_id, revision, kind, visible, previous_visible, actor_role, scope, client_id, fingerprint, created_at)
          SELECT c.project_id, (SELECT max(h.sequence) FROM conversation_events h WHERE h.project_id = c.project_id) + row_number() OVER (ORDER BY k.key), k.value ->> 1, c.id, c.contact_id, c.revision + 1, 'erased', 1, c.visible_revision, 'system', 'system', 'erased', '', ${now}
          FROM ${json(events)} k CROSS JOIN conversations c ON c.project_id = ${projectId} AND c.id = k.value ->> 0
          WHERE NOT EXISTS (SELECT 1 FROM conversation_events e WHERE e.project_id = c.project_id AND e.conversation_id = c.id AND e.scope = 'system' AND e.client_id = 'erased')`,
      },
      // Closed, because nobody is left to reply to.
      {
        report: { kind: "conversations" },
        statement: sql`UPDATE conversations SET revision = revision + 1, visible_revision = revision + 1, preview = '', subject = NULL, preview_automatic = 0, status = 'closed', snoozed_until = NULL, waiting_since = NULL
          WHERE project_id = ${projectId} AND id IN (SELECT k.value ->> 0 FROM ${json(events)} k CROSS JOIN conversation_events e ON e.id = k.value ->> 1)`,
      },
    ];
  },
  afterCommit: (ctx, { projectId }) => publishHead(ctx, projectId),
});
