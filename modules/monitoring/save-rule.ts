// Creates, changes and deletes rules.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { sql } from "#kernel/db/index.ts";
import { conflict, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type MonitoringRuleId, newId } from "#kernel/ids/index.ts";
import { m } from "#messages";
import { auditThing, isMember, readMemberAddresses } from "#modules/projects";
import { MAX_RULES, type Rule, type RuleFields } from "./contract.ts";
import { noMember } from "./errors.ts";
import { writeResolvedOf } from "./log-queries.ts";
import { readRule, readRuleBy, writeChangedRule, writeDeletedRule, writeRule, writeSetVersion } from "./rule-queries.ts";
import { looksForAnother, tidied } from "./rules.ts";

type Ctx = RequestCtx<MemberPrincipal>;
const isChanged = sql`changes() > 0`;
const ADMINS = ["owner", "admin"] as const;
/** What is open of a deleted rule is resolved; more than this would take more than one look at the log anyway. */
const RESOLVED = 500;

export async function createRule(ctx: Ctx, { clientId, rule: given }: { clientId: string; rule: RuleFields }): Promise<{ rule: Rule }> {
  const { projectId, accountId } = ctx.caller;
  const fields = tidied(given);
  await mustBeMembers(ctx, fields);
  const [now, id] = [ctx.clock.now(), newId("monitoringRule", ctx.clock.now())];
  const [rule] = await ctx.db.commitAndRead(
    [
      writeRule(projectId, id, clientId, fields, now, isMember(projectId, accountId, ADMINS)),
      auditThing(ctx, "monitoring.rule_created", undefined, kept(fields)),
      writeSetVersion(projectId, isChanged),
    ],
    readRuleBy(projectId, clientId),
  );
  if (!rule) throw conflict(m.monitoring_too_many_rules({ max: MAX_RULES }));
  if (rule.id === id) return { rule };
  if (!isSame(rule, fields)) throw conflict(m.monitoring_same_client_id());
  ctx.reply.status = 200;
  return { rule };
}

export async function changeRule(ctx: Ctx, ruleId: MonitoringRuleId, given: RuleFields): Promise<{ rule: Rule }> {
  const { projectId, accountId } = ctx.caller;
  const fields = tidied(given);
  const [before] = await ctx.db.read(readRule(projectId, ruleId));
  if (!before) throw notFound();
  await mustBeMembers(ctx, fields);
  if (isSame(before, fields)) return { rule: before };
  const anew = looksForAnother(before, fields);
  const [rule] = await ctx.db.commitAndRead(
    [
      writeChangedRule(projectId, before, fields, anew, ctx.clock.now(), isMember(projectId, accountId, ADMINS)),
      auditThing(
        ctx,
        before.enabled === fields.enabled
          ? "monitoring.rule_changed"
          : fields.enabled
            ? "monitoring.rule_switched_on"
            : "monitoring.rule_switched_off",
        kept(before),
        kept(fields),
      ),
      writeSetVersion(projectId, isChanged),
    ],
    readRule(projectId, ruleId),
  );
  if (!rule) throw notFound();
  // Somebody else changed what it looks for in between.
  if (!isSame(rule, fields)) throw conflict(m.monitoring_changed_meanwhile());
  return { rule };
}
export async function deleteRule(ctx: Ctx, ruleId: MonitoringRuleId): Promise<{ ok: true }> {
  const { projectId } = ctx.caller;
  const [before] = await ctx.db.read(readRule(projectId, ruleId));
  if (!before) throw notFound();
  await ctx.db.commit([
    writeDeletedRule(projectId, ruleId),
    auditThing(ctx, "monitoring.rule_deleted", kept(before), undefined),
    writeSetVersion(projectId, isChanged),
    writeResolvedOf(projectId, ruleId, ctx.clock.now(), RESOLVED),
  ]);
  return { ok: true };
}

async function mustBeMembers(ctx: Ctx, { members }: RuleFields): Promise<void> {
  if (members.length === 0) return;
  const [people] = await ctx.db.read(readMemberAddresses(ctx.caller.projectId));
  if (!members.every((id) => people.some(({ accountId }) => accountId === id))) throw noMember();
}
/** What a rule is made of, as it is compared, and as the audit log keeps it. */
const kept = (r: RuleFields) => ({
  ...{ name: r.name, kind: r.kind, looksFor: r.looksFor, minutes: r.minutes, channels: r.channels, languages: r.languages },
  ...{ notify: r.notify, members: r.members, handOver: r.handOver, enabled: r.enabled, perHour: r.perHour },
});
const isSame = (a: RuleFields, b: RuleFields): boolean => JSON.stringify(kept(a)) === JSON.stringify(kept(b));
