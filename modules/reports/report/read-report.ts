// Reads the report of a period.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { iso } from "#kernel/clock/index.ts";
import { type Query, query, sql } from "#kernel/db/index.ts";
import { forbidden } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { m } from "#messages";
import { readHours } from "#modules/business-hours";
import { readMembers } from "#modules/projects";
import { readTags } from "#modules/tags";
import { readTeams } from "#modules/teams";
import { type Asked, type Dimension, dateOf, dayOf, type Figures, type Group, type Report } from "../contract.ts";
import { localTime } from "../counting/cells.ts";
import { KEPT_FOR } from "../counting/count.ts";
import { catchUp, countLater } from "../counting/jobs.ts";
import { readState } from "../counting/queries.ts";
import { figuresOf } from "./figures.ts";
import { readDays, readGroups, readHoursOfWeek, type Sum } from "./queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;
const DAY = 86_400_000;
/** Statements that a request spends on what is not counted yet; a job goes on. */
const ROOM = 40;
/** The group of all who are no members any more. */
export const FORMER = "former";

/** Throws `forbidden` for an operator who asks for another member's figures. */
export async function readReport(ctx: Ctx, asked: Asked): Promise<Report> {
  const { projectId, role, accountId } = ctx.caller;
  const seesMembers = role !== "operator";
  const [dimension, key] = (asked.of?.split(":") ?? ["all", ""]) as [Dimension | "all", string];
  if (dimension === "operator" && !seesMembers && key !== accountId) throw forbidden(m.reports_not_others());
  const isBehind = await catchUp(ctx, projectId, ROOM);
  if (isBehind) await countLater(ctx, projectId);
  const [state, { timeZone }] = await ctx.db.read(readState(projectId), readHours(projectId));
  const zone = state?.zone ?? timeZone;
  const now = ctx.clock.now();
  const today = localTime(zone)(now).day;
  const { from, until } = periodOf(asked, today);
  const length = until - from + 1;
  const which = { projectId, generation: state?.generation ?? 0, from, until };
  const { by } = asked;
  const none: Query<never[]> = query(sql`SELECT 1 WHERE 0`, () => []);
  const [sums, grouped, hours, names] = await ctx.db.read(
    readDays({ ...which, from: from - length }, dimension, key),
    by === undefined ? none : readGroups(which, by, by === "operator" && !seesMembers ? accountId : undefined),
    asked.of === undefined ? readHoursOfWeek(which) : none,
    by === undefined ? none : readNames(ctx, by),
  );
  const [before, during] = [sums.filter(({ day }) => day < from), sums.filter(({ day }) => day >= from)];
  return {
    ...{ from: dateOf(from), until: dateOf(until), timeZone: zone, countedAt: state && state.countedAt > 0 ? iso(state.countedAt) : null },
    state: state?.building ? "rebuilding" : isBehind ? "behind" : "counted",
    check:
      !state || state.checkedAt === null
        ? null
        : {
            ...{ at: iso(state.checkedAt), compared: state.compared, differed: state.differed },
            differedAt: state.differedAt === null ? null : iso(state.differedAt),
          },
    seesMembers,
    total: figuresOf(during),
    before: from - length < today - KEPT_FOR / DAY ? null : figuresOf(before),
    days: daysOf(during, from, until),
    groups: by === undefined ? [] : groupsOf(grouped, by, names),
    hours: asked.of === undefined ? hoursOf(hours) : null,
  };
}

export function periodOf({ days, from, until }: Pick<Asked, "days" | "from" | "until">, today: number): { from: number; until: number } {
  if (from !== undefined && until !== undefined) return { from: dayOf(from), until: dayOf(until) };
  return { from: today - Number(days) + 1, until: today };
}
function daysOf(sums: readonly (Sum & { readonly day: number })[], from: number, until: number): Report["days"] {
  const byDay = Map.groupBy(sums, ({ day }) => day);
  return Array.from({ length: until - from + 1 }, (_, i) => ({ day: dateOf(from + i), ...figuresOf(byDay.get(from + i) ?? []) }));
}
const hoursOf = (found: readonly { weekday: number; hour: number; count: number }[]): number[][] => {
  const table = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  for (const { weekday, hour, count } of found) {
    const row = table[weekday];
    if (row) row[hour] = count;
  }
  return table;
};

/** Names of the groups that there are now, by their keys. */
function readNames({ caller: { projectId } }: Ctx, by: Dimension): Query<readonly (readonly [string, string])[]> {
  if (by === "team") return renamed(readTeams(projectId), ({ id, name }) => [id, name]);
  if (by === "tag") return renamed(readTags(projectId), ({ id, name }) => [id, name]);
  if (by === "operator") return renamed(readMembers(projectId), (member) => [member.accountId, member.name]);
  return query(sql`SELECT 1 WHERE 0`, () => []);
}
const renamed = <T>(
  names: Query<readonly T[]>,
  of: (one: T) => readonly [string, string],
): Query<readonly (readonly [string, string])[]> => ({
  statement: names.statement,
  parse: (rows) => names.parse(rows).map(of),
});
function groupsOf(
  sums: readonly (Sum & { readonly key: string })[],
  by: Dimension,
  names: readonly (readonly [string, string])[],
): Group[] {
  const known = new Map(names);
  const isFormer = (key: string): boolean => by === "operator" && !known.has(key);
  const byKey = Map.groupBy(sums, ({ key }) => (isFormer(key) ? FORMER : key));
  return [...byKey]
    .map(([key, of]): Group => ({ key, name: known.get(key) ?? null, ...figuresOf(of) }))
    .toSorted((a, b) => sizeOf(b) - sizeOf(a) || (a.key < b.key ? -1 : 1));
}
const sizeOf = ({ replies, customerMessages, resolution }: Figures): number => replies + customerMessages + resolution.count;
