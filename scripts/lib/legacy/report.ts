// Texts of the import command.
import type { Plan } from "./apply.ts";
import type { Checked } from "./validate.ts";

const number = (n: number): string => n.toLocaleString("en");
const list = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, n]) => `  ${name}: ${number(n)}`)
    .join("\n");
const section = (title: string, counts: Readonly<Record<string, number>>): string[] =>
  Object.keys(counts).length === 0 ? [] : [title, list(counts)];

/** The plan, for a person. */
export function describePlan(checked: Checked, plan: Plan): string {
  const { artifact, header, records, bytes, counts, untrusted, unplaced, holds } = checked;
  return [
    `Export of ${header.exportedAt}: ${number(records)} records, ${number(bytes)} bytes, SHA-256 ${artifact}`,
    ...section("Records", counts),
    ...section("Held until somebody reconciles them", holds),
    ...section("Not trusted, not imported", untrusted),
    ...section("No place here, not imported", unplaced),
    `To import: ${number(plan.fresh)}. Imported by an earlier start: ${number(plan.done)}. Here already: ${number(plan.same)}. Erased here, left out: ${number(plan.erased)}. Conflicts: ${plan.conflicts.length >= 20 ? "20 or more" : plan.conflicts.length}.`,
    ...(plan.finishedAt === undefined ? [] : [`This export was imported completely at ${new Date(plan.finishedAt).toISOString()}.`]),
  ].join("\n");
}

/** A line of progress. */
export function rateOf(what: string, n: number, ms: number, bytes?: number): string {
  const rate = Math.round(n / (ms / 1000));
  const memory = Math.round(process.memoryUsage.rss() / 1e6);
  return `${what} ${number(n)}${bytes === undefined ? "" : ` (${number(Math.round(bytes / 1e6))} MB)`}, ${number(rate)} a second, ${memory} MB of memory`;
}
