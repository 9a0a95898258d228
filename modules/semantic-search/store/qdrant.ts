// Client of the vector store (Qdrant's REST API). Every call throws a `ServiceError` when it fails.
import type { Ctx } from "#kernel/module/index.ts";
import { fieldOf } from "#kernel/http/service-response.ts";
import { m } from "#messages";
import { callService, type ServiceAnswer, type ServiceRequest, ServiceError, serviceErrorOf } from "../call-service.ts";
import type { Filter } from "./filter.ts";
import { INDEXES, type Payload, type Point } from "./points.ts";

const VARIABLES = "VECTOR_STORE_URL and VECTOR_STORE_API_KEY";

export interface Store {
  readonly ctx: Pick<Ctx, "fetch" | "clock">;
  readonly url: string;
  readonly key: string;
}
export interface Scored {
  readonly id: string;
  readonly score: number;
  readonly payload: Partial<Payload>;
}

async function call(
  store: Store,
  method: ServiceRequest["method"],
  path: string,
  body: unknown,
  signal: AbortSignal,
): Promise<ServiceAnswer> {
  const request = { method, url: `${store.url}${path}`, headers: { "api-key": store.key }, ...(body === undefined ? {} : { body }) };
  const answer = await callService(store.ctx, m.semantic_search_vector_store(), request, signal);
  // The address may belong to something else, such as a proxy's error page.
  if (answer.status === 200 && fieldOf(answer.body, "status") !== "ok" && fieldOf(answer.body, "result") === undefined)
    throw new ServiceError("settings", m.semantic_search_not_qdrant({ title: m.semantic_search_vector_store() }));
  return answer;
}
async function callOrThrow(
  store: Store,
  method: ServiceRequest["method"],
  path: string,
  body: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  const answer = await call(store, method, path, body, signal);
  if (answer.status === 200) return fieldOf(answer.body, "result");
  throw refusalOf(store, answer);
}
function refusalOf(store: Store, answer: ServiceAnswer): ServiceError {
  const trouble = serviceErrorOf(m.semantic_search_vector_store(), answer, messageOf(answer.body), VARIABLES, store.ctx.clock.now());
  // The store's refusals never concern a single text.
  return trouble.kind === "input" ? new ServiceError("settings", trouble.message) : trouble;
}
/** Requests contain only ids, so the store's message may be shown, without the key. */
function messageOf(body: unknown): string {
  const words = fieldOf(body, "status", "error");
  return typeof words === "string"
    ? words
        .replaceAll(/[\p{Cc}\s]+/gu, " ")
        .replaceAll(/[\w-]{32,}/g, "…")
        .slice(0, 160)
        .trim()
    : "";
}
const at = (collection: string): string => `/collections/${encodeURIComponent(collection)}`;

/** Vector length of the collection; undefined if it does not exist. */
export async function readSize(store: Store, collection: string, signal: AbortSignal): Promise<number | undefined> {
  const answer = await call(store, "GET", at(collection), undefined, signal);
  // Only Qdrant's own 404 has an error of this form.
  if (answer.status === 404 && messageOf(answer.body) !== "") return undefined;
  if (answer.status !== 200) {
    const trouble = refusalOf(store, answer);
    throw trouble.kind === "missing" ? new ServiceError("settings", m.semantic_search_check_url({ message: trouble.message })) : trouble;
  }
  const size = fieldOf(answer.body, "result", "config", "params", "vectors", "size");
  // Named vectors have no size here: somebody else created the collection.
  return typeof size === "number" ? size : 0;
}

/** Creates the collection with its indexes. Safe to repeat. */
export async function makeCollection(store: Store, collection: string, dimension: number, signal: AbortSignal): Promise<void> {
  const made = await call(store, "PUT", at(collection), { vectors: { size: dimension, distance: "Cosine" } }, signal);
  // 409: created in the meantime. Older releases answer 400 with the same message.
  const known = made.status === 409 || (made.status === 400 && /already exists/i.test(messageOf(made.body)));
  if (made.status !== 200 && !known) throw refusalOf(store, made);
  for (const [name, schema] of Object.entries(INDEXES))
    await callOrThrow(store, "PUT", `${at(collection)}/index?wait=true`, { field_name: name, field_schema: schema }, signal);
}

/** Writes the points, replacing those with the same ids. */
export async function upsertPoints(store: Store, collection: string, points: readonly Point[], signal: AbortSignal): Promise<void> {
  await callOrThrow(store, "PUT", `${at(collection)}/points?wait=true`, { points }, signal);
}
/** Changes the filter fields of points and keeps their vectors. */
export async function setPayload(
  store: Store,
  collection: string,
  filter: Filter,
  payload: Partial<Payload>,
  signal: AbortSignal,
): Promise<void> {
  await callOrThrow(store, "POST", `${at(collection)}/points/payload?wait=true`, { payload, filter }, signal);
}
/** Removes the points; succeeds if the collection does not exist. */
export async function deletePoints(store: Store, collection: string, filter: Filter, signal: AbortSignal): Promise<void> {
  try {
    await callOrThrow(store, "POST", `${at(collection)}/points/delete?wait=true`, { filter }, signal);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== "missing" || !/doesn't exist|not found/i.test(error.message)) throw error;
  }
}
/** The nearest points, best first. */
export async function queryPoints(
  store: Store,
  collection: string,
  asked: { readonly vector: readonly number[]; readonly filter: Filter; readonly limit: number },
  signal: AbortSignal,
): Promise<Scored[]> {
  const { vector: query, filter, limit } = asked;
  const result = await callOrThrow(store, "POST", `${at(collection)}/points/query`, { query, filter, limit, with_payload: true }, signal);
  const points = fieldOf(result, "points");
  if (!Array.isArray(points)) throw new ServiceError("settings", m.semantic_search_not_qdrant({ title: m.semantic_search_vector_store() }));
  return points.flatMap((point: unknown) => {
    const [id, score, payload] = [fieldOf(point, "id"), fieldOf(point, "score"), fieldOf(point, "payload")];
    return typeof id === "string" && typeof score === "number" && Number.isFinite(score) && typeof payload === "object" && payload !== null
      ? [{ id, score, payload: payload as Partial<Payload> }]
      : [];
  });
}
