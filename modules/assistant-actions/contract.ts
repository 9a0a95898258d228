// Wire contract of the assistant's actions: their settings, test console and log, and what a visitor confirms. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Cursor, Done, Email, Empty, page, Time } from "#kernel/wire/values.ts";
import { m } from "#messages";
import * as v from "valibot";
import { ActionDraft, ActionInput, INPUT_TYPES, KINDS, MAX_HOSTS, METHODS, ToldField } from "./contract/schema.ts";

const inProject = { projectId: idOf("project") };
const oneAction = { ...inProject, actionId: idOf("assistantAction") };

/** `unknown`: the service may have done it, but its answer got lost. It is never repeated. */
export const RUN_STATES = ["started", "done", "failed", "unknown"] as const;
export type RunState = (typeof RUN_STATES)[number];
/**
 * How a run ended. `address`: the address may not be called. `host`: its host is not allowed any more. `inputs`: the inputs don't give an address.
 * `not_found`, `refused`, `busy`, `down`: the service's status. `not_json`, `too_large`, `nothing_told`: an answer that can't be used. `lost`:
 * our own process ended.
 */
export const OUTCOMES = [
  "done",
  "address",
  "host",
  "inputs",
  "secret_missing",
  "secret_unreadable",
  "not_configured",
  "not_found",
  "refused",
  "busy",
  "down",
  "redirect",
  "timeout",
  "unreachable",
  "not_json",
  "too_large",
  "nothing_told",
  "lost",
] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const Action = v.object({
  id: idOf("assistantAction"),
  name: v.string(),
  /** By which the model calls it. */
  toolName: v.string(),
  description: v.string(),
  kind: v.picklist(KINDS),
  personal: v.boolean(),
  method: v.picklist(METHODS),
  host: v.string(),
  url: v.string(),
  body: v.nullable(v.string()),
  inputs: v.array(ActionInput),
  told: v.array(ToldField),
  /** Values are never sent, only whether there is one. */
  headers: v.array(v.object({ name: v.string(), set: v.boolean() })),
  enabled: v.boolean(),
  /** Counts changes. */
  revision: v.number(),
  createdAt: Time,
  updatedAt: Time,
});
export type Action = v.InferOutput<typeof Action>;
/** `encryption`: whether secret headers can be stored; else the variable that is missing or not valid. */
const Setup = v.object({
  hosts: v.array(v.string()),
  encryption: v.object({ ready: v.boolean(), variable: v.string() }),
});
export type Setup = v.InferOutput<typeof Setup>;

/** Oldest first, all of them. */
export const listActions = route({
  name: "listAssistantActions",
  method: "GET",
  path: "/api/management/projects/:projectId/assistant/actions",
  who: "admin",
  params: inProject,
  reply: v.object({ items: v.array(Action), next: v.null(), setup: Setup }),
});
export const readAction = route({
  name: "readAssistantAction",
  method: "GET",
  path: "/api/management/projects/:projectId/assistant/actions/:actionId",
  who: "admin",
  params: oneAction,
  reply: v.object({ action: Action, setup: Setup }),
});
/** It begins switched off. All faults are in `issues`, each with its field. 503 if it has secret headers and no key is set. */
export const createAction = route({
  name: "createAssistantAction",
  method: "POST",
  path: "/api/management/projects/:projectId/assistant/actions",
  who: "admin",
  params: inProject,
  body: v.strictObject({ clientId: ClientId, action: ActionDraft }),
  reply: v.object({ action: Action }),
  status: 201,
  errors: ["conflict", "not_configured"],
});
/** Stored values of secret headers are kept where `value` is null, and removed when the host changes. */
export const changeAction = route({
  name: "changeAssistantAction",
  method: "PUT",
  path: "/api/management/projects/:projectId/assistant/actions/:actionId",
  who: "admin",
  params: oneAction,
  body: v.strictObject({ revision: v.pipe(v.number(), v.integer(), v.minValue(1)), action: ActionDraft }),
  reply: v.object({ action: Action }),
  errors: ["conflict", "not_configured"],
});
export const switchAction = route({
  name: "switchAssistantAction",
  method: "POST",
  path: "/api/management/projects/:projectId/assistant/actions/:actionId/switch",
  who: "admin",
  params: oneAction,
  body: v.strictObject({ enabled: v.boolean() }),
  reply: v.object({ action: Action }),
});
export const removeAction = route({
  name: "removeAssistantAction",
  method: "DELETE",
  path: "/api/management/projects/:projectId/assistant/actions/:actionId",
  who: "admin",
  params: oneAction,
  reply: Done,
});
/** The hosts that actions may call. Actions of a host that is removed stop working. */
export const saveActionHosts = route({
  name: "saveAssistantActionHosts",
  method: "PUT",
  path: "/api/management/projects/:projectId/assistant/action-hosts",
  who: "admin",
  params: inProject,
  body: v.strictObject({ hosts: v.pipe(v.array(v.pipe(v.string(), v.trim(), v.maxLength(253))), v.maxLength(MAX_HOSTS)) }),
  reply: v.object({ setup: Setup }),
});

