// Reading of what only mails have.
import { isoOrNull } from "#kernel/clock/index.ts";
import { col, type Query, query, type Row } from "#kernel/db/index.ts";
import type { ConversationId, MessageId, ProjectId } from "#kernel/ids/index.ts";
import { sql } from "drizzle-orm";
import type { Authentication, Mail } from "./contract.ts";

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
