// The only file that uses wrangler's unstable functions and its copy of Miniflare. Both are pinned exactly.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import type { unstable_getMiniflareWorkerOptions, unstable_splitSqlQuery } from "wrangler";
import { sha256 } from "./content-hash.ts";
import { inRoot } from "./paths.ts";

// Neither wrangler nor Miniflare may look for updates, send statistics or fetch a sample `request.cf`.
Object.assign(process.env, { WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false" });

export interface D1Result {
  readonly results: readonly Record<string, unknown>[];
}
export interface D1Statement {
  bind(...values: readonly unknown[]): D1Statement;
  run(): Promise<unknown>;
  all(): Promise<D1Result>;
}
export interface D1 {
  prepare(sql: string): D1Statement;
  batch(statements: readonly D1Statement[]): Promise<unknown>;
}

/** The running worker, as tests and the ticker use it. */
export interface RunningWorker {
  fetch(url: string | URL, init?: RequestInit): Promise<Response>;
  scheduled(options: { readonly scheduledTime: Date; readonly cron: string }): Promise<unknown>;
  queue(queue: string, messages: readonly unknown[]): Promise<unknown>;
}

export interface Runtime {
  readonly ready: Promise<URL>;
  dispose(): Promise<void>;
  getWorker(): Promise<RunningWorker>;
  getD1Database(binding: string): Promise<D1>;
  /** Real stubs of the worker's bindings, in Node. */
  getBindings(): Promise<Record<string, unknown>>;
  /** Evicts a running object as the platform does; its sockets hibernate or close. Rejects if it is not running. */
  unsafeEvictDurableObject(
    worker: string,
    className: string,
    object: { readonly name: string; readonly webSockets?: "close" | "hibernate" },
  ): Promise<void>;
}

interface WranglerParts {
  readonly unstable_getMiniflareWorkerOptions: typeof unstable_getMiniflareWorkerOptions;
  readonly unstable_splitSqlQuery: typeof unstable_splitSqlQuery;
}
interface MiniflareParts {
  readonly Miniflare: new (options: object) => Runtime;
  readonly Log: new (level: number) => object;
  readonly LogLevel: { readonly WARN: number };
  convertV4MiniflareOptions(options: object): object;
}

const require = createRequire(import.meta.url);
/** Loaded on first use, because it takes longer than everything else before a server starts. */
const wrangler = (): WranglerParts => require("wrangler") as WranglerParts;
const miniflare = createRequire(require.resolve("wrangler"))("miniflare") as MiniflareParts;

/** Splits a migration into its statements, triggers kept whole. */
export const splitSql = (sql: string): string[] => wrangler().unstable_splitSqlQuery(sql);

export interface WorkerOptions {
  readonly workerOptions: Readonly<Record<string, unknown>>;
  readonly main?: string | undefined;
}
const CACHE_FILE = inRoot(".generated/worker-options.json");

/** Whether there are variables that wrangler would add; next to a build there are none. */
const hasVariables = (config: string): boolean =>
  process.env["CLOUDFLARE_INCLUDE_PROCESS_ENV"] !== undefined ||
  readdirSync(dirname(config)).some((name) => /^\.(dev\.vars|env)/.test(name));

/** The worker options that wrangler derives from a configuration file; cached until the file or the version of wrangler changes. */
export function workerOptions(config: string): WorkerOptions {
  const derive = (): WorkerOptions => {
    const { workerOptions: options, main } = wrangler().unstable_getMiniflareWorkerOptions(config);
    return { workerOptions: { ...options }, main };
  };
  if (hasVariables(config)) return derive();
  const { version } = require("wrangler/package.json") as { readonly version: string };
  const key = sha256(JSON.stringify([config, readFileSync(config, "utf8"), version]));
  if (existsSync(CACHE_FILE)) {
    const kept = JSON.parse(readFileSync(CACHE_FILE, "utf8")) as WorkerOptions & { readonly key: string };
    if (kept.key === key) return kept;
  }
  const derived = derive();
  // Renamed into place, because several servers may start at once.
  const draft = `${CACHE_FILE}.${process.pid}`;
  mkdirSync(dirname(CACHE_FILE), { recursive: true });
  writeFileSync(draft, JSON.stringify({ key, ...derived }));
  renameSync(draft, CACHE_FILE);
  return derived;
}

export interface RuntimeOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly state: string;
  readonly worker: object;
  /** Called with each line that the worker prints; by default the lines go to this process's output. */
  readonly onLog?: ((line: string) => void) | undefined;
  /** Enables the paths under /cdn-cgi/local/ that run the schedule and deliver mail. */
  readonly triggers?: boolean;
}

/** Starts one worker with its storage under `state`. */
export function startRuntime({ host, port, state, worker, onLog, triggers = false }: RuntimeOptions): Runtime {
  return new miniflare.Miniflare(
    miniflare.convertV4MiniflareOptions({
      host,
      port,
      resourcePersistencePath: state,
      log: new miniflare.Log(miniflare.LogLevel.WARN),
      cf: false,
      unsafeLocalExplorer: false,
      unsafeObservability: false,
      unsafeTriggerHandlers: triggers,
      ...(onLog === undefined ? {} : { handleStructuredLogs: ({ message }: { readonly message: string }) => onLog(message) }),
      workers: [worker],
    }),
  );
}
