// The audit log's statements: an entry is written in the batch of the change that it tells of.
import { actorOf, type MemberPrincipal, type Principal } from "#kernel/auth/index.ts";
import { nameOf } from "#modules/accounts";
import { iso } from "#kernel/clock/index.ts";
import { as, columns, parseJson, type Query, query, type SQL, sql } from "#kernel/db/index.ts";
import { newId, type ProjectId } from "#kernel/ids/index.ts";
import type { AuditEntry, AuditFilters } from "./contract.ts";

/** What an entry keeps of a setting: a list is joined, on and off are 1 and 0. */
export type AuditValue = string | number | boolean | null | undefined | readonly string[];
/**
 * One setting before and after, never a secret, and nothing of a contact. An expression as `from` is read by the entry itself, so the entry
 * has to stand before the statement that makes the change; a number in it is written as such, because a bound one is a decimal to the
 * database: 5.0. What was read before is for changes that only happen if nobody was faster.
 */
export interface AuditChange {
  readonly field: string;
  readonly from: SQL | AuditValue;
  readonly to: SQL | AuditValue;
}
type Shown = Readonly<Record<string, AuditValue>>;
/** The settings of a thing before and after; `undefined` before it is made, and after it is gone. */
export const changesBetween = (before: Shown | undefined, after: Shown | undefined): AuditChange[] =>
  Object.keys({ ...before, ...after }).map((field) => ({ field, from: before?.[field], to: after?.[field] }));

const isValue = (value: SQL | AuditValue): value is AuditValue => typeof value !== "object" || value === null || Array.isArray(value);
const textOf = (value: AuditValue): string | null =>
  value === null || value === undefined
    ? null
    : String(typeof value === "boolean" ? Number(value) : typeof value === "object" ? value.join(", ") : value);

