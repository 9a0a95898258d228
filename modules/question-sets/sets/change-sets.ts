// Reads, creates and archives sets.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { decodeCursor, encodeCursor } from "#kernel/db/index.ts";
import { forbidden, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { newId, type QuestionSetId } from "#kernel/ids/index.ts";
import { audit } from "#modules/projects";
import type { QuestionSet } from "../contract.ts";
import { readMayUse, readSet, readSetBy, readSets, writeArchived, writeMayUse, writeSet } from "../queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;
const PAGE = 50;

export async function listSets(ctx: Ctx, cursor: string | undefined) {
  const { projectId } = ctx.caller;
  const [found, useConversations] = await ctx.db.read(readSets(projectId, decodeCursor(cursor)?.id, PAGE + 1), readMayUse(projectId));
  const items = found.slice(0, PAGE);
  const last = items.at(-1);
  return { items, next: found.length > PAGE && last ? encodeCursor([0, last.id]) : null, useConversations };
}
/** Repeating it with the same `clientId` returns the same set. */
export async function createSet(ctx: Ctx, { clientId, name }: { clientId: string; name: string }): Promise<{ set: QuestionSet }> {
  const { projectId, accountId } = ctx.caller;
  const now = ctx.clock.now();
  const [set] = await ctx.db.commitAndRead(
    [
      writeSet({ id: newId("questionSet", now), projectId, clientId, name, by: accountId, now }),
      audit(ctx, "questions.set_created", { detail: { name } }),
    ],
    readSetBy(projectId, clientId),
  );
  if (!set) throw forbidden();
  return { set };
}
export async function readOneSet(ctx: Ctx, id: QuestionSetId) {
  const [held] = await ctx.db.read(readSet(ctx.caller.projectId, id));
  if (!held) throw notFound();
  return { set: held.set, archived: held.archived };
}
export async function archiveSet(ctx: Ctx, id: QuestionSetId): Promise<{ ok: true }> {
  const { projectId } = ctx.caller;
  const [before] = await ctx.db.read(readSet(projectId, id));
  if (!before) throw notFound();
  const [held] = await ctx.db.commitAndRead(
    [writeArchived(projectId, id, ctx.clock.now()), audit(ctx, "questions.set_archived", { detail: { name: before.set.name } })],
    readSet(projectId, id),
  );
  if (!held) throw notFound();
  return { ok: true };
}
export async function saveSettings(ctx: Ctx, useConversations: boolean) {
  const { projectId, accountId } = ctx.caller;
  const [before] = await ctx.db.read(readMayUse(projectId));
  const [saved] = await ctx.db.commitAndRead(
    [
      writeMayUse(projectId, useConversations, accountId, ctx.clock.now()),
      audit(ctx, "questions.settings_changed", { changes: [{ field: "useConversations", from: before, to: useConversations }] }),
    ],
    readMayUse(projectId),
  );
  return { useConversations: saved };
}
