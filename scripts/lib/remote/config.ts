// The worker's configuration for one installation: the product's own with names, ids, routes and public variables filled in.
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

/** From the private folder to the checkout; the file holds no path of this machine. */
const UP = "../../..";

/** The whole private file. Its routes are for the eye and the comparison: publishing never shows them to the platform's tool. */
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

/** As it is written to the file. */
export const configText = (config: Json): string => `${JSON.stringify(config, null, 2)}\n`;

const Recorded = v.looseObject({
  d1_databases: v.tuple([v.looseObject({ database_id: v.string() })]),
  vars: v.record(v.string(), v.string()),
});

export type Difference =
  | { readonly kind: "none"; readonly databaseId: string; readonly text: string }
  | { readonly kind: "setup"; readonly changed: readonly string[] };

/**
 * What setup recorded against what the variables say now. `changed` names variables, never values. Where only the product's own
 * settings moved, as after an upgrade, `text` is the file to write.
 */
export function compareRecorded(text: string, target: Target, source?: Json): Difference {
  const recorded = v.safeParse(Recorded, parsedJson(text));
  if (!recorded.success) return { kind: "setup", changed: ["the recorded file"] };
  const databaseId = recorded.output.d1_databases[0].database_id;
  const wanted = configFor(target, databaseId, source);
  const names = [...new Set([...Object.keys(recorded.output.vars), ...Object.keys(target.variables)])];
  const changed = names.filter((name) => recorded.output.vars[name] !== target.variables[name]).sort();
  if (recorded.output["account_id"] !== target.accountId) changed.unshift("PLATFORM_ACCOUNT_ID");
  if (recorded.output["name"] !== target.names.worker) changed.unshift("SVC_RESOURCE_PREFIX");
  const asNamed = changed.map((name) => (name === "APP_ORIGIN" ? "SVC_PUBLIC_ORIGIN" : name));
  return asNamed.length > 0 ? { kind: "setup", changed: asNamed } : { kind: "none", databaseId, text: configText(wanted) };
}

/** What the build sets by itself and no publication shows: where files lie, and how its bundle was made. */
const OF_THE_BUILD = new Set(
  [
    ["$schema", "main", "configPath", "userConfigPath", "topLevelName", "definedEnvironments"],
    ["no_bundle", "rules", "jsx_factory", "jsx_fragment", "python_modules", "dev"],
  ].flat(),
);
/** Folders are written relative to each file. */
const FOLDERS = new Set(["directory", "migrations_dir"]);

/** As JSON has it, without folders and without what is empty: wrangler writes an empty list for every kind of binding. */
function plain(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value ?? undefined;
  const entries = Object.entries(value).flatMap(([name, inner]) => {
    const left = FOLDERS.has(name) ? undefined : plain(inner);
    return left === undefined ? [] : [[name, left] as const];
  });
  if (entries.length === 0) return undefined;
  return Array.isArray(value) ? entries.map(([, left]) => left) : Object.fromEntries(entries);
}

/** The settings of an emitted configuration that are not those of the target, by name. */
export const emittedDifferences = (emitted: Json, wanted: Json): string[] =>
  [...new Set([...Object.keys(wanted), ...Object.keys(emitted)])]
    .filter((name) => !OF_THE_BUILD.has(name) && !isDeepStrictEqual(plain(emitted[name]), plain(wanted[name])))
    .sort();

/** The emitted configuration as it may be published: without custom domains and without paths of this machine. */
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

/** Reads an emitted configuration. */
export const parseConfig = (text: string): Json => v.parse(Json, JSON.parse(text));
