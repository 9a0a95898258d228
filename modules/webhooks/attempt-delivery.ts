// One attempt of a delivery: what is sent, and how it ended.
import { safeCall } from "#kernel/safe-fetch/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { readEventsAt, registeredRowFields } from "#modules/conversations";
import type { ProjectId } from "#kernel/ids/index.ts";
import { TEST } from "./contract.ts";
import { deliverySubjects, type ToldSubject } from "./extension.ts";
import type { Attempt, StoredDelivery, StoredWebhook } from "./queries.ts";
import { waitAfter } from "./retry.ts";
import { signedHeaders } from "./signature.ts";

/** Milliseconds for which an answer is waited for; the specification of Standard Webhooks recommends 15 to 30 seconds. */
const TIMEOUT = 15_000;
/** Bytes of an answer, which nobody reads. */
const MAX_ANSWER = 16_384;
const GONE = 410;

export interface AttemptResult extends Attempt {
  /** The other system wants nothing more. */
  readonly gone: boolean;
}

/**
 * The bodies of deliveries by id, read from their events now: what was erased meanwhile is not in them. Without one whose event is not
 * there any more.
 */
export async function bodiesOf(
  ctx: Pick<Ctx, "db" | "registry">,
  projectId: ProjectId,
  deliveries: readonly Pick<StoredDelivery, "id" | "type" | "sequence" | "subject" | "createdAt">[],
): Promise<ReadonlyMap<string, string>> {
  const sequences = [...new Set(deliveries.flatMap(({ sequence }) => (sequence > 0 ? [sequence] : [])))];
  const [rows] = sequences.length === 0 ? [[]] : await ctx.db.read(readEventsAt(registeredRowFields(ctx), projectId, sequences));
  const bySequence = new Map(rows.map((row) => [row.sequence, row]));
  const told = await subjectsOf(ctx, projectId, deliveries);
  return new Map(
    deliveries.flatMap(({ id, type, sequence, subject, createdAt }): [string, string][] => {
      if (type === TEST) return [[id, JSON.stringify({ type, timestamp: createdAt, data: { projectId } })]];
      if (subject !== null) {
        const found = told.get(`${type} ${subject}`);
        return found ? [[id, JSON.stringify({ type, timestamp: found.timestamp, data: { projectId, ...found.data } })]] : [];
      }
      const row = bySequence.get(sequence);
      if (!row) return [];
      // How much a member has not read says nothing to another system.
      const { unread: _, ...conversation } = row.summary;
      return [[id, JSON.stringify({ type, timestamp: row.event.createdAt, data: { projectId, conversation, event: row.event } })]];
    }),
  );
}

/** What is sent of the subjects of deliveries, by type and subject. */
async function subjectsOf(
  ctx: Pick<Ctx, "db" | "registry">,
  projectId: ProjectId,
  deliveries: readonly Pick<StoredDelivery, "type" | "subject">[],
): Promise<ReadonlyMap<string, ToldSubject>> {
  const told = new Map<string, ToldSubject>();
  for (const { types, read } of ctx.registry.extensions.of(deliverySubjects)) {
    const concerned = deliveries.filter(({ type, subject }) => subject !== null && (types as readonly string[]).includes(type));
    if (concerned.length === 0) continue;
    const found = await read(ctx, projectId, [...new Set(concerned.flatMap(({ subject }) => subject ?? []))]);
    for (const { type, subject } of concerned) {
      const one = found.get(subject ?? "");
      if (one) told.set(`${type} ${subject}`, one);
    }
  }
  return told;
}

/** Sends a delivery once. Never throws. */
export async function attempt(
  ctx: Pick<Ctx, "fetch" | "config" | "env" | "clock">,
  { url }: Pick<StoredWebhook, "url">,
  delivery: Pick<StoredDelivery, "id" | "attempts" | "giveUpAt">,
  { body, secrets }: { readonly body: string | undefined; readonly secrets: readonly string[] | undefined },
): Promise<AttemptResult> {
  const at = ctx.clock.now();
  const began = performance.now();
  const { id } = delivery;
  const ended = (took: number, status: number | null, fault: Attempt["fault"], retryAfter?: number): AttemptResult => {
    const well = status !== null && status >= 200 && status < 300;
    const dueAt = at + waitAfter(delivery.attempts + 1, Math.random(), retryAfter);
    const state = well ? "delivered" : dueAt > delivery.giveUpAt ? "failed" : "waiting";
    return { id, at, state, dueAt, status, fault: well ? null : fault, took, gone: status === GONE };
  };
  if (secrets === undefined) return ended(0, null, "secret");
  // Its event is gone, with its contact or project: nothing is left to be sent.
  if (body === undefined) return { id, at, state: "failed", dueAt: at, status: null, fault: null, took: 0, gone: false };
  const answer = await safeCall(ctx, url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "*/*", ...(await signedHeaders(secrets, { id, at, body })) },
    body,
    maxBytes: MAX_ANSWER,
    timeout: TIMEOUT,
  });
  const took = Math.round(performance.now() - began);
  if (answer.ok) return ended(took, answer.status, null, answer.retryAfter);
  // An answer that is too long is an answer all the same.
  if (answer.reason === "too_large") return ended(took, answer.status ?? null, null);
  return ended(took, answer.status ?? null, answer.reason);
}
