import { expect, test } from "vitest";
import { readBudgets } from "../../bench/budgets.ts";
import { moduleSizes, type Size } from "../../bench/module-sizes.ts";

const { lines, files, overruns } = readBudgets().modules;
const fits = (size: Size, limit: Size): boolean => size.lines <= limit.lines && size.files <= limit.files;
const sizes = moduleSizes();

test("every module stays below the size limit, or below its own limit in bench/budgets.json", () => {
  const grown = [...sizes].filter(([name, size]) => !fits(size, overruns[name] ?? { lines, files }));
  expect(grown).toEqual([]);
});
test("bench/budgets.json lists no exception for a module below the size limit", () => {
  const needless = Object.keys(overruns).filter((name) => fits(sizes.get(name) ?? { lines: 0, files: 0 }, { lines, files }));
  expect(needless).toEqual([]);
});
