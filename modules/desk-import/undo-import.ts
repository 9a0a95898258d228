// Undoes a run: removes the conversations, contacts and canned replies that it created, and leaves what somebody has worked on since.
import { sql } from "#kernel/db/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { writeDeletedReplies } from "#modules/canned-replies";
import { writeRemoveImportedCompanies } from "#modules/companies";
import { writeRemoveUnused } from "#modules/contacts";
import { conversationExists, readLastBefore, writeRemoveAdded, writeRemoveImported } from "#modules/conversations";
import { writeRemoveImportedRatings } from "#modules/satisfaction";
import { writeDetach } from "#modules/files";
import { writeConversationsChanged, writeLeavesViews } from "#modules/saved-views";
import { writeNoTagsOf, writeRemoveUnusedTags, writeTagsBack } from "#modules/tags";
import { writeImportedTeam } from "#modules/teams";
import { IMPORT_UNDONE } from "./contract.ts";
import {
  isNotUndone,
  isUntouched,
  isUnused,
  madeCompanies,
  madeReplies,
  madeTags,
  mayTakeBack,
  mayWork,
  ratingsIn,
  readAddition,
  readLeftAddition,
  readMadeCompanies,
  readMadeContacts,
  readUndoable,
  type Run,
  type Undoable,
  writeBelongingsUndone,
  writeCounted,
  writeDoneAddition,
  writeEnded,
  writeForgetAddition,
  writeForgetItem,
  writeForgetPeople,
  writeForgetRatings,
  writeForgetTags,
  writePassOnPeople,
  writeProgress,
  writeTakenBack,
  writeUndone,
  writeUndoneCompanies,
  writeUndoneRatings,
  writeUndoneReplies,
} from "./queries.ts";

const CONTACTS = 40;
const COMPANIES = 50;
const BELONGINGS = 200;
/** What became of a step: there is more for this slice, the run has to be read anew, or nothing is left. */
type Step = "more" | "again" | "end";

/** Undoes the next ticket, or a page of the other things. */
export async function undoNext(ctx: Ctx, run: Run): Promise<Step> {
  if (run.phase === "contacts") return await undoOthers(ctx, run);
  const [next] = await ctx.db.read(readUndoable(run));
  if (next === undefined) {
    const [left] = await ctx.db.read(readLeftAddition(run));
    if (left !== undefined) {
      await takeRatingBack(ctx, run, left);
      return "more";
    }
    await ctx.db.commit([writeProgress(run, { phase: "contacts", at: null }, ctx.clock.now())]);
    return "again";
  }
  if (next.outcome === "created") await removeConversation(ctx, run, next);
  else await takeBack(ctx, run, next);
  return "more";
}

/** Leaves a conversation that was worked on since. */
async function leave(ctx: Ctx, run: Run, { sourceId }: Undoable): Promise<void> {
  const open = isNotUndone(run, sourceId);
  await ctx.db.commit([writeCounted(run, "spared", open), writeUndone(run, sourceId, "left", open), writeForgetAddition(run, sourceId)]);
}

async function removeConversation(ctx: Ctx, run: Run, row: Undoable): Promise<void> {
  const { projectId } = run;
  const { sourceId, conversationId } = row;
  const when = sql`${isNotUndone(run, sourceId)} AND ${isUntouched(run, sourceId)}`;
  const gone = sql`${isNotUndone(run, sourceId)} AND NOT ${conversationExists(projectId, conversationId)}`;
  await ctx.db.commit([
    writeDetach(sql`SELECT id FROM messages WHERE project_id = ${projectId} AND conversation_id = ${conversationId}`, when),
    writeNoTagsOf(projectId, conversationId, when),
    writeImportedTeam({ projectId, conversationId }, null, when),
    writeLeavesViews(projectId, conversationId, when),
    writeRemoveImportedRatings(projectId, ratingsIn(run, conversationId, false), when),
    writeForgetRatings(run, conversationId, false, when),
    ...writeRemoveImported({ projectId, conversationId }, ctx.clock.now(), when),
    writeCounted(run, "removed", gone),
    writeForgetItem(run, sourceId, gone),
    writeUndone(run, sourceId, "removed", gone),
  ]);
  // What it did not apply to was worked on since.
  await leave(ctx, run, row);
}

