// Builds the worker's configuration for one installation: the product's own with names, ids, routes and public variables filled in.
import { createRequire } from "node:module";
import { isDeepStrictEqual } from "node:util";
import * as v from "valibot";
import type { experimental_readRawConfig } from "wrangler";
import { inRoot } from "../paths.ts";
import type { Target } from "../target/target.ts";
import { parsedJson } from "../json.ts";

const Json = v.record(v.string(), v.unknown());
type Json = v.InferOutput<typeof Json>;

const require = createRequire(import.meta.url);

/** The product's wrangler.jsonc as it is written. */
export function sourceConfig(): Json {
  const wrangler = require("wrangler") as { readonly experimental_readRawConfig: typeof experimental_readRawConfig };
  return v.parse(Json, wrangler.experimental_readRawConfig({ config: inRoot("wrangler.jsonc") }).rawConfig);
}

/** Relative path from the private folder to the checkout, so that the file contains no absolute path. */
const UP = "../../..";

/** The complete configuration in the private file. Its routes are only for reading and comparing; the platform's tool never gets them. */
export function configFor(target: Target, databaseId: string, source: Json = sourceConfig()): Json {
  const { names } = target;
  const [consumer, deadConsumer] = consumersOf(source);
  return {
    ...source,
    $schema: undefined,
    name: names.worker,
    account_id: target.accountId,
    main: `${UP}/edition/worker.ts`,
    workers_dev: target.host.kind === "platform",
    preview_urls: false,
    ...(target.customHosts.length === 0 ? {} : { routes: target.customHosts.map(({ name }) => ({ pattern: name, custom_domain: true })) }),
    d1_databases: [
      { binding: "DB", database_name: names.database, database_id: databaseId, migrations_dir: `${UP}/.generated/migrations` },
    ],
    r2_buckets: [{ binding: "FILES", bucket_name: names.bucket }],
    queues: {
      producers: [{ binding: "JOBS", queue: names.jobs }],
      consumers: [
        { ...consumer, queue: names.jobs, dead_letter_queue: names.deadJobs },
        { ...deadConsumer, queue: names.deadJobs },
      ],
    },
    vars: target.variables,
  };
}

const Consumers = v.object({ queues: v.object({ consumers: v.tuple([Json, Json]) }) });
const consumersOf = (source: Json): [Json, Json] => v.parse(Consumers, source).queues.consumers;

/** The text of the file. */
export const configText = (config: Json): string => `${JSON.stringify(config, null, 2)}\n`;

const Recorded = v.looseObject({
  d1_databases: v.tuple([v.looseObject({ database_id: v.string() })]),
  vars: v.record(v.string(), v.string()),
});

export type Difference =
  | { readonly kind: "none"; readonly databaseId: string; readonly text: string }
  | { readonly kind: "setup"; readonly changed: readonly string[] };

/**
 * Compares the recorded configuration with the current variables. `changed` lists names of variables, never values. If only the
 * product's own settings changed, as after an upgrade, `text` is the new file.
 */
export function compareRecorded(text: string, target: Target, source?: Json): Difference {
  const recorded = v.safeParse(Recorded, parsedJson(text));
  if (!recorded.success) return { kind: "setup", changed: ["the recorded file"] };
  const databaseId = recorded.output.d1_databases[0].database_id;
  const expected = configFor(target, databaseId, source);
  const names = [...new Set([...Object.keys(recorded.output.vars), ...Object.keys(target.variables)])];
  const changed = names.filter((name) => recorded.output.vars[name] !== target.variables[name]).sort();
  if (recorded.output["account_id"] !== target.accountId) changed.unshift("PLATFORM_ACCOUNT_ID");
  if (recorded.output["name"] !== target.names.worker) changed.unshift("SVC_RESOURCE_PREFIX");
  const asNamed = changed.map((name) => (name === "APP_ORIGIN" ? "SVC_PUBLIC_ORIGIN" : name));
  return asNamed.length > 0 ? { kind: "setup", changed: asNamed } : { kind: "none", databaseId, text: configText(expected) };
}

/** Settings that only the build uses: locations of files and bundling. */
const BUILD_SETTINGS = new Set(
  [
    ["$schema", "main", "configPath", "userConfigPath", "topLevelName", "definedEnvironments"],
    ["no_bundle", "rules", "jsx_factory", "jsx_fragment", "python_modules", "dev"],
  ].flat(),
);
/** Settings with paths, which are relative to the file and so differ. */
const FOLDERS = new Set(["directory", "migrations_dir"]);

/** Normalises a value for comparison, without folders and empty values: wrangler writes an empty list for every kind of binding. */
function normalized(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value ?? undefined;
  const entries = Object.entries(value).flatMap(([name, inner]) => {
    const left = FOLDERS.has(name) ? undefined : normalized(inner);
    return left === undefined ? [] : [[name, left] as const];
  });
  if (entries.length === 0) return undefined;
  return Array.isArray(value) ? entries.map(([, left]) => left) : Object.fromEntries(entries);
}

/** Names of settings in which a built configuration differs from that of the target. */
export const emittedDifferences = (emitted: Json, expected: Json): string[] =>
  [...new Set([...Object.keys(expected), ...Object.keys(emitted)])]
    .filter((name) => !BUILD_SETTINGS.has(name) && !isDeepStrictEqual(normalized(emitted[name]), normalized(expected[name])))
    .sort();

/** The built configuration for publishing: without custom domains and without absolute paths. */
export function publishConfig(emitted: Json): Json {
  const { configPath: _c, userConfigPath: _u, topLevelName: _t, definedEnvironments: _d, routes: _r, ...rest } = emitted;
  const assets = v.parse(Json, emitted["assets"]);
  return {
    ...rest,
    main: `dist/server/${v.parse(v.string(), emitted["main"])}`,
    assets: { ...assets, directory: "dist/client" },
    d1_databases: configDatabases(emitted),
  };
}
const configDatabases = (emitted: Json): unknown =>
  v.parse(v.array(Json), emitted["d1_databases"]).map((one) => ({ ...one, migrations_dir: `${UP}/.generated/migrations` }));

/** Parses a built configuration. */
export const parseConfig = (text: string): Json => v.parse(Json, JSON.parse(text));
