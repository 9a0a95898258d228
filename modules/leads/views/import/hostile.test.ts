// Thirty files that somebody might import by mistake or on purpose: each becomes rows, or a sentence, in a moment, and nothing else.
import { expect, test } from "vitest";
import { rowsOf } from "./run.ts";
import { fieldsOf, ListProblem, MOST_ROWS, readTable } from "./table.ts";
import { textOf } from "#kernel/csv/text-of-file.ts";

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const utf16 = (text: string, bigEndian: boolean, mark = true): Uint8Array => {
  const given = mark ? `\uFEFF${text}` : text;
  const view = new DataView(new ArrayBuffer(given.length * 2));
  for (let i = 0; i < given.length; i += 1) view.setUint16(i * 2, given.charCodeAt(i), !bigEndian);
  return new Uint8Array(view.buffer);
};
const AMARA = { name: "Amara", email: "a@acme.example" };
const LIST = "Name,Email\nAmara,a@acme.example\n";
/** A file, and its rows, or that it is refused. */
type File = readonly [what: string, bytes: Uint8Array, rows: readonly object[] | "refused"];

const FILES: readonly File[] = [
  ["an empty file", utf8(""), "refused"],
  ["a mark and nothing else", utf8("\uFEFF"), "refused"],
  ["white space alone", utf8(" \t\r\n\u00A0\n"), "refused"],
  ["headings alone", utf8("Name,Email"), "refused"],
  ["two byte order marks", utf8(`\uFEFF\uFEFF${LIST}`), [AMARA]],
  ["a mark before a quoted heading", utf8('\uFEFF"Name","Email"\n"Amara","a@acme.example"'), [AMARA]],
  ["UTF-16, little-endian", utf16(LIST, false), [AMARA]],
  ["UTF-16, big-endian", utf16(LIST, true), [AMARA]],
  ["UTF-16 without a mark", utf16(LIST, false, false), [AMARA]],
  ["UTF-16 that ends within a character", utf16(`${LIST}Zoë`, false).slice(0, -1), [AMARA, { name: "Zo\uFFFD" }]],
  [
    "Windows-1252",
    Uint8Array.from(`Name,Email\nZo\u00EB,z@acme.example`, (one) => one.charCodeAt(0)),
    [{ name: "Zoë", email: "z@acme.example" }],
  ],
  [
    "overlong and lone UTF-8 bytes",
    Uint8Array.of(0xc0, 0x80, 0xff, 0xfe, 0x2c, 0x61, 0x40, 0x62, 0x2e, 0x63, 0x6f),
    [{ name: "À€ÿþ", email: "a@b.co" }],
  ],
  ["NUL within a cell", utf8("Name,Email\nAma\0ra,a@acme.example"), "refused"],
  ["a spreadsheet of Excel", utf8("PK\u0003\u0004\u0014\0\u0006\0[Content_Types].xml"), "refused"],
  [
    "control and direction characters",
    utf8("Name,Email\n\u202EaramA\u0007\u001B[31m,a@acme.example"),
    [{ name: "\u202EaramA\u0007\u001B[31m", email: "a@acme.example" }],
  ],
  [
    "formulas",
    utf8('Name,Company,Email\n=1+1,"@SUM(A1)",+a@acme.example\n-2,"=cmd|\' /C calc\'!A0",b@acme.example'),
    [
      { name: "=1+1", company: "@SUM(A1)", email: "+a@acme.example" },
      { name: "-2", company: "=cmd|' /C calc'!A0", email: "b@acme.example" },
    ],
  ],
  [
    "a page in a cell",
    utf8("Name,Email\n<img src=x onerror=alert(1)>,a@acme.example"),
    [{ name: "<img src=x onerror=alert(1)>", email: "a@acme.example" }],
  ],
  ["a quote that is never closed", utf8('Name,Email\n"Amara,a@acme.example\nJonas,j@acme.example'), "refused"],
  ["a quote in the middle of a cell", utf8('Name,Email\nAma"ra,a@acme.example'), [{ name: 'Ama"ra', email: "a@acme.example" }]],
  ["text after a closing quote", utf8('Name,Email\n"Amara"x,a@acme.example'), "refused"],
  ["mixed separators", utf8("Name;Email\nAmara;a@acme.example\nJonas,j@acme.example"), [AMARA, { name: "Jonas,j@acme.example" }]],
  [
    "mixed line ends",
    utf8("Name,Email\r\nAmara,a@acme.example\nJonas,j@acme.example\r\n"),
    [AMARA, { name: "Jonas", email: "j@acme.example" }],
  ],
  ["line ends of old computers", utf8("Name,Email\rAmara,a@acme.example\r"), [AMARA]],
  ["duplicate headings", utf8("Email,Email,Name\na@acme.example,b@acme.example,Amara"), [AMARA]],
  [
    "headings like properties of objects",
    utf8("__proto__,constructor,toString,Email\nx,y,z,a@acme.example"),
    [{ email: "a@acme.example" }],
  ],
  ["headings that no field has", utf8("Foo,Bar\n1,2"), [{ name: "Foo" }, { name: "1" }]],
  ["ragged rows", utf8("Name,Email\n,,,\nAmara,a@acme.example,x,y,z\nJonas"), [AMARA, { name: "Jonas" }]],
  ["a million rows", utf8("a@b.co\n".repeat(700_000)), "refused"],
  [
    "one cell of five megabytes",
    utf8(`Name,Email\n${"x".repeat(4_900_000)},a@acme.example`),
    [{ name: "x".repeat(4_900_000), email: "a@acme.example" }],
  ],
  ["a million columns", utf8(",".repeat(1_000_000)), "refused"],
  ["quotes by the million", utf8(`Name\n${'"'.repeat(4_000_000)}`), "refused"],
  [
    "an address that is slow to match",
    utf8(`Email\n${"a@".repeat(500_000)}\n${"a.".repeat(500_000)}@x`),
    [{ email: "a@".repeat(500_000) }, { email: `${"a.".repeat(500_000)}@x` }],
  ],
];
test("there are thirty of them", () => expect(FILES.length).toBeGreaterThanOrEqual(30));

/** Milliseconds that a file may take; a person would notice more. */
const MOMENT = 4000;
test.each(FILES)("%s", async (_, bytes, expected) => {
  const started = performance.now();
  if (expected === "refused") await expect(readTable(textOf(bytes))).rejects.toThrow(ListProblem);
  else {
    const table = await readTable(textOf(bytes));
    expect(table.rows.map((row) => fieldsOf(row, table.mapping))).toEqual(expected);
    expect(table.rows.length).toBeLessThanOrEqual(MOST_ROWS);
    // What the server would refuse is said beside its row before anything is sent.
    for (const { wrong, fields } of rowsOf(table, []))
      if (Object.values(fields).some((cell) => cell.length > 300 || cell.includes("\0"))) expect(wrong).toBeTypeOf("string");
  }
  expect(performance.now() - started).toBeLessThan(MOMENT);
});
