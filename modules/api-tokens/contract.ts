// Wire contract of API tokens. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Done, line, Time } from "#kernel/wire/values.ts";
import { m } from "#messages";
import * as v from "valibot";

const inProject = { projectId: idOf("project") };
const Scope = v.pipe(v.string(), v.regex(/^[a-z]{1,20}:[a-z]{1,20}$/, "must be a scope such as notes:write"));

export const ApiToken = v.object({
  id: idOf("apiToken"),
  name: v.string(),
  scopes: v.array(Scope),
  /** The last four characters of the token. */
  hint: v.string(),
  /** Name of the member who created it; null if the account is gone. */
  createdBy: v.nullable(v.string()),
  createdAt: Time,
  /** Null: it does not expire. */
  expiresAt: v.nullable(Time),
  /** Correct to the hour; null if it was never used. */
  lastUsedAt: v.nullable(Time),
  /** `void`: its creator could not create it any more, so it does not work. */
  state: v.picklist(["valid", "expired", "void"]),
});
export type ApiToken = v.InferOutput<typeof ApiToken>;
/** A scope in words. */
const DeclaredScope = v.object({ name: Scope, title: v.string(), body: v.string() });
export type DeclaredScope = v.InferOutput<typeof DeclaredScope>;

/** Newest first. `scopes`: the scopes that a token can have. */
export const listApiTokens = route({
  name: "listApiTokens",
  method: "GET",
  path: "/api/management/projects/:projectId/api-tokens",
  who: "admin",
  personOnly: true,
  params: inProject,
  reply: v.object({ items: v.array(ApiToken), next: v.null(), scopes: v.array(DeclaredScope) }),
});
/** `secret` is the token's text, in the first response only. `validDays` null: it does not expire. */
export const createApiToken = route({
  name: "createApiToken",
  method: "POST",
  path: "/api/management/projects/:projectId/api-tokens",
  who: "admin",
  personOnly: true,
  params: inProject,
  body: v.strictObject({
    clientId: ClientId,
    name: line(80),
    scopes: v.pipe(v.array(Scope), v.minLength(1, m.api_tokens_scope_missing), v.maxLength(20)),
    validDays: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3650))),
  }),
  reply: v.object({ token: ApiToken, secret: v.nullable(v.string()) }),
  status: 201,
  errors: ["conflict"],
});
export const revokeApiToken = route({
  name: "revokeApiToken",
  method: "DELETE",
  path: "/api/management/projects/:projectId/api-tokens/:tokenId",
  who: "admin",
  personOnly: true,
  params: { ...inProject, tokenId: idOf("apiToken") },
  reply: Done,
});
