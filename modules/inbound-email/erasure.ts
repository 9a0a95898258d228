// Erases what received mail keeps of a contact. Of its evidence only the names of the matching rules remain.
import { as, columns, query, type SQL, sql } from "#kernel/db/index.ts";
import { type Clearing, type Erased, erasureStep, readContact } from "#modules/contacts";
import { clearMessagesOfAnother, type MessageKey, pageOfMessages, publishHead } from "#modules/conversations";
import type { Ctx } from "#kernel/module/index.ts";
import { addressHash, writeSenderContact, addressHashesOf } from "#modules/email";
import { CLEARED_EVIDENCE } from "./queries.ts";

const list = (values: readonly unknown[]): SQL => sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;
const among = (projectId: string, keys: readonly MessageKey[]): SQL =>
  sql`project_id = ${projectId} AND message_id IN ${list(keys.map(({ id }) => id))}`;

// The plus sign keeps the planner from scanning all mails of the project: each of these is found by its key.
const mailsAmong = (projectId: string, keys: readonly MessageKey[]): SQL =>
  sql`+project_id = ${projectId} AND message_id IN ${list(keys.map(({ id }) => id))}`;

const held = sql`(object_key IS NOT NULL OR envelope_from IS NOT NULL OR envelope_to IS NOT NULL OR subject IS NOT NULL OR error IS NOT NULL)`;
/** Clears the mail data of these messages, and its evidence. */
function clearMails({ projectId }: Erased, keys: readonly MessageKey[], kind: "mails" | "elsewhere"): Clearing[] {
  return [
    {
      objects: sql`SELECT object_key FROM inbound_mail_receipts WHERE ${among(projectId, keys)} AND object_key IS NOT NULL
        UNION ALL SELECT o.value FROM mails, json_each(json_array(html_key, text_key)) o WHERE ${mailsAmong(projectId, keys)} AND coalesce(html_key, text_key) IS NOT NULL AND o.value IS NOT NULL`,
      // `identity_hash` is kept: it is keyed, and recognises the same mail if it is delivered again.
      statement: sql`UPDATE inbound_mail_receipts SET ${CLEARED_EVIDENCE} WHERE ${among(projectId, keys)} AND ${held}`,
      ...(kind === "mails" ? { report: { kind } } : {}),
    },
    {
      statement: sql`UPDATE mails SET header_id = NULL, from_address = NULL, from_name = NULL, to_list = '[]', cc_list = '[]', subject = NULL, authentication = NULL, html_key = NULL, text_key = NULL, quoted = NULL, sender_hash = NULL
        WHERE ${mailsAmong(projectId, keys)}`,
      ...(kind === "elsewhere" ? { report: { kind } } : {}),
    },
  ];
}
/** One walk clears mails and evidence, because each walk costs as much as reading all messages. */
export const receiptStep = erasureStep<MessageKey>({
  name: "email.receipts",
  listKeys: pageOfMessages,
  clear: (who, keys) => clearMails(who, keys, "mails"),
});

/** Limit of mails whose conversations are counted for the preview of an erasure. */
const PREVIEW_LIMIT = 1001;
/** The verified address of the contact. A claimed one may be somebody else's. */
async function verifiedAddressOf(ctx: Pick<Ctx, "db" | "env">, { projectId, contactId }: Erased) {
  const [contact] = await ctx.db.read(readContact(projectId, contactId));
  if (contact?.emailVerified !== true || contact.email === null) return undefined;
  return { address: contact.email.toLowerCase(), hash: await addressHash(ctx, contact.email) };
}

/**
 * Clears mails that the contact wrote into other people's conversations: message, files, mail and evidence. A mail counts as the contact's
 * if it came from the contact's own address.
 */
