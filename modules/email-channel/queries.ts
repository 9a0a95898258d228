// Reading of what only mails have.
import { col, queryOne, type Query, query, type Row } from "#kernel/db/index.ts";
import type { ConversationId, MessageId, ProjectId } from "#kernel/ids/index.ts";
import { beganBy, isNoNote, originOf, parseOrigin, writerOf } from "#modules/conversations";
import { type SQL, sql } from "drizzle-orm";
import { MAX_REFERENCES, type Thread } from "#modules/email";
import { isoOrNull } from "#kernel/clock/index.ts";
import type { Authentication } from "#modules/inbound-email/contract";
import type { Mail } from "./contract.ts";

/** The newest of a conversation that are read at once. */
const MAX_MAILS = 200;

type Person = Mail["to"][number];
function mail(row: Row): Mail {
  const from = col.textOrNull(row, "from_address");
  const authentication = col.textOrNull(row, "authentication");
  const state = col.textOrNull(row, "state");
  return {
    messageId: col.id<MessageId>(row, "message_id"),
    direction: col.id<Mail["direction"]>(row, "direction"),
    from: from === null ? null : { name: col.textOrNull(row, "from_name") ?? "", address: from },
    to: col.json<Person[]>(row, "to_list"),
    cc: col.json<Person[]>(row, "cc_list"),
    bcc: JSON.parse(col.textOrNull(row, "bcc") ?? "[]") as string[],
    subject: col.textOrNull(row, "subject"),
    authentication: authentication === null ? null : (JSON.parse(authentication) as Authentication),
    html: col.textOrNull(row, "html_key") !== null,
    long: col.textOrNull(row, "text_key") !== null,
    quoted: col.textOrNull(row, "quoted"),
    forwarded: col.textOrNull(row, "kind") === "forward",
    delivery:
      state === null
        ? null
        : {
            state: state as NonNullable<Mail["delivery"]>["state"],
            error: col.textOrNull(row, "error"),
            dueAt: isoOrNull(col.numberOrNull(row, "due_at")),
          },
  };
}

/** The newest mails of a conversation, oldest first, each with what became of it last. The plus keeps the planner off the whole log. */
export const readMailRows = (projectId: ProjectId, conversationId: ConversationId): Query<Mail[]> =>
  query(
    sql`SELECT m.message_id, m.direction, m.from_address, m.from_name, m.to_list, m.cc_list, m.subject, m.authentication, m.html_key, m.text_key, m.quoted, d.state, d.error, d.due_at, d.kind,
        (SELECT json_group_array(k.address) FROM mail_copies k WHERE k.project_id = m.project_id AND k.delivery_id = d.id AND k.kind = 'bcc' AND k.address IS NOT NULL) AS bcc
      FROM (SELECT * FROM mails WHERE project_id = ${projectId} AND conversation_id = ${conversationId} ORDER BY created_at DESC LIMIT ${MAX_MAILS}) m
        LEFT JOIN mail_deliveries d ON d.id = (SELECT o.id FROM mail_deliveries o WHERE o.project_id = m.project_id AND o.message_id = m.message_id ORDER BY +o.id DESC LIMIT 1)
      ORDER BY m.created_at, m.message_id`,
    (rows) => rows.map(mail),
  );

/** Holds for a conversation that began by mail or in which there is any to or from its customer. */
export const mayGoByMail = (projectId: ProjectId, conversationId: ConversationId): SQL =>
  sql`${beganBy(projectId, conversationId, "email")} OR EXISTS (SELECT 1 FROM mails WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND ${isNoNote(projectId, sql`mails.message_id`)})`;
/** Who wrote a message, as people of the team know them, and who passed it on in a note. */
export const readSenderOf = (
  projectId: ProjectId,
  noteId: MessageId,
  messageId: MessageId,
): Query<{ from: string; forwardedBy: string | null } | undefined> =>
  queryOne(
    sql`SELECT ${writerOf(projectId, noteId)} AS forwarded_by, ${writerOf(projectId, messageId)} AS writer, l.from_name, l.from_address FROM (SELECT 1) LEFT JOIN mails l ON l.message_id = ${messageId} AND l.project_id = ${projectId} AND l.direction = 'in'`,
    (row) => {
      const address = col.textOrNull(row, "from_address");
      const name = col.textOrNull(row, "from_name");
      return {
        from: address === null ? (col.textOrNull(row, "writer") ?? "A visitor") : name === null ? address : `${name} <${address}>`,
        forwardedBy: col.textOrNull(row, "forwarded_by"),
      };
    },
  );
// --- reading for a reply ------------------------------------------------------

export interface InReplyTo extends Thread {
  /** The subject of our first mail, where nobody wrote one to us. */
  readonly ours: string | null;
  /** The subject of the newest mail that came in. */
  readonly subject: string | null;
}
/** The thread that an answer continues: nothing that came after it, so that repeating it makes the same mail. */
export const readThread = (projectId: ProjectId, conversationId: ConversationId, until: number): Query<InReplyTo> =>
  query(
    sql`SELECT direction, header_id, subject, ${originOf(projectId, sql`message_id`)} AS origin FROM mails WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND created_at <= ${until} AND ${isNoNote(projectId, sql`mails.message_id`)} ORDER BY created_at DESC, message_id DESC LIMIT ${MAX_REFERENCES * 2}`,
    (all) => {
      const origins = new Map(all.map((row) => [row, parseOrigin(col.textOrNull(row, "origin"))]));
      // What somebody else sent is no part of the customer's thread.
      const rows = all.filter((row) => origins.get(row)?.differentSender !== true);
      const theirs = rows.filter((row) => row["direction"] === "in");
      // An answer is to what a person wrote, if a person wrote anything.
      const newest = theirs.find((row) => !origins.get(row)?.automatic) ?? theirs[0];
      const references = rows.flatMap((row) => col.textOrNull(row, "header_id") ?? []).toReversed();
      return {
        ours: theirs.length > 0 ? null : (rows.map((row) => col.textOrNull(row, "subject")).at(-1) ?? null),
        subject: newest ? col.textOrNull(newest, "subject") : null,
        inReplyTo: newest ? col.textOrNull(newest, "header_id") : null,
        references,
      };
    },
  );
