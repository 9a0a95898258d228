// `setup --remote`: finds what exists first, then creates what is missing. Each step can be repeated and creates nothing twice.
import { join } from "node:path";
import { collectMigrations, lockViolations, readLock, unlocked } from "../migrations.ts";
import { withErrorNote, PlatformError } from "../platform/errors.ts";
import type { Queue } from "../platform/port.ts";
import type { Target } from "../target/target.ts";
import { configFor, configText } from "./config.ts";
import { checkApplied, databaseState } from "./database.ts";
import { readPrivate, writePrivate } from "./files.ts";
import type { Ports } from "./ports.ts";
import { withProgress } from "./progress.ts";
import { checkHosts, type Published, publishedWorker } from "./zones.ts";

/** The file with the configuration that setup recorded. */
export const recordedFile = (folder: string): string => join(folder, "wrangler.json");

/**
 * Creates a resource unless it exists. If the platform says that it exists, or does not respond, looks for it once more: another run, or
 * this one before an interruption, may have created it.
 */
async function findOrMake<T>(
  found: T | undefined,
  make: () => Promise<T>,
  find: () => Promise<T | undefined>,
): Promise<[T, "found" | "made"]> {
  if (found !== undefined) return [found, "found"];
  try {
    return [await make(), "made"];
  } catch (error) {
    if (!(error instanceof PlatformError) || !["exists", "unanswered", "unavailable"].includes(error.kind)) throw error;
    const there = await find().catch(() => undefined);
    if (there === undefined) throw error;
    return [there, error.kind === "exists" ? "found" : "made"];
  }
}

interface Found {
  readonly database: string | undefined;
  readonly bucket: true | undefined;
  readonly jobs: true | undefined;
  readonly deadJobs: true | undefined;
  readonly published: Published;
  /** Migrations applied to the existing database. */
  readonly applied: readonly string[];
}

const bucketOf = async ({ platform, target }: Ports): Promise<true | undefined> =>
  (await platform.hasBucket(target.names.bucket)) ? true : undefined;

/** Throws if another worker uses the queue, because this one would take its messages. */
function refuseForeignQueue(name: string, queue: Queue | undefined, worker: string): void {
  const other = queue?.users.find((user) => user !== worker);
  if (other === undefined) return;
  throw new Error(`The queue ${name} is used by "${other}". Choose another SVC_RESOURCE_PREFIX; it was left as it is.`);
}

/** Whether the queue exists. Throws if another worker uses it. */
export async function queueOf({ platform, target }: Ports, name: string): Promise<true | undefined> {
  const queue = await platform.findQueue(name);
  refuseForeignQueue(name, queue, target.names.worker);
  return queue && true;
}

/** Finds existing resources. This also shows that every service responds before anything is created. */
async function findExisting(ports: Ports, migrations: readonly string[]): Promise<Found> {
  const { platform, target, print } = ports;
  const { names } = target;
  await checkHosts(platform, target);
  print(hostsLine(target));
  const database = await platform.findDatabase(names.database);
  const bucket = await bucketOf(ports);
  const jobs = await queueOf(ports, names.jobs);
  const deadJobs = await queueOf(ports, names.deadJobs);
  const published = await publishedWorker(platform, target, database);
  const applied = database === undefined ? [] : (await databaseState(platform, database, names.database)).applied;
  checkApplied(applied, migrations, names.database);
  return { database, bucket, jobs, deadJobs, published, applied };
}

/** Prints warnings about existing resources before anything is created. */
function printWarnings({ target, folder, print }: Ports, { database: id, published, bucket, applied }: Found): void {
  const { database, bucket: files } = target.names;
  // Recorded by a run that was interrupted before its migrations, which has already printed the warning.
  const isRecorded = id !== undefined && (readPrivate(recordedFile(folder)) ?? "").includes(id);
  if (published === "orphaned")
    print(
      `Attention: the database that the published worker ${target.names.worker} uses is gone from the account, with all that it held. ` +
        `${database} takes its place after the next deploy: put back what you have of a dump, or begin with a first owner.`,
    );
  else if (bucket && applied.length === 0 && !isRecorded)
    print(
      `Attention: the bucket ${files} is there without a database of Seed Desk's. Whose files it holds cannot be told; look before you deploy.`,
    );
}

