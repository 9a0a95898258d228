// The conditions of a view of the inbox, and whether a row meets them. Browser-safe; `store/conditions.ts` says the same in SQL.
import { Time } from "#kernel/wire/values.ts";
import { m } from "#messages";
import * as v from "valibot";

const MINUTE = 60_000;
/**
 * Orders of a list, each along an index: newest activity, newest, highest priority (then newest), who waits longest (then newest), and what
 * falls due first (then newest).
 */
export const SORTS = ["activity", "created", "priority", "waiting", "due"] as const;
export const Sort = v.picklist(SORTS);
export type Sort = v.InferOutput<typeof Sort>;

export const MAX_CONDITIONS = 10;
export const MAX_VALUES = 20;
/** Characters of a value. */
export const MAX_VALUE = 100;
/** Stands for “has none” where a field may be without a value: the assignee, the priority, a language. */
export const NONE = "none";
/** The row's field whose third part is when the next thing falls due, in milliseconds since 1970. `conversation_sort_keys` has the same. */
const DUE_FIELD = "target";
/** The field, and the view, of whom notes mention. */
export const MENTIONS = "mentions";
/** The field of whose company the contact is. */
export const COMPANY = "company";
/** Fields that a row does not tell. */
const UNTOLD: readonly string[] = ["language", "attribute", MENTIONS, COMPANY];
/** In conditions a status of its own: silenced conversations are in no view that does not name it. */
export const SILENCED = "silenced";

/** `any`: has one of the values; `all`: has each of them; `none`: has none of them. */
const Choice = v.strictObject({
  /** `status`, `assignee`, `channel`, `language`, `attribute`, or a field of another module. */
  field: v.pipe(v.string(), v.regex(/^[a-z]{1,30}$/)),
  /** Which attribute of the contact; only of `attribute`. */
  key: v.optional(v.pipe(v.string(), v.regex(/^[\w .-]{1,40}$/))),
  is: v.picklist(["any", "all", "none"]),
  values: v.pipe(v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_VALUE))), v.minLength(1), v.maxLength(MAX_VALUES)),
});
/** A period between two times, either of which may be open. */
const Period = v.strictObject({ field: v.picklist(["created", "activity"]), from: v.nullable(Time), until: v.nullable(Time) });
/** How long ago: `over`: longer than so many minutes; `under`: within them. Of a waiting customer, who has to be waiting. */
const Age = v.strictObject({
  field: v.picklist(["created", "activity", "waiting"]),
  age: v.picklist(["over", "under"]),
  minutes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(525_600)),
});
export const Condition = v.union([Choice, Period, Age]);
export type Condition = v.InferOutput<typeof Condition>;
export type Age = v.InferOutput<typeof Age>;
export const isAge = (one: Condition): one is Age => "age" in one;
export const isChoice = (one: Condition): one is v.InferOutput<typeof Choice> => "values" in one;

/** Whether a view of these conditions has silenced conversations. */
export const wantsSilenced = (conditions: readonly Condition[]): boolean =>
  conditions.some((one) => isChoice(one) && one.field === "status" && one.is !== "none" && one.values.includes(SILENCED));

/** All conditions have to be met. At most one compares with the current time, because such a list is a range of its order. */
export const Conditions = v.pipe(
  v.array(Condition),
  v.maxLength(MAX_CONDITIONS),
  v.check((all) => all.filter(isAge).length <= 1, m.conversations_one_age),
  v.check(
    (all) => all.every((one) => !isChoice(one) || (one.field === "attribute") === (one.key !== undefined)),
    m.conversations_attribute_without_key,
  ),
);
export type Conditions = v.InferOutput<typeof Conditions>;

/** The order of a view: one that compares with the current time is ordered by that time. */
export function sortOf(conditions: Conditions, wanted: Sort): Sort {
  return conditions.find(isAge)?.field ?? wanted;
}

/** What a row of the inbox says about itself. */
export interface Facts {
  readonly status: string;
  readonly silenced?: true | undefined;
  readonly assigneeId: string | null;
  readonly door: string;
  readonly createdAt: string;
  readonly lastActivityAt: string;
  readonly waitingSince: string | null;
  readonly fields?: Readonly<Record<string, string>> | undefined;
}
/** Whether the row meets all conditions at the time `now`; undefined if that depends on what a row does not say, such as the contact's language. */
export function meets(row: Facts, conditions: Conditions, now: number): boolean | undefined {
  if (row.silenced === true && !wantsSilenced(conditions)) return false;
  let known = true;
  for (const one of conditions) {
    const met = meetsOne(row, one, now);
    if (met === false) return false;
    if (met === undefined) known = false;
  }
  return known ? true : undefined;
}

function meetsOne(row: Facts, one: Condition, now: number): boolean | undefined {
  if (isChoice(one)) {
    const values = valuesOf(row, one.field);
    if (values === undefined) return undefined;
    if (one.is === "all") return one.values.every((value) => values.includes(value));
    return one.values.some((value) => values.includes(value)) === (one.is === "any");
  }
  const at = one.field === "created" ? row.createdAt : one.field === "activity" ? row.lastActivityAt : row.waitingSince;
  if (at === null) return false;
  const time = Date.parse(at);
  if (isAge(one)) return one.age === "over" ? time <= now - one.minutes * MINUTE : time >= now - one.minutes * MINUTE;
  return (one.from === null || time >= Date.parse(one.from)) && (one.until === null || time <= Date.parse(one.until));
}

/** A module's field may have several values: they stand in the row with commas between them. */
function valuesOf(row: Facts, field: string): readonly string[] | undefined {
  if (field === "status") return [row.silenced === true ? SILENCED : row.status];
  if (field === "assignee") return [row.assigneeId ?? NONE];
  if (field === "channel") return [row.door];
  if (UNTOLD.includes(field)) return undefined;
  return row.fields?.[field]?.split(",") ?? [NONE];
}

/** The key of a row in an order; a list is in descending order of it, then of the id. As the columns of the tables of orders. */
export function sortKey(row: Facts & { readonly rank: number }, sort: Sort): number {
  const created = Date.parse(row.createdAt);
  if (sort === "activity") return Date.parse(row.lastActivityAt);
  if (sort === "created") return created;
  if (sort === "priority") return row.rank * FAR + created;
  // Not a number where nothing is due, or nobody waits.
  const at = sort === "due" ? Number(row.fields?.[DUE_FIELD]?.split(",")[2]) : Date.parse(row.waitingSince ?? "");
  return at ? FAR - at : created - FAR;
}
/** Later than any time, in milliseconds. */
export const FAR = 10_000_000_000_000;
