// Lists, creates, changes and archives scenarios.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { decodeCursor, encodeCursor } from "#kernel/db/index.ts";
import { forbidden, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { newId, type ScenarioId } from "#kernel/ids/index.ts";
import { audit, auditThing } from "#modules/projects";
import type { Scenario, ScenarioContent } from "../contract.ts";
import { scenarioChanged } from "../errors.ts";
import { readScenario, readScenarioBy, readScenarios, writeArchived, writeScenario, writeScenarioChange } from "../queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;
const PAGE = 50;

export async function listScenarios(ctx: Ctx, cursor: string | undefined) {
  const [found] = await ctx.db.read(readScenarios(ctx.caller.projectId, decodeCursor(cursor)?.id, PAGE + 1));
  const items = found.slice(0, PAGE);
  const last = items.at(-1);
  return { items, next: found.length > PAGE && last ? encodeCursor([0, last.id]) : null };
}
/** Repeating it with the same `clientId` returns the same scenario. */
export async function createScenario(
  ctx: Ctx,
  { clientId, content }: { clientId: string; content: ScenarioContent },
): Promise<{ scenario: Scenario }> {
  const { projectId, accountId } = ctx.caller;
  const now = ctx.clock.now();
  const [scenario] = await ctx.db.commitAndRead(
    [
      writeScenario({ id: newId("scenario", now), projectId, clientId, content, by: accountId, now }),
      auditThing(ctx, "simulations.scenario_created", undefined, content),
    ],
    readScenarioBy(projectId, clientId),
  );
  if (!scenario) throw forbidden();
  return { scenario };
}
/** Throws `conflict` if it was changed or archived meanwhile. */
export async function changeScenario(
  ctx: Ctx,
  id: ScenarioId,
  { revision, content }: { revision: number; content: ScenarioContent },
): Promise<{ scenario: Scenario }> {
  const { projectId, accountId } = ctx.caller;
  const [before] = await ctx.db.read(readScenario(projectId, id));
  if (!before) throw notFound();
  const [found] = await ctx.db.commitAndRead(
    [
      writeScenarioChange({ id, projectId, content, revision, by: accountId, now: ctx.clock.now() }),
      auditThing(ctx, "simulations.scenario_changed", before.content, content),
    ],
    readScenario(projectId, id),
  );
  if (!found) throw notFound();
  const { archived, ...scenario } = found;
  // A repetition finds its own change.
  const isOurs = scenario.revision === revision + 1 && JSON.stringify(scenario.content) === JSON.stringify(content);
  if (archived || !isOurs) throw scenarioChanged();
  return { scenario };
}
export async function archiveScenario(ctx: Ctx, id: ScenarioId): Promise<{ ok: true }> {
  const { projectId } = ctx.caller;
  const [before] = await ctx.db.read(readScenario(projectId, id));
  if (!before) throw notFound();
  const [found] = await ctx.db.commitAndRead(
    [writeArchived(projectId, id, ctx.clock.now()), audit(ctx, "simulations.scenario_archived", { detail: { name: before.content.name } })],
    readScenario(projectId, id),
  );
  if (!found) throw notFound();
  return { ok: true };
}
