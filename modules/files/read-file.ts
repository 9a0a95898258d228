// Bytes for whoever may read them: authorised per request, attachment unless a checked raster image, never executable.
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { readMembership } from "#modules/projects";
import { contactOfConversation } from "./extension.ts";
import { rangeOf } from "./range.ts";
import { disposition } from "./sniff.ts";
import { readNotErased, type StoredFile } from "./queries.ts";

export async function readFile(ctx: RequestCtx, file: StoredFile | undefined): Promise<Response> {
  if (!file || !(await mayRead(ctx, file))) throw notFound();
  const headers = new Headers({
    "content-type": file.inline ? file.type : file.type.startsWith("text/") ? "text/plain; charset=utf-8" : "application/octet-stream",
    "content-disposition": disposition(file.name, file.inline),
    "content-security-policy": "sandbox; default-src 'none'",
    "cross-origin-resource-policy": ctx.caller.kind === "visitor" ? "cross-origin" : "same-origin",
    "cache-control": "private, max-age=86400, immutable",
    "accept-ranges": "bytes",
  });
  const part = rangeOf(ctx.request.headers.get("range"), file.size);
  if (part === "unsatisfiable") return new Response(null, { status: 416, headers: { "content-range": `bytes */${file.size}` } });
  const object = await ctx.env.FILES.get(file.objectKey, {
    onlyIf: conditions(ctx.request.headers),
    ...(part === undefined ? {} : { range: part }),
  });
  if (!object) throw notFound();
  headers.set("etag", object.httpEtag);
  if (!("body" in object)) return new Response(null, { status: 304, headers });
  headers.set("content-length", String(part?.length ?? file.size));
  if (part === undefined) return new Response(object.body, { headers });
  headers.set("content-range", `bytes ${part.offset}-${part.offset + part.length - 1}/${file.size}`);
  return new Response(object.body, { status: 206, headers });
}

const ETAGS = /^\s*(?:\*|(?:W\/)?"[\x21\x23-\x7e]*"(?:\s*,\s*(?:W\/)?"[\x21\x23-\x7e]*")*)\s*$/;
/** Only If-None-Match, and only a proper one: the others have no use for bytes that never change, and R2 throws for nonsense. */
function conditions(headers: Headers): Headers {
  const given = headers.get("if-none-match") ?? "";
  return ETAGS.test(given) ? new Headers({ "if-none-match": given }) : new Headers();
}

async function mayRead(ctx: RequestCtx, file: StoredFile): Promise<boolean> {
  switch (ctx.caller.kind) {
    case "visitor":
      return file.projectId === ctx.caller.projectId && file.contactId === ctx.caller.contactId;
    case "account": {
      const [membership, here] = await ctx.db.read(
        readMembership(file.projectId, ctx.caller.accountId),
        readNotErased(file, ctx.house.extensions.of(contactOfConversation)),
      );
      return membership !== undefined && here === true;
    }
    case "member":
    case "mail":
    case "gateway":
    case "widget":
    case "anonymous":
      return false;
  }
}
