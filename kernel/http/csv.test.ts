import { expect, test } from "vitest";
import { csvLine, withoutGuard } from "./csv.ts";

test("a spreadsheet does not evaluate any cell as a formula", () => {
  expect(csvLine(["a", '=1+1"', "-x", "@x", 'say "hi"', -3, ""])).toBe(`"a","'=1+1""","'-x","'@x","say ""hi""","-3",""\r\n`);
});

test("what was guarded is found again", () => {
  for (const cell of ["=1", "'=1", "''+4", "-", "'", "'a", "a=", "\t1", ""]) {
    const line = csvLine([cell]);
    expect(withoutGuard(line.slice(1, -3).replaceAll('""', '"'))).toBe(cell);
  }
});
