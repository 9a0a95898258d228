// Statistics of two runs that asked the same questions. Pure, and the same result for the same input: the resampling has a fixed seed.

/** Whether a question passed, in the earlier and in the later run. */
export interface Pair {
  readonly before: boolean;
  readonly after: boolean;
}
export interface Interval {
  readonly low: number;
  readonly high: number;
}
const RESAMPLES = 10_000;
const SEED = 0x5eed;
/** The share of intervals like this one that contain the true value. */
export const CONFIDENCE = 0.95;

/** Uniform in [0, 1). Mulberry32 (Tommy Ettinger, public domain): 32 bits of state, enough to resample, not for secrets. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The quantile at `p` of sorted values, linear between neighbours (type 7 of Hyndman and Fan 1996, the default of R). */
export function quantile(sorted: readonly number[], p: number): number {
  const at = (sorted.length - 1) * p;
  const below = Math.floor(at);
  const low = sorted[below] ?? Number.NaN;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? Number.NaN;
  return low + (high - low) * (at - below);
}

/**
 * How much larger the share of passed questions is in the later run, from -1 to 1, with the percentile interval of a bootstrap over questions
 * (Efron and Tibshirani 1993, chapter 13): each resample draws whole pairs, so what is hard in both runs stays so. Undefined without pairs.
 */
export function pairedDifference(pairs: readonly Pair[]): ({ readonly difference: number } & Interval) | undefined {
  const count = pairs.length;
  if (count === 0) return undefined;
  const changes = pairs.map(({ before, after }) => Number(after) - Number(before));
  const meanOf = (sum: number): number => sum / count;
  const random = randomFrom(SEED);
  const means: number[] = [];
  for (let resample = 0; resample < RESAMPLES; resample += 1) {
    let sum = 0;
    for (let drawn = 0; drawn < count; drawn += 1) sum += changes[Math.floor(random() * count)] ?? 0;
    means.push(meanOf(sum));
  }
  means.sort((a, b) => a - b);
  const tail = (1 - CONFIDENCE) / 2;
  return {
    difference: meanOf(changes.reduce((sum, change) => sum + change, 0)),
    low: quantile(means, tail),
    high: quantile(means, 1 - tail),
  };
}

/**
 * The chance that so uneven a split of the questions that changed, or a more uneven one, comes about if better and worse were equally likely:
 * McNemar's test in its exact form, two-sided (a binomial test of 1/2; R's `binom.test`). 1 if nothing changed.
 */
export function chanceOfChange(better: number, worse: number): number {
  const count = better + worse;
  // Logarithms, because 2^-500 is still a number, but the coefficients beside it are not.
  let log = -count * Math.LN2;
  let tail = 0;
  for (let k = 0; k <= Math.min(better, worse); k += 1) {
    tail += Math.exp(log);
    log += Math.log(count - k) - Math.log(k + 1);
  }
  return Math.min(1, 2 * tail);
}
