// Starts, reads, stops and takes back actions on many conversations.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { invalidRequest, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type BulkActionId, newId } from "#kernel/ids/index.ts";
import { wakeJobs, writeJobs } from "#kernel/jobs/index.ts";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { listConversations } from "#modules/conversations";
import * as v from "valibot";
import type { BulkAction, readBulkAction } from "./contract.ts";
import { hasEnded, notUndoable, noSuchAction, tooManyUnderWay, viewIsFilling } from "./errors.ts";
import { bulkActions } from "./extension.ts";
import {
  actionIs,
  type ListChoice,
  type NewItem,
  readActionBy,
  readHolds,
  readOwnAction,
  readPassedOver,
  type StoredAction,
  writeAction,
  writeItems,
  writeState,
} from "./queries.ts";
import { jobOf } from "./run-bulk-action.ts";

type Ctx = RequestCtx<MemberPrincipal>;
type One = AnswerOf<typeof readBulkAction>;

const shown = ({ accountId: _a, list: _l, cursor: _c, ...rest }: StoredAction): BulkAction => rest;

interface Wanted {
  readonly clientId: string;
  readonly action: string;
  readonly value?: unknown;
  readonly conversations?: readonly NewItem[] | undefined;
  readonly list?: ListChoice | undefined;
}
/**
 * Throws `invalid_request` for an action, value or filter that there is not, `not_found` for what is of another project and for a view that
 * there is not, `conflict`.
 */
export async function startBulkAction(ctx: Ctx, { clientId, conversations = [], list, ...wanted }: Wanted): Promise<One> {
  const { projectId, accountId } = ctx.caller;
  const action = ctx.registry.extensions.of(bulkActions).find(({ name }) => name === wanted.action);
  if (!action) throw noSuchAction();
  const value = v.safeParse(action.value, wanted.value);
  if (!value.success) throw invalidRequest(value.issues.map((issue) => ({ path: pathOf(issue), message: issue.message })));
  const now = ctx.clock.now();
  const id = newId("bulkAction", now);
  const row = { id, accountId, clientId, action: action.name, value: value.output, list: list ?? null, now };
  const work = jobOf(projectId, id, "do", now);
  const isOfProject = action.isOfProject(projectId, value.output);
  const [earlier] = await ctx.db.read(readActionBy(projectId, accountId, clientId));
  // A repetition is answered even if its value could not be set any more.
  if (!earlier) {
    action.check?.(value.output, now);
    if (list && (await listConversations(ctx, list)).view?.filling) throw viewIsFilling();
  }
  const made = actionIs(projectId, id, ["running", "gathering"]);
  const [stored, holds] = await ctx.db.commitAndRead(
    [
      writeAction(projectId, row, isOfProject),
      ...(list ? [] : writeItems(projectId, id, conversations, made)),
      writeJobs([work], now, made),
    ],
    readActionBy(projectId, accountId, clientId),
    readHolds(isOfProject),
  );
  if (!stored) throw holds ? tooManyUnderWay() : notFound();
  if (stored.id !== id) ctx.reply.status = 200;
  else wakeJobs(ctx, [work.id]);
  return { bulkAction: shown(stored), passedOver: [] };
}
/** The part of the value that is wrong. */
const pathOf = (issue: v.BaseIssue<unknown>): string => ["value", ...(issue.path?.map(({ key }) => String(key)) ?? [])].join(".");

export async function readOwn(ctx: Ctx, id: BulkActionId): Promise<One> {
  const { projectId, accountId } = ctx.caller;
  const [found, passedOver] = await ctx.db.read(readOwnAction(projectId, accountId, id), readPassedOver(projectId, id));
  if (!found) throw notFound();
  return { bulkAction: shown(found), passedOver };
}

/** Throws `conflict` if it has ended. Stopping one that is being taken back leaves the rest as the action made it. */
export async function stopBulkAction(ctx: Ctx, id: BulkActionId): Promise<One> {
  const { projectId, accountId } = ctx.caller;
  const now = ctx.clock.now();
  const [own] = await ctx.db.read(readOwnAction(projectId, accountId, id));
  if (!own) throw notFound();
  const changed = await ctx.db.commit([
    writeState(projectId, id, ["gathering", "running"], "stopped", now),
    writeState(projectId, id, ["undoing"], "undone", now),
  ]);
  if (changed.every((rows) => rows === 0)) throw hasEnded();
  return await readOwn(ctx, id);
}

/** Throws `conflict` while it is under way, and if it was taken back already. A repetition while it is being taken back is answered. */
export async function undoBulkAction(ctx: Ctx, id: BulkActionId): Promise<One> {
  const { projectId, accountId } = ctx.caller;
  const now = ctx.clock.now();
  const work = jobOf(projectId, id, "undo", now);
  const [own] = await ctx.db.read(readOwnAction(projectId, accountId, id));
  if (!own) throw notFound();
  await ctx.db.commit([
    writeState(projectId, id, ["done", "stopped"], "undoing", null),
    writeJobs([work], now, actionIs(projectId, id, ["undoing"])),
  ]);
  const after = await readOwn(ctx, id);
  if (after.bulkAction.state !== "undoing") throw notUndoable();
  wakeJobs(ctx, [work.id]);
  return after;
}