export const elsewhereStep = erasureStep<MessageKey>({
  name: "email.elsewhere",
  async preview(ctx, who) {
    const proved = await verifiedAddressOf(ctx, who);
    const from = sql`(SELECT address_hash FROM (SELECT address_hash FROM mail_contacts WHERE project_id = ${who.projectId} AND contact_id = ${who.contactId} UNION SELECT ${proved?.hash ?? null}) WHERE address_hash IS NOT NULL) a
      CROSS JOIN mails l ON l.project_id = ${who.projectId} AND l.sender_hash = a.address_hash`;
    return {
      elsewhere: sql`SELECT 1 FROM ${from}`,
      elsewhereIn: sql`SELECT DISTINCT conversation_id FROM (SELECT l.conversation_id FROM ${from} LIMIT ${PREVIEW_LIMIT})`,
    };
  },
  async prepare(ctx, who) {
    const { projectId, contactId } = who;
    const proved = await verifiedAddressOf(ctx, who);
    if (proved === undefined) return [];
    return [
      writeSenderContact(projectId, proved.hash, sql`${contactId}`, ctx.clock.now()),
      // Rows of an earlier version whose hash the schedule has not added yet.
      sql`UPDATE mails SET sender_hash = ${proved.hash} WHERE sender_hash = '' AND project_id = ${projectId} AND from_address = ${proved.address}`,
    ];
  },
  listKeys: (who, _after, limit) =>
    query(
      sql`SELECT ${columns({ l: "mails", m: "messages" }, "l.message_id AS id, l.conversation_id, m.revision")} FROM ${addressHashesOf(who)} a CROSS JOIN mails l ON l.project_id = ${who.projectId} AND l.sender_hash = a.address_hash
        JOIN messages m ON m.id = l.message_id LIMIT ${limit}`,
      (rows) =>
        rows.map((row) => ({
          client: "",
          conversation: row.conversation_id,
          revision: row.revision,
          id: row.id,
        })),
    ),
  clear: (who, keys, now) => [...clearMessagesOfAnother(who, keys, now), ...clearMails(who, keys, "elsewhere")],
  afterCommit: (ctx, { projectId }) => publishHead(ctx, projectId),
});

/** A mail of the contact that became no message, or an address by which the contact was known. */
interface SenderKey {
  readonly receipt: string | null;
  readonly address: string | null;
}
export const senderStep = erasureStep<SenderKey>({
  name: "email.senders",
  preview: async (_ctx, { projectId, contactId }) => ({
    mails: sql`SELECT 1 FROM inbound_mail_receipts WHERE project_id = ${projectId} AND contact_id = ${contactId}`,
  }),
  listKeys: ({ projectId, contactId }, _after, limit) =>
    query(
      sql`SELECT * FROM (SELECT ${columns("inbound_mail_receipts", "id AS receipt")}, NULL ${as.textOrNull("address")} FROM inbound_mail_receipts WHERE project_id = ${projectId} AND contact_id = ${contactId} LIMIT ${limit})
        UNION ALL SELECT * FROM (SELECT NULL AS receipt, address_hash AS address FROM mail_contacts WHERE project_id = ${projectId} AND contact_id = ${contactId} LIMIT ${limit}) LIMIT ${limit}`,
      (rows) => rows.map((row) => ({ receipt: row.receipt, address: row.address })),
    ),
  clear({ projectId, contactId }, keys) {
    const receipts = list(keys.flatMap(({ receipt }) => (receipt === null ? [] : [receipt])));
    const addresses = list(keys.flatMap(({ address }) => (address === null ? [] : [address])));
    return [
      {
        objects: sql`SELECT object_key FROM inbound_mail_receipts WHERE id IN ${receipts} AND +project_id = ${projectId} AND object_key IS NOT NULL`,
        statement: sql`UPDATE inbound_mail_receipts SET state = CASE WHEN state IN ('received', 'admitting', 'failed') THEN 'dropped' ELSE state END, ${CLEARED_EVIDENCE} WHERE id IN ${receipts} AND +project_id = ${projectId} AND +contact_id = ${contactId}`,
        report: { kind: "mails" },
      },
      {
        statement: sql`DELETE FROM mail_contacts WHERE project_id = ${projectId} AND contact_id = ${contactId} AND address_hash IN ${addresses}`,
      },
    ];
  },
});
