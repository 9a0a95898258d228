// Wire contract of the widget's images: what the launcher shows, and the assistant's avatar. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { UploadQuery } from "#modules/files/contract";
import * as v from "valibot";

/** Bytes. Every page of the website loads it. */
export const MAX_WIDGET_IMAGE_BYTES = 200_000;
/** Pixels of a side: the least and the most that is taken, and what the dashboard cuts out. */
export const WIDGET_IMAGE_SIDE = { min: 64, max: 1024, cut: 256 } as const;

/** `launcher`: on the round button that opens the widget. `assistant`: beside what the assistant says. */
export const WIDGET_IMAGE_USES = ["launcher", "assistant"] as const;
export type WidgetImageUse = (typeof WIDGET_IMAGE_USES)[number];

/** Addresses of the images, as paths of this server; null: none. */
export const WidgetImages = v.object({ launcher: v.nullable(v.string()), assistant: v.nullable(v.string()) });
export type WidgetImages = v.InferOutput<typeof WidgetImages>;

const inProject = { projectId: idOf("project") };
const ofImage = { ...inProject, use: v.picklist(WIDGET_IMAGE_USES) };

export const readWidgetImages = route({
  name: "readWidgetImages",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/widget-images",
  who: "member",
  params: inProject,
  reply: WidgetImages,
});
/** Stores the request's body as the image, in place of the one before. Repeating a clientId changes nothing. */
export const storeWidgetImage = route({
  name: "storeWidgetImage",
  method: "POST",
  path: "/api/management/projects/:projectId/widget-images/:use",
  who: "admin",
  params: ofImage,
  query: UploadQuery,
  body: "raw",
  reply: v.object({ file: WidgetImages }),
  status: 201,
  errors: ["length_required", "too_large", "unsupported_type", "conflict"],
});
/** Removing one that is not there succeeds. */
export const removeWidgetImage = route({
  name: "removeWidgetImage",
  method: "DELETE",
  path: "/api/management/projects/:projectId/widget-images/:use",
  who: "admin",
  params: ofImage,
  reply: WidgetImages,
});
