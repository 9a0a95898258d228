// Wire contract of the image studio: images that a model makes for a project's help pages and widget. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Cursor, Done, line, page, prose, Revision, Time } from "#kernel/wire/values.ts";
import { m } from "#messages";
import { FileIdField } from "#modules/files/contract";
import * as v from "valibot";

/** What an image is for. It decides what the model is told about the composition; any image can be used for anything. */
export const PURPOSES = ["header", "card", "avatar", "launcher", "empty"] as const;
export type ImagePurpose = (typeof PURPOSES)[number];
/** Characters of a prompt, and of the tone. */
export const MAX_PROMPT = 1000;
export const MAX_TONE = 200;
export const MAX_COLORS = 6;
/** Images of a run. */
export const MAX_VARIANTS = 4;
export const MAX_ALT = 300;
/** Days after which an unused image is removed; null: never. */
export const KEEP_DAYS = [7, 30, 90, 365] as const;
export const DEFAULT_KEEP_DAYS = 30;

export const RUN_STATES = ["running", "done", "failed", "cancelled"] as const;
/**
 * Why a run failed. `unknown`: it was interrupted while the model was at work, so that nobody knows whether the image was made and charged.
 * `interrupted`: nothing has happened for a quarter of an hour. `unusable`: what came is no image that is accepted here.
 */
export const RUN_REASONS = [
  "not_configured",
  "ceiling_reached",
  "model_failed",
  "unusable",
  "unknown",
  "interrupted",
  "parent_gone",
] as const;
export type RunReason = (typeof RUN_REASONS)[number];

