import { getLocale } from "#messages/runtime";
import { expect, test } from "vitest";
import { inLanguage } from "#kernel/language/current.ts";
import { csvFile, csvLine, withoutGuard } from "./csv.ts";

test("a spreadsheet does not evaluate any cell as a formula", () => {
  expect(csvLine(["a", '=1+1"', "-x", "@x", 'say "hi"', -3, ""])).toBe(`"a","'=1+1""","'-x","'@x","say ""hi""","-3",""\r\n`);
});

test("what was guarded is found again", () => {
  for (const cell of ["=1", "'=1", "''+4", "-", "'", "'a", "a=", "\t1", ""]) {
    const line = csvLine([cell]);
    expect(withoutGuard(line.slice(1, -3).replaceAll('""', '"'))).toBe(cell);
  }
});

test("every part is in the language in which the file was asked for, whoever reads it on", async () => {
  const part = (from: number) => ({ rows: [[getLocale()]], next: from < 4 ? from + 1 : undefined });
  const file = inLanguage("de", () => csvFile("a.csv", part(0), async (from: number) => await Promise.resolve(part(from))));
  let text = "";
  await inLanguage("ar", async () => {
    for await (const bytes of file.body ?? []) {
      text += new TextDecoder().decode(bytes);
      // A reader that takes its time, so that each part is asked for by the reader.
      await new Promise((resolve) => void setTimeout(resolve, 5));
    }
  });
  expect(text.match(/\w+/g)).toEqual(["de", "de", "de", "de", "de"]);
});
