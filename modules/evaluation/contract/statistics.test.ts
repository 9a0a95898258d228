import { expect, test } from "vitest";
import { chanceOfChange, type Pair, pairedDifference, quantile } from "./statistics.ts";

const CLOSE = 1e-9;
const pairs = (better: number, worse: number, same: number): Pair[] => [
  ...Array.from({ length: better }, () => ({ before: false, after: true })),
  ...Array.from({ length: worse }, () => ({ before: true, after: false })),
  ...Array.from({ length: same }, (_, at) => ({ before: at % 2 === 0, after: at % 2 === 0 })),
];

test("quantiles are those of R's default", () => {
  // quantile(c(1, 2, 3, 4), c(0, 0.25, 0.5, 0.975, 1)); quantile(c(2.5, 3.5, 9), 0.1)
  expect([0, 0.25, 0.5, 0.975, 1].map((p) => quantile([1, 2, 3, 4], p))).toEqual([1, 1.75, 2.5, 3.925, 4]);
  expect(Math.abs(quantile([2.5, 3.5, 9], 0.1) - 2.7)).toBeLessThan(CLOSE);
  expect(quantile([7], 0.3)).toBe(7);
});

test("McNemar's exact test has the values of the binomial distribution", () => {
  // Sums of binomial coefficients: 2 · (1 + 10) / 2^10; 2 · (1 + 8 + 28) / 2^8; 2 · (1 + 20 + 190 + 1140 + 4845 + 15504) / 2^20.
  const known: [number, number, number][] = [
    [9, 1, 22 / 1024],
    [1, 9, 22 / 1024],
    [6, 2, 74 / 256],
    [15, 5, 43_400 / 1_048_576],
    [5, 5, 1],
    [4, 4, 1],
    [3, 0, 0.25],
    [0, 0, 1],
  ];
  for (const [better, worse, p] of known) expect(Math.abs(chanceOfChange(better, worse) - p), `${better}:${worse}`).toBeLessThan(CLOSE);
  // 500 of 500: 2^-499.
  expect(Math.abs(chanceOfChange(500, 0) / 2 ** -499 - 1)).toBeLessThan(CLOSE);
});

test("the difference is that of the shares, and its interval that of resampled questions", () => {
  const found = pairedDifference(pairs(10, 5, 85));
  expect(Math.abs((found?.difference ?? 0) - 0.05)).toBeLessThan(CLOSE);
  // The distribution of resampled means is that of multinomial counts, close to normal with this deviation.
  const deviation = Math.sqrt((15 / 100 - 0.05 ** 2) / 100);
  expect(Math.abs((found?.low ?? 0) - (0.05 - 1.96 * deviation))).toBeLessThan(0.012);
  expect(Math.abs((found?.high ?? 0) - (0.05 + 1.96 * deviation))).toBeLessThan(0.012);
  // Two questions, one better: means of 0, ½ and 1 with chances of ¼, ½ and ¼.
  expect(pairedDifference(pairs(1, 0, 1))).toEqual({ difference: 0.5, low: 0, high: 1 });
  expect(pairedDifference(pairs(0, 0, 40))).toEqual({ difference: 0, low: 0, high: 0 });
  expect(pairedDifference(pairs(0, 7, 0))).toEqual({ difference: -1, low: -1, high: -1 });
  expect(pairedDifference([])).toBeUndefined();
});

test("intervals contain the true difference as often as they promise", () => {
  // 60 samples of 80 questions, of which 20 % became better and 10 % worse; a seed of its own.
  let state = 42;
  const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  let held = 0;
  for (let sample = 0; sample < 60; sample += 1) {
    const drawn = Array.from({ length: 80 }, (): Pair => {
      const at = random();
      return at < 0.2 ? { before: false, after: true } : at < 0.3 ? { before: true, after: false } : { before: true, after: true };
    });
    const { low = 0, high = 0 } = pairedDifference(drawn) ?? {};
    if (low <= 0.1 && 0.1 <= high) held += 1;
  }
  expect(held).toBeGreaterThanOrEqual(54);
});
