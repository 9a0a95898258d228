// Serves a build in one process: persistent state, queue consumers, Durable Objects, assets, and the minute schedule.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { applyLocalMigrations } from "./apply-migrations.ts";
import { lockState } from "./backup/lock.ts";
import { compactErased } from "./compact.ts";
import { copyBuild, removeCopy } from "./copy-build.ts";
import { type Runtime, type RunningWorker, startRuntime, workerOptions } from "./miniflare.ts";
import { BUILT_CONFIG } from "./paths.ts";
import { publicNetwork } from "./public-network.ts";
import { startTicker } from "./ticker.ts";
import { guardRuntimes } from "./workerd-guard.ts";
import { readWorkerConfig } from "./worker-config.ts";
import { workerRoutes } from "./worker-routes.ts";

export interface ServeOptions {
  /** The built wrangler.json. */
  readonly config?: string;
  /** The folder for the files of D1, R2 and Durable Objects; by default a temporary one that `stop` removes. */
  readonly state?: string;
  readonly host?: string;
  /** 0 or undefined: any free port. */
  readonly port?: number;
  /** Variables and secrets of the worker, on top of the configuration's. */
  readonly vars?: Readonly<Record<string, string>>;
  /** false: the minute schedule runs only when the caller calls `tick()`. */
  readonly tick?: boolean;
  /** false: no queue consumer, so that only the schedule finishes work. */
  readonly queue?: boolean;
  /** true: every request passes the runtime's asset router, as on the platform. For comparisons; nobody sees a difference but in time. */
  readonly assetRouter?: boolean;
  /** true: serves a copy of the build, so that it survives the next one. */
  readonly copies?: boolean;
  /** Called with each line that the worker prints. */
  readonly onLog?: (line: string) => void;
  /** Answers, in place of the public network, what the worker fetches from addresses that people entered. For tests. */
  readonly network?: (request: Request) => Promise<Response>;
}

export interface Served {
  /** Without a slash at the end. */
  readonly url: string;
  /** Fetched on first use, which takes as long as the worker's own start. */
  worker(): Promise<RunningWorker>;
  readonly runtime: Runtime;
  /** Runs the minute schedule once, now. */
  tick(): Promise<void>;
  /** Stops serving. `atRest` runs when nothing writes to the files any more, before the lock is released. */
  stop(atRest?: () => Promise<void>): Promise<void>;
}

/** The worker as it was built: its entry first, then every chunk. */
function builtWorker(config: string, options: ServeOptions): object {
  const { workerOptions: derived, main } = workerOptions(config);
  if (main === undefined) throw new Error(`${config} names no entry`);
  const built = dirname(main);
  const chunks = readdirSync(built, { recursive: true, encoding: "utf8" })
    .map((file) => join(built, file))
    .filter((file) => file.endsWith(".js") && file !== main);
  // Miniflare's converter refuses modulesRules; the list of modules replaces it.
  const { modulesRules: _rules, queueConsumers, bindings, serviceBindings, ...rest } = derived as Record<string, unknown>;
  const { run_worker_first: workerFirst } = (rest["assets"] ?? {}) as { readonly run_worker_first?: unknown };
  return {
    ...rest,
    routes: options.assetRouter === true ? [] : workerRoutes(workerFirst),
    // Without a name the folder of the Durable Objects would be "-Class", where wrangler does not find their state.
    name: readWorkerConfig(config).name,
    bindings: { ...(bindings as object | undefined), ...options.vars },
    ...(options.queue === false ? {} : { queueConsumers }),
    serviceBindings: { ...(serviceBindings as object | undefined), PUBLIC_NETWORK: options.network ?? publicNetwork() },
    rootPath: built,
    modulesRoot: built,
    modules: [main, ...chunks].map((path) => ({ type: "ESModule", path })),
  };
}

/** Removes the signal handlers that Miniflare adds, which exit at once: this script or the test runner must handle signals. */
function withoutForeignSignalHandlers<T>(start: () => T): T {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  const before = signals.map((signal) => process.listeners(signal));
  const started = start();
  for (const [i, signal] of signals.entries()) {
    for (const listener of process.listeners(signal)) if (!before[i]?.includes(listener)) process.off(signal, listener);
  }
  return started;
}

/** Compacts the database after erasures. A failure does not prevent serving, because the next start tries again. */
function compact(state: string): void {
  try {
    compactErased(state);
  } catch (error) {
    process.stderr.write(`The database was not written anew after an erasure: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}

/** Migrates and starts the server; resolves when it accepts requests. */
export async function serveBuild(options: ServeOptions = {}): Promise<Served> {
  guardRuntimes();
  const temporary = options.state === undefined ? mkdtempSync(join(tmpdir(), "seed-desk-")) : undefined;
  const state = options.state ?? temporary ?? "";
  const unlock = lockState(state, "serving");
  try {
    compact(state);
    const config = options.config ?? (options.copies === true ? copyBuild(state) : BUILT_CONFIG);
    return await serveLocked(config, state, options, () => {
      if (temporary === undefined) compact(state);
      if (options.copies === true) removeCopy(state);
      unlock();
      if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true });
    });
  } catch (error) {
    unlock();
    throw error;
  }
}

async function serveLocked(config: string, state: string, options: ServeOptions, onStopped: () => void): Promise<Served> {
  await withoutForeignSignalHandlers(() => applyLocalMigrations(state));
  const runtime = withoutForeignSignalHandlers(() =>
    startRuntime({
      host: options.host ?? "127.0.0.1",
      port: options.port ?? 0,
      state,
      worker: builtWorker(config, options),
      onLog: options.onLog,
      // A public server must not expose paths that run the schedule or deliver mail.
      triggers: options.vars?.["APP_ORIGIN"] === undefined,
    }),
  );
  const url = (await runtime.ready).href.replace(/\/$/, "");
  let fetched: Promise<RunningWorker> | undefined;
  const worker = (): Promise<RunningWorker> => (fetched ??= runtime.getWorker());
  const ticker = startTicker(worker, options.tick !== false);
  let stopped: Promise<void> | undefined;
  const stop = async (atRest?: () => Promise<void>): Promise<void> => {
    await ticker.stop();
    await runtime.dispose();
    await atRest?.();
    onStopped();
  };
  return { url, worker, runtime, tick: ticker.tick, stop: (atRest) => (stopped ??= stop(atRest)) };
}
