// The words that a module is made of. They speak of each other, so they stand in one file; what they do stands elsewhere.
import type { Principal } from "#kernel/auth/principal.ts";
import type { Clock } from "#kernel/clock/index.ts";
import type { Config, Declaration } from "#kernel/config/index.ts";
import type { Database, Query } from "#kernel/db/index.ts";
import type { AccountId, ContactId, ProjectId } from "#kernel/ids/index.ts";
import type { Route, Who } from "#kernel/wire/route.ts";
import type { SQL } from "drizzle-orm";
import type * as v from "valibot";
import type { Extensions, Provided } from "./extension.ts";
import type { Log } from "./log.ts";

export interface Env {
  readonly DB: D1Database;
  readonly FILES: R2Bucket;
  readonly JOBS: Queue<{ jobId: string }>;
  readonly CONVERSATIONS: DurableObjectNamespace;
  readonly ASSETS: Fetcher;
  /** The way to public addresses only, where the runtime has one: on a server of one's own (`scripts/lib/public-network.ts`). */
  readonly PUBLIC_NETWORK?: Fetcher;
  readonly [variable: string]: unknown;
}

/** What a verb gets besides its input: everything that touches the world comes in here. */
export interface Ctx {
  readonly env: Env;
  readonly db: Database;
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly requestId: string;
  readonly registry: AppRegistry;
  readonly caller: Principal;
  /** The way to other services. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Work that goes on after the answer. Its failure is logged, never the caller's. */
  readonly after: (work: Promise<unknown>) => void;
}

/** The context of one request. `reply` changes the answer's status and headers. */
export interface RequestCtx<P extends Principal = Principal> extends Omit<Ctx, "caller"> {
  readonly caller: P;
  readonly request: Request;
  readonly url: URL;
  /** The client's address as the platform gives it; IPv6 as its /64. Undefined when unknown. */
  readonly address: string | undefined;
  readonly reply: { status: number | undefined; headers: Headers };
  /** Only for a verb that proves its caller in its own batch (`serveProving`): until `settle`, the caller is only claimed. */
  readonly proof: Proof | undefined;
}

/** The proof of a caller as part of a verb's one batch: no write may happen unless `holds`. Nothing is told before `held` or `settle`. */
export interface Proof {
  readonly holds: SQL;
  /** Something was written, so the proof held. */
  readonly held: () => void;
  readonly queries: readonly Query<unknown>[];
  /** Nothing was written: takes what `parts` read, and throws the refusal when the proof does not hold. */
  readonly settle: (rows: readonly unknown[]) => void;
}

/** Ids that a credential names, before it is proved. Only for choosing what to read in the same trip. */
export interface Claims {
  readonly projectId?: ProjectId;
  readonly accountId?: AccountId;
  readonly contactId?: ContactId;
}

/** A route joined with its verb. */
export interface Served {
  readonly route: Route;
  readonly reads: (claims: Claims, input: never, ctx: { now: number; config: Config }) => readonly Query<unknown>[];
  readonly handle: (ctx: RequestCtx, input: never, rows: never) => Promise<unknown>;
  /** The verb proves its caller in its own batch. */
  readonly proving?: true;
}

export interface Credential {
  readonly claims: Claims;
  readonly queries: readonly Query<unknown>[];
  /** Proves the caller from the rows of `parts`, or throws a refusal. `allowOrigin` names the origin that may read the answer. */
  readonly prove: (rows: readonly unknown[], tell: { allowOrigin: (origin: string) => void }) => Principal;
  /** A write that may follow the answer, such as the time of last use. */
  readonly afterwards?: (rows: readonly unknown[]) => SQL | undefined;
  /** The same proof as a condition, with the caller that it proves: for a verb whose one batch reads and decides at once. */
  readonly inBatch?: {
    readonly caller: Principal;
    readonly holds: SQL;
    /** What follows once a write has shown that it holds. Its use is not noted: that would be a trip more for every send. */
    readonly held: (tell: { allowOrigin: (origin: string) => void }) => void;
  };
}
export interface Authenticator {
  readonly who: readonly Who[];
  /** Reads the credential without I/O except hashing. Throws a refusal when there is none. */
  readonly begin: (request: {
    request: Request;
    url: URL;
    params: Readonly<Record<string, string>>;
    body: unknown;
    route: Route;
    config: Config;
    now: number;
  }) => Promise<Credential>;
}

export interface Job<P = unknown> {
  readonly kind: string;
  readonly payload: v.GenericSchema<unknown, P>;
}
export interface JobMeta {
  readonly jobId: string;
  readonly projectId: ProjectId | null;
  readonly attempts: number;
}
export interface JobHandler {
  readonly job: Job;
  /** "again": a part was done and there is more; another invocation goes on. */
  readonly run: (ctx: Ctx, payload: never, meta: JobMeta) => Promise<void | "again">;
}
export interface Listener {
  readonly event: string;
  readonly name: string;
  readonly wants: (payload: never) => boolean;
  /** What the batch asks besides, as a condition: for what only the database knows. */
  readonly where: ((payload: never) => SQL) | undefined;
  /** How long after the change its job is due, in milliseconds; 0 = at once. */
  readonly delay: number;
  readonly job: Job;
  readonly payloadOf: (payload: never) => unknown;
}
export interface CronTask {
  readonly name: string;
  /** Bounded work; called about once a minute, maybe twice, maybe late. */
  readonly run: (ctx: Ctx) => Promise<void>;
}

/** What the edition composes. */
export interface Module {
  readonly name: string;
  /** The modules whose face or contract this one imports; a test compares it with the real imports. */
  readonly needs: readonly string[];
  readonly routes: readonly Served[];
  readonly authenticators: readonly Authenticator[];
  readonly jobs: readonly JobHandler[];
  readonly listens: readonly Listener[];
  readonly cron: readonly CronTask[];
  readonly provides: readonly Provided[];
}
/** All modules together, indexed once at start-up. */
export interface AppRegistry {
  readonly modules: readonly Module[];
  /** What can be set, of all modules. */
  readonly variables: readonly Declaration[];
  readonly routes: readonly Served[];
  readonly authenticators: ReadonlyMap<Who, Authenticator>;
  readonly jobs: ReadonlyMap<string, JobHandler>;
  readonly listeners: readonly Listener[];
  readonly cron: readonly CronTask[];
  readonly extensions: Extensions;
}