/** Takes back what the run added to an earlier run's conversation, unless somebody, or a later run, has written there since. */
async function takeBack(ctx: Ctx, run: Run, row: Undoable): Promise<void> {
  const { projectId } = run;
  const { sourceId } = row;
  const [addition] = await ctx.db.read(readAddition(run, sourceId));
  if (addition === undefined) return await leave(ctx, run, row);
  const { conversationId, before, tags, state } = addition;
  const added = { projectId, conversationId, before };
  const [last] = await ctx.db.read(readLastBefore(added));
  const now = ctx.clock.now();
  const open = isNotUndone(run, sourceId);
  const when = sql`${open} AND ${mayTakeBack(run, addition)}`;
  const gone = sql`${open} AND NOT ${conversationExists(projectId, conversationId)}`;
  await ctx.db.commit([
    writeDetach(
      sql`SELECT id FROM messages WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND revision > ${before}`,
      when,
    ),
    ...(state === null
      ? []
      : [
          ...writeTagsBack(projectId, conversationId, tags, when),
          writeImportedTeam({ projectId, conversationId }, state.teamId ?? null, when),
        ]),
    writeConversationsChanged(projectId, sql`SELECT ${conversationId} AS id WHERE ${when}`),
    writeRemoveImportedRatings(projectId, ratingsIn(run, conversationId, true), when),
    writeForgetRatings(run, conversationId, true, when),
    ...writeRemoveAdded(added, { last, state, lastActivityAt: addition.lastActivityAt }, IMPORT_UNDONE, now, when),
    writeCounted(run, "removed", when),
    ...writeTakenBack(run, addition, when),
    writeUndone(run, sourceId, "removed", when),
    // It went with the conversation, which an earlier run made.
    writeCounted(run, "removed", gone),
    writeUndone(run, sourceId, "removed", gone),
  ]);
  await leave(ctx, run, row);
}

/** Takes back a rating of a ticket that did not change itself, unless somebody, or a later run, has written there since. */
async function takeRatingBack(ctx: Ctx, run: Run, sourceId: string): Promise<void> {
  const { projectId } = run;
  const [addition] = await ctx.db.read(readAddition(run, sourceId));
  if (addition === undefined) return;
  const { conversationId, before } = addition;
  const added = { projectId, conversationId, before };
  const [last] = await ctx.db.read(readLastBefore(added));
  const when = sql`${mayWork(run, "undoing")} AND ${mayTakeBack(run, addition)}`;
  await ctx.db.commit([
    writeConversationsChanged(projectId, sql`SELECT ${conversationId} AS id WHERE ${when}`),
    writeRemoveImportedRatings(projectId, ratingsIn(run, conversationId, true), when),
    writeForgetRatings(run, conversationId, true, when),
    ...writeRemoveAdded(added, { last, state: null, lastActivityAt: addition.lastActivityAt }, IMPORT_UNDONE, ctx.clock.now(), when),
    ...writeTakenBack(run, addition, when),
    writeDoneAddition(run, sourceId),
  ]);
}

/**
 * Takes back what the run said of contacts' companies; then removes contacts, companies, canned replies and tags that it made and that
 * nothing else belongs to. `at` names the step: null, the last contact, or `companies|` and the last company.
 */
async function undoOthers(ctx: Ctx, run: Run): Promise<Step> {
  const now = ctx.clock.now();
  const goOn = async (at: string): Promise<Step> => {
    await ctx.db.commit([writeProgress(run, { phase: "contacts", at }, now)]);
    return "again";
  };
  if (run.at === null) {
    const changes = await ctx.db.commit(writeBelongingsUndone(run, BELONGINGS));
    return (changes.at(-1) ?? 0) < BELONGINGS ? await goOn("contacts|") : "more";
  }
  const [, step = "contacts", last = run.at] = /^(contacts|companies)\|(.*)$/s.exec(run.at) ?? [];
  if (step === "contacts") {
    const [made] = await ctx.db.read(readMadeContacts({ ...run, at: last }, CONTACTS));
    await ctx.db.commit([
      ...made.map((id) => writeRemoveUnused(run.projectId, id, isUnused(run, id))),
      writeForgetPeople(run, made),
      writePassOnPeople(run, made),
    ]);
    return await goOn(made.length < CONTACTS ? "companies|" : `contacts|${made.at(-1) ?? ""}`);
  }
  const [companies] = await ctx.db.read(readMadeCompanies(run, last, COMPANIES));
  await ctx.db.commit([
    ...writeRemoveImportedCompanies(run.projectId, madeCompanies(run, companies), mayWork(run, "undoing")),
    ...writeUndoneCompanies(run, companies),
  ]);
  if (companies.length === COMPANIES) return await goOn(`companies|${companies.at(-1) ?? ""}`);
  await ctx.db.commit([
    writeDeletedReplies(run.projectId, madeReplies(run), now, mayWork(run, "undoing")),
    ...writeUndoneReplies(run),
    writeUndoneRatings(run),
    writeRemoveUnusedTags(run.projectId, madeTags(run), mayWork(run, "undoing")),
    writeForgetTags(run),
    writeEnded(run, "undone", now),
  ]);
  return "end";
}
