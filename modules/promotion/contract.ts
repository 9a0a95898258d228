// Wire contract of promotion: which configuration of the assistant is in force, roll-outs, and rollbacks. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Time } from "#kernel/wire/values.ts";
import * as v from "valibot";

const inProject = { projectId: idOf("project") };
const ofPromotion = { ...inProject, promotionId: idOf("promotion") };

/** What answers customers: a model and a version of the guidance. */
export const Configuration = v.object({
  /** `provider/model`; null if none is chosen. */
  model: v.nullable(v.string()),
  /** 0: none was saved. */
  guidanceVersion: v.number(),
});
export type Configuration = v.InferOutput<typeof Configuration>;
export const PROMOTION_STATES = ["rolling", "done", "stopped"] as const;
export const Promotion = v.object({
  id: ofPromotion.promotionId,
  kind: v.picklist(["promotion", "rollback"]),
  /** `rolling`: some conversations have it. `done`: it came into force for all. `stopped`: it did not. */
  state: v.picklist(PROMOTION_STATES),
  /** Per cent of new conversations. */
  share: v.number(),
  /** The run that tried it, and the run of the configuration before; null for a rollback. */
  runId: v.nullable(idOf("evaluationRun")),
  comparedRunId: v.nullable(idOf("evaluationRun")),
  /** Questions that got worse, as they were confirmed. */
  worse: v.number(),
  from: Configuration,
  to: Configuration,
  /** Null if the account is gone. */
  by: v.nullable(v.string()),
  at: Time,
  endedAt: v.nullable(Time),
});
export type Promotion = v.InferOutput<typeof Promotion>;
/** Rounds of one side of a roll-out, by how they ended. */
export const SideOutcomes = v.object({
  side: v.picklist(["candidate", "previous"]),
  sent: v.number(),
  handedOver: v.number(),
  failed: v.number(),
  /** Asked back, declined, skipped, stopped, or still going on. */
  other: v.number(),
});
export type SideOutcomes = v.InferOutput<typeof SideOutcomes>;
/** Rounds that the summary of a roll-out counts at most: the newest. */
export const MOST_COUNTED = 1000;
export const Promotions = v.object({
  present: Configuration,
  /** The one that is being rolled out, also among `items`. `stale`: what was in force before it has been changed, so that it can only be stopped. */
  rolling: v.nullable(v.object({ promotion: Promotion, outcomes: v.array(SideOutcomes), stale: v.boolean() })),
  /** The promotion that can be rolled back; null if none can. */
  rollback: v.nullable(ofPromotion.promotionId),
  /** The newest first; at most 50. */
  items: v.array(Promotion),
});
export type Promotions = v.InferOutput<typeof Promotions>;
export const readPromotions = route({
  name: "readPromotions",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/promotions",
  who: "member",
  params: inProject,
  reply: Promotions,
});
const Changed = v.object({ promotion: Promotion });
const Share = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100));
/**
 * Promotes what a run tried: with a share of 100 its model and guidance come into force at once, otherwise for that share of new conversations.
 * `comparedRunId`: a finished run of the same set with the present configuration; `worse`: how many questions got worse since then, as confirmed.
 * 409 `conflict` if a run has not ended well, either run tried something else, the number differs, another one is being rolled out, or model or
 * guidance were changed meanwhile; 503 `not_configured` if the model can't be called. Repeating it with the same `clientId` returns the same.
 */
export const promote = route({
  name: "promote",
  method: "POST",
  path: "/api/management/projects/:projectId/promotions",
  who: "admin",
  params: inProject,
  body: v.strictObject({
    clientId: ClientId,
    runId: idOf("evaluationRun"),
    comparedRunId: idOf("evaluationRun"),
    worse: v.pipe(v.number(), v.integer(), v.minValue(0)),
    share: Share,
  }),
  reply: Changed,
  status: 201,
  errors: ["conflict", "not_configured"],
});
/** Raises the share of a roll-out; 100 puts it in force for all. 409 `conflict` if it has ended, or what it replaces was changed. Repeating it is safe. */
export const raiseShare = route({
  name: "raiseShare",
  method: "PUT",
  path: "/api/management/projects/:projectId/promotions/:promotionId/share",
  who: "admin",
  params: ofPromotion,
  body: v.strictObject({ share: Share }),
  reply: Changed,
  errors: ["conflict", "not_configured"],
});
/** Stops a roll-out: all conversations have the configuration in force. 409 `conflict` if it is in force for all already. Repeating it is safe. */
export const stopRollout = route({
  name: "stopRollout",
  method: "POST",
  path: "/api/management/projects/:projectId/promotions/:promotionId/stop",
  who: "admin",
  params: ofPromotion,
  body: v.strictObject({}),
  reply: Changed,
  errors: ["conflict"],
});
/**
 * Puts the configuration in force that was there before a promotion. 409 `conflict` if it was not the last one, or model or guidance were changed
 * since; 503 `not_configured` if the earlier model can't be called. Repeating it with the same `clientId` returns the same.
 */
export const rollBack = route({
  name: "rollBack",
  method: "POST",
  path: "/api/management/projects/:projectId/promotions/:promotionId/rollback",
  who: "admin",
  params: ofPromotion,
  body: v.strictObject({ clientId: ClientId }),
  reply: Changed,
  status: 201,
  errors: ["conflict", "not_configured"],
});

/** The page of promotions. */
export const promotionsPath = (projectId: string): string => `/projects/${projectId}/assistant/promotions`;
