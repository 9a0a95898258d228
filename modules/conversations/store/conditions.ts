// Conditions in SQL: what is known of a conversation as one JSON object, compared with conditions that are JSON too, so that one statement
// compares conversations with every view of a project.
import { type SQL, sql } from "#kernel/db/index.ts";
import { type Conditions, isAge, isChoice, NONE, SILENCED, type Sort, wantsSilenced } from "../contract/conditions.ts";
import type { ViewCondition } from "../kinds/view-condition.ts";

const contact = (column: SQL): SQL => sql`(SELECT ${column} FROM contacts t WHERE t.id = c.contact_id AND t.project_id = c.project_id)`;
/** What this module knows of the conversation `c`. A JSON array stands for several values. */
const OWN: Readonly<Record<string, SQL>> = {
  status: sql`iif(c.silenced = 1, ${sql.raw(`'${SILENCED}'`)}, c.status)`,
  assignee: sql`coalesce(c.assignee_id, ${sql.raw(`'${NONE}'`)})`,
  channel: sql`c.door`,
  created: sql`c.created_at`,
  activity: sql`c.last_activity_at`,
  waiting: sql`c.waiting_since`,
  language: sql`coalesce(${contact(sql`lower(substr(t.visit ->> '$.language', 1, 2))`)}, ${sql.raw(`'${NONE}'`)})`,
  // The project's own attributes win over what a page says of the same name.
  attribute: sql`json(${contact(sql`json_patch(t.metadata, t.attributes)`)})`,
};
/** Fields that no event of a conversation tells of. */
export const OF_CONTACT: readonly string[] = ["language", "attribute"];

/** The names of all fields that conditions may use. */
export const fieldNames = (others: readonly ViewCondition[]): readonly string[] => [...Object.keys(OWN), ...others.map(({ name }) => name)];

/** The facts of the conversation `c`, only those of these fields, because each may cost a look-up. */
export function factsOf(fields: Iterable<string>, others: readonly ViewCondition[]): SQL {
  const parts = [...new Set(fields)].flatMap((name) => {
    const other = others.find((one) => one.name === name);
    const expression = OWN[name] ?? (other && asValues(other.expression));
    return expression === undefined ? [] : [sql`${sql.raw(`'${name}'`)}, ${expression}`];
  });
  return sql`json_object(${sql.join(parts, sql`, `)})`;
}
const asValues = (expression: SQL): SQL =>
  sql`(SELECT CASE WHEN x IS NULL THEN ${sql.raw(`'${NONE}'`)} WHEN json_valid(x) AND json_type(x) = 'array' THEN json(x) ELSE x END FROM (SELECT ${expression} AS x))`;

/** One condition as it is stored: its kind, the path of its fact, and what that is compared with. */
interface Match {
  readonly kind: "any" | "all" | "none" | "between" | "some";
  readonly path: string;
  readonly values?: readonly string[];
  readonly from?: number;
  readonly until?: number;
}
const YES_OR_NO: Readonly<Record<string, string>> = { true: "1", false: "0" };
/**
 * Conditions as they are stored with an index. One that compares with the current time is left to the reader, who takes a range of the
 * order; only that the customer waits at all is asked here.
 */
export const matchesOf = (conditions: Conditions): readonly Match[] => [
  ...(wantsSilenced(conditions) ? [] : [{ kind: "none", path: "$.status", values: [SILENCED] } as const]),
  ...conditions.flatMap((one): Match[] => {
    if (isChoice(one)) {
      const path = one.key === undefined ? `$.${one.field}` : `$.${one.field}."${one.key}"`;
      // SQLite has no booleans.
      const values =
        one.key === undefined
          ? one.values
          : one.values.flatMap((value) => [value, ...(YES_OR_NO[value] === undefined ? [] : [YES_OR_NO[value]])]);
      return [{ kind: one.is, path, values }];
    }
    if (isAge(one)) return one.field === "waiting" ? [{ kind: "some", path: "$.waiting" }] : [];
    return [
      {
        ...{ kind: "between", path: `$.${one.field}` },
        from: one.from === null ? 0 : Date.parse(one.from),
        until: one.until === null ? Number.MAX_SAFE_INTEGER : Date.parse(one.until),
      },
    ];
  }),
];

/** The fields of stored conditions. */
export const fieldsOf = (matches: readonly Match[]): readonly string[] => matches.map(({ path }) => /^\$\.([a-z]+)/.exec(path)?.[1] ?? "");

/** Holds where the facts meet the stored conditions; both are expressions. */
export const isMet = (matches: SQL, facts: SQL): SQL => {
  const values = sql`(SELECT v.value FROM json_each(k.value, '$.values') v)`;
  const has = sql`EXISTS (SELECT 1 FROM json_each(${facts}, k.value ->> 'path') f WHERE CAST(f.value AS TEXT) IN ${values})`;
  return sql`NOT EXISTS (SELECT 1 FROM json_each(${matches}) k WHERE NOT coalesce(CASE k.value ->> 'kind'
    WHEN 'any' THEN ${has} WHEN 'none' THEN NOT ${has}
    WHEN 'all' THEN NOT EXISTS (SELECT 1 FROM json_each(k.value, '$.values') v WHERE v.value NOT IN (SELECT CAST(f.value AS TEXT) FROM json_each(${facts}, k.value ->> 'path') f))
    WHEN 'between' THEN ${facts} ->> (k.value ->> 'path') BETWEEN k.value ->> 'from' AND k.value ->> 'until'
    WHEN 'some' THEN ${facts} ->> (k.value ->> 'path') IS NOT NULL END, 0))`;
};

/** The keys of the orders of the conversation `c`, as `conversation_sort_keys` has them, and when the next thing in it is due. */
export const KEYS = sql`c.last_activity_at AS by_activity, c.created_at AS by_created, c.rank * 10000000000000 + c.created_at AS by_priority, coalesce(10000000000000 - c.waiting_since, c.created_at - 10000000000000) AS by_waiting, (SELECT s.due_at FROM conversation_sort_keys s WHERE s.project_id = c.project_id AND s.conversation_id = c.id) AS due_at`;
/** The key of an order, in `conversation_sort_keys` or another table with the same columns. That by what is due is the expression of its indexes. */
export const keyOf = (alias: "k" | "o", sort: Sort): SQL =>
  sql.raw(sort === "due" ? `coalesce(10000000000000 - ${alias}.due_at, ${alias}.by_created - 10000000000000)` : `${alias}.by_${sort}`);
