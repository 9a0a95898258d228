// What reports count, and the classes of durations from which medians are read. Pure.

/** Durations, in whole seconds. */
export const DURATIONS = ["first_response", "wait", "resolution"] as const;
export type Duration = (typeof DURATIONS)[number];
/** Definitions: SPEC.md. */
export const MEASURES = [
  "new_conversation",
  "outbound_conversation",
  "customer_message",
  "reply",
  ...DURATIONS,
  "reopened",
  "assistant_reply",
  "assistant_conversation",
  "assistant_resolution",
  "target_met",
  "target_missed",
  "rating",
] as const;
export type Measure = (typeof MEASURES)[number];
/** What the value of a target's fact means. */
export const TARGETS = ["first", "next", "resolution"] as const;
export const isDuration = (measure: Measure): measure is Duration => (DURATIONS as readonly string[]).includes(measure);

/** Classes of a doubling. The middle of a class differs from everything in it by at most 2^(1/8) − 1 = 9.1 %. */
const PER_DOUBLING = 4;
/** Where the classes begin: class n holds `BEGINS[n - 1] <= seconds < BEGINS[n]`, class 0 what is below a second. The last is 68 years. */
const BEGINS = Array.from({ length: 31 * PER_DOUBLING + 1 }, (_, n) => 2 ** (n / PER_DOUBLING));

/** The class of a duration in whole seconds. */
export function classOf(seconds: number): number {
  let [low, high] = [0, BEGINS.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((BEGINS[middle] ?? Infinity) <= seconds) low = middle + 1;
    else high = middle;
  }
  return low;
}
/** The middle of a class, in seconds: what its durations are shown as, at most 9.1 % off. */
export const middleOf = (bucket: number): number => (bucket === 0 ? 0 : 2 ** ((bucket - 0.5) / PER_DOUBLING));

/** The class in which the share `p` of a number of durations lies (nearest rank); undefined if there are none. */
export function classAt(counts: ReadonlyMap<number, number>, p: number): number | undefined {
  const all = [...counts.values()].reduce((a, b) => a + b, 0);
  if (all <= 0) return undefined;
  const rank = Math.max(1, Math.ceil(p * all));
  let seen = 0;
  for (const [bucket, count] of [...counts].toSorted(([a], [b]) => a - b)) {
    seen += count;
    if (seen >= rank) return bucket;
  }
  return undefined;
}

/** The class under which a fact is counted. */
export const bucketOf = (measure: Measure, value: number): number =>
  isDuration(measure) ? classOf(value) : measure === "rating" || measure === "target_met" || measure === "target_missed" ? value : 0;
/** What a fact adds to the sum of its measure. */
export const totalOf = (measure: Measure, value: number): number => (isDuration(measure) || measure === "rating" ? value : 0);
