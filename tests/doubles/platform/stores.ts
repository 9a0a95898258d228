// D1, R2, and queue routes of the platform double. Each database is a real SQLite database, so migrations run and queries answer.
import { ok, page, refuse } from "./answers.ts";
import { inAccount, route, type Route, text } from "./routes.ts";
import { type Database, hexId, makeDatabase } from "./state.ts";

const databaseItem = ({ db: _, ...rest }: Database): object => ({ ...rest, version: "production", num_tables: 0, file_size: 12_288 });
const META = {
  served_by: "double",
  duration: 0.1,
  changes: 0,
  last_row_id: 0,
  changed_db: false,
  size_after: 12_288,
  rows_read: 0,
  rows_written: 0,
};

/** A whole file runs as one transaction, as on the platform. */
function runSql({ db }: Database, sql: string, params: readonly string[]): Record<string, unknown>[] {
  if (/^\s*(select|pragma|with|explain)/i.test(sql)) return db.prepare(sql).all(...params);
  db.exec("BEGIN");
  try {
    db.exec(sql);
    db.exec("COMMIT");
  } catch (error) {
    db.exec("ROLLBACK");
    throw error;
  }
  return [];
}

const databases: readonly Route[] = [
  route("GET", inAccount("/d1/database"), "d1", (state, { query }) => {
    const name = query.get("name") ?? "";
    return page([...state.databases.values()].filter((one) => one.name.includes(name)).map(databaseItem), query);
  }),
  route("POST", inAccount("/d1/database"), "d1", (state, request) => {
    const { name } = text(request);
    if ([...state.databases.values()].some((one) => one.name === name)) {
      return refuse(400, 7502, `Database with name '${name}' already exists`);
    }
    const database = makeDatabase(String(name), state.databaseId);
    state.databases.set(database.uuid, database);
    return ok(databaseItem(database));
  }),
  route("GET", inAccount("/d1/database/:id"), "d1", (state, { at }) => {
    const found = [...state.databases.values()].find((one) => one.uuid === at[0] || one.name === at[0]);
    return found ? ok(databaseItem(found)) : refuse(404, 7404, "The database was not found");
  }),
  route("GET", inAccount("/d1/database/:id/time_travel/bookmark"), "d1", (state, { at }) =>
    state.databases.has(at[0] ?? "")
      ? ok({ bookmark: "00000085-0000024c-00004c6d-8e61117bf38d7adb71b934ebbf891683" })
      : refuse(404, 7404, "The database was not found"),
  ),
  route("POST", inAccount("/d1/database/:id/query"), "d1", (state, request) => {
    const database = state.databases.get(request.at[0] ?? "");
    if (!database) return refuse(404, 7404, "The database was not found");
    const { sql, params = [] } = text(request);
    try {
      return ok([{ results: runSql(database, String(sql), params as string[]), success: true, meta: META }]);
    } catch (error) {
      return refuse(400, 7500, error instanceof Error ? error.message : String(error));
    }
  }),
];

const notEnabled = () => refuse(403, 10_042, "Please enable R2 through the Cloudflare Dashboard.");

const buckets: readonly Route[] = [
  route("GET", inAccount("/r2/buckets/:name"), "r2", (state, { at }) => {
    if (!state.r2Enabled) return notEnabled();
    const bucket = state.buckets.get(at[0] ?? "");
    return bucket ? ok(bucket) : refuse(404, 10_006, "The specified bucket does not exist.");
  }),
  route("POST", inAccount("/r2/buckets"), "r2", (state, request) => {
    if (!state.r2Enabled) return notEnabled();
    const name = String(text(request)["name"]);
    if (state.buckets.has(name)) return refuse(409, 10_004, "The bucket you tried to create already exists, and you own it.");
    state.buckets.set(name, { name, creation_date: new Date().toISOString() });
    return ok(state.buckets.get(name));
  }),
];

const queues: readonly Route[] = [
  route("GET", inAccount("/queues"), "queues", (state, { query }) => {
    const name = query.get("name");
    return page(
      [...state.queues.values()].filter((one) => name === null || one.queue_name === name),
      query,
    );
  }),
  route("POST", inAccount("/queues"), "queues", (state, request) => {
    const name = String(text(request)["queue_name"]);
    if ([...state.queues.values()].some((one) => one.queue_name === name)) return refuse(409, 11_009, "Queue name is already taken.");
    const queue = { queue_id: hexId(), queue_name: name, producers: [], consumers: [] };
    state.queues.set(queue.queue_id, queue);
    return ok(queue);
  }),
  route("POST", inAccount("/queues/:id/consumers"), "queues", (state, request) => {
    const consumer = { ...text(request), consumer_id: hexId(), script: text(request)["script_name"] };
    state.queues.get(request.at[0] ?? "")?.consumers.push(consumer);
    return ok(consumer);
  }),
  route("PUT", inAccount("/queues/:id/consumers/:consumer"), "queues", (_, request) =>
    ok({ ...text(request), consumer_id: request.at[1] }),
  ),
];

export const storeRoutes: readonly Route[] = [...databases, ...buckets, ...queues];
