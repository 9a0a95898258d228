// What scripts need to know of wrangler.jsonc.
import { createRequire } from "node:module";
import type { unstable_readConfig } from "wrangler";
import { inRoot } from "./paths.ts";

export interface WorkerConfig {
  readonly name: string;
  readonly compatibilityDate: string;
  readonly d1: { readonly binding: string; readonly id: string };
}

const require = createRequire(import.meta.url);

/** Reads the source configuration, or the emitted one. */
export function readWorkerConfig(file = inRoot("wrangler.jsonc")): WorkerConfig {
  const wrangler = require("wrangler") as { readonly unstable_readConfig: typeof unstable_readConfig };
  const config = wrangler.unstable_readConfig({ config: file });
  const d1 = config.d1_databases[0];
  if (!config.name || !config.compatibility_date || !d1?.database_id) {
    throw new Error(`${file} names no worker, compatibility date or database`);
  }
  return {
    name: config.name,
    compatibilityDate: config.compatibility_date,
    d1: { binding: d1.binding, id: d1.database_id },
  };
}
