// Bytes for whoever may read them: authorised per request, attachment unless a checked raster image, never executable.
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { readMembership } from "#modules/projects";
import { disposition } from "./sniff.ts";
import type { StoredFile } from "./queries.ts";

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
  const ranged = ctx.request.headers.has("range");
  const object = await ctx.env.FILES.get(file.objectKey, { onlyIf: conditions(ctx.request.headers), ...(ranged ? { range: ctx.request.headers } : {}) }).catch((error: unknown) => {
    if (ranged && /range/i.test(String(error))) return "unsatisfiable" as const;
    throw error;
  });
  if (object === "unsatisfiable") return new Response(null, { status: 416, headers: { "content-range": `bytes */${file.size}` } });
  if (!object) throw notFound();
  headers.set("etag", object.httpEtag);
  if (!("body" in object)) return new Response(null, { status: 304, headers });
  if (ranged && object.range !== undefined) {
    const { offset, length } = bounds(object.range, file.size);
    headers.set("content-range", `bytes ${offset}-${offset + length - 1}/${file.size}`);
    headers.set("content-length", String(length));
    return new Response(object.body, { status: 206, headers });
  }
  headers.set("content-length", String(file.size));
  return new Response(object.body, { headers });
}

/** Only If-None-Match: the other conditions have no use for bytes that never change. */
function conditions(headers: Headers): Headers {
  const given = headers.get("if-none-match");
  return given === null ? new Headers() : new Headers({ "if-none-match": given });
}
function bounds(range: R2Range, size: number): { offset: number; length: number } {
  if ("suffix" in range) return { offset: Math.max(0, size - range.suffix), length: Math.min(range.suffix, size) };
  const offset = range.offset ?? 0;
  return { offset, length: Math.min(range.length ?? size - offset, size - offset) };
}

async function mayRead(ctx: RequestCtx, file: StoredFile): Promise<boolean> {
  switch (ctx.caller.kind) {
    case "visitor":
      return file.projectId === ctx.caller.projectId && file.contactId === ctx.caller.contactId;
    case "account": {
      const [membership] = await ctx.db.read(readMembership(file.projectId, ctx.caller.accountId));
      return membership !== undefined;
    }
    case "member":
    case "widget":
    case "anonymous":
      return false;
  }
}
