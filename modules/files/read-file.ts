// Serves file contents: authorised per request, as an attachment unless it is a verified raster image, and never executable.
import { notFound, unauthenticated } from "#kernel/errors/index.ts";
import { disposition } from "#kernel/http/disposition.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { readMembership } from "#modules/projects";
import { contactOfConversation, publicFile } from "./extension.ts";
import { rangeOf } from "./range.ts";
import { readNotErased, readPublic, type StoredFile } from "./queries.ts";

// Seconds for which a browser may reuse its copy of a public image. Shared caches keep none, so that an image stops being public for
// everybody else at the moment its article does.
const PUBLIC_AGE = 300;

export async function readFile(ctx: RequestCtx, file: StoredFile | undefined): Promise<Response> {
  const access = file ? await accessTo(ctx, file) : undefined;
  if (!file || !access) {
    // Without a valid session every file gets the same answer.
    if (ctx.caller.kind === "anonymous") throw unauthenticated();
    throw notFound();
  }
  const open = access === "everybody";
  const headers = new Headers({
    "content-type": file.inline ? file.type : file.type.startsWith("text/") ? "text/plain; charset=utf-8" : "application/octet-stream",
    "content-disposition": disposition(file.name, file.inline),
    "content-security-policy": "sandbox; default-src 'none'",
    "cross-origin-resource-policy": open || ctx.caller.kind === "visitor" ? "cross-origin" : "same-origin",
    "cache-control": open ? `private, max-age=${PUBLIC_AGE}` : "private, max-age=86400, immutable",
    "accept-ranges": "bytes",
    // The widget shows images of articles on pages of other origins.
    ...(open ? { "access-control-allow-origin": "*" } : {}),
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
/** Passes on only a well-formed If-None-Match: the bytes never change, so others are useless, and R2 throws for malformed ones. */
function conditions(headers: Headers): Headers {
  const given = headers.get("if-none-match") ?? "";
  return ETAGS.test(given) ? new Headers({ "if-none-match": given }) : new Headers();
}

/** Who may read the file: this caller, or everybody without a credential. Undefined if the caller may not. */
async function accessTo(ctx: RequestCtx, file: StoredFile): Promise<"caller" | "everybody" | undefined> {
  const open = readPublic(file, ctx.registry.extensions.of(publicFile));
  switch (ctx.caller.kind) {
    case "visitor":
      if (file.projectId === ctx.caller.projectId && file.contactId === ctx.caller.contactId) return "caller";
      return (await ctx.db.read(open))[0] === true ? "everybody" : undefined;
    case "account": {
      const [published, membership, here] = await ctx.db.read(
        open,
        readMembership(file.projectId, ctx.caller.accountId),
        readNotErased(file, ctx.registry.extensions.of(contactOfConversation)),
      );
      if (published === true) return "everybody";
      return membership !== undefined && here === true ? "caller" : undefined;
    }
    case "anonymous":
      return (await ctx.db.read(open))[0] === true ? "everybody" : undefined;
    case "member":
    case "mail":
    case "contact_form":
    case "gateway":
    case "device":
    case "token":
    case "rule":
    case "auto_assignment":
    case "automation":
    case "code_host":
    case "schedule":
    case "assistant":
    case "widget":
      return undefined;
  }
}
