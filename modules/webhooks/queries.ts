// All SQL of webhooks.
import { iso, isoOrNull } from "#kernel/clock/index.ts";
import { as, columns, columnList, parseJson, type Query, query, queryOne, type RowIn, type SQL, sql } from "#kernel/db/index.ts";
import type { AccountId, ProjectId, WebhookDeliveryId, WebhookId } from "#kernel/ids/index.ts";
import { IMPORT_SCOPE, newestSequence } from "#modules/conversations";
import { stillMay } from "#modules/projects";
import { newestChange, writeOldChangesGone } from "./contact-queries.ts";
import { type Delivery, type EventType, type Fault, MAX_WEBHOOKS, TEST, type Webhook, type WebhookSettings } from "./contract.ts";

/** A webhook with what only the server knows of it. */
export interface StoredWebhook extends Webhook {
  readonly projectId: ProjectId;
  readonly secret: string;
  readonly previousSecret: string | null;
  readonly previousUntil: number | null;
  readonly sequence: number;
  /** Up to which change of a contact it has deliveries. */
  readonly contactChange: number;
  readonly failures: number;
  readonly failingAt: number | null;
  /** When it was stopped last, also after it was resumed. */
  readonly stoppedAt: number | null;
  readonly nextAt: number;
}
const COLUMNS = columnList`${columns("webhooks", "id, project_id, url, description, events, secret, previous_secret, previous_until, state, revision, sequence, contact_change, failures, failing_since, next_at, delivered_at, stopped_at, stopped_for, stopped_status, stopped_fault, created_at")}`;
const storedWebhook = (row: RowIn<typeof COLUMNS>): StoredWebhook => ({
  ...{ id: row.id, projectId: row.project_id, url: row.url, description: row.description, state: row.state as Webhook["state"] },
  ...{ events: parseJson<EventType[]>(row.events), revision: row.revision, createdAt: iso(row.created_at) },
  ...{
    failingSince: isoOrNull(row.failing_since),
    stopped:
      row.state !== "failing" || row.stopped_at === null
        ? null
        : {
            ...{ at: iso(row.stopped_at), reason: row.stopped_for === "gone" ? ("gone" as const) : ("nothing_accepted" as const) },
            ...{ status: row.stopped_status, fault: row.stopped_fault as Fault | null },
          },
    deliveredAt: isoOrNull(row.delivered_at),
    bothSecretsUntil: isoOrNull(row.previous_until),
  },
  ...{
    secret: row.secret,
    previousSecret: row.previous_secret,
    previousUntil: row.previous_until,
    sequence: row.sequence,
    contactChange: row.contact_change,
  },
  ...{ failures: row.failures, failingAt: row.failing_since, stoppedAt: row.stopped_at, nextAt: row.next_at },
});
/** What members get of it. */
export const toWebhook = (stored: StoredWebhook, now: number): Webhook => {
  const { id, url, description, events, state, revision, stopped, failingSince, deliveredAt, createdAt, previousUntil } = stored;
  const both = previousUntil !== null && previousUntil > now ? stored.bothSecretsUntil : null;
  return { id, url, description, events, state, revision, stopped, failingSince, deliveredAt, bothSecretsUntil: both, createdAt };
};

export const readWebhooks = (projectId: ProjectId): Query<StoredWebhook[]> =>
  query(sql`SELECT ${COLUMNS} FROM webhooks WHERE project_id = ${projectId} ORDER BY id LIMIT ${MAX_WEBHOOKS}`, (rows) =>
    rows.map(storedWebhook),
  );
