// Starts the floor worker on the same runtime as the product, with its own state.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startRuntime, workerOptions } from "../../scripts/lib/miniflare.ts";
import { BUILT_CONFIG } from "../../scripts/lib/paths.ts";
import { readWorkerConfig } from "../../scripts/lib/worker-config.ts";

const TABLES = [
  "CREATE TABLE IF NOT EXISTS message (id TEXT PRIMARY KEY, conversation TEXT NOT NULL, at INTEGER NOT NULL, body TEXT NOT NULL)",
  "CREATE INDEX IF NOT EXISTS message_conversation ON message (conversation, at)",
  "CREATE TABLE IF NOT EXISTS conversation (id TEXT PRIMARY KEY, last_at INTEGER NOT NULL, revision INTEGER NOT NULL)",
  "CREATE TABLE IF NOT EXISTS counter (key TEXT PRIMARY KEY, n INTEGER NOT NULL)",
];

/** The product's assets and queues, which the local runtime starts beside any worker. */
function servicesOfProduct(): object {
  const { assets, queueConsumers, queueProducers } = workerOptions(BUILT_CONFIG).workerOptions;
  return { assets, queueConsumers, queueProducers };
}

/**
 * `kept`: a folder whose tables an earlier start has made; without it, `stop` removes the folder. `services`: run with the product's assets
 * and queues, so that the two starts differ only by the worker.
 */
export async function startFloor(
  kept?: string,
  services = false,
): Promise<{ url: string; makeTables(): Promise<void>; stop(): Promise<void> }> {
  const state = kept ?? mkdtempSync(join(tmpdir(), "seed-desk-floor-"));
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
      ...(services ? servicesOfProduct() : {}),
    },
  });
  const url = (await runtime.ready).href.replace(/\/$/, "");
  const makeTables = async (): Promise<void> => {
    const db = await runtime.getD1Database("DB");
    for (const table of TABLES) await db.prepare(table).run();
  };
  if (kept === undefined) await makeTables();
  return {
    url,
    makeTables,
    stop: async () => {
      await runtime.dispose();
      if (kept === undefined) rmSync(state, { recursive: true, force: true });
    },
  };
}
