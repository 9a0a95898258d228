// `setup --remote`: look at everything first, then make what is missing. Each step can be repeated; nothing is ever made twice.
import { join } from "node:path";
import { collectMigrations, lockBreaches, readLock, unlocked } from "../migrations.ts";
import { adding, PlatformError } from "../platform/errors.ts";
import type { Queue } from "../platform/port.ts";
import type { Target } from "../target/target.ts";
import { configFor, configText } from "./config.ts";
import { checkApplied, databaseState } from "./database.ts";
import { readPrivate, writePrivate } from "./files.ts";
import type { Ports } from "./ports.ts";
import { saying } from "./progress.ts";
import { checkHosts, type Published, publishedWorker } from "./zones.ts";

/** The file that holds what setup recorded. */
export const recordedFile = (folder: string): string => join(folder, "wrangler.json");

/**
 * Makes a resource unless it is there. When the answer says that it exists, or got lost, the platform is asked once more: another
 * run, or this one before an interruption, may have made it.
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
    if (!(error instanceof PlatformError) || !["exists", "unanswered", "unavailable"].includes(error.trouble)) throw error;
    const there = await find().catch(() => undefined);
    if (there === undefined) throw error;
    return [there, error.trouble === "exists" ? "found" : "made"];
  }
}

interface Found {
  readonly database: string | undefined;
  readonly bucket: true | undefined;
  readonly jobs: true | undefined;
  readonly deadJobs: true | undefined;
  readonly published: Published;
  /** Migrations that the found database has. */
  readonly applied: readonly string[];
}

const bucketOf = async ({ platform, target }: Ports): Promise<true | undefined> =>
  (await platform.hasBucket(target.names.bucket)) ? true : undefined;

/** Refuses a queue that another worker uses: ours would take its messages. */
function refuseForeignQueue(name: string, queue: Queue | undefined, worker: string): void {
  const other = queue?.users.find((user) => user !== worker);
  if (other === undefined) return;
  throw new Error(`The queue ${name} is used by "${other}". Choose another SVC_RESOURCE_PREFIX; it was left as it is.`);
}

/** Whether the queue is there. Throws when it is another worker's. */
export async function queueOf({ platform, target }: Ports, name: string): Promise<true | undefined> {
  const queue = await platform.findQueue(name);
  refuseForeignQueue(name, queue, target.names.worker);
  return queue && true;
}

/** What is there already; also shows whether every service answers before the first thing is made. */
async function look(ports: Ports, migrations: readonly string[]): Promise<Found> {
  const { platform, target, say } = ports;
  const { names } = target;
  await checkHosts(platform, target);
  say(hostsLine(target));
  const database = await platform.findDatabase(names.database);
  const bucket = await bucketOf(ports);
  const jobs = await queueOf(ports, names.jobs);
  const deadJobs = await queueOf(ports, names.deadJobs);
  const published = await publishedWorker(platform, target, database);
  const applied = database === undefined ? [] : (await databaseState(platform, database, names.database)).applied;
  checkApplied(applied, migrations, names.database);
  return { database, bucket, jobs, deadJobs, published, applied };
}

/** What cannot be told, or must not be missed, before anything is made. */
function sayWhatToKnow({ target, folder, say }: Ports, { database: id, published, bucket, applied }: Found): void {
  const { database, bucket: files } = target.names;
  // Recorded by a run that was interrupted before its migrations; that one has said it, if there was anything to say.
  const isRecorded = id !== undefined && (readPrivate(recordedFile(folder)) ?? "").includes(id);
  if (published === "orphaned")
    say(
      `Attention: the database that the published worker ${target.names.worker} uses is gone from the account, with all that it held. ` +
        `${database} takes its place after the next deploy: put back what you have of a dump, or begin with a first owner.`,
    );
  else if (bucket && applied.length === 0 && !isRecorded)
    say(
      `Attention: the bucket ${files} is there without a database of Seed Desk's. Whose files it holds cannot be told; look before you deploy.`,
    );
}

async function make(ports: Ports, found: Found): Promise<string> {
  const { platform, target, say } = ports;
  const { names } = target;
  let untouched = true;
  const step = async <T>(
    kind: string,
    name: string,
    there: T | undefined,
    create: () => Promise<T>,
    find: () => Promise<T | undefined>,
  ): Promise<T> => {
    const words = untouched ? "Nothing was made." : "What was made before is found the next time.";
    const [value, how] = await findOrMake(there, () => adding(words, create, false), find);
    if (how === "made") untouched = false;
    say(`${kind} ${name}: ${how}`);
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

/** The files of all migrations, collected; refuses when one contradicts the lock or is not in it. */
export function lockedMigrations(): string[] {
  const all = collectMigrations();
  const lock = readLock();
  const fresh = unlocked(all, lock).map((file) => `${file}: not in migrations.lock.json; run pnpm run migrations:prepare`);
  const faults = [...lockBreaches(all, lock), ...fresh];
  if (faults.length > 0) throw new Error(faults.join("\n"));
  return all.map(({ file }) => file);
}

/** Checks what is applied, applies the rest, and checks again. */
export async function migrate(
  { platform, tool, target, folder, say }: Ports,
  database: string,
  migrations: readonly string[],
): Promise<void> {
  const name = target.names.database;
  const before = await databaseState(platform, database, name);
  checkApplied(before.applied, migrations, name);
  if (before.applied.length === migrations.length) return say(`migrations: all ${migrations.length} applied before`);
  const due = migrations.length - before.applied.length;
  await saying(say, `migrations: applying ${due}`, () => tool.applyMigrations(recordedFile(folder), name));
  const { applied } = await databaseState(platform, database, name);
  checkApplied(applied, migrations, name);
  if (applied.length < migrations.length) throw new Error("Not all migrations were applied; run this again.");
  say(`migrations: ${due} applied now`);
}

/** The workers.dev route of a worker that is published already; publishing enables it for a new one. */
async function enableHost({ platform, target, say }: Ports, isPublished: boolean): Promise<void> {
  if (target.host.kind === "custom") return;
  if (isPublished) await platform.enablePlatformHost(target.names.worker);
  say(`workers.dev route: ${isPublished ? "enabled" : "recorded, enabled when code is published"}`);
}

/** What the administrator reads about the hosts. */
const hostsLine = (target: Target): string =>
  target.host.kind === "platform" ? "workers.dev name: this account's" : "zone: active in this account, host free or ours";

/** Brings the target to where `deploy --remote` can publish. Publishes nothing. */
export async function setupRemote(ports: Ports): Promise<void> {
  const { target, folder, say } = ports;
  const migrations = lockedMigrations();
  const found = await adding("Nothing was made.", () => look(ports, migrations));
  sayWhatToKnow(ports, found);
  const database = await make(ports, found);
  writePrivate(recordedFile(folder), configText(configFor(target, database)));
  say("private file: written");
  await migrate(ports, database, migrations);
  await enableHost(ports, found.published !== "nothing");
}
