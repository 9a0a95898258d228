import { describe, expect, test } from "vitest";
import { markdownOfCsv, rowsOf } from "./csv.ts";
import { fileKindOf, fitsGlob, isWanted, looksLike, MAX_PARTS, nextDue, pageKey, partsOf } from "./rules.ts";

describe("a long text", () => {
  test("is cut before headings, and nothing is lost", () => {
    const text = Array.from({ length: 9 }, (_, n) => `## Part ${n}\n\n${"words ".repeat(60)}\n`).join("\n");
    const parts = partsOf(text, 1000);
    expect(parts.join("")).toBe(text);
    expect(parts.every((part) => part.length <= 1000)).toBe(true);
    expect(parts.slice(1).every((part) => part.startsWith("## Part"))).toBe(true);
  });
  test("of one endless word is cut anywhere but within a letter", () => {
    const text = "😀".repeat(700);
    const parts = partsOf(text, 101);
    expect(parts.join("")).toBe(text);
    expect(parts.every((part) => part.isWellFormed())).toBe(true);
  });
  test("never has more parts than are looked for", () => {
    expect(partsOf("a\n".repeat(1_000_000)).length).toBeLessThanOrEqual(MAX_PARTS);
    expect(partsOf(`${"a".repeat(100_001)}\n`.repeat(19)).length).toBeLessThanOrEqual(MAX_PARTS);
  });
  test("a short one is one part, an empty one too", () => {
    expect([partsOf("a"), partsOf("")]).toEqual([["a"], [""]]);
  });
});

test.for([
  ["https://a.example/**", "https://a.example/docs/x", true],
  ["https://a.example/*", "https://a.example/docs/x", false],
  ["https://a.example/*/x", "https://a.example/docs/x", true],
  ["https://a.example/docs", "https://a.example/docs/", false],
  ["**/private/**", "https://a.example/private/x", true],
  ["https://*.example/**", "https://b.example/", true],
  ["https://a.example/a.c", "https://a.example/abc", false],
  ["**", "", true],
  ["", "", true],
  ["*", "a/b", false],
] as const)("%s for %s: %s", ([glob, address, fits]) => {
  expect(fitsGlob(glob, address)).toBe(fits);
});
test("a pattern made to be slow is not", () => {
  const began = performance.now();
  expect(fitsGlob("**a".repeat(60), `https://a.example/${"a".repeat(1900)}b`)).toBe(false);
  expect(performance.now() - began).toBeLessThan(1000);
});
test("what is excluded wins; without patterns everything is wanted", () => {
  expect([
    isWanted("https://a/x", [], []),
    isWanted("https://a/x", ["https://a/**"], ["**/x"]),
    isWanted("https://a/x", ["https://b/**"], []),
  ]).toEqual([true, false, false]);
});
test.for([
  ["https://A.example/x?utm_source=a&b=1#c", "https://a.example/x?b=1"],
  ["ftp://a.example/", undefined],
  ["nonsense", undefined],
  [`https://a.example/${"x".repeat(2000)}`, undefined],
] as const)("%s is known as %s", ([address, key]) => {
  expect(pageKey(address)).toBe(key);
});
test("files are known by their ending and looked at", () => {
  expect(fileKindOf("A.PDF")).toEqual({ kind: "pdf", type: "application/pdf" });
  expect([fileKindOf("a.exe"), fileKindOf("pdf"), fileKindOf("a.pdf.exe")]).toEqual([undefined, undefined, undefined]);
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  expect([looksLike("pdf", bytes("\n%PDF-1.7")), looksLike("pdf", bytes("PK")), looksLike("text", bytes("a\0b"))]).toEqual([
    true,
    false,
    false,
  ]);
});
test("schedules", () => {
  expect([nextDue("manual", 5), nextDue("daily", 0), nextDue("weekly", 0)]).toEqual([null, 86_400_000, 604_800_000]);
});

describe("a table of commas", () => {
  test.for([
    [
      'a,"b ""c"", d"\r\n1,2\r\n',
      [
        ["a", 'b "c", d'],
        ["1", "2"],
      ],
    ],
    [
      "a;b\n1;2,5",
      [
        ["a", "b"],
        ["1", "2,5"],
      ],
    ],
    [
      'a\tb\n"1\n2"\t3',
      [
        ["a", "b"],
        ["1\n2", "3"],
      ],
    ],
    ["\n\n", []],
  ] as const)("%j", ([text, rows]) => {
    expect(rowsOf(text)).toEqual(rows);
  });
  test("says of each value its column", () => {
    expect(markdownOfCsv("Name,Price,\nPump,12,extra\nHose,,\n")).toBe("- Name: Pump; Price: 12; extra\n\n- Name: Hose");
  });
});
