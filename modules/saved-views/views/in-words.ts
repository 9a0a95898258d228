// A condition in words.
import { locale } from "#dashboard/locale.ts";
import { m } from "#messages";
import { type Condition, isAge, isChoice } from "#modules/conversations/contract";
import type { ViewField } from "#modules/inbox/views";

const UNITS = [
  { minutes: 1440, says: m.saved_views_days },
  { minutes: 60, says: m.saved_views_hours },
  { minutes: 1, says: m.saved_views_minutes },
];
const day = (at: string): string => new Intl.DateTimeFormat(locale, { dateStyle: "medium" }).format(new Date(at));

/** What a condition names by an id: a member, a team, a tag. */
const ID = /^[a-z]{3}_[0-9a-z]{26}$/;
/** In the place of what its module has not declared yet. */
const LOADING = "…";

/** A condition in words. What it names and is no longer there is said to be gone. */
export function inWords(condition: Condition, fields: readonly ViewField[]): string {
  if (isChoice(condition)) {
    const field = fields.find(({ name }) => name === condition.field);
    const label = condition.key ?? field?.label ?? LOADING;
    const isDeclared = field !== undefined || condition.key !== undefined;
    const values = condition.values.map((value) =>
      isDeclared
        ? (field?.options.find((option) => option.value === value)?.label ?? (ID.test(value) ? m.saved_views_gone() : value))
        : LOADING,
    );
    const listed = new Intl.ListFormat(locale, { type: condition.is === "all" ? "conjunction" : "disjunction" }).format(values);
    return condition.is === "none" ? m.saved_views_says_not({ label, values: listed }) : m.saved_views_says_is({ label, values: listed });
  }
  if (isAge(condition)) {
    const unit = UNITS.find(({ minutes }) => condition.minutes % minutes === 0);
    const time = unit?.says({ count: condition.minutes / unit.minutes }) ?? "";
    const says = {
      created: { over: m.saved_views_says_created_over, under: m.saved_views_says_created_under },
      activity: { over: m.saved_views_says_activity_over, under: m.saved_views_says_activity_under },
      waiting: { over: m.saved_views_says_waiting_over, under: m.saved_views_says_waiting_under },
    };
    return says[condition.field][condition.age]({ time });
  }
  const label = condition.field === "created" ? m.saved_views_field_created() : m.saved_views_field_activity();
  if (condition.from !== null && condition.until !== null)
    return m.saved_views_says_between({ label, from: day(condition.from), until: day(condition.until) });
  return condition.from === null
    ? m.saved_views_says_until({ label, day: day(condition.until ?? "") })
    : m.saved_views_says_from({ label, day: day(condition.from) });
}