export const readWebhook = (projectId: ProjectId, id: WebhookId): Query<StoredWebhook | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM webhooks WHERE project_id = ${projectId} AND id = ${id}`, storedWebhook);
export const readWebhookBy = (projectId: ProjectId, clientId: string): Query<StoredWebhook | undefined> =>
  queryOne(sql`SELECT ${COLUMNS} FROM webhooks WHERE project_id = ${projectId} AND client_id = ${clientId}`, storedWebhook);

export const writeWebhook = (
  w: WebhookSettings & {
    readonly id: WebhookId;
    readonly projectId: ProjectId;
    readonly secret: string;
    readonly createdBy: AccountId;
    readonly clientId: string;
    readonly now: number;
  },
): SQL => sql`
  INSERT INTO webhooks (id, project_id, url, description, events, secret, state, revision, sequence, contact_change, created_by, client_id, created_at)
  SELECT ${w.id}, ${w.projectId}, ${w.url}, ${w.description}, ${JSON.stringify(w.events)}, ${w.secret}, 'on', 1, ${newestSequence(w.projectId)}, ${newestChange(w.projectId)}, ${w.createdBy}, ${w.clientId}, ${w.now}
  WHERE ${stillMay(w.projectId, w.createdBy, "admin")} AND (SELECT count(*) FROM webhooks WHERE project_id = ${w.projectId}) < ${MAX_WEBHOOKS}
  ON CONFLICT (project_id, client_id) DO NOTHING`;

/** A column of a webhook, as an expression; null for none. */
export const webhookValue = (projectId: ProjectId, id: WebhookId, column: "url" | "description" | "events" | "state" | "revision"): SQL =>
  sql`(SELECT ${sql.raw(column)} FROM webhooks WHERE project_id = ${projectId} AND id = ${id})`;
/** Condition: this member may change the webhook, which nobody has changed since the revision. */
export const mayChange = (projectId: ProjectId, id: WebhookId, revision: number, by: AccountId): SQL =>
  sql`(${stillMay(projectId, by, "admin")} AND ${webhookValue(projectId, id, "revision")} = ${revision})`;
export const writeSettings = (projectId: ProjectId, id: WebhookId, { url, description, events }: WebhookSettings, when: SQL): SQL => sql`
  UPDATE webhooks SET url = ${url}, description = ${description}, events = ${JSON.stringify(events)}, revision = revision + 1,
    contact_change = CASE WHEN instr(events, '"contact.') > 0 THEN contact_change ELSE ${newestChange(projectId)} END,
    failures = CASE WHEN url = ${url} THEN failures ELSE 0 END, next_at = CASE WHEN url = ${url} THEN next_at ELSE 0 END
  WHERE project_id = ${projectId} AND id = ${id} AND ${when}`;
export const writeSecret = (projectId: ProjectId, id: WebhookId, secret: string, bothUntil: number, when: SQL): SQL => sql`
  UPDATE webhooks SET previous_secret = secret, previous_until = ${bothUntil}, secret = ${secret}, revision = revision + 1
  WHERE project_id = ${projectId} AND id = ${id} AND ${when}`;
/** Resumes it, where it is not on; with `skip` from the newest event. */
export const writeResumed = (projectId: ProjectId, id: WebhookId, skip: boolean): SQL => sql`
  UPDATE webhooks SET state = 'on', failures = 0, failing_since = NULL, next_at = 0${skip ? sql`, sequence = ${newestSequence(projectId)}, contact_change = ${newestChange(projectId)}` : sql``}
  WHERE project_id = ${projectId} AND id = ${id} AND state <> 'on'`;
export const writePaused = (projectId: ProjectId, id: WebhookId): SQL =>
  sql`UPDATE webhooks SET state = 'paused' WHERE project_id = ${projectId} AND id = ${id} AND state = 'on'`;
/** Stops it until somebody resumes it. */
export const writeStopped = (
  projectId: ProjectId,
  id: WebhookId,
  stop: { readonly at: number; readonly gone: boolean; readonly status: number | null; readonly fault: Fault | null },
): SQL =>
  sql`UPDATE webhooks SET state = 'failing', stopped_at = ${stop.at}, stopped_for = ${stop.gone ? "gone" : "nothing_accepted"}, stopped_status = ${stop.status}, stopped_fault = ${stop.fault} WHERE project_id = ${projectId} AND id = ${id} AND state = 'on'`;
/** Gives up what still waits, for one that resumes without it. */
export const writeSkipped = (projectId: ProjectId, id: WebhookId, when: SQL): SQL =>
  sql`UPDATE webhook_deliveries SET state = 'failed' WHERE project_id = ${projectId} AND webhook_id = ${id} AND state = 'waiting' AND ${when}`;
export const writeRemoved = (projectId: ProjectId, id: WebhookId): SQL[] => [
  sql`DELETE FROM webhooks WHERE project_id = ${projectId} AND id = ${id}`,
  sql`DELETE FROM webhook_deliveries WHERE id IN (SELECT id FROM webhook_deliveries WHERE project_id = ${projectId} AND webhook_id = ${id} LIMIT 1000)`,
];

/** Webhooks of the project that are on. */
export const readOn = (projectId: ProjectId): Query<WebhookId[]> =>
  query(sql`SELECT ${columns("webhooks", "id")} FROM webhooks WHERE project_id = ${projectId} AND state = 'on'`, (rows) =>
    rows.map((row) => row.id),
  );
/** Webhooks of all projects for which something is to be done now. */
export const readBehind = (now: number, limit: number): Query<{ id: WebhookId; projectId: ProjectId }[]> =>
  query(
    sql`SELECT ${columns({ w: "webhooks" }, "w.id, w.project_id")} FROM webhooks w INDEXED BY webhooks_on WHERE w.state = 'on' AND w.next_at <= ${now}
      AND (w.sequence < ${newestSequence(sql`w.project_id`)} OR (instr(w.events, '"contact.') > 0 AND w.contact_change < ${newestChange(sql`w.project_id`)}) OR EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.state = 'waiting' AND d.due_at <= ${now})) LIMIT ${limit}`,
    (rows) => rows.map((row) => ({ id: row.id, projectId: row.project_id })),
  );

/** An event that is not a delivery yet. */
export interface FreshEvent {
  readonly sequence: number;
  readonly kind: string;
  readonly revision: number;
}
/** Events of the project after a sequence, in order. Those of imports come too, with an empty kind: nobody is told of them. */
export const readFresh = (projectId: ProjectId, after: number, limit: number): Query<FreshEvent[]> =>
  query(
    sql`SELECT ${columns({ e: "conversation_events" }, "e.sequence, e.revision")}, CASE WHEN e.scope = ${IMPORT_SCOPE} THEN '' ELSE e.kind END ${as.text("kind")}
      FROM conversation_events e WHERE e.project_id = ${projectId} AND e.sequence > ${after} ORDER BY e.sequence LIMIT ${limit}`,
    (rows) => rows.map((row) => ({ sequence: row.sequence, revision: row.revision, kind: row.kind })),
  );
export interface NewDelivery {
  readonly id: WebhookDeliveryId;
  readonly type: EventType | typeof TEST;
  /** 0 for a test. */
  readonly sequence: number;
}
/** Stores deliveries, each once, and that events up to a sequence are done, unless somebody else has done them since `from`. */
export const writeDeliveries = (
  { projectId, id, sequence: from }: Pick<StoredWebhook, "projectId" | "id" | "sequence">,
  deliveries: readonly NewDelivery[],
  { to, now, giveUpAt }: { readonly to: number; readonly now: number; readonly giveUpAt: number },
): SQL[] => [
  sql`INSERT INTO webhook_deliveries (id, project_id, webhook_id, type, sequence, state, due_at, give_up_at, created_at)
    SELECT k.value ->> 'id', ${projectId}, ${id}, k.value ->> 'type', k.value ->> 'sequence', 'waiting', ${now}, ${giveUpAt}, ${now}
    FROM json_each(${JSON.stringify(deliveries)}) k WHERE EXISTS (SELECT 1 FROM webhooks WHERE project_id = ${projectId} AND id = ${id} AND sequence = ${from})
    ON CONFLICT DO NOTHING`,
  sql`UPDATE webhooks SET sequence = ${to} WHERE project_id = ${projectId} AND id = ${id} AND sequence = ${from}`,
];
export const writeTest = (projectId: ProjectId, webhookId: WebhookId, id: WebhookDeliveryId, now: number, when: SQL): SQL => sql`
  INSERT INTO webhook_deliveries (id, project_id, webhook_id, type, sequence, state, due_at, give_up_at, created_at)
  SELECT ${id}, ${projectId}, id, ${TEST}, 0, 'failed', ${now}, ${now}, ${now} FROM webhooks WHERE project_id = ${projectId} AND id = ${webhookId} AND ${when}`;

/** A delivery with what an attempt needs. */
export interface StoredDelivery extends Delivery {
  readonly sequence: number;
  readonly giveUpAt: number;
  /** What it tells of, if that is no event of a conversation. */
  readonly subject: string | null;
}
const DELIVERY = columnList`${columns({ d: "webhook_deliveries" }, "d.id, d.type, d.sequence, d.subject, d.state, d.attempts, d.due_at, d.give_up_at, d.last_at, d.last_status, d.last_fault, d.last_took, d.created_at")}`;
const storedDelivery = (row: RowIn<typeof DELIVERY>): StoredDelivery => ({
  ...{ id: row.id, type: row.type as Delivery["type"], state: row.state as Delivery["state"], attempts: row.attempts },
  ...{ createdAt: iso(row.created_at), nextAt: row.state === "waiting" ? iso(row.due_at) : null },
  last:
    row.last_at === null
      ? null
      : {
          ...{ at: iso(row.last_at), status: row.last_status, fault: row.last_fault as Fault | null },
          milliseconds: row.last_took ?? 0,
        },
  ...{ sequence: row.sequence, giveUpAt: row.give_up_at, subject: row.subject },
});
/** What members get of it. */
export const toDelivery = ({ id, type, state, attempts, createdAt, nextAt, last }: StoredDelivery): Delivery => ({
  ...{ id, type, state, attempts, createdAt, nextAt, last },
});
/** What is due now, the longest first. */
export const readDueDeliveries = (projectId: ProjectId, webhookId: WebhookId, now: number, limit: number): Query<StoredDelivery[]> =>
  query(
    sql`SELECT ${DELIVERY} FROM webhook_deliveries d INDEXED BY webhook_deliveries_due
      WHERE d.webhook_id = ${webhookId} AND d.state = 'waiting' AND d.due_at <= ${now} AND d.project_id = ${projectId} ORDER BY d.due_at, d.id LIMIT ${limit}`,
    (rows) => rows.map(storedDelivery),
  );
export const readDeliveries = (
  projectId: ProjectId,
  webhookId: WebhookId,
  { state, before, limit }: { readonly state: Delivery["state"] | undefined; readonly before: string | undefined; readonly limit: number },
): Query<StoredDelivery[]> =>
  query(
    sql`SELECT ${DELIVERY} FROM webhook_deliveries d WHERE d.project_id = ${projectId} AND d.webhook_id = ${webhookId}${state === undefined ? sql`` : sql` AND d.state = ${state}`}${before === undefined ? sql`` : sql` AND d.id < ${before}`} ORDER BY d.id DESC LIMIT ${limit}`,
    (rows) => rows.map(storedDelivery),
  );
export const readDelivery = (projectId: ProjectId, webhookId: WebhookId, id: WebhookDeliveryId): Query<StoredDelivery | undefined> =>
  queryOne(
    sql`SELECT ${DELIVERY} FROM webhook_deliveries d WHERE d.project_id = ${projectId} AND d.webhook_id = ${webhookId} AND d.id = ${id}`,
    storedDelivery,
  );
/** How an attempt ended. */
export interface Attempt {
  readonly id: WebhookDeliveryId;
  readonly at: number;
  readonly state: Delivery["state"];
  readonly dueAt: number;
  readonly status: number | null;
  readonly fault: Fault | null;
  readonly took: number;
}
/** Settles attempts: no row more for a retry than the one that the delivery is. */
export const writeAttempts = (projectId: ProjectId, webhookId: WebhookId, attempts: readonly Attempt[]): SQL => sql`
  UPDATE webhook_deliveries SET state = k.value ->> 'state', attempts = attempts + 1, due_at = k.value ->> 'dueAt', last_at = k.value ->> 'at',
    last_status = k.value ->> 'status', last_fault = k.value ->> 'fault', last_took = k.value ->> 'took'
  FROM json_each(${JSON.stringify(attempts)}) k
  WHERE webhook_deliveries.id = k.value ->> 'id' AND webhook_deliveries.project_id = ${projectId} AND webhook_deliveries.webhook_id = ${webhookId}`;
/** What the attempts say of the webhook. */
export const writeHealth = (
  projectId: ProjectId,
  id: WebhookId,
  { well, failures, nextAt, now }: { readonly well: boolean; readonly failures: number; readonly nextAt: number; readonly now: number },
): SQL =>
  well
    ? sql`UPDATE webhooks SET failures = 0, failing_since = NULL, next_at = 0, delivered_at = ${now} WHERE project_id = ${projectId} AND id = ${id}`
    : sql`UPDATE webhooks SET failures = ${failures}, failing_since = coalesce(failing_since, ${now}), next_at = ${nextAt} WHERE project_id = ${projectId} AND id = ${id}`;
/** Sends a delivery again, at once. */
export const writeRedelivery = (
  projectId: ProjectId,
  webhookId: WebhookId,
  id: WebhookDeliveryId,
  now: number,
  giveUpAt: number,
): SQL => sql`
  UPDATE webhook_deliveries SET state = 'waiting', due_at = ${now}, give_up_at = ${giveUpAt}
  WHERE project_id = ${projectId} AND webhook_id = ${webhookId} AND id = ${id} AND (sequence > 0 OR subject IS NOT NULL)`;

export const writeOldGone = (before: number, limit: number): SQL[] => [
  sql`DELETE FROM webhook_deliveries WHERE id IN (SELECT id FROM webhook_deliveries WHERE state <> 'waiting' AND created_at < ${before} ORDER BY created_at LIMIT ${limit})`,
  writeOldChangesGone(before, limit),
  // What a removed webhook left behind, and what waited at one that is paused until its subject was gone.
  sql`DELETE FROM webhook_deliveries WHERE id IN (SELECT d.id FROM webhook_deliveries d INDEXED BY webhook_deliveries_due WHERE d.state = 'waiting' AND d.due_at < ${before} AND (d.subject IS NOT NULL OR NOT EXISTS (SELECT 1 FROM webhooks w WHERE w.id = d.webhook_id)) LIMIT ${limit})`,
];
export const writeProjectGone = (projectId: ProjectId, when: SQL): SQL[] => [
  sql`DELETE FROM webhooks WHERE project_id = ${projectId} AND ${when}`,
  sql`DELETE FROM webhook_contact_changes WHERE id IN (SELECT id FROM webhook_contact_changes WHERE project_id = ${projectId} LIMIT 1000) AND ${when}`,
  // The rest, which holds no text, goes with what is old.
  sql`DELETE FROM webhook_deliveries WHERE id IN (SELECT id FROM webhook_deliveries WHERE project_id = ${projectId} LIMIT 1000) AND ${when}`,
];
