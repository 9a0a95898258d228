// Connects routes with their handlers.
import type { Principal } from "#kernel/auth/principal.ts";
import type { Config } from "#kernel/config/index.ts";
import type { Query, QueryResults } from "#kernel/db/index.ts";
import type { Claims, RequestCtx, RegisteredRoute } from "#kernel/module/types.ts";
import type { Input, ReplyOf, Route, Who } from "#kernel/wire/route.ts";

type PrincipalFor<W extends Who> = W extends "account"
  ? Extract<Principal, { kind: "account" }>
  : W extends "member" | "admin" | "owner"
    ? Extract<Principal, { kind: "member" }>
    : W extends "visitor"
      ? Extract<Principal, { kind: "visitor" }>
      : W extends "widget"
        ? Extract<Principal, { kind: "widget" }>
        : W extends "token"
          ? Extract<Principal, { kind: "token" }>
          : W extends "device"
            ? Extract<Principal, { kind: "device" }>
            : Principal;
/** The kind of caller that a route's access rule guarantees to its verb. */
export type CallerOf<R extends Route> = PrincipalFor<R["who"]>;

type Reader<R extends Route, P extends readonly Query<unknown>[]> = (
  claims: Claims,
  input: Input<R>,
  ctx: { now: number; config: Config },
) => readonly [...P];

/** Connects a route with its verb. `signedOut` makes the page for a person who has to sign in first. */
export function serve<R extends Route>(
  route: R,
  handle: (ctx: RequestCtx<CallerOf<R>>, input: NoInfer<Input<R>>) => Promise<NoInfer<ReplyOf<R>>>,
  more: Pick<RegisteredRoute, "signedOut"> = {},
): RegisteredRoute {
  return { route, reads: () => [], handle: handle as unknown as RegisteredRoute["handle"], ...more };
}
/** Connects a route with a verb that proves its caller in its own batch, through `ctx.proof`: one round trip in all. */
export function serveProving<R extends Route>(
  route: R,
  handle: (ctx: RequestCtx<CallerOf<R>>, input: NoInfer<Input<R>>) => Promise<NoInfer<ReplyOf<R>>>,
): RegisteredRoute {
  return { ...serve(route, handle), proving: true };
}
/** Connects a route with a verb and queries that run in the same round trip as the proof of the caller. If the proof fails, their results are discarded. */
export function serveReading<R extends Route, const P extends readonly Query<unknown>[]>(
  route: R,
  reads: Reader<R, P>,
  handle: (ctx: RequestCtx<CallerOf<R>>, input: NoInfer<Input<R>>, rows: QueryResults<P>) => Promise<NoInfer<ReplyOf<R>>>,
): RegisteredRoute {
  return { route, reads: reads as unknown as RegisteredRoute["reads"], handle: handle as unknown as RegisteredRoute["handle"] };
}
