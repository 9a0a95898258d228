// State of the platform double: one account with its resources, and tokens with their permissions.
import { randomBytes, randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";

export type Permission = "scripts" | "d1" | "r2" | "queues" | "account" | "user" | "zone" | "routes";
export const ALL_PERMISSIONS: readonly Permission[] = ["scripts", "d1", "r2", "queues", "account", "user", "zone", "routes"];

export interface Database {
  readonly uuid: string;
  readonly name: string;
  readonly created_at: string;
  readonly db: DatabaseSync;
}

export interface Queue {
  readonly queue_id: string;
  readonly queue_name: string;
  readonly producers: Record<string, unknown>[];
  readonly consumers: Record<string, unknown>[];
}

export interface Script {
  readonly metadata: Record<string, unknown>;
  /** Name and size of every uploaded module. */
  readonly modules: Record<string, number>;
  /** The order of publications. */
  readonly version: number;
  /** The build id that the code's /health reports. */
  readonly build: string | undefined;
}

export interface ZoneState {
  readonly id: string;
  readonly name: string;
  status: string;
  accountId: string;
  readonly routes: { readonly id: string; readonly pattern: string; readonly script?: string }[];
}

export interface PlatformState {
  readonly accountId: string;
  /** Every database gets this id, so that two runs record the same calls; random when left out. */
  readonly databaseId: string | undefined;
  /** Undefined: no workers.dev subdomain was chosen. */
  subdomain: string | undefined;
  r2Enabled: boolean;
  readonly tokens: Map<string, Set<Permission>>;
  readonly databases: Map<string, Database>;
  readonly buckets: Map<string, { readonly name: string; readonly creation_date: string }>;
  readonly queues: Map<string, Queue>;
  readonly scripts: Map<string, Script>;
  /** After a publication that replaces another, the previous one answers this many requests to /health. */
  lag: number;
  /** By worker: the version that still answers, and for how many requests. */
  readonly leaving: Map<string, { readonly script: Script; left: number }>;
  /** Uploaded versions, not necessarily serving. */
  readonly versions: Map<string, Omit<Script, "version">>;
  readonly secrets: Map<string, Map<string, string>>;
  readonly assets: Set<string>;
  readonly platformHosts: Map<string, { enabled: boolean; previews_enabled: boolean }>;
  readonly schedules: Map<string, unknown>;
  readonly zones: ZoneState[];
  /** Worker by host. */
  readonly domains: Map<string, string>;
  /** Hosts with DNS records that a person made. */
  readonly records: Set<string>;
}

/** Replaces a worker's code; the platform takes a while to serve the new code everywhere. */
export function replaceScript(state: PlatformState, worker: string, script: Omit<Script, "version">): void {
  const before = state.scripts.get(worker);
  if (before && state.lag > 0) state.leaving.set(worker, { script: before, left: state.lag });
  state.scripts.set(worker, { ...script, version: (before?.version ?? 0) + 1 });
}

export const hexId = (): string => randomBytes(16).toString("hex");

export const makeDatabase = (name: string, uuid: string = randomUUID()): Database => ({
  uuid,
  name,
  created_at: new Date().toISOString(),
  db: new DatabaseSync(":memory:"),
});

/** An account with one active zone, example.com, and R2 enabled. */
export function freshState(token: string, accountId = hexId(), databaseId?: string): PlatformState {
  return {
    accountId,
    databaseId,
    subdomain: "acme-team",
    r2Enabled: true,
    tokens: new Map([[token, new Set(ALL_PERMISSIONS)]]),
    databases: new Map(),
    buckets: new Map(),
    queues: new Map(),
    scripts: new Map(),
    lag: 0,
    leaving: new Map(),
    versions: new Map(),
    secrets: new Map(),
    assets: new Set(),
    platformHosts: new Map(),
    schedules: new Map(),
    zones: [{ id: hexId(), name: "example.com", status: "active", accountId, routes: [] }],
    domains: new Map(),
    records: new Set(),
  };
}
