// Starts the floor worker on the same runtime as the product, with state of its own.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startRuntime } from "../../scripts/lib/miniflare.ts";
import { readWorkerConfig } from "../../scripts/lib/worker-config.ts";

const TABLES = [
  "CREATE TABLE message (id TEXT PRIMARY KEY, conversation TEXT NOT NULL, at INTEGER NOT NULL, body TEXT NOT NULL)",
  "CREATE INDEX message_conversation ON message (conversation, at)",
  "CREATE TABLE conversation (id TEXT PRIMARY KEY, last_at INTEGER NOT NULL, revision INTEGER NOT NULL)",
  "CREATE TABLE counter (key TEXT PRIMARY KEY, n INTEGER NOT NULL)",
];

export async function startFloor(): Promise<{ url: string; stop(): Promise<void> }> {
  const state = mkdtempSync(join(tmpdir(), "seed-desk-floor-"));
  const runtime = startRuntime({
    host: "127.0.0.1",
    port: 0,
    state,
    worker: {
      name: "floor",
      modules: true,
      script: stripTypeScriptTypes(readFileSync(join(import.meta.dirname, "worker.ts"), "utf8")),
      compatibilityDate: readWorkerConfig().compatibilityDate,
      d1Databases: { DB: "floor" },
      r2Buckets: { FILES: "floor" },
      durableObjects: { ROOM: { className: "Room", useSQLite: true } },
    },
  });
  const url = (await runtime.ready).href.replace(/\/$/, "");
  const db = await runtime.getD1Database("DB");
  for (const table of TABLES) await db.prepare(table).run();
  return {
    url,
    stop: async () => {
      await runtime.dispose();
      rmSync(state, { recursive: true, force: true });
    },
  };
}
