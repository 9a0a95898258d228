// SQL of numbers by day: what senders sent, for their warm-up, and what projects sent, for ceilings and results.
import { as, columns, type Query, query, queryOne, type SQL, sql } from "#kernel/db/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import { stateOfDelivery } from "#modules/email";
import type { SenderDay } from "./rules.ts";

/** Counts what came back of the sender's earlier days, once; what comes back later changes no day any more. */
export const writeDaysClosed = (sender: string, today: string): SQL => sql`
  UPDATE outreach_sender_days AS d SET returned = (SELECT count(*) FROM outreach_mails m INDEXED BY outreach_mails_sender WHERE m.sender = d.sender AND m.sent_day = d.day
    AND ${stateOfDelivery(sql`m.project_id` as never, sql`m.delivery_id`)} = 'bounced')
  WHERE d.sender = ${sender} AND d.day < ${today} AND d.returned IS NULL`;
/** Days of a sender that its warm-up goes by. */
const DAYS_BACK = 30;
export const readSenderDays = (sender: string, today: string): Query<SenderDay[]> =>
  query(
    sql`SELECT ${columns("outreach_sender_days", "sent, returned")} FROM outreach_sender_days WHERE sender = ${sender} AND day < ${today} ORDER BY day DESC LIMIT ${DAYS_BACK}`,
    (rows) => rows.map((row) => ({ sent: row.sent, returned: row.returned ?? 0 })),
  );
const sentBySender = (sender: string, day: string): SQL =>
  sql`coalesce((SELECT sent FROM outreach_sender_days WHERE sender = ${sender} AND day = ${day}), 0)`;
const sentByProject = (projectId: ProjectId, day: string): SQL =>
  sql`coalesce((SELECT sent FROM outreach_days WHERE project_id = ${projectId} AND day = ${day}), 0)`;
export const readSent = (projectId: ProjectId, sender: string, day: string): Query<{ project: number; sender: number }> =>
  query(
    sql`SELECT ${sentByProject(projectId, day)} ${as.number("project")}, ${sentBySender(sender, day)} ${as.number("sender")}`,
    ([row]) => ({ project: row?.project ?? 0, sender: row?.sender ?? 0 }),
  );
/** Condition: neither the project nor the sender has sent its most today. */
export const belowCeilings = (
  projectId: ProjectId,
  sender: string,
  day: string,
  most: { readonly project: number; readonly sender: number },
): SQL => sql`(${sentByProject(projectId, day)} < ${most.project} AND ${sentBySender(sender, day)} < ${most.sender})`;
export const writeSenderCounted = (sender: string, day: string, when: SQL): SQL => sql`
  INSERT INTO outreach_sender_days (sender, day, sent) SELECT ${sender}, ${day}, 1 WHERE ${when} ON CONFLICT (sender, day) DO UPDATE SET sent = sent + 1`;

const COUNTED = { sent: sql`sent`, answered: sql`answered`, optedOut: sql`opted_out`, bounced: sql`bounced` } as const;
export type Counted = keyof typeof COUNTED;
/** Adds one to a number of the project's day. */
export const writeCounted = (projectId: ProjectId, day: string, what: Counted, when: SQL): SQL => sql`
  INSERT INTO outreach_days (project_id, day, ${COUNTED[what]}) SELECT ${projectId}, ${day}, 1 WHERE ${when} ON CONFLICT (project_id, day) DO UPDATE SET ${COUNTED[what]} = ${COUNTED[what]} + 1`;
export const readNumbers = (projectId: ProjectId, from: string): Query<Record<Counted, number> | undefined> =>
  queryOne(
    sql`SELECT coalesce(sum(sent), 0) ${as.number("sent")}, coalesce(sum(answered), 0) ${as.number("answered")}, coalesce(sum(opted_out), 0) ${as.number("opted_out")}, coalesce(sum(bounced), 0) ${as.number("bounced")} FROM outreach_days WHERE project_id = ${projectId} AND day >= ${from}`,
    (row) => ({ sent: row.sent, answered: row.answered, optedOut: row.opted_out, bounced: row.bounced }),
  );
