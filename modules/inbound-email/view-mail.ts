// Serves a mail's HTML as a document of its own, below a Content-Security-Policy that runs no scripts and loads only allowed images.
import type { AccountPrincipal } from "#kernel/auth/index.ts";
import { as, queryOne, sql } from "#kernel/db/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import { escapeHtml } from "#kernel/http/html.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { MessageId } from "#kernel/ids/index.ts";
import { notErased } from "#modules/contacts";
import { contactOf } from "#modules/conversations";
import { readImages } from "#modules/files";
import { filePath } from "#modules/files/contract";
import { readMembership } from "#modules/projects";
import type { Viewable } from "./queries.ts";

// An image that was not requested takes no space: only its alt text is shown.
const UNASKED = `img[src^="https:"]:is([alt=""],:not([alt])){display:none}`;
const PAGE = (body: string, style: string): string =>
  `<!doctype html><html><head><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta name="viewport" content="width=device-width"><style>body{margin:12px;font:14px/1.5 system-ui,sans-serif;color:#111;background:#fff;overflow-wrap:anywhere}img{max-width:100%;height:auto}pre{white-space:pre-wrap;font:inherit;margin:0}${style}</style></head><body>${body}</body></html>`;

/** For members of the message's project. Everybody else gets a 404, as for an erased message. */
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
    queryOne(sql`SELECT ${notErased(projectId, contactOf(projectId, conversationId))} ${as.number("here")}`, (row) => row.here !== 0),
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

/** Total characters of embedded images. A mail may show one image thousands of times; the rest is left out. */
const MAX_DRAWN = 24 * 1024 * 1024;
/** Embeds the mail's own images. A sandboxed document has no origin, so its requests carry no cookie and could not load them. */
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
/** A multiple of three bytes, so that the encoded pieces can be joined. */
const PIECE = 3 * 4096;
function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += PIECE) text += btoa(String.fromCharCode(...bytes.subarray(at, at + PIECE)));
  return text;
}
