// Conditions as they are edited, and as they are sent. Pure.
import { type Condition, type Conditions, isAge, isChoice, NONE } from "#modules/conversations/contract";

export type TimeField = "created" | "activity" | "waiting";
/** A line of the builder; what is not filled in yet is left out of the filter. */
export type Line =
  | { readonly kind: "choice"; readonly field: string; readonly is: "any" | "all" | "none"; readonly values: readonly string[] }
  | { readonly kind: "attribute"; readonly key: string; readonly is: "any" | "none"; readonly values: string }
  | {
      readonly kind: "time";
      readonly field: TimeField;
      readonly how: "over" | "under" | "from" | "until";
      readonly amount: string;
      readonly unit: number;
      /** As a date field has it. */
      readonly day: string;
    };
export const HOURS = 60;
export const DAYS = 1440;

/** A new line for a field. */
export function lineFor(field: string): Line {
  if (field === "attribute") return { kind: "attribute", key: "", is: "any", values: "" };
  if (field === "created" || field === "activity" || field === "waiting")
    return {
      kind: "time",
      field,
      how: field === "waiting" ? "over" : "under",
      amount: "1",
      unit: field === "waiting" ? HOURS : DAYS,
      day: "",
    };
  return { kind: "choice", field, is: "any", values: [] };
}
export const fieldOf = (line: Line): string => (line.kind === "attribute" ? "attribute" : line.field);

const localDay = (at: string): string => {
  const time = new Date(at);
  return `${time.getFullYear()}-${String(time.getMonth() + 1).padStart(2, "0")}-${String(time.getDate()).padStart(2, "0")}`;
};
export const linesOf = (conditions: Conditions): Line[] =>
  conditions.flatMap((one): Line[] => {
    if (isChoice(one)) {
      if (one.key !== undefined)
        return [{ kind: "attribute", key: one.key, is: one.is === "none" ? "none" : "any", values: one.values.join(", ") }];
      return [{ kind: "choice", field: one.field, is: one.is, values: one.values }];
    }
    const base = { kind: "time", field: one.field, amount: "1", unit: DAYS, day: "" } as const;
    if (isAge(one)) {
      const unit = [DAYS, HOURS, 1].find((each) => one.minutes % each === 0) ?? 1;
      return [{ ...base, how: one.age, amount: String(one.minutes / unit), unit }];
    }
    return [
      ...(one.from === null ? [] : [{ ...base, how: "from" as const, day: localDay(one.from) }]),
      ...(one.until === null ? [] : [{ ...base, how: "until" as const, day: localDay(one.until) }]),
    ];
  });

/** The conditions of the lines that are filled in. A day means the viewer's own. */
export function conditionsOf(lines: readonly Line[]): Condition[] {
  return lines.flatMap((line): Condition[] => {
    if (line.kind === "choice") return line.values.length === 0 ? [] : [{ field: line.field, is: line.is, values: [...line.values] }];
    if (line.kind === "attribute") {
      const values = line.values
        .split(",")
        .map((value) => value.trim())
        .filter((value) => value !== "");
      return line.key.trim() === "" || values.length === 0 ? [] : [{ field: "attribute", key: line.key.trim(), is: line.is, values }];
    }
    const { field, how } = line;
    if (how === "over" || how === "under") {
      const minutes = Math.round(Number(line.amount) * line.unit);
      return Number.isFinite(minutes) && minutes >= 1 ? [{ field, age: how, minutes }] : [];
    }
    if (field === "waiting" || line.day === "") return [];
    const [year = 0, month = 1, day = 1] = line.day.split("-").map(Number);
    return how === "from"
      ? [{ field, from: new Date(year, month - 1, day).toISOString(), until: null }]
      : [{ field, from: null, until: new Date(new Date(year, month - 1, day + 1).getTime() - 1).toISOString() }];
  });
}

/** What a fixed view means, to begin a filter from it. */
export function conditionsOfFixed(view: string, me: string): Conditions {
  const status = view === "snoozed" || view === "closed" ? view : "open";
  const base: Condition = { field: "status", is: "any", values: [status] };
  if (view === "mine") return [base, { field: "assignee", is: "any", values: [me] }];
  return view === "unassigned" ? [base, { field: "assignee", is: "any", values: [NONE] }] : [base];
}
/** Whether a line compares with the current time, of which a filter can have only one. */
export const isRelative = (line: Line): boolean => line.kind === "time" && (line.how === "over" || line.how === "under");
