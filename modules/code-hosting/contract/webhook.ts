// Wire contract of what GitHub tells a project by itself. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { Done, Time } from "#kernel/wire/values.ts";
import * as v from "valibot";

const inProject = { projectId: idOf("project") };
const WEBHOOK_PATH = "/api/management/projects/:projectId/code-hosting/webhook";
/** GitHub's events of which something is made here; whoever sets up a webhook by hand chooses these. */
export const WEBHOOK_EVENTS = ["issues", "pull_request", "release", "repository", "push", "discussion"] as const;
/** Days for which a delivery is known, so that it has one effect. GitHub repeats those of the last three. */
export const DELIVERIES_KEPT = 7;

export const Webhook = v.object({
  /** Where GitHub sends what happens. */
  address: v.string(),
  /** Variables without which there can be no secret. */
  missing: v.array(v.string()),
  /** When the secret was made; null: there is none. */
  madeAt: v.nullable(Time),
  /** False: the secret was encrypted with another key, so nothing that GitHub signs with it can be checked. */
  isReadable: v.boolean(),
  /** The last delivery whose signature was right, and the last one whose was wrong. */
  receivedAt: v.nullable(Time),
  failedAt: v.nullable(Time),
  /** An installation of a GitHub App on the account of one of the repositories, which was suspended or removed there. */
  installation: v.nullable(v.object({ state: v.picklist(["suspended", "deleted"]), account: v.string() })),
});
export type Webhook = v.InferOutput<typeof Webhook>;

export const readWebhook = route({
  name: "readCodeHostingWebhook",
  method: "GET",
  path: WEBHOOK_PATH,
  who: "admin",
  params: inProject,
  reply: Webhook,
});
/** Makes a secret, which this reply alone shows. The one of before ends at once. */
export const makeWebhookSecret = route({
  name: "makeCodeHostingWebhookSecret",
  method: "POST",
  path: `${WEBHOOK_PATH}/secret`,
  who: "admin",
  personOnly: true,
  params: inProject,
  body: v.strictObject({}),
  reply: v.object({ secret: v.string(), webhook: Webhook }),
  status: 201,
  errors: ["not_configured", "misconfigured"],
});
/** From then on nothing is taken that GitHub sends. Safe to repeat. */
export const removeWebhook = route({
  name: "removeCodeHostingWebhook",
  method: "DELETE",
  path: WEBHOOK_PATH,
  who: "admin",
  params: inProject,
  reply: Webhook,
});
/**
 * Sets up the webhook in one of the project's repositories, or gives the one that is there the current secret. 409 `conflict` with `fault`
 * if the connection may not do that: then it is done by hand at GitHub.
 */
export const createHook = route({
  name: "createCodeHostingHook",
  method: "POST",
  path: `${WEBHOOK_PATH}/hooks`,
  who: "admin",
  params: inProject,
  body: v.strictObject({ repository: v.pipe(v.string(), v.maxLength(140)) }),
  reply: v.object({ webhook: Webhook }),
  status: 201,
  errors: ["conflict", "not_configured", "misconfigured"],
});
/**
 * What GitHub tells: JSON of at most 1 MB, or the same in the field `payload` of a form, with its headers `X-GitHub-Event`,
 * `X-GitHub-Delivery` and `X-Hub-Signature-256`. A delivery that was taken before is answered in the same way and changes nothing.
 */
export const receiveCodeHosting = route({
  name: "receiveCodeHosting",
  method: "POST",
  path: "/api/integrations/code-hosting/:projectId",
  who: "anyone",
  params: inProject,
  body: "raw",
  reply: Done,
  errors: ["unauthenticated", "too_large"],
});
