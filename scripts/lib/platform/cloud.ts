// Implements the platform port with the REST API.
import * as v from "valibot";
import { type Operation, PlatformError } from "./errors.ts";
import type { Platform } from "./port.ts";
import type { Rest } from "./rest.ts";

const ZoneShape = v.object({ id: v.string(), name: v.string(), status: v.string(), account: v.object({ id: v.string() }) });
const DatabaseShape = v.object({ uuid: v.string(), name: v.string() });
const QueueUserShape = v.object({
  type: v.optional(v.string()),
  script: v.optional(v.string()),
  service: v.optional(v.string()),
  bucket_name: v.optional(v.string()),
});
const QueueShape = v.object({
  queue_name: v.string(),
  producers: v.optional(v.array(QueueUserShape), []),
  consumers: v.optional(v.array(QueueUserShape), []),
});
/** The name of a producer or consumer. HTTP pull consumers have none and are shown by type; unknown types are ignored. */
const userOf = ({ type, script, service, bucket_name }: v.InferOutput<typeof QueueUserShape>): string[] =>
  [script ?? service ?? bucket_name ?? (type === "http_pull" ? type : undefined)].filter((name) => name !== undefined);
const DomainShape = v.object({ id: v.string(), hostname: v.string(), service: v.string() });
const RouteShape = v.object({ pattern: v.string(), script: v.nullish(v.string()) });
const BindingShape = v.object({
  type: v.string(),
  name: v.optional(v.string()),
  id: v.optional(v.string()),
  database_id: v.optional(v.string()),
  bucket_name: v.optional(v.string()),
});
const ChangesShape = v.object({ conflicting: v.optional(v.array(v.object({ hostname: v.string() })), []) });
const RowsShape = v.array(v.object({ results: v.array(v.record(v.string(), v.unknown())) }));

const D1: Operation = { what: "reading the databases", needs: "D1 Edit" };
const R2: Operation = { what: "reading the bucket", needs: "Workers R2 Storage Edit" };
const QUEUES: Operation = { what: "reading the queues", needs: "Queues Edit" };
const SCRIPTS: Operation = { what: "reading the worker", needs: "Workers Scripts Edit" };
const ROUTES: Operation = { what: "reading the worker routes of the zone", needs: "Workers Routes Edit on the zone" };
const ZONE: Operation = { what: "reading the zone", needs: "Zone Read on the zone" };

/** Resolves with undefined if the platform says that it does not exist. */
async function orUndefined<T>(operation: Promise<T>): Promise<T | undefined> {
  try {
    return await operation;
  } catch (error) {
    if (error instanceof PlatformError && error.kind === "missing") return undefined;
    throw error;
  }
}