async function make(ports: Ports, found: Found): Promise<string> {
  const { platform, target, print } = ports;
  const { names } = target;
  let untouched = true;
  const step = async <T>(
    kind: string,
    name: string,
    there: T | undefined,
    create: () => Promise<T>,
    find: () => Promise<T | undefined>,
  ): Promise<T> => {
    const note = untouched ? "Nothing was made." : "What was made before is found the next time.";
    const [value, how] = await findOrMake(there, () => withErrorNote(note, create, false), find);
    if (how === "made") untouched = false;
    print(`${kind} ${name}: ${how}`);
    return value;
  };
  const queue = (name: string, there: true | undefined): Promise<true> =>
    step(
      "queue",
      name,
      there,
      async () => {
        await platform.createQueue(name);
        return true as const;
      },
      () => queueOf(ports, name),
    );
  const database = await step(
    "database",
    names.database,
    found.database,
    () => platform.createDatabase(names.database),
    () => platform.findDatabase(names.database),
  );
  await step(
    "bucket",
    names.bucket,
    found.bucket,
    async () => {
      await platform.createBucket(names.bucket);
      return true as const;
    },
    () => bucketOf(ports),
  );
  await queue(names.deadJobs, found.deadJobs);
  await queue(names.jobs, found.jobs);
  return database;
}

/** Collects all migrations and returns their files. Throws if one violates the lock or is not locked. */
export function lockedMigrations(): string[] {
  const all = collectMigrations();
  const lock = readLock();
  const fresh = unlocked(all, lock).map((file) => `${file}: not in migrations.lock.json; run pnpm run migrations:prepare`);
  const faults = [...lockViolations(all, lock), ...fresh];
  if (faults.length > 0) throw new Error(faults.join("\n"));
  return all.map(({ file }) => file);
}

/** Checks the applied migrations, applies the rest, and checks again. */
export async function migrate(
  { platform, tool, target, folder, print }: Ports,
  database: string,
  migrations: readonly string[],
): Promise<void> {
  const name = target.names.database;
  const before = await databaseState(platform, database, name);
  checkApplied(before.applied, migrations, name);
  if (before.applied.length === migrations.length) return print(`migrations: all ${migrations.length} applied before`);
  const due = migrations.length - before.applied.length;
  await withProgress(print, `migrations: applying ${due}`, () => tool.applyMigrations(recordedFile(folder), name));
  const { applied } = await databaseState(platform, database, name);
  checkApplied(applied, migrations, name);
  if (applied.length < migrations.length) throw new Error("Not all migrations were applied; run this again.");
  print(`migrations: ${due} applied now`);
}

/** Enables the workers.dev route of a published worker; for a new one, publishing does it. */
async function enableHost({ platform, target, print }: Ports, isPublished: boolean): Promise<void> {
  if (target.host.kind === "custom") return;
  if (isPublished) await platform.enablePlatformHost(target.names.worker);
  print(`workers.dev route: ${isPublished ? "enabled" : "recorded, enabled when code is published"}`);
}

/** The line about the hosts for the administrator. */
const hostsLine = (target: Target): string =>
  target.host.kind === "platform" ? "workers.dev name: this account's" : "zone: active in this account, host free or ours";

/** Prepares the target for `deploy --remote`. Publishes nothing. */
export async function setupRemote(ports: Ports): Promise<void> {
  const { target, folder, print } = ports;
  const migrations = lockedMigrations();
  const found = await withErrorNote("Nothing was made.", () => findExisting(ports, migrations));
  printWarnings(ports, found);
  const database = await make(ports, found);
  writePrivate(recordedFile(folder), configText(configFor(target, database)));
  print("private file: written");
  await migrate(ports, database, migrations);
  await enableHost(ports, found.published !== "nothing");
}
