// Creates and changes macros.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type MacroId, newId } from "#kernel/ids/index.ts";
import { checkPrepared } from "#modules/bulk-actions";
import { auditThing, isMember } from "#modules/projects";
import type { Macro, MacroFields } from "./contract.ts";
import { changedMeanwhile, notOfProject, onlyAdminsShare, sameClientId, tooMany } from "./errors.ts";
import { readMacro, readMacroBy, readObstacles, writeChanged, writeMacro } from "./queries.ts";

export type Ctx = RequestCtx<MemberPrincipal>;

/** Condition: the caller is an owner or admin now. */
export const isAdmin = ({ caller }: Ctx): SQL => isMember(caller.projectId, caller.accountId, ["owner", "admin"]);

/** The row of the audit log, if the statement before it changed a macro that is shared. Personal ones are their member's own. */
export const auditShared = (
  ctx: Ctx,
  shared: boolean,
  action: string,
  ...[before, after]: readonly (MacroFields | undefined)[]
): readonly SQL[] => (shared ? [auditThing(ctx, action, kept(before), kept(after), { title: (after ?? before)?.title ?? "" })] : []);
const kept = (macro: MacroFields | undefined) =>
  macro && {
    title: macro.title,
    text: macro.text,
    kind: macro.kind,
    steps: macro.steps.length === 0 ? null : JSON.stringify({ steps: macro.steps }),
  };

/** Throws `invalid_request` for steps that there are not, `forbidden`, `conflict`. A repetition answers what the first one stored. */
export async function createMacro(
  ctx: Ctx,
  { clientId, shared, macro: given }: { clientId: string; shared: boolean; macro: MacroFields },
): Promise<{ macro: Macro }> {
  const { projectId, accountId, role } = ctx.caller;
  if (shared && role === "operator") throw onlyAdminsShare();
  const { steps, isOfProject } = checkPrepared(ctx, projectId, given.steps, { path: "macro.steps", now: ctx.clock.now(), by: accountId });
  const now = ctx.clock.now();
  const id = newId("macro", now);
  const owner = shared ? null : accountId;
  const [stored, obstacles] = await ctx.db.commitAndRead(
    [
      writeMacro(
        { ...given, steps, id, projectId, owner, by: accountId, clientId, now },
        sql`${shared ? isAdmin(ctx) : isMember(projectId, accountId)} AND ${isOfProject}`,
      ),
      ...auditShared(ctx, shared, "macros.created", undefined, { ...given, steps }),
    ],
    readMacroBy(projectId, accountId, clientId),
    readObstacles(projectId, owner, isOfProject),
  );
  if (!stored) {
    if (obstacles?.ofProject === false) throw notOfProject();
    throw obstacles?.room === false ? tooMany(shared) : onlyAdminsShare();
  }
  if (stored.id === id) return { macro: stored };
  if (stored.shared !== shared || compared(stored) !== compared({ ...given, steps })) throw sameClientId();
  ctx.reply.status = 200;
  return { macro: stored };
}

/** Throws `invalid_request`, `not_found`, `forbidden`, `conflict`. Saving the same again is answered like the first time. */
export async function changeMacro(
  ctx: Ctx,
  id: MacroId,
  { version, macro: given }: { version: number; macro: MacroFields },
): Promise<{ macro: Macro }> {
  const { projectId, accountId, role } = ctx.caller;
  const [before] = await ctx.db.read(readMacro(projectId, accountId, id));
  if (!before) throw notFound();
  if (before.shared && role === "operator") throw onlyAdminsShare();
  const { steps, isOfProject } = checkPrepared(ctx, projectId, given.steps, { path: "macro.steps", now: ctx.clock.now(), by: accountId });
  const [after, obstacles] = await ctx.db.commitAndRead(
    [
      writeChanged({ ...given, steps, id, projectId, me: accountId, version, now: ctx.clock.now() }, isAdmin(ctx), isOfProject),
      ...auditShared(ctx, before.shared, "macros.changed", before, { ...given, steps }),
    ],
    readMacro(projectId, accountId, id),
    readObstacles(projectId, before.shared ? null : accountId, isOfProject),
  );
  if (!after) throw notFound();
  if (after.version === version + 1 && compared(after) === compared({ ...given, steps })) return { macro: after };
  if (obstacles?.ofProject === false) throw notOfProject();
  throw after.version === version ? onlyAdminsShare() : changedMeanwhile();
}

const compared = ({ title, text, kind, steps }: MacroFields): string => JSON.stringify([title, text, kind, steps]);