const Told = v.object({ label: v.string(), text: v.string() });
const Values = v.record(v.pipe(v.string(), v.maxLength(40)), v.union([v.pipe(v.string(), v.maxLength(1000)), v.number(), v.boolean()]));
export const Trial = v.object({
  state: v.picklist(["done", "failed", "unknown"]),
  outcome: v.picklist(OUTCOMES),
  took: v.number(),
  /** With secrets masked; null if nothing was sent. */
  request: v.nullable(
    v.object({
      method: v.string(),
      url: v.string(),
      headers: v.array(v.object({ name: v.string(), value: v.string() })),
      body: v.nullable(v.string()),
    }),
  ),
  /** Null if none was read. */
  answer: v.nullable(v.object({ status: v.number(), type: v.string(), text: v.string() })),
  /** What the assistant could tell. */
  told: v.array(Told),
});
export type Trial = v.InferOutput<typeof Trial>;
/**
 * Runs the action as it is saved, with inputs and a contact typed by hand. It really calls the service, so an action that changes something
 * changes it: `confirmed` must be true then. Repeating a `clientId` returns no second result but 409.
 */
export const tryAction = route({
  name: "tryAssistantAction",
  method: "POST",
  path: "/api/management/projects/:projectId/assistant/actions/:actionId/try",
  who: "admin",
  params: oneAction,
  body: v.strictObject({
    clientId: ClientId,
    inputs: Values,
    contact: v.strictObject({
      id: v.optional(v.pipe(v.string(), v.maxLength(100)), ""),
      email: v.optional(v.pipe(v.string(), v.maxLength(254)), ""),
      externalId: v.optional(v.pipe(v.string(), v.maxLength(200)), ""),
    }),
    confirmed: v.boolean(),
  }),
  reply: v.object({ trial: Trial }),
  errors: ["conflict", "rate_limited"],
});

export const Run = v.object({
  id: idOf("actionRun"),
  actionId: idOf("assistantAction"),
  actionName: v.string(),
  kind: v.picklist(KINDS),
  conversationId: v.nullable(idOf("conversation")),
  startedBy: v.picklist(["assistant", "visitor", "console"]),
  inputs: v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])),
  state: v.picklist(RUN_STATES),
  outcome: v.nullable(v.picklist(OUTCOMES)),
  status: v.nullable(v.number()),
  told: v.array(Told),
  took: v.nullable(v.number()),
  startedAt: Time,
});
export type Run = v.InferOutput<typeof Run>;
/** Newest first, of 90 days. */
export const listRuns = route({
  name: "listAssistantActionRuns",
  method: "GET",
  path: "/api/management/projects/:projectId/assistant/action-runs",
  who: "admin",
  params: inProject,
  query: v.object({ cursor: v.optional(Cursor), action: v.optional(idOf("assistantAction")) }),
  reply: page(Run),
});

const RequestParams = { requestId: idOf("actionRequest") };
/**
 * What waits for a visitor. `proof`: their address has to be proved by a code first. `confirmation`: they have to confirm exactly these inputs, which
 * `hash` names. `nothing`: it can run.
 */
export const ActionAsked = v.object({
  id: idOf("actionRequest"),
  conversationId: idOf("conversation"),
  name: v.string(),
  kind: v.picklist(KINDS),
  needs: v.picklist(["proof", "confirmation", "nothing"]),
  inputs: v.array(v.object({ name: v.string(), description: v.string(), type: v.picklist(INPUT_TYPES), value: v.string() })),
  hash: v.string(),
  /** `changed`: the action was changed or switched off meanwhile. */
  state: v.picklist(["waiting", "declined", "expired", "changed", "running", "done", "failed", "unknown"]),
  /** What may be told of the answer, once it ran. */
  told: v.array(Told),
  /** The address to which a code would go; null if none is known. */
  address: v.nullable(v.string()),
  createdAt: Time,
  expiresAt: Time,
});
export type ActionAsked = v.InferOutput<typeof ActionAsked>;
const Asked = v.object({ request: ActionAsked });

/** The newest ten of an own conversation. */
export const listActionRequests = route({
  name: "listOwnActionRequests",
  method: "GET",
  path: "/api/widget/conversations/:conversationId/action-requests",
  who: "visitor",
  params: { conversationId: idOf("conversation") },
  reply: v.object({ items: v.array(ActionAsked), next: v.null() }),
});
/** Runs it, once. `hash` names the inputs that the visitor has seen. A repetition returns how it went. */
export const confirmActionRequest = route({
  name: "confirmActionRequest",
  method: "POST",
  path: "/api/widget/action-requests/:requestId/confirm",
  who: "visitor",
  params: RequestParams,
  body: v.strictObject({ clientId: ClientId, hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, "must be the hash of the request")) }),
  reply: Asked,
  errors: ["conflict"],
});
export const declineActionRequest = route({
  name: "declineActionRequest",
  method: "POST",
  path: "/api/widget/action-requests/:requestId/decline",
  who: "visitor",
  params: RequestParams,
  body: Empty,
  reply: Asked,
});
/** Mails a code to the address that the contact claims, or to `email` if there is none. */
export const requestActionCode = route({
  name: "requestActionCode",
  method: "POST",
  path: "/api/widget/action-requests/:requestId/code",
  who: "visitor",
  params: RequestParams,
  body: v.strictObject({ clientId: ClientId, email: v.optional(Email) }),
  reply: Asked,
  status: 202,
  errors: ["not_configured", "rate_limited", "conflict"],
});
/** Proves the address by the mailed code. 409 with the reason if the code is refused. */
export const proveActionRequest = route({
  name: "proveActionRequest",
  method: "POST",
  path: "/api/widget/action-requests/:requestId/prove",
  who: "visitor",
  params: RequestParams,
  body: v.strictObject({ code: v.pipe(v.string(), v.trim(), v.regex(/^\d{6}$/, m.assistant_actions_six_digits)) }),
  reply: Asked,
  errors: ["conflict"],
});

export * from "./contract/faults.ts";
export * from "./contract/paths.ts";
export * from "./contract/schema.ts";
export * from "./contract/template.ts";
