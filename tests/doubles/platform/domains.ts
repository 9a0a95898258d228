// Routes of the platform double for zones, custom domains, and the token's identity.
import { createHash } from "node:crypto";
import { ok, page, refuse } from "./answers.ts";
import { inAccount, type Request, route, type Route, text } from "./routes.ts";
import type { PlatformState } from "./state.ts";

interface RequestedHost {
  readonly override_existing_origin: boolean;
  readonly override_existing_dns_record: boolean;
  readonly origins: readonly { readonly hostname: string }[];
}

const idOf = (host: string): string => createHash("md5").update(host).digest("hex");

const ownHosts = (state: PlatformState, worker: string): string[] =>
  [...state.domains].flatMap(([host, owner]) => (owner === worker ? [host] : []));

function changes(state: PlatformState, request: Request) {
  const worker = request.at[0] ?? "";
  const wanted = (JSON.parse(request.body.toString("utf8")) as RequestedHost["origins"]).map(({ hostname }) => hostname);
  const hostItems = (hosts: readonly string[]) =>
    hosts.map((hostname) => ({ id: idOf(hostname), hostname, service: worker, modified: true }));
  const replaces = request.query.get("replace_state") === "true";
  return ok({
    added: hostItems(wanted.filter((host) => !state.domains.has(host) && !state.records.has(host))),
    updated: hostItems(wanted.filter((host) => state.domains.has(host) && state.domains.get(host) !== worker)),
    conflicting: hostItems(wanted.filter((host) => state.records.has(host))),
    removed: hostItems(replaces ? ownHosts(state, worker).filter((host) => !wanted.includes(host)) : []),
  });
}

/**
 * Attaches all hosts or none; takes another owner's host only with the override flag. Earlier hosts stay attached, the stricter of two
 * readings of the API.
 */
function attach(state: PlatformState, request: Request) {
  const worker = request.at[0] ?? "";
  const { origins, ...overrides } = text(request) as unknown as RequestedHost;
  for (const { hostname } of origins) {
    const owner = state.domains.get(hostname);
    if (owner !== undefined && owner !== worker && !overrides.override_existing_origin)
      return refuse(409, 100_116, `Hostname '${hostname}' already in use by other custom domain.`);
    if (state.records.has(hostname) && !overrides.override_existing_dns_record)
      return refuse(409, 100_117, `Hostname '${hostname}' already has externally managed DNS records (A, CNAME, etc).`);
  }
  for (const { hostname } of origins) {
    state.domains.set(hostname, worker);
    state.records.delete(hostname);
  }
  return ok(null);
}

export const domainRoutes: readonly Route[] = [
  route("GET", "/zones", "zone", (state, { query }) => {
    const name = query.get("name");
    const zones = state.zones.filter((zone) => name === null || zone.name === name);
    return page(
      zones.map(({ routes: _, accountId, ...zone }) => ({ ...zone, account: { id: accountId, name: "Account" } })),
      query,
    );
  }),
  route("GET", "/zones/([^/]+)/workers/routes", "routes", (state, { at }) =>
    ok(state.zones.find((zone) => zone.id === at[0])?.routes ?? []),
  ),
  route("GET", inAccount("/workers/domains"), "scripts", (state, { query }) => {
    const matchesQuery = (name: string, value: string): boolean => [null, value].includes(query.get(name));
    const all = [...state.domains].filter(([hostname, service]) => matchesQuery("hostname", hostname) && matchesQuery("service", service));
    return ok(all.map(([hostname, service]) => ({ id: idOf(hostname), hostname, service, environment: "production" })));
  }),
  route("DELETE", inAccount("/workers/domains/:id"), "scripts", (state, { at }) => {
    const host = [...state.domains.keys()].find((one) => idOf(one) === at[0]);
    if (host === undefined) return refuse(404, 10_007, "not found");
    state.domains.delete(host);
    return ok(null);
  }),
  route("GET", inAccount("/workers/subdomain"), "account", (state) =>
    state.subdomain === undefined ? refuse(404, 10_007, "No workers.dev subdomain") : ok({ subdomain: state.subdomain }),
  ),
  route("POST", inAccount("/workers/scripts/:w/domains/changeset"), "scripts", changes),
  route("PUT", inAccount("/workers/scripts/:w/domains/records"), "scripts", attach),
  route("GET", "/user", "user", () => ok({ id: "user", email: "someone@example.com" })),
  route("GET", "/user/tokens/verify", "user", () => ok({ id: "token", status: "active" })),
  route("GET", "/memberships", "user", (state, { query }) =>
    page([{ id: "m", status: "accepted", account: { id: state.accountId, name: "Account" } }], query),
  ),
  route("GET", "/accounts", "account", (state, { query }) => page([{ id: state.accountId, name: "Account" }], query)),
];