/** Characters of a long text that an entry keeps, from shortly before the first difference. */
const LONG = 200;
const LEAD = 40;
function excerpts(from: string, to: string): string[] {
  let same = 0;
  while (same < from.length && from[same] === to[same]) same += 1;
  // What is kept as JSON is shown in words, which takes all of it.
  return [from, to].map((text) => {
    if (text.length <= LONG || /^\{[^{]/.test(text)) return text;
    const start = Math.max(0, same - LEAD);
    return `${start > 0 ? "…" : ""}${text.slice(start, start + LONG)}${text.length > start + LONG ? "…" : ""}`;
  });
}
/** The rows `(field, from, to)` of the settings that may differ. */
function rowsOf({ field, from, to }: AuditChange): SQL[] {
  if (!isValue(from) || !isValue(to)) {
    const [was, is] = [from, to].map((value) => (isValue(value) ? sql`${textOf(value)}` : sql`CAST((${value}) AS TEXT)`));
    return [sql`(${field}, ${was}, ${is})`];
  }
  const [was, is] = [textOf(from) ?? "", textOf(to) ?? ""];
  if (was === is) return [];
  const [before = "", after = ""] = excerpts(was, is);
  return [sql`(${field}, ${before || null}, ${after || null})`];
}
/** JSON of the settings that differ. */
function changesOf(changes: readonly AuditChange[]): SQL {
  const rows = changes.flatMap(rowsOf);
  return rows.length === 0
    ? sql`'[]'`
    : sql`(SELECT json_group_array(json_object('field', column1, 'from', column2, 'to', column3)) FROM (VALUES ${sql.join(rows, sql`, `)}) WHERE column2 IS NOT column3)`;
}
/** JSON of the details; a value may be an expression, and one that is null is left out. */
const detailOf = (detail: Readonly<Record<string, string | SQL>>): SQL =>
  Object.values(detail).every((value) => typeof value === "string")
    ? sql`${JSON.stringify(detail)}`
    : sql`json_patch('{}', json_object(${sql.join(
        Object.entries(detail).map(([key, value]) => sql`${key}, ${value}`),
        sql`, `,
      )}))`;

/** Adds an entry to the audit log. With `changes` it is written only if one of the settings differs. A program's entry names its token. */
export function writeAudit(
  a: {
    projectId: ProjectId;
    /** Who did it; for jobs a text such as `system`. */
    actor: Principal | string;
    action: string;
    detail?: Readonly<Record<string, string | SQL>>;
    changes?: readonly AuditChange[];
    now: number;
  },
  when: SQL = sql`1`,
): SQL {
  const program = typeof a.actor === "object" && a.actor.kind === "member" ? a.actor.program : undefined;
  const detail = { ...a.detail, ...(program === undefined ? {} : { program }) };
  const values = sql`${newId("audit", a.now)}, ${a.projectId}, ${typeof a.actor === "string" ? a.actor : actorOf(a.actor)}, ${a.action}, ${detailOf(detail)}, ${a.now}`;
  if (a.changes === undefined)
    return sql`INSERT INTO audit_log (id, project_id, actor, action, detail, created_at) SELECT ${values} WHERE ${when}`;
  return sql`INSERT INTO audit_log (id, project_id, actor, action, detail, created_at, changes) SELECT ${values}, c.changes FROM (SELECT ${changesOf(a.changes)} AS changes) c WHERE c.changes <> '[]' AND ${when}`;
}

/** The entry of what a member does in a request, if the statement before it changed something, or if `when` holds. */
export const audit = (
  { caller, clock }: { readonly caller: MemberPrincipal; readonly clock: { now(): number } },
  action: string,
  what: { readonly detail?: Readonly<Record<string, string | SQL>>; readonly changes?: readonly AuditChange[] } = {},
  when: SQL = sql`changes() > 0`,
): SQL => writeAudit({ projectId: caller.projectId, actor: caller, action, now: clock.now(), ...what }, when);

/** The same for a thing with a name: what it was before, and what it is after. */
export const auditThing = (
  ctx: Parameters<typeof audit>[0],
  action: string,
  before: Shown | undefined,
  after: Shown | undefined,
  detail?: Readonly<Record<string, string>>,
): SQL =>
  audit(ctx, action, { detail: { name: textOf((after ?? before)?.["name"]) ?? "", ...detail }, changes: changesBetween(before, after) });

const AREA = sql`substr(a.action, 1, instr(a.action, '.') - 1)`;
/** Newest first. A member is named even if they are none any more. Each filter has its index, so a page reads no more than it shows. */
export const readAudit = (
  projectId: ProjectId,
  { by, area, from, until }: AuditFilters,
  before: { at: number; id: string } | undefined,
  limit: number,
): Query<(AuditEntry & { at: number })[]> =>
  query(
    sql`SELECT ${columns({ a: "audit_log" }, "a.id, a.action, a.detail, a.changes, a.created_at, a.actor")}, ${nameOf(sql`substr(a.actor, 10)`)} ${as.textOrNull("name")}, ${nameOf(sql`(a.detail ->> 'member')`)} ${as.textOrNull("member")} FROM audit_log a WHERE ${sql.join(
      [
        sql`a.project_id = ${projectId}`,
        by && sql`a.actor = ${`operator:${by}`}`,
        area && sql`${AREA} = ${area}`,
        from && sql`a.created_at >= ${Date.parse(from)}`,
        until && sql`a.created_at < ${Date.parse(until)}`,
        before && sql`(a.created_at, a.id) < (${before.at}, ${before.id})`,
      ].filter((part) => part !== undefined && part !== ""),
      sql` AND `,
    )} ORDER BY a.created_at DESC, a.id DESC LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => {
        const { program, ...detail } = parseJson<Record<string, string>>(row.detail);
        return {
          id: row.id,
          action: row.action,
          actor: row.name ?? row.actor,
          accountId: row.actor.startsWith("operator:") ? row.actor.slice(9) : null,
          program: program ?? null,
          member: row.member,
          detail,
          changes: row.changes === null ? [] : parseJson<AuditEntry["changes"]>(row.changes),
          at: row.created_at,
          createdAt: iso(row.created_at),
        };
      }),
  );
