// A route joined with its verb, and the authenticators that prove callers.
import type { Principal } from "#kernel/auth/principal.ts";
import type { Config } from "#kernel/config/index.ts";
import type { Part, PartValues } from "#kernel/db/index.ts";
import type { Ctx } from "#kernel/module/ctx.ts";
import type { Input, ReplyOf, Route, Who } from "#kernel/wire/route.ts";
import type { SQL } from "drizzle-orm";
import type { ContactId, AccountId, ProjectId } from "#kernel/ids/index.ts";

/** The context of one request. `reply` changes the answer's status and headers. */
export interface RequestCtx<P extends Principal = Principal> extends Omit<Ctx, "caller"> {
  readonly caller: P;
  readonly request: Request;
  readonly url: URL;
  /** The client's address as the platform gives it; IPv6 as its /64. Undefined when unknown. */
  readonly address: string | undefined;
  readonly reply: { status: number | undefined; headers: Headers };
}

/** Ids that a credential names, before it is proved. Only for choosing what to read in the same trip. */
export interface Claims {
  readonly projectId?: ProjectId;
  readonly accountId?: AccountId;
  readonly contactId?: ContactId;
}

type PrincipalFor<W extends Who> = W extends "account"
  ? Extract<Principal, { kind: "account" }>
  : W extends "member" | "admin" | "owner"
    ? Extract<Principal, { kind: "member" }>
    : W extends "visitor"
      ? Extract<Principal, { kind: "visitor" }>
      : W extends "widget"
        ? Extract<Principal, { kind: "widget" }>
        : Principal;
export type CallerOf<R extends Route> = PrincipalFor<R["who"]>;

export interface Served {
  readonly route: Route;
  readonly reads: (claims: Claims, input: never, ctx: { now: number; config: Config }) => readonly Part<unknown>[];
  readonly handle: (ctx: RequestCtx, input: never, rows: never) => Promise<unknown>;
}

type Reader<R extends Route, P extends readonly Part<unknown>[]> = (claims: Claims, input: Input<R>, ctx: { now: number; config: Config }) => readonly [...P];

/** Joins a route with its verb. */
export function serve<R extends Route>(route: R, handle: (ctx: RequestCtx<CallerOf<R>>, input: NoInfer<Input<R>>) => Promise<NoInfer<ReplyOf<R>>>): Served {
  return { route, reads: () => [], handle: handle as unknown as Served["handle"] };
}
/** The same, with parts that are read in the one trip that also proves the caller. They are thrown away when the proof fails. */
export function serveReading<R extends Route, const P extends readonly Part<unknown>[]>(
  route: R,
  reads: Reader<R, P>,
  handle: (ctx: RequestCtx<CallerOf<R>>, input: NoInfer<Input<R>>, rows: PartValues<P>) => Promise<NoInfer<ReplyOf<R>>>,
): Served {
  return { route, reads: reads as unknown as Served["reads"], handle: handle as unknown as Served["handle"] };
}

export interface Credential {
  readonly claims: Claims;
  readonly parts: readonly Part<unknown>[];
  /** Proves the caller from the rows of `parts`, or throws a refusal. `allow` names the origin that may read the answer. */
  readonly prove: (rows: readonly unknown[], tell: { allowOrigin: (origin: string) => void }) => Principal;
  /** A write that may follow the answer, such as the time of last use. */
  readonly afterwards?: (rows: readonly unknown[]) => SQL | undefined;
}
export interface Authenticator {
  readonly who: readonly Who[];
  /** Reads the credential without I/O except hashing. Throws a refusal when there is none. */
  readonly begin: (request: { request: Request; url: URL; params: Readonly<Record<string, string>>; body: unknown; route: Route; config: Config; now: number }) => Promise<Credential>;
}
