// Files that a connector gets with work, and files that it sends for its report: only while the work is its own.
import type { DevicePrincipal } from "#kernel/auth/index.ts";
import { days } from "#kernel/clock/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { DelegationId, FileId } from "#kernel/ids/index.ts";
import { customCounter } from "#kernel/limits/index.ts";
import { readAttached, storeFile } from "#modules/files";
import type { Attachment } from "#modules/files/contract";
import { deviceAuthor } from "./kinds.ts";
import { isWorking, readWorking } from "./queries.ts";

type Ctx = RequestCtx<DevicePrincipal>;
/**
 * Files of one piece of work in two days at most, and their bytes together. A report has ten; work that begins again after a restart sends
 * its files anew.
 */
const MAX_UPLOADS = 50;
const MAX_UPLOAD_BYTES = 500_000_000;

/** The bytes of a file that was chosen for the task. Throws `not_found` for any other, and once the work is not the caller's any more. */
export async function readWorkFile(ctx: Ctx, id: DelegationId, fileId: FileId, claimId: string): Promise<Response> {
  const [work, file] = await ctx.db.read(readWorking(ctx.caller, id, claimId, ctx.clock.now()), readAttached(ctx.caller.projectId, fileId));
  if (!work?.files.includes(fileId) || !file) throw notFound();
  const object = await ctx.env.FILES.get(file.objectKey);
  if (!object) throw notFound();
  const headers = { "content-type": "application/octet-stream", "content-length": String(file.size), "cache-control": "no-store" };
  return new Response(object.body, { headers });
}

/**
 * Stores a file that the report may then name. A repetition with the same clientId answers the first file. Throws `not_found` when the work
 * is not the caller's: nothing is stored. What no report names is removed after a week, as every upload is.
 */
export async function storeReportFile(
  ctx: Ctx,
  id: DelegationId,
  { claimId, name, clientId }: { readonly claimId: string; readonly name: string; readonly clientId: string },
): Promise<{ file: Attachment }> {
  const now = ctx.clock.now();
  const [work] = await ctx.db.read(readWorking(ctx.caller, id, claimId, now));
  if (!work) throw notFound();
  return await storeFile(ctx, {
    ...{ projectId: ctx.caller.projectId, owner: deviceAuthor.scope(ctx.caller), contactId: null, conversationId: work.conversationId },
    ...{ name, clientId },
    counters: (size) => [
      customCounter("filesPerWork", id, now, days(2), MAX_UPLOADS),
      customCounter("fileBytesPerWork", id, now, days(2), MAX_UPLOAD_BYTES, size),
    ],
    when: isWorking(ctx.caller, id, claimId, now),
  });
}
