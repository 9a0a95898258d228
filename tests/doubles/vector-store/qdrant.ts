// Double of the vector store (Qdrant) as its REST documentation describes it, in memory: collections, payload indexes, points, filters,
// cosine scores. It answers a fetch, so that it also serves inside workerd. As in strict mode it refuses a filter on a field without an
// index. It also refuses every read and removal of points that names no project, because the product must never send one.
type Json = Record<string, unknown>;
interface Point {
  readonly id: string;
  readonly vector: readonly number[];
  payload: Json;
}
interface Collection {
  readonly size: number;
  readonly distance: string;
  readonly indexes: Map<string, unknown>;
  readonly points: Map<string, Point>;
}
/** A failure instead of the usual answer; `lose` executes the request and loses the answer; `hang` never answers; `reset` cuts at once. */
export type StoreTrouble =
  | { readonly status: number; readonly error?: string; readonly headers?: Record<string, string> }
  | "lose"
  | "hang"
  | "reset";

export const STORE_KEY = "qdrant-double-key";
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
const badInput = (words: string): Refused => new Refused(400, `Wrong input: ${words}`);
const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

export class Qdrant {
  readonly collections = new Map<string, Collection>();
  /** Method and path of every request, with its body. */
  readonly requests: { readonly method: string; readonly path: string; readonly body: Json | undefined }[] = [];
  key = STORE_KEY;
  readonly #troubles: { readonly on: RegExp; readonly trouble: StoreTrouble }[] = [];
  /** Answers every request until it is cleared. */
  down: StoreTrouble | undefined;

  /** Applies to the next request whose path matches. */
  trouble(trouble: StoreTrouble, on = /./): void {
    this.#troubles.push({ on, trouble });
  }
  /** All points of all collections. */
  points(): Point[] {
    return [...this.collections.values()].flatMap(({ points }) => [...points.values()]);
  }
  asked(path: RegExp): number {
    return this.requests.filter((one) => path.test(`${one.method} ${one.path}`)).length;
  }

  async answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const text = request.method === "GET" ? "" : await request.text();
    let body: Json | undefined;
    try {
      const parsed: unknown = text === "" ? undefined : JSON.parse(text);
      body = isObject(parsed) ? parsed : undefined;
    } catch {
      body = undefined;
    }
    this.requests.push({ method: request.method, path: pathname, body });
    const at = this.#troubles.findIndex(({ on }) => on.test(`${request.method} ${pathname}`));
    const trouble = this.down ?? (at === -1 ? undefined : this.#troubles.splice(at, 1)[0]?.trouble);
    if (trouble === "reset") throw new TypeError("Network connection lost.");
    if (trouble === "hang")
      return await new Promise((_, reject) => request.signal.addEventListener("abort", () => reject(new Error("aborted"))));
    if (typeof trouble === "object") return failed(trouble.status, trouble.error ?? "Service internal error", trouble.headers);
    const key = request.headers.get("api-key");
    if (key !== this.key)
      return new Response(key === null ? "Must provide an API key or an Authorization bearer token" : "Invalid API key or JWT", {
        status: 401,
      });
    let result: unknown;
    try {
      result = this.#do(request.method, pathname, body, text !== "");
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return failed(error.status, error.message);
    }
    if (trouble === "lose") throw new TypeError("Network connection lost.");
    return Response.json({ result, status: "ok", time: 0.000_1 });
  }

  #do(method: string, path: string, body: Json | undefined, sent: boolean): unknown {
    const [, name = "", rest = ""] = /^\/collections\/([^/]+)(\/.*)?$/.exec(path) ?? [];
    if (name === "") throw new Refused(404, "Not found: no such path");
    if (sent && body === undefined) throw new Refused(400, "Format error in JSON body: expected value at line 1 column 1");
    const route = `${method} ${rest}`;
    if (route === "PUT ") return this.#make(decodeURIComponent(name), body ?? {});
    const collection = this.collections.get(decodeURIComponent(name));
    if (!collection) throw new Refused(404, `Not found: Collection \`${name}\` doesn't exist!`);
    switch (route) {
      case "GET ":
        return {
          status: "green",
          points_count: collection.points.size,
          config: { params: { vectors: { size: collection.size, distance: collection.distance } } },
          payload_schema: Object.fromEntries(collection.indexes),
        };
      case "DELETE ":
        return this.collections.delete(name);
      case "PUT /index":
        if (typeof body?.["field_name"] !== "string") throw badInput("missing field `field_name`");
        collection.indexes.set(body["field_name"], body["field_schema"]);
        return done();
      case "PUT /points":
        return upsert(collection, body ?? {});
      case "POST /points/query":
        return query(collection, body ?? {});
      case "POST /points/delete":
        for (const { id } of filtered(collection, body?.["filter"])) collection.points.delete(id);
        return done();
      case "POST /points/payload":
        if (!isObject(body?.["payload"])) throw badInput("missing field `payload`");
        for (const point of filtered(collection, body["filter"])) point.payload = { ...point.payload, ...body["payload"] };
        return done();
      default:
        throw new Refused(404, "Not found: no such path");
    }
  }

  #make(name: string, body: Json): boolean {
    const vectors = body["vectors"];
    if (!isObject(vectors) || typeof vectors["size"] !== "number" || vectors["distance"] !== "Cosine")
      throw badInput("missing field `vectors`");
    if (vectors["size"] < 1 || vectors["size"] > 65_536) throw badInput("vector size out of range");
    if (this.collections.has(name)) throw new Refused(409, `Wrong input: Collection \`${name}\` already exists!`);
    this.collections.set(name, { size: vectors["size"], distance: "Cosine", indexes: new Map(), points: new Map() });
    return true;
  }
}

