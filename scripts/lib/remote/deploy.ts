// `deploy --remote`: all checks come before the upload, and every step after it can be repeated.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { SETUP_TOKEN_MIN } from "../../../modules/accounts/variables.ts";
import { withErrorNote, PlatformError } from "../platform/errors.ts";
import type { Target } from "../target/target.ts";
import { compareRecorded, emittedDifferences, parseConfig, publishConfig } from "./config.ts";
import { databaseState } from "./database.ts";
import { readPrivate, withSecretsFile, writePrivate } from "./files.ts";
import { type Health, waitForHealth } from "./health.ts";
import type { Ports } from "./ports.ts";
import { withProgress } from "./progress.ts";
import { lockedMigrations, migrate, queueOf, recordedFile } from "./setup.ts";
import type { PreviewHost } from "./preview.ts";
import { checkHosts, publishedWorker } from "./zones.ts";

export interface Built {
  /** Path of the built configuration. */
  readonly emitted: string;
  /** The build id that its `/health` reports. */
  readonly id: string;
}

export interface DeployPorts extends Ports {
  /** Builds with this configuration. */
  readonly build: (config: string) => Promise<Built>;
  /** Checks the published `/health` once; it must report this build id. */
  readonly health: (id: string) => Promise<Health>;
  /** Checks the host of the website preview; undefined without one. */
  readonly previewHost: (() => Promise<PreviewHost>) | undefined;
  /** Time limit and interval of the health checks, in milliseconds. */
  readonly patience: { readonly limitMs: number; readonly everyMs: number };
}

/** Returns the id of the recorded database. Updates the product's own settings in the file, as after an upgrade. */
function checkRecorded({ target, folder, print }: Ports): string {
  const text = readPrivate(recordedFile(folder));
  if (text === undefined) throw new Error("This target is not set up here yet: run setup --remote first.");
  const difference = compareRecorded(text, target);
  if (difference.kind === "setup") throw new Error(`Changed since setup: ${difference.changed.join(", ")}. Run setup --remote again.`);
  if (difference.text !== text) {
    writePrivate(recordedFile(folder), difference.text);
    print("private file: brought up to this version's settings");
  }
  return difference.databaseId;
}

async function checkResources(ports: Ports, databaseId: string): Promise<void> {
  const { platform, target } = ports;
  const { names } = target;
  const found = await platform.findDatabase(names.database);
  const missing = [
    ...(found === undefined ? [`database ${names.database}`] : []),
    ...((await platform.hasBucket(names.bucket)) ? [] : [`bucket ${names.bucket}`]),
    ...((await queueOf(ports, names.jobs)) === undefined ? [`queue ${names.jobs}`] : []),
    ...((await queueOf(ports, names.deadJobs)) === undefined ? [`queue ${names.deadJobs}`] : []),
  ];
  if (missing.length > 0)
    throw new Error(`Missing on the platform: ${missing.join(", ")}. Run setup --remote again: it makes what is missing, empty.`);
  if (found !== databaseId)
    throw new Error(
      `The database ${names.database} is another one than setup recorded. Run setup --remote again: it looks at it and records it.`,
    );
}

/** Throws if anybody could become the first owner: no owner yet and no setup token. */
async function refuseOpenSetup({ platform, target }: Ports, databaseId: string): Promise<void> {
  if ((target.secrets["SVC_SETUP_TOKEN"]?.length ?? 0) >= SETUP_TOKEN_MIN) return;
  const { hasOwner } = await databaseState(platform, databaseId, target.names.database);
  if (hasOwner) return;
  throw new Error(
    `This installation has no owner yet: set SVC_SETUP_TOKEN (at least ${SETUP_TOKEN_MIN} characters), which /setup will ask for.`,
  );
}

interface Publishable {
  /** Path of the configuration to publish. */
  readonly config: string;
  /** The build id. */
  readonly id: string;
}

async function buildFor({ folder, build, print }: DeployPorts): Promise<Publishable> {
  const recorded = recordedFile(folder);
  const built = await withProgress(print, "building", () => build(recorded));
  const emitted = parseConfig(readFileSync(built.emitted, "utf8"));
  const differing = emittedDifferences(emitted, parseConfig(readFileSync(recorded, "utf8")));
  if (differing.length > 0) throw new Error(`The build is not for this target; these settings differ: ${differing.join(", ")}.`);
  const config = join(folder, "publish.json");
  writePrivate(config, JSON.stringify(publishConfig(emitted)));
  return { config, id: built.id };
}

