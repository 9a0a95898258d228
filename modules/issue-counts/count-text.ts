// What stands at GitHub of an issue's number of customers. Pure. Nothing in it comes from a customer.
import { m } from "#messages";

/** Conversations of an issue that are counted. */
export const MAX_LINKS_COUNTED = 1000;

export const markerComment = (marker: string): string => `<!-- desk-count:${marker} -->`;
/** `desk`: where members look at conversations; nobody else gets in. Null: the installation's own address is not known. */
export const commentOf = (count: number, marker: string, desk: string | null): string =>
  [
    count >= MAX_LINKS_COUNTED ? m.issue_counts_body_many() : m.issue_counts_body({ count }),
    ...(desk === null ? [] : [`[${m.issue_counts_body_desk()}](${desk})`]),
    markerComment(marker),
  ].join("\n\n");

// Steps, so that a repository gets a handful of labels to filter by instead of one for each number.
const STEPS = [100, 50, 25, 10, 5, 2] as const;
/** GitHub ignores case in the names of labels. */
const LABELS: readonly string[] = ["customers: 1", ...STEPS.map((step) => `customers: ${step}+`)];
export function labelOf(count: number): string {
  const step = STEPS.find((one) => count >= one);
  return step === undefined ? "customers: 1" : `customers: ${step}+`;
}
export const isCountLabel = (name: string): boolean => LABELS.includes(name.toLowerCase());
