// Wire contract of the help center's own images: logo and cover. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { FileIdField, UploadQuery } from "#modules/files/contract";
import * as v from "valibot";

/** 2 MB: the logo is on every page. */
export const MAX_HELP_IMAGE_BYTES = 2_000_000;
/** Sites that show large link previews ignore smaller images. */
export const MIN_COVER = { width: 600, height: 315 } as const;

/** `logoDark`: the logo on dark backgrounds. `cover`: at the top of the start page, and in link previews. */
export const IMAGE_USES = ["logo", "logoDark", "cover"] as const;
export type ImageUse = (typeof IMAGE_USES)[number];

/** A stored image and its size in pixels. */
export const HelpImage = v.object({ fileId: FileIdField, url: v.string(), width: v.number(), height: v.number() });
export type HelpImage = v.InferOutput<typeof HelpImage>;

/** Stores an image for the settings. It is shown once the settings are saved with it, and removed after a week without. */
export const uploadHelpImage = route({
  name: "uploadHelpImage",
  method: "POST",
  path: "/api/management/projects/:projectId/help/images",
  who: "admin",
  params: { projectId: idOf("project") },
  query: v.object({ ...UploadQuery.entries, use: v.picklist(IMAGE_USES) }),
  body: "raw",
  reply: v.object({ file: HelpImage }),
  status: 201,
  errors: ["length_required", "too_large", "unsupported_type", "conflict"],
});
