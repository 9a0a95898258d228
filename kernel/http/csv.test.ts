import { expect, test } from "vitest";
import { csvLine } from "./csv.ts";

test("a spreadsheet does not evaluate any cell as a formula", () => {
  expect(csvLine(["a", '=1+1"', "-x", "@x", 'say "hi"', -3, ""])).toBe(`"a","'=1+1""","'-x","'@x","say ""hi""","-3",""\r\n`);
});
