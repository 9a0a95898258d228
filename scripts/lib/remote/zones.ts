// Checks whether the hosts of a target may be used, before anything is created. Changes nothing.
import type { Platform } from "../platform/port.ts";
import { zoneCandidates } from "../target/site.ts";
import type { Target } from "../target/target.ts";

type CustomHost = Target["customHosts"][number];

async function zoneOf(platform: Platform, host: CustomHost, accountId: string): Promise<string> {
  const the = `The zone of the host in ${host.variable}`;
  for (const name of zoneCandidates(host.name)) {
    const zone = await platform.zone(name);
    if (zone === undefined) continue;
    if (zone.accountId !== accountId) throw new Error(`${the} belongs to another account than PLATFORM_ACCOUNT_ID.`);
    if (zone.status !== "active") throw new Error(`${the} is not active yet (${zone.status}). Finish it in the dashboard.`);
    return zone.id;
  }
  throw new Error(`${the} was not found. Either the domain is not in this account, or the token has no Zone Read for it.`);
}

/** Throws if another worker serves the host, as a custom domain or by a route. */
async function refuseTaken(platform: Platform, host: CustomHost, zoneId: string, worker: string): Promise<void> {
  const owner = await platform.domainOwner(host.name);
  if (owner !== undefined && owner !== worker) {
    throw new Error(`The host in ${host.variable} is the custom domain of another worker, "${owner}". It keeps it.`);
  }
  const other = (await platform.routeOwners(zoneId, host.name)).find((name) => name !== worker);
  if (other !== undefined) {
    throw new Error(`A route of another worker, "${other}", catches the host in ${host.variable}. It keeps it.`);
  }
}

/** Throws unless this installation may use every host. */
export async function checkHosts(platform: Platform, target: Target): Promise<void> {
  for (const host of target.customHosts) {
    await refuseTaken(platform, host, await zoneOf(platform, host, target.accountId), target.names.worker);
  }
  if (target.host.kind === "custom") return;
  const subdomain = await platform.subdomain();
  if (subdomain === undefined) {
    throw new Error("The account has no workers.dev name yet. Choose one in the dashboard (Workers & Pages).");
  }
  if (target.host.name !== `${target.names.worker}.${subdomain}.workers.dev`) {
    throw new Error("The workers.dev name in SVC_PUBLIC_ORIGIN is not this account's.");
  }
}

/** What is published under the worker's name. `orphaned`: this installation, but its database was deleted. */
export type Published = "nothing" | "ours" | "orphaned";

/** Throws if the worker with this name belongs to someone else, because publishing would replace it. */
export async function publishedWorker(platform: Platform, target: Target, databaseId: string | undefined): Promise<Published> {
  const worker = await platform.worker(target.names.worker);
  if (worker === undefined) return "nothing";
  if (databaseId !== undefined && worker.database === databaseId) return "ours";
  // A deleted database does not come back; then the bucket shows whose worker it is.
  if (worker.bucket === target.names.bucket && worker.database !== undefined && !(await platform.hasDatabase(worker.database)))
    return "orphaned";
  throw new Error(
    `A worker named ${target.names.worker} exists and does not use this installation's database. ` +
      "Choose another SVC_RESOURCE_PREFIX; it was left as it is.",
  );
}