const inProject = { projectId: idOf("project") };
const ofRun = { ...inProject, imageRunId: idOf("imageRun") };
const ofImage = { ...inProject, studioImageId: idOf("studioImage") };
const Purpose = v.picklist(PURPOSES);
const Color = v.pipe(
  v.string(),
  v.regex(/^#[0-9a-f]{6}$/i, m.image_studio_color),
  v.transform((color) => color.toLowerCase()),
);

export const Look = v.object({
  /** Six-digit hex, the most important first. */
  colors: v.array(v.string()),
  /** In words, such as “calm and friendly, flat shapes”. */
  tone: v.string(),
  keepDays: v.nullable(v.number()),
  revision: v.number(),
});
export type Look = v.InferOutput<typeof Look>;
export const ImageRun = v.object({
  id: ofRun.imageRunId,
  purpose: Purpose,
  prompt: v.string(),
  /** The image that it changes. */
  parentId: v.nullable(ofImage.studioImageId),
  wanted: v.number(),
  made: v.number(),
  state: v.picklist(RUN_STATES),
  reason: v.nullable(v.picklist(RUN_REASONS)),
  /** What the model's provider answered, in a sentence of ours. */
  detail: v.nullable(v.string()),
  /** Of the images that were made, in US dollars. */
  costUsd: v.number(),
  startedAt: Time,
  endedAt: v.nullable(Time),
});
export type ImageRun = v.InferOutput<typeof ImageRun>;
export const StudioImage = v.object({
  id: ofImage.studioImageId,
  fileId: FileIdField,
  url: v.string(),
  type: v.string(),
  width: v.number(),
  height: v.number(),
  /** Empty until a person writes it. */
  alt: v.string(),
  /** Used or kept: it is not removed by itself. */
  kept: v.boolean(),
  /** When it is removed unless somebody uses or keeps it. */
  removedAt: v.nullable(Time),
  /** 1, or one more than the image that it was made from. */
  version: v.number(),
  parentId: v.nullable(ofImage.studioImageId),
  purpose: Purpose,
  prompt: v.string(),
  /** `provider/model`. */
  model: v.string(),
  size: v.string(),
  quality: v.string(),
  /** Whether the bytes have a C2PA manifest, which says where they come from. */
  signed: v.boolean(),
  costUsd: v.number(),
  /** Null if the account is gone. */
  madeBy: v.nullable(v.string()),
  madeAt: Time,
  revision: v.number(),
});
export type StudioImage = v.InferOutput<typeof StudioImage>;
export const Studio = v.object({
  /** Why nothing can be made, in a sentence; the rest works. */
  obstacle: v.nullable(v.string()),
  /** Names of the variables without which nothing can be made. */
  missing: v.array(v.string()),
  model: v.nullable(v.string()),
  size: v.nullable(v.string()),
  quality: v.nullable(v.string()),
  /** The most that a new image costs, and a changed one, in US dollars; null without a model. */
  newUsd: v.nullable(v.number()),
  changedUsd: v.nullable(v.number()),
  look: Look,
  /** The newest run; null if there was none. */
  run: v.nullable(ImageRun),
});
export type Studio = v.InferOutput<typeof Studio>;

export const readImageStudio = route({
  name: "readImageStudio",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/image-studio",
  who: "member",
  params: inProject,
  reply: Studio,
});
/** The newest first. */
export const listStudioImages = route({
  name: "listStudioImages",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/studio-images",
  who: "member",
  params: inProject,
  query: v.object({ cursor: v.optional(Cursor) }),
  reply: page(StudioImage),
});
/**
 * Starts making images. With `parentId` they are changed versions of that image. Repeating it with the same `clientId` returns the same run.
 * 409 `conflict` while one is under way; 503 `not_configured` names what is missing; 429 `ai_unavailable` when the day's ceiling is reached.
 */
export const startImageRun = route({
  name: "startImageRun",
  method: "POST",
  path: "/api/management/projects/:projectId/image-runs",
  who: "admin",
  params: inProject,
  body: v.strictObject({
    clientId: ClientId,
    purpose: Purpose,
    prompt: v.pipe(prose(MAX_PROMPT), v.trim(), v.minLength(1, m.image_studio_no_prompt)),
    wanted: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_VARIANTS)),
    parentId: v.nullable(ofImage.studioImageId),
  }),
  reply: v.object({ runId: ofRun.imageRunId }),
  status: 202,
  errors: ["conflict", "not_configured", "ai_unavailable"],
});
/** Nothing more is made. An image that is being made is paid for, and not stored. Repeating it is safe. */
export const cancelImageRun = route({
  name: "cancelImageRun",
  method: "POST",
  path: "/api/management/projects/:projectId/image-runs/:imageRunId/cancel",
  who: "admin",
  params: ofRun,
  body: v.strictObject({}),
  reply: Done,
});
/** 409 `conflict` with the newer look if `revision` is not the latest. */
export const saveImageLook = route({
  name: "saveImageLook",
  method: "PUT",
  path: "/api/management/projects/:projectId/image-look",
  who: "admin",
  params: inProject,
  body: v.strictObject({
    revision: Revision,
    colors: v.pipe(v.array(Color), v.maxLength(MAX_COLORS)),
    tone: line(MAX_TONE, 0),
    keepDays: v.nullable(v.picklist(KEEP_DAYS)),
  }),
  reply: Look,
  errors: ["conflict"],
});
/** Reads the colours of a website: its theme colour and those that its styles use most. Stores nothing. 400 for no public address. */
export const readSiteColors = route({
  name: "readSiteColors",
  method: "POST",
  path: "/api/management/projects/:projectId/image-look/read-site",
  who: "admin",
  params: inProject,
  body: v.strictObject({ url: line(2000) }),
  reply: v.object({
    colors: v.array(v.string()),
    /** Why there are none, in a sentence. */
    problem: v.nullable(v.string()),
  }),
  errors: ["rate_limited"],
});
/** Changes the alternative text, or whether the image is kept. 409 `conflict` if somebody has changed it since `revision`. */
export const changeStudioImage = route({
  name: "changeStudioImage",
  method: "PATCH",
  path: "/api/management/projects/:projectId/studio-images/:studioImageId",
  who: "admin",
  params: ofImage,
  body: v.strictObject({ revision: Revision, alt: line(MAX_ALT, 0), kept: v.boolean() }),
  reply: v.object({ image: StudioImage }),
  errors: ["conflict"],
});
/** Removes the image and its bytes. What was made from it stays. 404 if it is gone already. */
export const deleteStudioImage = route({
  name: "deleteStudioImage",
  method: "DELETE",
  path: "/api/management/projects/:projectId/studio-images/:studioImageId",
  who: "admin",
  params: ofImage,
  reply: Done,
});
