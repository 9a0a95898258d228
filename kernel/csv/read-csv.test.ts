// Texts as CSV: what is read, and files of 10 MB that somebody made to exhaust the parser, which are refused in a moment.
import { expect, test } from "vitest";
import { CsvFault, type Delimiter, eachRow } from "./read-csv.ts";

const MB10 = 10 * 1024 * 1024;
const MOST = { rows: 50_000, columns: 100 };
async function read(text: string, delimiter: Delimiter = ","): Promise<[cells: readonly string[], line: number][] | [string, number]> {
  const rows: [readonly string[], number][] = [];
  try {
    await eachRow(text, delimiter, MOST, (cells, line) => void rows.push([cells, line]));
  } catch (error) {
    if (error instanceof CsvFault) return [error.code, error.line];
    throw error;
  }
  return rows;
}
const filled = (begin: string, part: string): string => begin + part.repeat(Math.floor((MB10 - begin.length) / part.length));

test.for<[what: string, text: string, fault: [string, number]]>([
  ["quotes within quotes", filled("Name,Email\n", '"a'), ["quotes", 2]],
  ["quotes behind a quoted cell", filled("a,", '"b" b'), ["quotes", 1]],
  ["quotes alone, of an odd number", filled("a\n", '"').slice(0, -1), ["quotes", 2]],
  ["a quote that is never closed", filled('a\n"', "b\n"), ["quotes", 2]],
  ["spaces behind a quote", filled('a\n"b"', " "), ["quotes", 2]],
  ["commas", filled("a\n", ","), ["wide", 2]],
  ["quoted cells in a line", filled("a\n", '"b",'), ["wide", 2]],
  ["lines of a character", filled("", "a\n"), ["long", 50_001]],
])("10 MB of %s are refused without being parsed", async ([, text, fault]) => {
  const began = performance.now();
  expect(await read(text)).toEqual(fault);
  // Far more than it takes, and far less than parsing it would.
  expect(performance.now() - began).toBeLessThan(2000);
});

test.for<[what: string, text: string, rows: [cells: string[], line: number][]]>([
  [
    "line ends in quotes",
    'a,"b\nc"\nd,e',
    [
      [["a", "b\nc"], 1],
      [["d", "e"], 3],
    ],
  ],
  [
    "escaped quotes",
    '"a ""b""",c\n"""d"""',
    [
      [['a "b"', "c"], 1],
      [['"d"'], 2],
    ],
  ],
  ["a quote within a cell", '5" pipe,a', [[['5" pipe', "a"], 1]]],
  [
    "spaces behind quotes",
    '"a" ,"b"\t\n"c"',
    [
      [["a", "b"], 1],
      [["c"], 2],
    ],
  ],
  ["empty quotes", '"",a\n""', [[["", "a"], 1]]],
  ["blank rows", '\n,,\n"",\n\u00a0\na', [[["a"], 5]]],
  ["a delimiter at the end", "a,", [[["a", ""], 1]]],
])("%s are read", async ([, text, rows]) => {
  expect(await read(text)).toEqual(rows);
});

test("more blank rows than rows are taken are passed over", async () => {
  expect(await read(`a,b\n${",\n".repeat(200_000)}c,d\n`)).toEqual([
    [["a", "b"], 1],
    [["c", "d"], 200_002],
  ]);
});

test("whatever is checked reads as the parser reads it", async () => {
  const { default: Papa } = await import("papaparse");
  let seed = 7;
  const next = (n: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * n);
  };
  for (let i = 0; i < 20_000; i += 1) {
    const text = Array.from({ length: 1 + next(9) }, () => ['"', '"', '"', ",", "\n", " ", "a"][next(7)]).join("");
    const { errors } = Papa.parse(text, { delimiter: ",", newline: "\n" });
    const [first] = await read(text);
    expect([text, first === "quotes"]).toEqual([text, errors.some(({ type }) => type === "Quotes")]);
  }
});
