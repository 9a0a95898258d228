// Evidence of received mails for owners and admins: receipts, their outcome, and the original mail.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { decodeCursor, encodeCursor } from "#kernel/db/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { MessageId, ReceiptId } from "#kernel/ids/index.ts";
import type { Receipt } from "./contract.ts";
import { JSON_TYPE, RAW } from "./receiving/evidence.ts";
import { readReceiptBy, readReceiptOf, readReceipts } from "./queries.ts";

type MemberCtx = RequestCtx<MemberPrincipal>;
const PAGE = 50;

export async function listInboundEmails(ctx: MemberCtx, query: { cursor?: string | undefined; state?: Receipt["state"] | undefined }) {
  const [found] = await ctx.db.read(readReceipts(ctx.caller.projectId, query.state, decodeCursor(query.cursor)?.id, PAGE + 1));
  const last = found[PAGE - 1];
  return { items: found.slice(0, PAGE), next: found.length > PAGE && last ? encodeCursor([0, last.id]) : null };
}

export async function readInboundEmail(ctx: MemberCtx, messageId: MessageId) {
  const [found] = await ctx.db.read(readReceiptOf(ctx.caller.projectId, messageId));
  if (!found) throw notFound();
  return { receipt: found.receipt, authentication: found.authentication };
}

export async function readRawEmail(ctx: MemberCtx, id: ReceiptId): Promise<Response> {
  const [found] = await ctx.db.read(readReceiptBy(ctx.caller.projectId, id));
  const object = found === undefined || found.objectKey === null ? null : await ctx.env.FILES.get(found.objectKey);
  if (!found || !object) throw notFound();
  const type = object.httpMetadata?.contentType ?? RAW;
  const ending = type === RAW ? "eml" : type === JSON_TYPE ? "json" : "form.txt";
  return new Response(object.body, {
    headers: {
      "content-type": "application/octet-stream",
      "content-length": String(object.size),
      "content-disposition": `attachment; filename="mail-${found.receipt.id}.${ending}"`,
      "content-security-policy": "sandbox; default-src 'none'",
      "cross-origin-resource-policy": "same-origin",
    },
  });
}
