// Reads mail details of messages, and the thread that a reply continues.
import { as, columns, parseJson, type Query, query, queryOne, type Selected, type SQL, sql } from "#kernel/db/index.ts";
import type { ConversationId, MessageId, ProjectId } from "#kernel/ids/index.ts";
import { beganOnChannel, isMessage, originOf, parseOrigin, quotedIn, authorNameOf } from "#modules/conversations";
import { MAX_REFERENCES, type Thread } from "#modules/email";
import { isoOrNull } from "#kernel/clock/index.ts";
import type { Authentication } from "#modules/inbound-email/contract";
import type { Mail } from "./contract.ts";

/** Mails of a conversation that are read, the newest ones. */
const MAX_MAILS = 200;

type Person = Mail["to"][number];
function mail(
  row: Selected<
    "mails",
    "from_address, authentication, message_id, direction, from_name, to_list, cc_list, subject, html_key, text_key, quoted"
  > &
    Selected<"mail_deliveries?", "state, kind, error, due_at"> & { readonly bcc: string | null },
): Mail {
  const from = row.from_address;
  const authentication = row.authentication;
  const state = row.state;
  return {
    messageId: row.message_id,
    direction: row.direction,
    from: from === null ? null : { name: row.from_name ?? "", address: from },
    to: parseJson<Person[]>(row.to_list),
    cc: parseJson<Person[]>(row.cc_list),
    bcc: JSON.parse(row.bcc ?? "[]") as string[],
    subject: row.subject,
    authentication: authentication === null ? null : (JSON.parse(authentication) as Authentication),
    html: row.html_key !== null,
    long: row.text_key !== null,
    quoted: row.quoted,
    forwarded: row.kind === "forward",
    delivery:
      state === null
        ? null
        : {
            state: state as NonNullable<Mail["delivery"]>["state"],
            error: row.error,
            dueAt: isoOrNull(row.due_at),
          },
  };
}

/** The newest mails of a conversation, oldest first, each with its latest delivery. The unary plus prevents a scan of the log. */
export const readMailRows = (projectId: ProjectId, conversationId: ConversationId): Query<Mail[]> =>
  query(
    sql`SELECT ${columns({ m: "mails", d: "mail_deliveries?" }, "m.message_id, m.direction, m.from_address, m.from_name, m.to_list, m.cc_list, m.subject, m.authentication, m.html_key, m.text_key, m.quoted, d.state, d.error, d.due_at, d.kind")},
        (SELECT json_group_array(k.address) FROM mail_copies k WHERE k.project_id = m.project_id AND k.delivery_id = d.id AND k.kind = 'bcc' AND k.address IS NOT NULL) ${as.textOrNull("bcc")}
      FROM (SELECT * FROM mails WHERE project_id = ${projectId} AND conversation_id = ${conversationId} ORDER BY created_at DESC LIMIT ${MAX_MAILS}) m
        LEFT JOIN mail_deliveries d ON d.id = (SELECT o.id FROM mail_deliveries o WHERE o.project_id = m.project_id AND o.message_id = m.message_id ORDER BY +o.id DESC LIMIT 1)
      ORDER BY m.created_at, m.message_id`,
    (rows) => rows.map(mail),
  );

/** Holds for a conversation that began by mail or has a mail to or from its customer. */
export const mayGoByMail = (projectId: ProjectId, conversationId: ConversationId): SQL =>
  sql`${beganOnChannel(projectId, conversationId, "email")} OR EXISTS (SELECT 1 FROM mails WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND ${isMessage(projectId, sql`mails.message_id`)})`;
/** The author of a message as members know them, and the name of the member who forwarded it. */
export const readSenderOf = (
  projectId: ProjectId,
  noteId: MessageId,
  messageId: MessageId,
): Query<{ from: string; forwardedBy: string | null } | undefined> =>
  queryOne(
    sql`SELECT ${authorNameOf(projectId, noteId)} ${as.textOrNull("forwarded_by")}, ${authorNameOf(projectId, messageId)} ${as.textOrNull("writer")}, ${columns({ l: "mails?" }, "l.from_name, l.from_address")} FROM (SELECT 1) LEFT JOIN mails l ON l.message_id = ${messageId} AND l.project_id = ${projectId} AND l.direction = 'in'`,
    (row) => {
      const address = row.from_address;
      const name = row.from_name;
      return {
        from: address === null ? (row.writer ?? "A visitor") : name === null ? address : `${name} <${address}>`,
        forwardedBy: row.forwarded_by,
      };
    },
  );
// --- reading for a reply ------------------------------------------------------

export interface InReplyTo extends Thread {
  /** The subject of our first mail, if none was received. */
  readonly ours: string | null;
  /** The subject of the newest received mail. */
  readonly subject: string | null;
}
/** The thread that a reply continues, up to the reply itself, so that each attempt makes the same mail. */
export const readThread = (projectId: ProjectId, conversationId: ConversationId, until: number): Query<InReplyTo> => {
  const isThere = sql`created_at <= ${until} AND ${isMessage(projectId, sql`mails.message_id`)}`;
  const latest = sql`ORDER BY created_at DESC, message_id DESC LIMIT ${MAX_REFERENCES * 2}`;
  // Two lookups: with OR between them the planner reads all mails of the project.
  const own = sql`SELECT * FROM (SELECT * FROM mails WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND ${isThere} ${latest})`;
  const quoted = sql`SELECT * FROM mails WHERE +project_id = ${projectId} AND message_id IN ${quotedIn(projectId, conversationId)} AND ${isThere}`;
  return query(
    sql`SELECT ${columns("mails", "direction, header_id, subject")}, ${originOf(projectId, sql`message_id`)} ${as.textOrNull("origin")} FROM (${own} UNION ALL ${quoted}) mails ${latest}`,
    (all) => {
      const origins = new Map(all.map((row) => [row, parseOrigin(row.origin)]));
      // Mail of a different sender is not part of the customer's thread.
      const rows = all.filter((row) => origins.get(row)?.differentSender !== true);
      const theirs = rows.filter((row) => row.direction === "in");
      // Reply to the newest mail of a person, or to automatic mail if there is no other.
      const newest = theirs.find((row) => !origins.get(row)?.automatic) ?? theirs[0];
      const references = rows.flatMap((row) => row.header_id ?? []).toReversed();
      return {
        ours: theirs.length > 0 ? null : (rows.map((row) => row.subject).at(-1) ?? null),
        subject: newest ? newest.subject : null,
        inReplyTo: newest ? newest.header_id : null,
        references,
      };
    },
  );
};
