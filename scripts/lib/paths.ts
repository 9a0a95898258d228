// Paths in the checkout, for scripts and configuration.
import { join } from "node:path";

/** The root folder of the checkout. */
export const ROOT = join(import.meta.dirname, "../..");

/** A path inside the checkout. */
export const inRoot = (...parts: string[]): string => join(ROOT, ...parts);

/** Local D1, R2 and Durable Object files; `wrangler --persist-to .wrangler/state` and `pnpm dev` use the same. */
export const LOCAL_STATE = inRoot(".wrangler/state/v3");

/** Migrations of the edition and all modules, collected; never edited. */
export const COLLECTED_MIGRATIONS = inRoot(".generated/migrations");

/** The configuration of the build; SEED_DESK_BUILD names another one. */
export const BUILT_CONFIG = process.env["SEED_DESK_BUILD"] ?? inRoot("dist/server/wrangler.json");
