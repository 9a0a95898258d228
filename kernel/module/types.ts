// The types that make up a module. They refer to each other, so they share one file; their implementations are elsewhere.
import type { Principal } from "#kernel/auth/principal.ts";
import type { Clock } from "#kernel/clock/index.ts";
import type { Config, ConfigDeclaration } from "#kernel/config/index.ts";
import type { Database, Query, SQL } from "#kernel/db/index.ts";
import type { AccountId, ContactId, ProjectId } from "#kernel/ids/index.ts";
import type { Route, Who } from "#kernel/wire/route.ts";
import type * as v from "valibot";
import type { Extensions, Provided } from "./extension.ts";
import type { Log } from "./log.ts";

export interface Env {
  readonly DB: D1Database;
  readonly FILES: R2Bucket;
  readonly JOBS: Queue<{ jobId: string }>;
  readonly CONVERSATIONS: DurableObjectNamespace;
  readonly ASSETS: Fetcher;
  /** Fetches public addresses only. Present on self-hosted servers (`scripts/lib/public-network.ts`). */
  readonly PUBLIC_NETWORK?: Fetcher;
  readonly [variable: string]: unknown;
}

/** The context of a handler: the only access to the outside world. */
export interface Ctx {
  readonly env: Env;
  readonly db: Database;
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly requestId: string;
  readonly registry: AppRegistry;
  readonly caller: Principal;
  /** Calls other services. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Lets work continue after the response. A failure is logged and does not affect the caller. */
  readonly after: (work: Promise<unknown>) => void;
}

/** The context of one request. `reply` changes the status and headers of the response; `waited`: milliseconds that don't make it slow. */
export interface RequestCtx<P extends Principal = Principal> extends Omit<Ctx, "caller"> {
  readonly caller: P;
  readonly request: Request;
  readonly url: URL;
  /** The client's address as the platform gives it; IPv6 as its /64. Undefined when unknown. */
  readonly address: string | undefined;
  readonly reply: { status: number | undefined; headers: Headers; waited?: number };
  /** Only for verbs that prove the caller in their own batch (`serveProving`): until `held` or `settle`, the caller is only claimed. */
  readonly proof: Proof | undefined;
}

/**
 * The proof of a caller as part of a verb's one batch. Every write must be conditional on `holds`, and nothing may be revealed to the
 * caller before `held` or `settle`.
 */
export interface Proof {
  readonly holds: SQL;
  /** To be called when something was written, which shows that the proof held. */
  readonly held: () => void;
  readonly queries: readonly Query<unknown>[];
  /** To be called with the results of `queries` when nothing was written; throws the refusal if the proof does not hold. */
  readonly settle: (rows: readonly unknown[]) => void;
}

/** Ids that a credential names, before it is proved. Only for choosing what to read in the same round trip. */
export interface Claims {
  readonly projectId?: ProjectId;
  readonly accountId?: AccountId;
  readonly contactId?: ContactId;
}

/** A route with its verb. */
export interface RegisteredRoute {
  readonly route: Route;
  readonly reads: (claims: Claims, input: never, ctx: { now: number; config: Config }) => readonly Query<unknown>[];
  readonly handle: (ctx: RequestCtx, input: never, rows: never) => Promise<unknown>;
  /** The verb proves its caller in its own batch. */
  readonly proving?: true;
  /** The page for a person who is not signed in, with status 401; by default one with the refusal's sentence. */
  readonly signedOut?: () => Response;
}

export interface Credential {
  /** Undefined where the credential names no ids: what the verb reads then costs a round trip of its own, after the proof. */
  readonly claims: Claims | undefined;
  readonly queries: readonly Query<unknown>[];
  /** Proves the caller from the results of `queries`, or throws a refusal. `allowOrigin` sets the origin that may read the response. */
  readonly prove: (rows: readonly unknown[], reply: { allowOrigin: (origin: string) => void }) => Principal;
  /** What is written after the response, such as the time of last use. */
  readonly afterwards?: (rows: readonly unknown[]) => readonly SQL[] | SQL | undefined;
  /** What has to be stored because the proof failed, such as the use of a token that had been replaced. Awaited before the refusal is sent. */
  readonly refused?: (rows: readonly unknown[], ctx: RequestCtx) => Promise<void>;
  /** The same proof as a SQL condition, with the caller that it proves: for a verb that decides everything in one batch. */
  readonly inBatch?: {
    readonly caller: Principal;
    readonly holds: SQL;
    /** Called when a write has shown that the proof holds. The last use is not stored: that would cost every send another round trip. */
    readonly held: (reply: { allowOrigin: (origin: string) => void }) => void;
  };
}
export interface Authenticator {
  readonly who: readonly Who[];
  /** Whether it proves this request. Of several for a route the one without this takes what no other one does. */
  readonly accepts?: (request: Request) => boolean;
  /** Reads the credential, without I/O. Throws a refusal if there is none. */
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
  /** Returns "again" if there is more to do, which another invocation continues. */
  readonly run: (ctx: Ctx, payload: never, meta: JobMeta) => Promise<void | "again">;
}
export interface Listener {
  readonly event: string;
  readonly name: string;
  readonly wants: (payload: never) => boolean;
  /** An additional condition in the batch, for facts that only the database knows. */
  readonly where: ((payload: never) => SQL) | undefined;
  /** Milliseconds after the change when the job is due; 0: at once. */
  readonly delay: number;
  readonly job: Job;
  readonly payloadOf: (payload: never) => unknown;
}
export interface CronTask {
  readonly name: string;
  /** Does a bounded amount of work. Called about once a minute, but possibly twice or late. */
  readonly run: (ctx: Ctx) => Promise<void>;
}

/** A module as it is declared in its module.ts. */
export interface Module {
  readonly name: string;
  /** The modules that this one imports; a test compares the list with the imports. */
  readonly needs: readonly string[];
  readonly routes: readonly RegisteredRoute[];
  readonly authenticators: readonly Authenticator[];
  readonly jobs: readonly JobHandler[];
  readonly listens: readonly Listener[];
  readonly cron: readonly CronTask[];
  readonly provides: readonly Provided[];
}
/** All modules together, indexed once at start-up. */
export interface AppRegistry {
  readonly modules: readonly Module[];
  /** The variables that all modules declare. */
  readonly variables: readonly ConfigDeclaration[];
  readonly routes: readonly RegisteredRoute[];
  /** Those that take only certain requests come first. */
  readonly authenticators: ReadonlyMap<Who, readonly Authenticator[]>;
  readonly jobs: ReadonlyMap<string, JobHandler>;
  readonly listeners: readonly Listener[];
  readonly cron: readonly CronTask[];
  readonly extensions: Extensions;
}
