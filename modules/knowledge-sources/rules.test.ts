import { describe, expect, test } from "vitest";
import { markdownOfCsv, rowsOf } from "./csv.ts";
import { fileKindOf, fitsGlob, isWanted, matchesKind, MAX_PARTS, nextDue, pageKey, partsOf } from "./rules.ts";

describe("splitting a long text into documents", () => {
  test("cuts before headings and loses nothing", () => {
    const text = Array.from({ length: 9 }, (_, n) => `## Part ${n}\n\n${"words ".repeat(60)}\n`).join("\n");
    const parts = partsOf(text, 1000);
    expect(parts.join("")).toBe(text);
    expect(parts.every((part) => part.length <= 1000)).toBe(true);
    expect(parts.slice(1).every((part) => part.startsWith("## Part"))).toBe(true);
  });
  test("cuts one endless word between any two characters", () => {
    const text = "😀".repeat(700);
    const parts = partsOf(text, 101);
    expect(parts.join("")).toBe(text);
    expect(parts.every((part) => part.isWellFormed())).toBe(true);
  });
  test("never makes more parts than the maximum", () => {
    expect(partsOf("a\n".repeat(1_000_000)).length).toBeLessThanOrEqual(MAX_PARTS);
    expect(partsOf(`${"a".repeat(100_001)}\n`.repeat(19)).length).toBeLessThanOrEqual(MAX_PARTS);
  });
  test("leaves a short or empty text in one part", () => {
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
] as const)("the pattern %s matches %s: %s", ([glob, address, fits]) => {
  expect(fitsGlob(glob, address)).toBe(fits);
});
test("a pattern designed to be slow is matched quickly", () => {
  const began = performance.now();
  expect(fitsGlob("**a".repeat(60), `https://a.example/${"a".repeat(1900)}b`)).toBe(false);
  expect(performance.now() - began).toBeLessThan(1000);
});
test("excluded addresses are left out even if they are included, and without patterns all are wanted", () => {
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
] as const)("the page key of %s is %s", ([address, key]) => {
  expect(pageKey(address)).toBe(key);
});
test("a file's kind follows from its extension and is checked against its first bytes", () => {
  expect(fileKindOf("A.PDF")).toEqual({ kind: "pdf", type: "application/pdf" });
  expect([fileKindOf("a.exe"), fileKindOf("pdf"), fileKindOf("a.pdf.exe")]).toEqual([undefined, undefined, undefined]);
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  expect([matchesKind("pdf", bytes("\n%PDF-1.7")), matchesKind("pdf", bytes("PK")), matchesKind("text", bytes("a\0b"))]).toEqual([
    true,
    false,
    false,
  ]);
});
test("a schedule is next due after a day or a week, and a manual one never", () => {
  expect([nextDue("manual", 5), nextDue("daily", 0), nextDue("weekly", 0)]).toEqual([null, 86_400_000, 604_800_000]);
});

describe("CSV", () => {
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
  ] as const)("parses %j", ([text, rows]) => {
    expect(rowsOf(text)).toEqual(rows);
  });
  test("becomes Markdown that names the column of each value", () => {
    expect(markdownOfCsv("Name,Price,\nPump,12,extra\nHose,,\n")).toBe("- Name: Pump; Price: 12; extra\n\n- Name: Hose");
  });
});
