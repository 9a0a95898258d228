// Wire contract of files. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, line } from "#kernel/wire/values.ts";
import * as v from "valibot";

export const FileIdField = idOf("file");
/** 25 MB a file. */
export const MAX_FILE_BYTES = 25_000_000;
/** Files of one message. */
export const MAX_FILES_PER_MESSAGE = 10;

/** A stored file as messages show it. `inline`: a raster image whose bytes were verified, safe to display. */
export const Attachment = v.object({
  id: FileIdField,
  name: v.string(),
  /** Media type detected from the bytes; `application/octet-stream` when they do not show it. */
  type: v.string(),
  size: v.number(),
  inline: v.boolean(),
});
export type Attachment = v.InferOutput<typeof Attachment>;

/** Query of every upload route; the body is the raw file, `Content-Length` is required (else 411). */
export const UploadQuery = v.object({ name: line(255), clientId: ClientId });

/** The bytes of a file, for a member of its project (cookie) or its visitor (bearer token). Supports range requests. */
export const readFile = route({
  name: "readFile",
  method: "GET",
  path: "/files/:fileId",
  who: "reader",
  params: { fileId: FileIdField },
  reply: "raw",
});
export const filePath = (fileId: string): string => `/files/${fileId}`;
