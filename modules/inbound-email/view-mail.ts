// A mail as it was laid out, as a document of its own that runs nothing, below a policy that loads nothing but what it must.
import type { AccountPrincipal } from "#kernel/auth/index.ts";
import { col, queryOne } from "#kernel/db/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import { escapeHtml } from "#kernel/http/html.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { MessageId } from "#kernel/ids/index.ts";
import { notErased } from "#modules/contacts";
import { contactOf } from "#modules/conversations";
import { readImages } from "#modules/files";
import { filePath } from "#modules/files/contract";
import { readMembership } from "#modules/projects";
import { sql } from "drizzle-orm";
import type { Viewable } from "./queries.ts";

// A picture that is not asked for has no place of its own: its words stand there, or nothing.
const UNASKED = `img[src^="https:"]:is([alt=""],:not([alt])){display:none}`;
const PAGE = (body: string, style: string): string =>
  `<!doctype html><html><head><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta name="viewport" content="width=device-width"><style>body{margin:12px;font:14px/1.5 system-ui,sans-serif;color:#111;background:#fff;overflow-wrap:anywhere}img{max-width:100%;height:auto}pre{white-space:pre-wrap;font:inherit;margin:0}${style}</style></head><body>${body}</body></html>`;

/** For a member of the message's project. Anybody else, and an erased message, is answered like a missing one. */
export async function viewMail(
  ctx: RequestCtx<AccountPrincipal>,
  messageId: MessageId,
  remote: boolean,
  mail: Viewable | undefined,
): Promise<Response> {
  if (!mail) throw notFound();
  const { projectId, conversationId, htmlKey } = mail;
  const [membership, here, images] = await ctx.db.read(
    readMembership(projectId, ctx.caller.accountId),
    queryOne(sql`SELECT ${notErased(projectId, contactOf(projectId, conversationId))} AS here`, (row) => col.truth(row, "here")),
    readImages(messageId),
  );
  const key = htmlKey ?? mail.textKey;
  if (!membership || here !== true || key === null) throw notFound();
  const object = await ctx.env.FILES.get(key);
  if (!object) throw notFound();
  const text = await object.text();
  return new Response(
    PAGE(htmlKey === null ? `<pre>${escapeHtml(text)}</pre>` : await withImages(ctx, text, images), remote ? "" : UNASKED),
    {
      headers: {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": `sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:${remote ? " https:" : ""}`,
        "cache-control": "no-store",
        "cross-origin-resource-policy": "same-origin",
      },
    },
  );
}

/** Characters of images that are drawn within a mail. One may stand in it thousands of times: what is more stays out. */
const MAX_DRAWN = 24 * 1024 * 1024;
/** A sandboxed document has no origin, so no cookie goes with what it asks for: its own images come within it. */
async function withImages(
  ctx: RequestCtx,
  html: string,
  images: readonly { id: string; objectKey: string; type: string }[],
): Promise<string> {
  let whole = html;
  let room = MAX_DRAWN;
  for (const { id, objectKey, type } of images) {
    const src = `src="${filePath(id)}"`;
    if (!whole.includes(src)) continue;
    const object = await ctx.env.FILES.get(objectKey);
    if (!object || object.size * 1.34 > room) continue;
    const drawn = `src="data:${type};base64,${base64(new Uint8Array(await object.arrayBuffer()))}"`;
    whole = whole.replaceAll(src, () => {
      room -= drawn.length;
      return room < 0 ? "" : drawn;
    });
  }
  return whole;
}
/** Of a multiple of three bytes, so that the pieces are one text. */
const PIECE = 3 * 4096;
function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += PIECE) text += btoa(String.fromCharCode(...bytes.subarray(at, at + PIECE)));
  return text;
}
