// Creates and changes canned replies.
import { actorOf, type MemberPrincipal } from "#kernel/auth/index.ts";
import { queryOne, sql, as, type SQL } from "#kernel/db/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type CannedReplyId, type FileId, newId } from "#kernel/ids/index.ts";
import { areUnattached, namesOfFiles, storeFile, writeKeepAll, writeRemoveKeptAmong } from "#modules/files";
import type { Attachment } from "#modules/files/contract";
import { audit, changesBetween, isMember } from "#modules/projects";
import type { CannedReply, CannedReplyFields } from "./contract.ts";
import { changedMeanwhile, filesGone, onlyAdminsShare, sameClientId, shortcutTaken, tooMany } from "./errors.ts";
import { isStored, readObstacles, readReply, readReplyBy, writeChanged, writeReply } from "./queries.ts";

export type Ctx = RequestCtx<MemberPrincipal>;

/** Condition: the caller is an owner or admin now. */
export const isAdmin = ({ caller }: Ctx): SQL => isMember(caller.projectId, caller.accountId, ["owner", "admin"]);
/** Whose the files are until a reply takes them: apart from the files of messages, which a draft could attach. */
const uploader = ({ caller }: Ctx): string => `${actorOf(caller)}/canned`;

/** Stores the request's body as a file that the caller may put into a reply. */
export const uploadForReply = (ctx: Ctx, query: { name: string; clientId: string }): Promise<{ file: Attachment }> =>
  storeFile(ctx, {
    projectId: ctx.caller.projectId,
    owner: uploader(ctx),
    contactId: null,
    name: query.name,
    clientId: query.clientId,
    counters: () => [],
    when: isMember(ctx.caller.projectId, ctx.caller.accountId),
  });

/** The row of the audit log, if the statement before it changed a reply that is shared. Personal ones are their member's own. */
export const auditShared = (
  ctx: Ctx,
  shared: boolean,
  action: string,
  ...[before, after]: readonly (CannedReply | CannedReplyFields | undefined)[]
): readonly SQL[] =>
  shared
    ? [
        audit(ctx, action, {
          detail: { title: (after ?? before)?.title ?? "" },
          changes: [
            ...changesBetween(kept(before), kept(after)),
            { field: "files", from: fileNames(ctx, before), to: fileNames(ctx, after) },
          ],
        }),
      ]
    : [];
const kept = (reply: CannedReply | CannedReplyFields | undefined) =>
  reply && { title: reply.title, shortcut: reply.shortcut, text: reply.text };
/** The names of its files. Those of a request are read by the entry itself, which stands before the files that are no more in it are removed. */
function fileNames({ caller }: Ctx, reply: CannedReply | CannedReplyFields | undefined): SQL | string | null {
  const [ids, names]: [FileId[], string[]] = [[], []];
  for (const file of reply?.files ?? []) {
    if (typeof file === "string") ids.push(file);
    else names.push(file.name);
  }
  return ids.length > 0 ? namesOfFiles(caller.projectId, ids) : names.join(", ") || null;
}

export async function createReply(
  ctx: Ctx,
  { clientId, shared, reply: given }: { clientId: string; shared: boolean; reply: CannedReplyFields },
): Promise<{ reply: CannedReply }> {
  const { projectId, accountId, role } = ctx.caller;
  if (shared && role === "operator") throw onlyAdminsShare();
  const now = ctx.clock.now();
  const id = newId("cannedReply", now);
  const owner = shared ? null : accountId;
  const free = areUnattached(projectId, uploader(ctx), given.files);
  const [stored, obstacles, filesFree] = await ctx.db.commitAndRead(
    [
      writeReply(
        { ...given, id, projectId, owner, by: accountId, clientId, now },
        sql`${shared ? isAdmin(ctx) : isMember(projectId, accountId)} AND ${free}`,
      ),
      ...auditShared(ctx, shared, "canned_replies.created", undefined, given),
      writeKeepAll(projectId, uploader(ctx), given.files, isStored(projectId, id, 1)),
    ],
    readReplyBy(projectId, accountId, clientId),
    readObstacles(projectId, owner, given.shortcut, id),
    queryOne(sql`SELECT ${free} ${as.number("free")}`, (row) => row.free !== 0),
  );
  if (!stored) {
    if (obstacles?.free === false) throw shortcutTaken(given.shortcut);
    if (obstacles?.room === false) throw tooMany(shared);
    throw filesFree === false ? filesGone() : onlyAdminsShare();
  }
  if (stored.id === id) return { reply: stored };
  if (stored.shared !== shared || !isSame(stored, given)) throw sameClientId();
  ctx.reply.status = 200;
  return { reply: stored };
}

export async function changeReply(
  ctx: Ctx,
  id: CannedReplyId,
  { version, reply: given }: { version: number; reply: CannedReplyFields },
): Promise<{ reply: CannedReply }> {
  const { projectId, accountId, role } = ctx.caller;
  const [before] = await ctx.db.read(readReply(projectId, accountId, id));
  if (!before) throw notFound();
  if (before.shared && role === "operator") throw onlyAdminsShare();
  const had = new Set<FileId>(before.files.map((file) => file.id));
  const fresh = given.files.filter((file) => !had.has(file));
  const removed = [...had].filter((file) => !given.files.includes(file));
  const free = areUnattached(projectId, uploader(ctx), fresh);
  const now = ctx.clock.now();
  const changed = isStored(projectId, id, version + 1);
  // The first statement changes the version, so what follows is guarded by it and by the ids: a repetition has nothing left to do.
  const [after, obstacles, filesFree] = await ctx.db.commitAndRead(
    [
      writeChanged({ ...given, id, projectId, me: accountId, version, now }, isAdmin(ctx), free),
      ...auditShared(ctx, before.shared, "canned_replies.changed", before, given),
      writeKeepAll(projectId, uploader(ctx), fresh, sql`${changed} AND ${holds(projectId, id, given.files)}`),
      writeRemoveKeptAmong(
        projectId,
        sql`SELECT value FROM json_each(${JSON.stringify(removed)})`,
        sql`${changed} AND ${holds(projectId, id, given.files)}`,
      ),
    ],
    readReply(projectId, accountId, id),
    readObstacles(projectId, before.shared ? null : accountId, given.shortcut, id),
    queryOne(sql`SELECT ${free} ${as.number("free")}`, (row) => row.free !== 0),
  );
  if (!after) throw notFound();
  if (after.version === version + 1 && isSame(after, given)) return { reply: after };
  if (after.version !== version) throw changedMeanwhile();
  if (obstacles?.free === false) throw shortcutTaken(given.shortcut);
  throw filesFree === false ? filesGone() : onlyAdminsShare();
}

/** Condition: the reply has exactly these files, in this order. */
const holds = (projectId: Ctx["caller"]["projectId"], id: CannedReplyId, files: readonly FileId[]): SQL =>
  sql`EXISTS (SELECT 1 FROM canned_replies WHERE project_id = ${projectId} AND id = ${id} AND file_ids = ${JSON.stringify(files)})`;

const compared = (r: { title: string; shortcut: string; text: string }, files: readonly string[]): string =>
  JSON.stringify([r.title, r.shortcut, r.text, files.toSorted()]);
const isSame = (stored: CannedReply, given: CannedReplyFields): boolean =>
  compared(
    stored,
    stored.files.map((file) => file.id),
  ) === compared(given, given.files);
