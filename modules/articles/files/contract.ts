// Wire contract of article images. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { FileIdField, UploadQuery } from "#modules/files/contract";
import * as v from "valibot";

/** 10 MB for an image. */
export const MAX_IMAGE_BYTES = 10_000_000;

/** A stored image for the editor. Sizes as displayed, null when the bytes do not show them. */
export const ArticleImage = v.object({
  fileId: FileIdField,
  url: v.string(),
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
});
export type ArticleImage = v.InferOutput<typeof ArticleImage>;

/** Stores an image for an article. Only members can read it until a published text shows it. 415 unless it is a raster image. */
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
