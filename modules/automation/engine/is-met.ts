// Whether a conversation meets a rule's conditions, as SQL on the conversation `c`.
import { minutes } from "#kernel/clock/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { factsOf, fieldsOf, isMet, matchesOf, registeredConditions } from "#modules/conversations";
import { type Conditions, isAge } from "#modules/conversations/contract";

const TIMES: Readonly<Record<string, SQL>> = {
  created: sql`c.created_at`,
  activity: sql`c.last_activity_at`,
  waiting: sql`c.waiting_since`,
};
/** `now`: in epoch milliseconds, for conditions that compare with the current time. */
export function meetsConditions(ctx: Pick<Ctx, "registry">, conditions: Conditions, now: number): SQL {
  const matches = matchesOf(conditions);
  const facts = factsOf(fieldsOf(matches), registeredConditions(ctx));
  const ages = conditions.filter(isAge).map(({ field, age, minutes: count }) => {
    const time = TIMES[field] ?? sql`NULL`;
    return age === "over" ? sql`${time} <= ${now - minutes(count)}` : sql`${time} >= ${now - minutes(count)}`;
  });
  return sql.join([sql`${isMet(sql`${JSON.stringify(matches)}`, facts)}`, ...ages.map((each) => sql`coalesce(${each}, 0)`)], sql` AND `);
}
