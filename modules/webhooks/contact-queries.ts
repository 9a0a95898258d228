// SQL of what webhooks are told of contacts. Every statement names the project, but that of the schedule that forgets.
import { iso } from "#kernel/clock/index.ts";
import { columns, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import type { ContactId, ProjectId, WebhookDeliveryId, WebhookId } from "#kernel/ids/index.ts";
import type { EventType } from "./contract.ts";

/** The newest change of a contact of the project; 0 without any. An expression. */
export const newestChange = (projectId: ProjectId | SQL): SQL =>
  sql`coalesce((SELECT max(z.id) FROM webhook_contact_changes z WHERE z.project_id = ${projectId}), 0)`;
export const readFreshChanges = (projectId: ProjectId, after: number, limit: number): Query<{ id: number; kind: string }[]> =>
  query(
    sql`SELECT ${columns("webhook_contact_changes", "id, kind")} FROM webhook_contact_changes WHERE project_id = ${projectId} AND id > ${after} ORDER BY id LIMIT ${limit}`,
    (rows) => rows.map((row) => ({ id: row.id, kind: row.kind })),
  );
export interface ContactChange {
  readonly id: number;
  readonly kind: string;
  readonly contactId: ContactId;
  /** Of a merge: the contact that stays. */
  readonly into: string | null;
  readonly timestamp: string;
}
export const readContactChanges = (projectId: ProjectId, ids: readonly number[]): Query<ContactChange[]> =>
  query(
    sql`SELECT ${columns({ c: "webhook_contact_changes" }, "c.id, c.kind, c.told_contact, c.into_contact, c.at")} FROM json_each(${JSON.stringify(ids)}) k
      CROSS JOIN webhook_contact_changes c ON c.id = k.value AND c.project_id = ${projectId}`,
    (rows) =>
      rows.map((row) => ({
        ...{ id: row.id, kind: row.kind, contactId: row.told_contact as ContactId, into: row.into_contact, timestamp: iso(row.at) },
      })),
  );
export interface NewSubjectDelivery {
  readonly id: WebhookDeliveryId;
  readonly type: EventType;
  readonly subject: string;
}
/** Stores deliveries, each once, and that changes up to one are done, unless somebody else has done them since. */
export const writeContactDeliveries = (
  { projectId, id, contactChange: from }: { readonly projectId: ProjectId; readonly id: WebhookId; readonly contactChange: number },
  deliveries: readonly NewSubjectDelivery[],
  { to, now, giveUpAt }: { readonly to: number; readonly now: number; readonly giveUpAt: number },
): SQL[] => [
  sql`INSERT INTO webhook_deliveries (id, project_id, webhook_id, type, sequence, subject, state, due_at, give_up_at, created_at)
    SELECT k.value ->> 'id', ${projectId}, ${id}, k.value ->> 'type', 0, k.value ->> 'subject', 'waiting', ${now}, ${giveUpAt}, ${now}
    FROM json_each(${JSON.stringify(deliveries)}) k WHERE EXISTS (SELECT 1 FROM webhooks WHERE project_id = ${projectId} AND id = ${id} AND contact_change = ${from})
    ON CONFLICT DO NOTHING`,
  sql`UPDATE webhooks SET contact_change = ${to} WHERE project_id = ${projectId} AND id = ${id} AND contact_change = ${from}`,
];
/** One delivery to a webhook that takes such a type, once for its subject; none if it is gone. */
export const writeSubjectDelivery = (
  projectId: ProjectId,
  webhookId: string,
  { id, type, subject }: NewSubjectDelivery,
  { now, giveUpAt }: { readonly now: number; readonly giveUpAt: number },
): SQL => sql`
  INSERT INTO webhook_deliveries (id, project_id, webhook_id, type, sequence, subject, state, due_at, give_up_at, created_at)
  SELECT ${id}, w.project_id, w.id, ${type}, 0, ${subject}, 'waiting', ${now}, ${giveUpAt}, ${now}
  FROM webhooks w WHERE w.project_id = ${projectId} AND w.id = ${webhookId} AND ${takes(type)} ON CONFLICT DO NOTHING`;
/** Condition on the webhook `w`: it asks for this type. */
const takes = (type: EventType): SQL => sql`instr(w.events, ${`"${type}"`}) > 0`;
/** Condition: the project has this webhook, and it asks for the type. */
export const takesType = (projectId: ProjectId, id: string, type: EventType): SQL =>
  sql`EXISTS (SELECT 1 FROM webhooks w WHERE w.project_id = ${projectId} AND w.id = ${id} AND ${takes(type)})`;
export const writeOldChangesGone = (before: number, limit: number): SQL =>
  sql`DELETE FROM webhook_contact_changes WHERE id IN (SELECT id FROM webhook_contact_changes WHERE at < ${before} ORDER BY at LIMIT ${limit})`;