let operations = 0;
const done = (): Json => ({ operation_id: (operations += 1), status: "completed" });
const failed = (status: number, error: string, headers: Record<string, string> = {}): Response =>
  Response.json({ status: { error }, time: 0 }, { status, headers });

function upsert(collection: Collection, body: Json): Json {
  const points = body["points"];
  if (!Array.isArray(points)) throw badInput("missing field `points`");
  const parsed = points.map((point: unknown): Point => {
    if (!isObject(point) || typeof point["id"] !== "string" || !UUID.test(point["id"]))
      throw badInput(
        `value ${String(isObject(point) ? point["id"] : point)} is not a valid point ID, valid values are either an unsigned integer or a UUID`,
      );
    return { id: point["id"], vector: vectorOf(collection, point["vector"]), payload: isObject(point["payload"]) ? point["payload"] : {} };
  });
  for (const point of parsed) collection.points.set(point.id, point);
  return done();
}
function vectorOf(collection: Collection, value: unknown): number[] {
  if (!Array.isArray(value) || !value.every((one): one is number => typeof one === "number")) throw badInput("expected a vector");
  if (value.length !== collection.size) throw badInput(`Vector dimension error: expected dim: ${collection.size}, got ${value.length}`);
  return value;
}
function query(collection: Collection, body: Json): Json {
  const asked = vectorOf(collection, body["query"]);
  const limit = typeof body["limit"] === "number" ? body["limit"] : 10;
  const threshold = typeof body["score_threshold"] === "number" ? body["score_threshold"] : -Infinity;
  const points = filtered(collection, body["filter"])
    .map(({ id, vector, payload }) => ({
      id,
      version: 1,
      score: cosine(asked, vector),
      ...(body["with_payload"] === true ? { payload } : {}),
    }))
    .filter(({ score }) => score >= threshold)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit);
  return { points };
}
function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = a.reduce((sum, one, i) => sum + one * (b[i] ?? 0), 0);
  const size = Math.hypot(...a) * Math.hypot(...b);
  return size === 0 ? 0 : dot / size;
}

/** The points that match the filter. A filter without a project is refused. */
function filtered(collection: Collection, filter: unknown): Point[] {
  if (!isObject(filter) || !Array.isArray(filter["must"])) throw badInput("a filter must be given");
  const [must, not] = [conditions(collection, filter["must"]), conditions(collection, filter["must_not"] ?? [])];
  const project = must.find(({ key }) => key === "projectId");
  if (project?.values.length !== 1) throw new Refused(400, "Bad request: a filter without one project is not allowed here");
  return [...collection.points.values()].filter(
    ({ payload }) => must.every((one) => fits(payload, one)) && not.every((one) => !fits(payload, one)),
  );
}
interface Condition {
  readonly key: string;
  readonly values: readonly unknown[];
}
function conditions(collection: Collection, given: unknown): Condition[] {
  if (!Array.isArray(given)) throw new Refused(400, "Format error in JSON body: expected a sequence");
  return given.map((one: unknown): Condition => {
    const match = isObject(one) ? one["match"] : undefined;
    if (!isObject(one) || typeof one["key"] !== "string" || !isObject(match))
      throw new Refused(400, "Format error in JSON body: data did not match any variant of untagged enum Condition");
    if (!collection.indexes.has(one["key"]))
      throw new Refused(400, `Bad request: Index required but not found for "${one["key"]}" of one of the following types: [keyword]`);
    const values = "value" in match ? [match["value"]] : match["any"];
    if (!Array.isArray(values)) throw new Refused(400, "Format error in JSON body: unknown match");
    return { key: one["key"], values };
  });
}
const fits = (payload: Json, { key, values }: Condition): boolean => values.includes(payload[key]);