/** Whether a route's pattern matches requests to the host; `*.example.org/*` and `*example.org/*` match subdomains. */
export function matchesHost(pattern: string, host: string): boolean {
  const name = (pattern.replace(/^https?:\/\//, "").split("/")[0] ?? "").toLowerCase();
  return name.startsWith("*") ? host.endsWith(name.slice(1)) : name === host;
}

/** Makes the port for one account. */
export function cloudPlatform(rest: Rest, accountId: string): Platform {
  const account = `/accounts/${accountId}`;
  const script = (worker: string): string => `${account}/workers/scripts/${worker}`;
  const origins = (hosts: readonly string[]): { hostname: string }[] => hosts.map((hostname) => ({ hostname }));
  return {
    zone: async (name) => {
      const zones = await rest.list(ZoneShape, { ...ZONE, path: "/zones", query: { name } });
      // A domain can have zones in several accounts; the one of this account counts first.
      const same = zones.filter((zone) => zone.name === name);
      const zone = same.find((one) => one.account.id === accountId) ?? same[0];
      return zone && { id: zone.id, status: zone.status, accountId: zone.account.id };
    },
    domainOwner: async (hostname) => {
      const domains = await rest.list(DomainShape, { ...SCRIPTS, path: `${account}/workers/domains`, query: { hostname } });
      return domains.find((domain) => domain.hostname === hostname)?.service;
    },
    routeOwners: async (zoneId, host) => {
      const routes = await rest.list(RouteShape, { ...ROUTES, path: `/zones/${zoneId}/workers/routes` });
      return routes.flatMap(({ pattern, script: owner }) => (owner && matchesHost(pattern, host) ? [owner] : []));
    },
    subdomain: async () => {
      const operation = { what: "reading the account's workers.dev name", needs: "Workers Scripts Edit and Account Settings Read" };
      return (await orUndefined(rest.call(v.object({ subdomain: v.string() }), { ...operation, path: `${account}/workers/subdomain` })))
        ?.subdomain;
    },
    findDatabase: async (name) => {
      const all = await rest.list(DatabaseShape, { ...D1, path: `${account}/d1/database`, query: { name } });
      return all.find((one) => one.name === name)?.uuid;
    },
    hasDatabase: async (id) => (await orUndefined(rest.call(DatabaseShape, { ...D1, path: `${account}/d1/database/${id}` }))) !== undefined,
    createDatabase: async (name) => {
      const call = { ...D1, what: "making the database", method: "POST", path: `${account}/d1/database`, body: { name } } as const;
      return (await rest.call(DatabaseShape, call)).uuid;
    },
    hasBucket: async (name) =>
      (await orUndefined(rest.call(v.object({ name: v.string() }), { ...R2, path: `${account}/r2/buckets/${name}` }))) !== undefined,
    createBucket: async (name) => {
      await rest.call(v.unknown(), { ...R2, what: "making the bucket", method: "POST", path: `${account}/r2/buckets`, body: { name } });
    },
    findQueue: async (name) => {
      const all = await rest.list(QueueShape, { ...QUEUES, path: `${account}/queues`, query: { name } });
      const found = all.find((one) => one.queue_name === name);
      return found && { users: [...found.producers, ...found.consumers].flatMap(userOf) };
    },
    createQueue: async (name) => {
      const call = { ...QUEUES, what: "making the queue", method: "POST", path: `${account}/queues`, body: { queue_name: name } } as const;
      await rest.call(v.unknown(), call);
    },
    worker: async (name) => {
      const settings = await orUndefined(
        rest.call(v.object({ bindings: v.array(BindingShape) }), { ...SCRIPTS, path: `${script(name)}/settings` }),
      );
      const bound = (type: string, name: string) => settings?.bindings.find((binding) => binding.type === type && binding.name === name);
      const database = bound("d1", "DB");
      return settings && { database: database?.database_id ?? database?.id, bucket: bound("r2_bucket", "FILES")?.bucket_name };
    },
    enablePlatformHost: async (worker) => {
      const call = { ...SCRIPTS, what: "enabling the workers.dev route", method: "POST", safe: true } as const;
      await rest.call(v.unknown(), { ...call, path: `${script(worker)}/subdomain`, body: { enabled: true, previews_enabled: false } });
    },
    read: async (databaseId, sql) => {
      const call = { ...D1, what: "reading the database", method: "POST", safe: true } as const;
      const rows = await rest.call(RowsShape, { ...call, path: `${account}/d1/database/${databaseId}/query`, body: { sql } });
      return rows[0]?.results ?? [];
    },
    bookmark: async (databaseId) => {
      const call = { ...D1, what: "reading the bookmark", path: `${account}/d1/database/${databaseId}/time_travel/bookmark` };
      return (await rest.call(v.object({ bookmark: v.string() }), call)).bookmark;
    },
    domainConflicts: async (worker, hosts) => {
      const call = { ...SCRIPTS, what: "comparing the custom domains", method: "POST", safe: true } as const;
      const path = `${script(worker)}/domains/changeset`;
      const changes = await rest.call(ChangesShape, { ...call, path, query: { replace_state: "true" }, body: origins(hosts) });
      return changes.conflicting.map((one) => one.hostname);
    },
    attachDomains: async (worker, hosts) => {
      // The platform's own tool sets both overrides to true when it runs without a terminal, so it is never used for domains.
      const body = { override_scope: true, override_existing_origin: false, override_existing_dns_record: false, origins: origins(hosts) };
      const needs = "Workers Scripts Edit, and Zone Read with Workers Routes Edit on the zone";
      const call = { what: "attaching the custom domains", needs, method: "PUT", safe: true } as const;
      await rest.call(v.unknown(), { ...call, path: `${script(worker)}/domains/records`, body });
    },
    domainsOf: async (service) => {
      const domains = await rest.list(DomainShape, { ...SCRIPTS, path: `${account}/workers/domains`, query: { service } });
      return domains.filter((domain) => domain.service === service).map(({ id, hostname }) => ({ id, host: hostname }));
    },
    detachDomain: async (id) => {
      const call = { ...SCRIPTS, what: "detaching a custom domain", method: "DELETE", safe: true } as const;
      await orUndefined(rest.call(v.unknown(), { ...call, path: `${account}/workers/domains/${id}` }));
    },
  };
}
