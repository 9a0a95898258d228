// Builds the worker, the dashboard and the widget; skipped when nothing that goes into them changed.
import { existsSync, rmSync } from "node:fs";
import { must, runBin } from "./children.ts";
import { hashOf, isStamped, writeStamp } from "./content-hash.ts";
import { compileMessages } from "./messages.ts";
import { collectMigrations } from "./migrations.ts";
import { BUILT_CONFIG, inRoot } from "./paths.ts";

const STAMP = inRoot("dist/.built");

const INPUTS = [
  "kernel",
  "modules",
  "edition",
  "dashboard",
  "project.inlang/settings.json",
  "vite.config.ts",
  "vite.widget.config.ts",
  "wrangler.jsonc",
  "package.json",
  "pnpm-lock.yaml",
].map((path) => inRoot(path));

const matters = (file: string): boolean => !/\.(test\.tsx?|md|sql)$/.test(file);

const sourceHash = (config: string): string => hashOf([...INPUTS, config], matters);

const SOURCE_CONFIG = inRoot("wrangler.jsonc");

/**
 * Compiles, collects and builds what is out of date. Says so on standard error only when there is work. `config` is the worker's
 * configuration; a remote target has its own.
 */
export async function ensureBuilt(config = SOURCE_CONFIG): Promise<void> {
  collectMigrations();
  await compileMessages();
  const wanted = sourceHash(config);
  if (existsSync(BUILT_CONFIG) && isStamped(STAMP, wanted)) return;
  process.stderr.write("Building\n");
  rmSync(inRoot("dist"), { recursive: true, force: true });
  await must("Building the worker and the dashboard", runBin("vite", ["build"], { env: { SEED_DESK_CONFIG: config } }));
  await must("Building the widget", runBin("vite", ["build", "-c", "vite.widget.config.ts"]));
  // Vite copies the private variables beside the worker; serving reads the original, and nothing else may.
  rmSync(inRoot("dist/server/.dev.vars"), { force: true });
  writeStamp(STAMP, wanted);
}
