import { expect, test } from "vitest";
import { readBudgets } from "../../bench/budgets.ts";
import { moduleSizes, type Size } from "../../bench/module-sizes.ts";

const { lines, files, overruns } = readBudgets().modules;
const fits = (size: Size, limit: Size): boolean => size.lines <= limit.lines && size.files <= limit.files;
const sizes = moduleSizes();

test("a module is small enough to be known whole, or is named in bench/budgets.json and does not grow", () => {
  const grown = [...sizes].filter(([name, size]) => !fits(size, overruns[name] ?? { lines, files }));
  expect(grown).toEqual([]);
});
test("a module that became small enough is no longer named there", () => {
  const needless = Object.keys(overruns).filter((name) => fits(sizes.get(name) ?? { lines: 0, files: 0 }, { lines, files }));
  expect(needless).toEqual([]);
});