async function publish(ports: DeployPorts, config: string): Promise<void> {
  const { folder, target, tool, print } = ports;
  const names = Object.keys(target.secrets);
  print(names.length === 0 ? "secrets: none given, those on the platform stay" : `secrets: ${names.join(", ")}; others stay as they are`);
  await withProgress(print, "publishing code and assets", () =>
    names.length === 0 ? tool.publish(config, undefined) : withSecretsFile(folder, target.secrets, (file) => tool.publish(config, file)),
  );
}

const CONFLICT =
  "A host of this target has a DNS record or a custom domain that is not this worker's. It was left with its owner, untouched. " +
  "The code is published and not reachable there: remove that record or domain in the dashboard, or choose another host, then deploy again.";

const attachedFile = (folder: string): string => join(folder, "attached.json");

/** Hosts that deploys from this folder have attached and not detached. */
function attachedHosts(folder: string): readonly string[] {
  const text = readPrivate(attachedFile(folder));
  return text === undefined ? [] : v.parse(v.array(v.string()), JSON.parse(text));
}
const keepAttached = (folder: string, hosts: readonly string[]): void => writePrivate(attachedFile(folder), JSON.stringify(hosts));

const hostsOf = (target: Target): string[] => target.customHosts.map(({ name }) => name);

/** Attaches the hosts through the API, because the platform's tool would take them from their current owners. */
async function attach({ platform, target, folder, print }: Ports): Promise<void> {
  const hosts = hostsOf(target);
  const worker = target.names.worker;
  if (hosts.length === 0) return;
  if ((await platform.domainConflicts(worker, hosts)).length > 0) throw new Error(CONFLICT);
  try {
    await platform.attachDomains(worker, hosts);
  } catch (error) {
    throw error instanceof PlatformError && error.kind === "exists" ? new Error(CONFLICT) : error;
  }
  keepAttached(folder, [...new Set([...attachedHosts(folder), ...hosts])]);
  print(`custom domains: attached for ${target.customHosts.map(({ variable }) => variable).join(", ")}`);
}

/** Detaches hosts of earlier settings; domains that somebody attached manually stay. */
async function detachDropped({ platform, target, folder, print }: Ports): Promise<void> {
  const hosts = hostsOf(target);
  const dropped = attachedHosts(folder).filter((host) => !hosts.includes(host));
  if (dropped.length === 0) return;
  const unwanted = (await platform.domainsOf(target.names.worker)).filter(({ host }) => dropped.includes(host));
  for (const { id } of unwanted) await platform.detachDomain(id);
  keepAttached(folder, hosts);
  print(`custom domains: ${unwanted.length} of earlier settings detached`);
}

/** Runs all checks, builds and migrates: everything before the upload. */
async function prepare(ports: DeployPorts): Promise<Publishable> {
  const { platform, target } = ports;
  const databaseId = checkRecorded(ports);
  const migrations = lockedMigrations();
  await checkHosts(platform, target);
  await checkResources(ports, databaseId);
  await publishedWorker(platform, target, databaseId);
  await refuseOpenSetup(ports, databaseId);
  const publishable = await buildFor(ports);
  await migrate(ports, databaseId, migrations);
  await refuseOpenSetup(ports, databaseId);
  return publishable;
}

/** Publishes to a target that setup has created. */
export async function deployRemote(ports: DeployPorts): Promise<void> {
  const { print } = ports;
  const { config, id } = await withErrorNote("No code was uploaded.", () => prepare(ports));
  await publish(ports, config);
  await attach(ports);
  await waitForHealth(() => ports.health(id), ports.patience, print);
  print("healthy: this build answers, and so do database and files");
  await detachDropped(ports);
  await sayPreviewHost(ports);
}

/** Last, because everything else is done by then: throws if the host of the preview shows anything else. */
async function sayPreviewHost({ previewHost, print }: DeployPorts): Promise<void> {
  const found = await previewHost?.();
  if (found === "closed") print("the host in PREVIEW_ORIGIN answers previews, and nothing else");
  if (found === "unreachable")
    print("The host in PREVIEW_ORIGIN does not answer yet: a new custom domain can take longer to get its certificate.");
  if (found === "open")
    throw new Error(
      "The code is published, but the host in PREVIEW_ORIGIN answers something else than previews. Look which worker or site has that host.",
    );
}
