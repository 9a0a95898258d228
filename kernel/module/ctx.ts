// What a verb gets besides its input: everything that touches the world comes in here.
import type { Principal } from "#kernel/auth/principal.ts";
import type { Clock } from "#kernel/clock/index.ts";
import type { Config } from "#kernel/config/index.ts";
import type { Database } from "#kernel/db/index.ts";
import type { House } from "./house.ts";
import type { Log } from "./log.ts";

export interface Env {
  readonly DB: D1Database;
  readonly FILES: R2Bucket;
  readonly JOBS: Queue<{ jobId: string }>;
  readonly CONVERSATIONS: DurableObjectNamespace;
  readonly ASSETS: Fetcher;
  readonly [variable: string]: unknown;
}

export interface Ctx {
  readonly env: Env;
  readonly db: Database;
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly requestId: string;
  readonly house: House;
  readonly caller: Principal;
  /** Work that goes on after the answer. Its failure is logged, never the caller's. */
  readonly after: (work: Promise<unknown>) => void;
}
