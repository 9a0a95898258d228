// Imports ratings of tickets whose conversations are here. Each is one batch with its row of the report.
import { sha256 } from "#kernel/auth/index.ts";
import { sql } from "#kernel/db/index.ts";
import { newId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { isImportedEvent } from "#modules/conversations";
import { HelpDeskError } from "#modules/help-import";
import { MAX_COMMENT, RATINGS_KEPT_FOR, writeImportedRating } from "#modules/satisfaction";
import type { Outcome } from "./contract.ts";
import type { DeskRating, DeskReader } from "#modules/help-desks";
import {
  isAttempt,
  isMadeByRun,
  isUnreported,
  isUntouched,
  type Item,
  type Note,
  type RatingItem,
  readItems,
  readRatedUntil,
  readRatingItems,
  readReported,
  readTaken,
  type Run,
  writeAdded,
  writeAddition,
  writeCounted,
  writeItemRevision,
  writeRatingItem,
  writeRow,
  writeUnchangedRows,
} from "./queries.ts";
import { rowIdOf } from "./row-kinds.ts";
import { contentOf, uuidOf } from "./rules.ts";

const rowId = (id: string): string => rowIdOf("rating", id);
/** With number and time, so that it tells nothing of a rating that was erased. */
const hashOf = ({ id, score, comment, at }: DeskRating): string => sha256(JSON.stringify([id, score, comment, at])).slice(0, 32);

/**
 * Imports a page, as far as the slice goes. Returns the cursor of the next one, null after the last, undefined if this one is not complete.
 * A token that may not read ratings costs them alone.
 */
export async function importRatings(
  ctx: Ctx,
  run: Run,
  reader: DeskReader,
  at: string | null,
  isEnough: () => boolean,
): Promise<string | null | undefined> {
  if (reader.ratings === undefined) return null;
  const [until] = await ctx.db.read(readRatedUntil(run));
  let page: Awaited<ReturnType<typeof reader.ratings>>;
  try {
    page = await reader.ratings(at, run.options.everything ? null : until);
  } catch (error) {
    if (!(error instanceof HelpDeskError) || (error.reason !== "refused" && error.reason !== "missing")) throw error;
    const row = { sourceId: rowId(""), title: "", outcome: "skipped", reason: "ratings_refused", notes: [] } as const;
    await ctx.db.commit([
      writeRow(run, { ...row, conversationId: null, contactId: null, attempt: newId("event", ctx.clock.now()) }, sql`1`),
    ]);
    return null;
  }
  return (await importGiven(ctx, run, page.items, isEnough)) ? page.next : undefined;
}

/** Imports ratings, as far as the slice goes. Whether all of them are reported now. */
export async function importGiven(ctx: Ctx, run: Run, all: readonly DeskRating[], isEnough: () => boolean): Promise<boolean> {
  if (all.length === 0) return true;
  const ids = all.map(({ id }) => id);
  const ticketIds = [...new Set(all.map(({ ticketId }) => ticketId))];
  const [reported, known, items, taken] = await ctx.db.read(
    readReported(run, ids.map(rowId)),
    readRatingItems(run, ids),
    readItems(run, ticketIds),
    readTaken(run, ticketIds),
  );
  const fresh = all.filter(({ id }) => !reported.has(rowId(id)));
  const knownOf = (rating: DeskRating): RatingItem | undefined => known.find(({ sourceId }) => sourceId === rating.id);
  const unchanged = fresh.filter((rating) => knownOf(rating)?.changed === hashOf(rating));
  if (unchanged.length > 0)
    await ctx.db.commit([
      writeUnchangedRows(
        run,
        unchanged.map(({ id }) => ({ sourceId: rowId(id), title: "" })),
        newId("event", ctx.clock.now()),
      ),
    ]);
  for (const rating of fresh) {
    if (unchanged.includes(rating)) continue;
    if (isEnough()) return false;
    const item = items.find(({ sourceId }) => sourceId === rating.ticketId);
    await importRating(ctx, run, rating, item, knownOf(rating), taken.has(rating.ticketId));
  }
  return true;
}

async function importRating(
  ctx: Ctx,
  run: Run,
  rating: DeskRating,
  item: Item | undefined,
  known: RatingItem | undefined,
  taken: boolean,
): Promise<void> {
  const { projectId } = run;
  const now = ctx.clock.now();
  const attempt = newId("event", now);
  const notes: Note[] = [["rating", `${rating.score} ${rating.there}`]];
  const { content: comment, cut } = contentOf(rating.comment, MAX_COMMENT);
  if (cut) notes.push(["text_cut", ""]);
  const isGone = item !== undefined && item.revisionNow === null;
  const reason =
    item?.isErased === true
      ? "erased_here"
      : isGone
        ? "removed_here"
        : rating.at < now - RATINGS_KEPT_FOR
          ? "rating_old"
          : item === undefined && !(run.dry && taken)
            ? "no_conversation"
            : null;
  const outcome: Outcome = reason !== null ? "skipped" : known === undefined ? "created" : "updated";
  const row = {
    ...{ sourceId: rowId(rating.id), title: "", outcome, reason, attempt, notes: reason === "erased_here" ? [] : notes },
    ...{ conversationId: isGone ? null : (item?.conversationId ?? null), contactId: item?.contactId ?? null },
  };
  if (reason !== null || item === undefined || run.dry) return void (await ctx.db.commit([writeRow(run, row, sql`1`)]));
  const { conversationId, contactId } = item;
  const eventId = newId("event", now);
  const requestId = known?.requestId ?? newId("satisfactionRequest", Math.min(now, rating.at));
  const open = isUnreported(run, row.sourceId);
  const isMine = isImportedEvent(eventId);
  const ticketId = rating.ticketId;
  await ctx.db.commit([
    // What this run adds to an earlier one's conversation, an undo of this run alone takes back.
    writeAddition(
      run,
      ticketId,
      conversationId,
      item.changed,
      isUntouched(run, ticketId),
      sql`${open} AND NOT ${isMadeByRun(run, ticketId)}`,
    ),
    ...writeImportedRating(
      {
        ...{ id: requestId, projectId, conversationId, contactId, eventId, comment, score: rating.score, at: Math.min(now, rating.at) },
        clientId: uuidOf(`${run.platform} ${run.site} ${row.sourceId} ${hashOf(rating)}`),
        changed: known !== undefined,
      },
      open,
    ),
    writeItemRevision(run, ticketId, conversationId, [eventId], isMine),
    writeAdded(run, ticketId, conversationId, sql`${isMine} AND ${open}`),
    writeRatingItem(run, { sourceId: rating.id, conversationId, requestId, changed: hashOf(rating) }, sql`${isMine} AND ${open}`),
    writeRow(run, row, sql`1`),
    writeCounted(run, "ratings", isAttempt(run, row.sourceId, attempt)),
  ]);
}
