// Suggests what a search can go on with at the caret: filters by the beginning of their name, and the values that a filter can have. Pure.
import { FILTERS } from "../contract.ts";

export interface Suggestion {
  /** What replaces the word at the caret. */
  readonly insert: string;
  /** What it means, where the text does not say it. */
  readonly label?: string;
}
export interface Suggesting {
  /** The part of the text that a suggestion replaces. */
  readonly from: number;
  readonly to: number;
  readonly items: readonly Suggestion[];
}
interface Known {
  readonly members: readonly { readonly name: string; readonly email: string }[];
  /** Today, as `2026-11-27`. */
  readonly today: string;
  /** What each filter finds, in words. */
  readonly labels: Readonly<Record<string, string>>;
  /** How days before today are called. */
  readonly ago: (days: number) => string;
  /** Filters of other modules, with what they can have. */
  readonly others?: readonly { readonly name: string; readonly label: string; readonly values: readonly string[] }[];
}
const MOST = 8;
const VALUES: Readonly<Record<string, readonly string[]>> = {
  has: ["file"],
  is: ["open", "closed", "snoozed", "unassigned", "waiting", "spam", "note"],
  in: ["mail", "chat", "notes"],
};
const AGO = [0, 1, 7, 30, 90, 365];

const quoted = (value: string): string => (/\s/.test(value) ? `"${value}"` : value);
function dayBefore(today: string, days: number): string {
  const at = new Date(`${today}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() - days);
  return at.toISOString().slice(0, 10);
}

/** None if the word at the caret is no beginning of a filter. */
export function suggest(text: string, caret: number, { members, today, labels, ago, others = [] }: Known): Suggesting | undefined {
  const before = /(?:^|\s)(-?)([a-z]*)(?:(:)("?)([^"\s]*(?:(?<=:"[^"]*)\s[^"]*)?))?$/iu.exec(text.slice(0, caret));
  if (!before) return undefined;
  const [whole, minus = "", typedName = "", colon, , typedValue = ""] = before;
  const from = before.index + whole.length - whole.trimStart().length;
  const rest = /^[^\s"]*"?/.exec(text.slice(caret))?.[0] ?? "";
  const place = { from, to: caret + (colon === undefined ? 0 : rest.length) };
  const name = typedName.toLowerCase();
  if (colon === undefined) {
    if (name === "") return undefined;
    const all = [...FILTERS.map((filter) => ({ name: filter as string, label: labels[filter] })), ...others];
    const items = all
      .filter((filter) => filter.name.startsWith(name))
      .map((filter) => ({ insert: `${minus}${filter.name}:`, ...(filter.label === undefined ? {} : { label: filter.label }) }));
    return items.length === 0 ? undefined : { ...place, items };
  }
  const value = typedValue.toLowerCase();
  const made = (all: readonly { value: string; label?: string }[]): Suggesting | undefined => {
    const items = all
      .filter((one) => one.value.toLowerCase().startsWith(value) || one.label?.toLowerCase().includes(value))
      .filter((one) => one.value.toLowerCase() !== value)
      .slice(0, MOST)
      .map((one) => ({ insert: `${minus}${name}:${quoted(one.value)} `, ...(one.label === undefined ? {} : { label: one.label }) }));
    return items.length === 0 ? undefined : { ...place, items };
  };
  switch (name) {
    case "from":
    case "assignee":
      return made([
        { value: "me" },
        ...(name === "assignee" ? [{ value: "none" }] : []),
        ...members.map((member) => ({ value: member.name, label: member.email })),
      ]);
    case "before":
    case "after":
      return made(AGO.map((days) => ({ value: dayBefore(today, days), label: ago(days) })));
    default: {
      const values = VALUES[name] ?? others.find((other) => other.name === name)?.values;
      return values && made(values.map((one) => ({ value: one })));
    }
  }
}
