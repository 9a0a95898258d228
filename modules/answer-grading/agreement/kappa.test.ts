import { expect, test } from "vitest";
import { type Kappa, kappaOf } from "./kappa.ts";

const CLOSE = 1e-9;
const found = (table: readonly (readonly number[])[]): Kappa => {
  const result = kappaOf(table);
  if (result.kind === "none") throw new Error(result.why);
  return result.value;
};

// The standard errors were computed beside this code: in fractions, by the form that R's vcd uses, and again as the spread of the numeric gradient
// (the delta method), which agrees to ten digits.
test.each([
  // Fleiss, Cohen and Everitt 1969: 200 cases, two clinicians. Published: 0.492.
  [
    "Fleiss, Cohen and Everitt",
    [
      [88, 14, 18],
      [10, 40, 10],
      [2, 6, 12],
    ],
    29 / 59,
    0.051_001_815_576_077_85,
  ],
  // The `SexualFun` data of R's vcd (Agresti 1990, page 374). Published by vcd: 0.1293, ASE 0.0686.
  [
    "SexualFun",
    [
      [7, 7, 2, 3],
      [2, 8, 3, 7],
      [1, 5, 4, 9],
      [2, 8, 9, 14],
    ],
    56 / 433,
    0.068_598_532_480_708_59,
  ],
  // Fleiss 1981: two raters of 100 psychiatric cases. Published: 0.68, with an error of 0.087.
  [
    "Fleiss 1981",
    [
      [75, 1, 4],
      [5, 4, 1],
      [0, 0, 10],
    ],
    23 / 34,
    0.087_702_953_475_212_48,
  ],
  [
    "50 proposals, of which 35 are judged alike",
    [
      [20, 5],
      [10, 15],
    ],
    2 / 5,
    0.126_996_062_931_100_36,
  ],
  // The same agreement, with alike and with unlike habits.
  [
    "alike habits",
    [
      [45, 15],
      [25, 15],
    ],
    3 / 23,
    0.098_661_537_623_439_61,
  ],
  [
    "unlike habits",
    [
      [25, 35],
      [5, 35],
    ],
    7 / 27,
    0.077_159_731_744_445_72,
  ],
])("%s: kappa and its standard error", (_, table, kappa, error) => {
  const value = found(table);
  expect(Math.abs(value.kappa - kappa)).toBeLessThan(CLOSE);
  expect(Math.abs(value.error - error)).toBeLessThan(CLOSE);
  expect(Math.abs(value.low - (kappa - 1.959963984540054 * error))).toBeLessThan(CLOSE);
  expect(Math.abs(value.high - (kappa + 1.959963984540054 * error))).toBeLessThan(CLOSE);
});

test("who is the row and who the column makes no difference, nor does a category that nobody used", () => {
  const value = found([
    [25, 35],
    [5, 35],
  ]);
  expect(
    found([
      [25, 5],
      [35, 35],
    ]),
  ).toEqual(value);
  expect(
    found([
      [25, 35, 0],
      [5, 35, 0],
      [0, 0, 0],
    ]).kappa,
  ).toBeCloseTo(value.kappa, 12);
});
test("full agreement is 1, full disagreement of even habits -1, and an interval stays within both", () => {
  expect(
    found([
      [10, 0],
      [0, 5],
    ]),
  ).toMatchObject({ kappa: 1, low: 1, high: 1 });
  expect(
    found([
      [0, 10],
      [10, 0],
    ]),
  ).toMatchObject({ kappa: -1, low: -1 });
  expect(
    found([
      [3, 1],
      [0, 2],
    ]).high,
  ).toBe(1);
});
test("without answers in common, and where one gave the same grade everywhere, it says why there is none", () => {
  expect(
    kappaOf([
      [0, 0],
      [0, 0],
    ]),
  ).toEqual({ kind: "none", why: "nothing_in_common" });
  expect(
    kappaOf([
      [7, 0],
      [0, 0],
    ]),
  ).toEqual({ kind: "none", why: "no_variance" });
  expect(
    kappaOf([
      [7, 3],
      [0, 0],
    ]),
  ).toEqual({ kind: "none", why: "no_variance" });
  expect(
    kappaOf([
      [7, 0],
      [3, 0],
    ]),
  ).toEqual({ kind: "none", why: "no_variance" });
});
