// The decisions of saved views, without I/O.
import { minutes } from "#kernel/clock/index.ts";
import { type Conditions, FAR, isAge, isChoice, NONE, SILENCED, type Sort } from "#modules/conversations/contract";

/** The part of a view's order that its conditions leave at the time `now`; both ends belong to it. */
export interface Range {
  readonly key: Sort;
  readonly from: number;
  readonly to: number;
}
/** Undefined for a view that does not compare with the current time. */
export function rangeOf(conditions: Conditions, now: number): Range | undefined {
  const age = conditions.find(isAge);
  if (!age) return undefined;
  const at = now - minutes(age.minutes);
  if (age.field === "waiting") {
    // The key of who waits is larger the longer they have been waiting, and positive.
    return age.age === "over" ? { key: "waiting", from: FAR - at, to: 2 * FAR } : { key: "waiting", from: 1, to: FAR - at };
  }
  return age.age === "over" ? { key: age.field, from: 0, to: at } : { key: age.field, from: at, to: FAR };
}

/** A field that modules declare for conditions. */
export interface Declared {
  readonly name: string;
  readonly values?: readonly string[];
}
const STATUSES = ["open", "snoozed", "closed", SILENCED];
/** What is wrong with the conditions: a field that no module declares, or a value that it does not have. Undefined if nothing is. */
export function problemOf(
  conditions: Conditions,
  fields: readonly string[],
  declared: readonly Declared[],
): { readonly index: number; readonly field?: string; readonly value?: string } | undefined {
  for (const [index, one] of conditions.entries()) {
    if (!isChoice(one)) continue;
    if (!fields.includes(one.field) || NOT_CHOSEN.includes(one.field)) return { index, field: one.field };
    const known = one.field === "status" ? STATUSES : declared.find(({ name }) => name === one.field)?.values;
    const value = one.values.find((each) => known !== undefined && each !== NONE && !known.includes(each));
    if (value !== undefined) return { index, value };
  }
  return undefined;
}
/** Times are compared, not chosen. */
const NOT_CHOSEN: readonly string[] = ["created", "activity", "waiting"];

/** The same conditions have the same text. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
