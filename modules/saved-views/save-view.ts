// Saves views: new ones, drafts, changes, and those that modules declare.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import type { SQL } from "#kernel/db/index.ts";
import { conflict, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { newId, type SavedViewId, type SavedViewIndexId } from "#kernel/ids/index.ts";
import { wakeJobs, writeJobs } from "#kernel/jobs/index.ts";
import { type ModuleView, registeredConditions } from "#modules/conversations";
import type { Conditions, Sort } from "#modules/conversations/contract";
import { m } from "#messages";
import { auditThing } from "#modules/projects";
import { MAX_PERSONAL, MAX_SHARED, type SavedView } from "./contract.ts";
import { mayNotShare, sameClientId, tooMany } from "./errors.ts";
import { fillJob } from "./fill-index.ts";
import { isFilling, writeDropped, writeFill, writeIndex } from "./index-queries.ts";
import {
  type Change,
  EDITORS,
  keptName,
  type NewView,
  readDraft,
  readRangeCounts,
  readTotal,
  readView,
  readViewBy,
  readViews,
  shown,
  type StoredView,
  writeChange,
  writeView,
} from "./queries.ts";
import { mustBeKnown } from "./known-conditions.ts";
import { isSame } from "./rules.ts";

type Ctx = RequestCtx<MemberPrincipal>;
interface Fields {
  readonly name: string;
  readonly icon: string;
  readonly conditions: Conditions;
  readonly sort: Sort;
}
type Kept = "personal" | "shared";

export async function createView(
  ctx: Ctx,
  { clientId, kind, ...given }: Fields & { clientId: string; kind: Kept },
): Promise<{ view: SavedView }> {
  mustMayKeep(ctx, kind);
  mustBeKnown(ctx, given.conditions);
  const view = newView(ctx, { ...given, kind, ownerId: ownerOf(ctx, kind), clientId });
  const fill = filling(ctx, view.indexId, view.conditions);
  const [found] = await ctx.db.commitAndRead(
    [written(ctx, view), ...auditShared(ctx, "saved_views.created", undefined, view), ...fill.statements],
    readViewBy(ctx.caller.projectId, ctx.caller.accountId, clientId),
  );
  if (!found) throw await noRoom(ctx, kind);
  if (found.id === view.id) wakeJobs(ctx, [fill.jobId]);
  else if (!isSame([found.name, found.icon, found.conditions, found.sort], [given.name, given.icon, given.conditions, given.sort]))
    throw sameClientId();
  else ctx.reply.status = 200;
  return await asShown(ctx, found);
}

/** The caller's filter. With the conditions that it has already, it keeps its index. */
export async function saveDraft(ctx: Ctx, { conditions, sort }: Pick<Fields, "conditions" | "sort">): Promise<{ view: SavedView }> {
  mustBeKnown(ctx, conditions);
  const { projectId, accountId } = ctx.caller;
  const [was] = await ctx.db.read(readDraft(projectId, accountId));
  if (was) return await change(ctx, was, { conditions, sort });
  const view = newView(ctx, {
    name: "",
    icon: "",
    conditions,
    sort,
    kind: "draft",
    ownerId: accountId,
    clientId: newId("savedView", ctx.clock.now()),
  });
  const fill = filling(ctx, view.indexId, conditions);
  const [found] = await ctx.db.commitAndRead([written(ctx, view), ...fill.statements], readDraft(projectId, accountId));
  if (!found) throw await noRoom(ctx, "draft");
  wakeJobs(ctx, [fill.jobId]);
  // Another tab was faster: its draft is changed to this one.
  return found.id === view.id ? await asShown(ctx, found) : await change(ctx, found, { conditions, sort });
}

export async function changeView(
  ctx: Ctx,
  viewId: SavedViewId,
  given: Partial<Fields> & { kind?: Kept | undefined },
): Promise<{ view: SavedView }> {
  const { projectId, accountId } = ctx.caller;
  const [was] = await ctx.db.read(readView(projectId, accountId, viewId));
  if (!was || was.kind === "module") throw notFound();
  mustMayKeep(ctx, was.kind);
  if (given.kind) mustMayKeep(ctx, given.kind);
  if (given.conditions) mustBeKnown(ctx, given.conditions);
  const { kind, ...fields } = given;
  const to = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;
  return await change(ctx, was, { ...to, ...(kind === undefined ? {} : { kind, ownerId: ownerOf(ctx, kind) }) });
}

/** Stores a view that a module declares, when somebody opens it for the first time in the project. */
export async function keepModuleView(ctx: Ctx, declared: ModuleView): Promise<StoredView | undefined> {
  const { projectId, accountId } = ctx.caller;
  const name = keptName(declared, accountId);
  const { conditions: chosen, sort } = declared;
  const [conditions, ownerId] = typeof chosen === "function" ? [chosen(accountId), accountId] : [chosen, null];
  const view = newView(ctx, {
    name,
    icon: "",
    conditions,
    sort,
    kind: "module",
    ownerId,
    clientId: newId("savedView", ctx.clock.now()),
  });
  const fill = filling(ctx, view.indexId, conditions);
  const [found] = await ctx.db.commitAndRead([written(ctx, view), ...fill.statements], readView(projectId, accountId, name));
  wakeJobs(ctx, [fill.jobId]);
  return found;
}

async function change(ctx: Ctx, was: StoredView, to: Change): Promise<{ view: SavedView }> {
  const { projectId, accountId } = ctx.caller;
  const now = ctx.clock.now();
  const { conditions } = to;
  const anew = conditions !== undefined && !isSame(conditions, was.conditions);
  const indexId = newId("savedViewIndex", now);
  const fill = anew ? filling(ctx, indexId, conditions) : undefined;
  const [found] = await ctx.db.commitAndRead(
    [
      writeChange(projectId, accountId, was, { ...to, ...(anew ? { indexId } : {}) }, now),
      ...auditShared(ctx, "saved_views.changed", was, { ...was, ...to }),
      ...(fill ? [...fill.statements, writeDropped(projectId, was.indexId, now)] : []),
    ],
    readView(projectId, accountId, was.id),
  );
  if (!found) throw notFound();
  const expected = { ...was, ...to, indexId: anew ? indexId : was.indexId };
  if (found.kind !== expected.kind) throw await noRoom(ctx, expected.kind === "module" ? "shared" : expected.kind);
  if (!isSame([found.name, found.indexId], [expected.name, expected.indexId])) throw conflict(m.saved_views_changed_meanwhile());
  if (fill) wakeJobs(ctx, [fill.jobId]);
  return await asShown(ctx, found);
}

/** The statements that make an index and enter its first page at once, and the job that enters the others. */
function filling(ctx: Ctx, indexId: SavedViewIndexId, conditions: Conditions): { statements: SQL[]; jobId: string } {
  const { projectId } = ctx.caller;
  const now = ctx.clock.now();
  const jobId = newId("job", now);
  return {
    jobId,
    statements: [
      ...writeIndex(projectId, indexId, conditions, registeredConditions(ctx), now),
      ...writeFill(projectId, indexId, conditions, registeredConditions(ctx)),
      writeJobs(
        [{ id: jobId, kind: fillJob.kind, key: `${fillJob.kind}:${indexId}`, payload: { projectId, indexId }, projectId, dueAt: now }],
        now,
        isFilling(projectId, indexId),
      ),
    ],
  };
}
const newView = (ctx: Ctx, fields: Omit<NewView, "id" | "indexId">): NewView => ({
  ...fields,
  id: newId("savedView", ctx.clock.now()),
  indexId: newId("savedViewIndex", ctx.clock.now()),
});
const written = (ctx: Ctx, view: NewView): SQL => writeView(ctx.caller.projectId, ctx.caller.accountId, view, ctx.clock.now());
/** The entry of the audit log if the view is shared before or after. Personal ones are their member's own. */
export const auditShared = (ctx: Ctx, action: string, ...[before, after]: readonly (Entry | undefined)[]): SQL[] =>
  [before, after].every((view) => view?.kind !== "shared") ? [] : [auditThing(ctx, action, kept(before), kept(after))];
type Entry = Pick<StoredView, "kind" | "name" | "icon" | "conditions" | "sort">;
const kept = (view: Entry | undefined) =>
  view && {
    name: view.name,
    kind: view.kind,
    icon: view.icon,
    conditions: JSON.stringify({ conditions: view.conditions }),
    sort: view.sort,
  };
const ownerOf = ({ caller }: Ctx, kind: Kept) => (kind === "shared" ? null : caller.accountId);

export async function asShown(ctx: Ctx, view: StoredView): Promise<{ view: SavedView }> {
  const { projectId } = ctx.caller;
  const [ranges, total] = await ctx.db.read(readRangeCounts(projectId, [view], ctx.clock.now()), readTotal(projectId));
  return { view: shown(view, ranges, total) };
}

export function mustMayKeep({ caller }: Ctx, kind: StoredView["kind"]): void {
  if (kind === "shared" && !EDITORS.some((role) => role === caller.role)) throw mayNotShare();
}
async function noRoom(ctx: Ctx, kind: SavedView["kind"]): Promise<Error> {
  const { projectId, accountId } = ctx.caller;
  const [mine] = await ctx.db.read(readViews(projectId, accountId));
  return tooMany(kind, mine.filter((view) => view.kind === kind).length < (kind === "shared" ? MAX_SHARED : MAX_PERSONAL));
}
