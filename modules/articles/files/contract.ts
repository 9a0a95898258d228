// Wire contract of article images. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { FileIdField, UploadQuery } from "#modules/files/contract";
import * as v from "valibot";

/** 10 MB an image. */
export const MAX_IMAGE_BYTES = 10_000_000;

/** A stored image as the editor takes it; sizes as it is drawn, null when its bytes do not tell. */
export const ArticleImage = v.object({
  fileId: FileIdField,
  url: v.string(),
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
});
export type ArticleImage = v.InferOutput<typeof ArticleImage>;

/** Stores an image for an article; nobody but members reads it before a published text shows it. 415 for anything but a raster image. */
export const uploadForArticle = route({
  name: "uploadForArticle",
  method: "POST",
  path: "/api/dashboard/projects/:projectId/help/articles/:articleId/files",
  who: "member",
  params: { projectId: idOf("project"), articleId: idOf("article") },
  query: UploadQuery,
  body: "raw",
  reply: v.object({ file: ArticleImage }),
  status: 201,
  errors: ["length_required", "too_large", "unsupported_type", "conflict"],
});
