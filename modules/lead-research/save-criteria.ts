// The criteria of a project.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { invalidRequest } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type LeadCriterionId, newId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import { audit } from "#modules/projects";
import type { Criteria, Criterion } from "./contract.ts";
import { criteriaChanged } from "./errors.ts";
import { readCriteria, writeCriteria } from "./queries.ts";

const listed = (criteria: readonly Criterion[]): string =>
  criteria.map(({ name, weight, description }) => [`${name} (×${weight})`, description].filter(Boolean).join(": ")).join("\n");
type Ctx = RequestCtx<MemberPrincipal>;
type Wanted = Omit<Criterion, "id"> & { readonly id?: LeadCriterionId | undefined };

/** An id that the project does not have gets a new one. Throws `conflict` if the list was saved after `revision`. */
export async function saveCriteria(ctx: Ctx, { revision, criteria }: { revision: number; criteria: readonly Wanted[] }): Promise<Criteria> {
  const { projectId, accountId } = ctx.caller;
  const twice = criteria.findIndex(({ name }, i) => criteria.slice(0, i).some((other) => other.name.toLowerCase() === name.toLowerCase()));
  if (twice >= 0) throw invalidRequest([{ path: `criteria.${twice}.name`, message: m.lead_research_twice_named() }]);
  const [before] = await ctx.db.read(readCriteria(projectId));
  const known = new Set(before.criteria.map(({ id }) => id));
  const now = ctx.clock.now();
  const next: Criterion[] = criteria.map(({ id, ...rest }) => {
    const kept = id !== undefined && known.delete(id);
    return { id: kept ? id : newId("leadCriterion", now), ...rest };
  });
  const changes = await ctx.db.commit([
    writeCriteria(projectId, { criteria: next, revision }, accountId, now),
    audit(ctx, "leads.criteria_changed", { changes: [{ field: "criteria", from: listed(before.criteria), to: listed(next) }] }),
  ]);
  if ((changes[0] ?? 0) === 0) throw criteriaChanged();
  return { criteria: next, revision: revision + 1 };
}
