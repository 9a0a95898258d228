// Tests that row and object stay consistent when the answer of a commit is lost or the bytes never arrive.
import { configOf } from "#kernel/config/from-environment.ts";
import { Database } from "#kernel/db/index.ts";
import { type Counter, customCounter } from "#kernel/limits/index.ts";
import { newId } from "#kernel/ids/index.ts";
import { buildRegistry, type Env } from "#kernel/module/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { env as given } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { storeFile } from "./store-file.ts";
import { removeUnattachedFiles } from "./remove-unattached.ts";

const env = given as unknown as Env;
const registry = buildRegistry([]);
const projectId = newId("project", 1);
const contactId = newId("contact", 1);
let now: number;

/** A D1 whose n-th batch fails, before or after its commit. */
function faulty(at: number, when: "before" | "after"): D1Database {
  let batches = 0;
  return new Proxy(env.DB, {
    get(d1, name) {
      if (name !== "batch") return (d1[name as keyof D1Database] as (...args: unknown[]) => unknown).bind(d1);
      return async (statements: D1PreparedStatement[]) => {
        batches += 1;
        if (batches !== at) return await d1.batch(statements);
        if (when === "after") await d1.batch(statements);
        throw new Error("Network connection lost.");
      };
    },
  });
}
const counters = (size: number): Counter[] => [
  customCounter("test.uploads", contactId, now, 86_400_000, 5),
  customCounter("test.bytes", contactId, now, 86_400_000, 1000, size),
];
function context(request: Request, DB = env.DB): RequestCtx {
  return {
    env: { ...env, DB },
    db: new Database(DB),
    config: configOf(env),
    clock: { now: () => now },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    requestId: "test",
    registry,
    caller: { kind: "visitor", projectId, contactId, sessionId: newId("visitorSession", 1), verified: false },
    request,
    url: new URL(request.url),
    address: undefined,
    reply: { status: undefined, headers: new Headers() },
    proof: undefined,
    fetch: () => Promise.reject(new Error("nothing is fetched here")),
    after: () => undefined,
  };
}
/** Runs the cron task an hour later. */
async function runCleanupLater(): Promise<void> {
  now += 3_600_001;
  await removeUnattachedFiles(context(new Request("https://desk.example/")));
}
function upload(clientId: string, options: { DB?: D1Database; body?: ReadableStream | string; length?: number } = {}) {
  const body = options.body ?? "some words in a file";
  const ctx = context(
    new Request("https://desk.example/", {
      method: "POST",
      body,
      headers: { "content-length": String(options.length ?? String(body).length) },
    }),
    options.DB,
  );
  return {
    ctx,
    done: storeFile(ctx, { projectId, owner: `visitor:${contactId}`, contactId, name: "words.txt", clientId, counters, when: sql`1` }),
  };
}
/** Rows as [state, bytes of the object or null], objects without a row, and what is counted. */
async function world() {
  const { results } = await env.DB.prepare("SELECT state, object_key, size FROM files ORDER BY id").all<{
    state: string;
    object_key: string;
    size: number;
  }>();
  const { objects } = await env.FILES.list();
  const sizes = new Map(objects.map((o) => [o.key, o.size]));
  const counted = await env.DB.prepare("SELECT coalesce(sum(n), 0) AS n FROM abuse_counters WHERE key LIKE 'test.uploads:%'").first<number>(
    "n",
  );
  return {
    files: results.map((r) => [r.state, sizes.get(r.object_key) ?? null]),
    loose: objects.filter((o) => !results.some((r) => r.object_key === o.key)).length,
    counted,
  };
}
beforeEach(async () => {
  now = Date.UTC(2030, 0, 1, 12);
  await env.DB.exec("DELETE FROM files");
  await env.DB.exec("DELETE FROM abuse_counters");
  await env.FILES.delete((await env.FILES.list()).objects.map((o) => o.key));
});

test("when the answer of the last commit is lost, the file stays complete and a retry finds it", async () => {
  const clientId = crypto.randomUUID();
  await expect(upload(clientId, { DB: faulty(2, "after") }).done).rejects.toThrow("Network connection lost");
  expect(await world()).toEqual({ files: [["stored", 20]], loose: 0, counted: 1 });
  const again = upload(clientId);
  expect((await again.done).file).toMatchObject({ name: "words.txt", size: 20 });
  expect(again.ctx.reply.status).toBe(200);
  expect((await world()).counted).toBe(1);
});

test("when the last commit fails, nothing is left and a retry stores the file", async () => {
  const clientId = crypto.randomUUID();
  await expect(upload(clientId, { DB: faulty(2, "before") }).done).rejects.toThrow("Network connection lost");
  expect(await world()).toEqual({ files: [], loose: 0, counted: 0 });
  await upload(clientId).done;
  expect(await world()).toEqual({ files: [["stored", 20]], loose: 0, counted: 1 });
});

test("when the answer of the reservation is lost, the cron task releases it after an hour", async () => {
  const clientId = crypto.randomUUID();
  await expect(upload(clientId, { DB: faulty(1, "after") }).done).rejects.toThrow("Network connection lost");
  expect(await world()).toEqual({ files: [["pending", null]], loose: 0, counted: 1 });
  await runCleanupLater();
  expect(await world()).toEqual({ files: [], loose: 0, counted: 0 });
});

test("when releasing a failed upload is interrupted at any step, the cron task finishes it", async () => {
  for (const step of [2, 3]) {
    // The body is too short and refused after the reservation; then marking (2) or deleting (3) the row fails.
    await expect(upload(crypto.randomUUID(), { DB: faulty(step, "before"), body: "short", length: 20 }).done).rejects.toThrow();
    await runCleanupLater();
    expect(await world()).toEqual({ files: [], loose: 0, counted: 0 });
  }
});

test("an upload that ends after the cron task removed it is refused and leaves no object", async () => {
  const { readable, writable } = new TransformStream();
  const writer = writable.getWriter();
  const slow = upload(crypto.randomUUID(), { body: readable, length: 20 });
  const refused = expect(slow.done).rejects.toThrow("took too long");
  await expect.poll(world).toMatchObject({ files: [["pending", null]] });
  await runCleanupLater();
  await writer.write(new TextEncoder().encode("some words in a file"));
  await writer.close();
  await refused;
  expect(await world()).toEqual({ files: [], loose: 0, counted: 0 });
});
