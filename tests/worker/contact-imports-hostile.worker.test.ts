// Files that somebody might import by mistake or on purpose, through the running route: each becomes rows, or a sentence, and nothing else.
import { beforeAll, expect, test } from "vitest";
import { type Bytes, type ContactImports, importWorld, utf8 } from "./contact-imports-kit.ts";

let imports: ContactImports;
beforeAll(async () => {
  imports = await importWorld();
  await imports.attribute("plan", "choice", ["Gold", "Silver"]);
  await imports.attribute("seats", "number");
  await imports.attribute("since", "date");
  await imports.attribute("site", "link");
});
const utf16 = (text: string, bigEndian: boolean, mark = true): Bytes => {
  const given = mark ? `\uFEFF${text}` : text;
  const view = new DataView(new ArrayBuffer(given.length * 2));
  for (let i = 0; i < given.length; i += 1) view.setUint16(i * 2, given.charCodeAt(i), !bigEndian);
  return new Uint8Array(view.buffer);
};
const bytes = (...all: number[]): Bytes => Uint8Array.from(all);
const latin = (text: string): Bytes => Uint8Array.from(text, (one) => one.charCodeAt(0));
const H = "Name,Email\n";
const many = (n: number): string => H + Array.from({ length: n }, (_, i) => `P,p${i}@many.example\n`).join("");

/** Whole files that are refused, and a part of the sentence. */
const REFUSED: readonly (readonly [what: string, file: string | Bytes, sentence: RegExp])[] = [
  ["a mark and nothing else", "\uFEFF", /empty/],
  ["white space alone", " \t\r\n\u00A0\n", /empty/],
  ["empty quotes alone", '""\n"",""\n', /empty/],
  ["headings alone", "Name,Email", /no rows/],
  ["headings and blank rows", "Name,Email\n,\n \n", /no rows/],
  ["NUL within a cell", "Name,Email\nAma\0ra,a@acme.example", /no text file/],
  ["NULs alone", "\0\0\0\0", /no text file|empty|no rows/],
  ["a spreadsheet of Excel", utf8("PK\u0003\u0004\u0014\0\u0006\0[Content_Types].xml"), /no CSV file/],
  ["an empty zip", utf8("PK\u0005\u0006"), /no CSV file/],
  ["an old spreadsheet", bytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1), /no CSV file/],
  ["a PDF", utf8("%PDF-1.7\n1 0 obj"), /no CSV file/],
  ["gzip", bytes(0x1f, 0x8b, 8, 0, 0, 0), /no CSV file/],
  ["a picture", bytes(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10), /no CSV file/],
  ["a quote that is never closed", `${H}"Amara,a@acme.example\nJonas,j@acme.example`, /quotes in line 2/],
  ["a quote in a later row that is never closed", `${H}A,a@a.example\n"B\nC",b@a.example\n"D,d@a.example\n`, /quotes in line 5/],
  ["text behind a closing quote", `${H}"Amara" Okafor,a@acme.example\n`, /quotes in line 2/],
  ["10,000 columns", `${"a,".repeat(9999)}email\n`, /more than 100 columns/],
  ["a row of 10,000 columns", `${H}${",".repeat(10_000)}\n`, /Line 2 has more than 100 columns/],
  ["50,001 rows", many(50_001), /more than 50.?000 rows/],
];
test.for(REFUSED)("%s is refused", async ([, file, sentence]) => {
  const id = await imports.begin();
  const sent = await imports.put(id, file);
  expect(sent.status).toBe(400);
  expect(sent.body.issues?.[0]?.message).toMatch(sentence);
  expect(await imports.read(id)).toMatchObject({ state: "waiting", hasFile: false, total: 0 });
});
test("an empty file, and one beyond 10 MB, are refused before they are read", async () => {
  const id = await imports.begin();
  expect((await imports.put(id, "")).status).toBe(400);
  expect((await imports.put(id, new Uint8Array(10 * 1024 * 1024 + 1))).status).toBe(413);
});

const NAMED = "Name,Email,Plan,Seats,Since,Site,External ID,Company,Note,Contact ID\n";
type Outcome = readonly (readonly [outcome: string, reason: string | null])[];
const skipped = (reason: string): Outcome => [["skipped", reason]];
const NEW: Outcome = [["created", null]];
/** Files that are read: what becomes of each row in a dry run. */
const READ: readonly (readonly [what: string, file: string | Bytes, outcome: Outcome])[] = [
  ["two byte order marks", `\uFEFF\uFEFF${H}A,a@a.example\n`, NEW],
  ["a mark before a quoted heading", '\uFEFF"Name","Email"\n"A","a@a.example"', NEW],
  ["UTF-16, little-endian", utf16(`${H}Zoë,a@a.example\n`, false), NEW],
  ["UTF-16, big-endian", utf16(`${H}Zoë,a@a.example\n`, true), NEW],
  ["UTF-16 without a mark", utf16(`${H}A,a@a.example\n`, false, false), NEW],
  [
    "UTF-16 that ends within a character",
    utf16(`${H}A,a@a.example\nZ`, false).slice(0, -1),
    [
      ["created", null],
      ["skipped", "no_identity"],
    ],
  ],
  ["Windows-1252", latin("Name,Email\nZo\u00EB,a@a.example"), NEW],
  ["semicolons", "Name;Email\nOkafor, Amara;a@a.example\n", NEW],
  ["tabs", "Name\tEmail\nA\ta@a.example\n", NEW],
  ["bars", "Name|Email\nA|a@a.example\n", NEW],
  ["old line ends of a Mac", "Name,Email\rA,a@a.example\rB,b@a.example", [...NEW, ...NEW]],
  ["mixed line ends", "Name,Email\r\nA,a@a.example\nB,b@a.example\rC,c@a.example\r\n", [...NEW, ...NEW, ...NEW]],
  ["line breaks in quotes", 'Name,Email\n"A\r\nB",a@a.example\n', NEW],
  ["no headings", "A,a@a.example\nB,b@a.example\n", [...NEW, ...NEW]],
  ["blank rows between", `${H}\n\n,\nA,a@a.example\n\n`, NEW],
  ["short rows", "Email,Name,Plan\na@a.example\n", NEW],
  ["a row with more cells", `${H}A,a@a.example,more\n`, skipped("too_many_cells")],
  ["a row with empty cells behind", `${H}A,a@a.example,,,\n`, NEW],
  ["duplicate headings", "Email,Email,Name\na@a.example,b@a.example,A\n", NEW],
  ["formulas", `${H}=1+1,"+a@a.example"\n`, NEW],
  ["a command", `${H}"=cmd|' /C calc'!A0",a@a.example\n`, NEW],
  ["a guarded formula", `${H}'=1+1,a@a.example\n`, NEW],
  ["a lone quote within a cell", `${H}5" pipe,a@a.example\n`, NEW],
  ["direction marks", `${H}\u202Egnp.exe,a@a.example\n`, NEW],
  ["direction marks in an address", `${H}A,a\u202E@a.example\n`, NEW],
  ["control characters", `${H}A\u0007\u001B[31m,a@a.example\n`, NEW],
  ["a page in a cell", `${H}<img src=x onerror=alert(1)>,a@a.example\n`, NEW],
  ["a statement in a cell", `${H}"'); DROP TABLE contacts; --",a@a.example\n`, NEW],
  ["__proto__ as heading", "__proto__,constructor,Email\nx,y,a@a.example\n", NEW],
  ["lone surrogates", utf16(`${H}A\ud800,a@a.example\n`, false), NEW],
  ["overlong and lone UTF-8 bytes", bytes(...utf8(H), 0xc0, 0x80, 0xff, 0x2c, ...utf8("a@a.example")), NEW],
  ["a Cyrillic a in an address", `${H}A,\u0430@a.example\n`, skipped("bad_email")],
  ["a Cyrillic host", `${H}A,a@\u0430cme.example\n`, skipped("bad_email")],
  ["full-width letters in an address", `${H}A,\uff41@a.example\n`, skipped("bad_email")],
  ["no address at all", `${H}A,not an address\n`, skipped("bad_email")],
  ["two addresses in a cell", `${H}A,"a@a.example, b@a.example"\n`, skipped("bad_email")],
  ["an address of 300 characters", `${H}A,${"a".repeat(290)}@a.example\n`, skipped("bad_email")],
  ["a header of mail in an address", `${H}A,"a@a.example\nBcc: b@a.example"\n`, skipped("bad_email")],
  [
    "the same address twice",
    `${H}A,a@a.example\nB,A@A.example\n`,
    [
      ["created", null],
      ["skipped", "duplicate"],
    ],
  ],
  [
    "the same ID twice",
    "Email,External ID\na@a.example,1\nb@a.example,1\n",
    [
      ["created", null],
      ["skipped", "duplicate"],
    ],
  ],
  ["neither address nor ID", `${H}A,\n`, skipped("no_identity")],
  ["1 column of 1 MB", `Email\n${"x".repeat(1_000_000)}\n`, skipped("bad_email")],
  ["a name of 1 MB", `${H}${"x".repeat(1_000_000)},a@a.example\n`, skipped("bad_name")],
  ["an emoji of many parts as name", `${H}${"👨‍👩‍👧‍👦"},a@a.example\n`, NEW],
  ["a number that is none", `${NAMED}A,a@a.example,,12 seats\n`, skipped("bad_number")],
  ["a number with an exponent", `${NAMED}A,a@a.example,,1e309\n`, skipped("bad_number")],
  ["a day that is none", `${NAMED}A,a@a.example,,,2026-02-30\n`, skipped("bad_date")],
  ["a date of another form", `${NAMED}A,a@a.example,,,11/27/2026\n`, skipped("bad_date")],
  ["a choice that is none", `${NAMED}A,a@a.example,gold\n`, skipped("bad_choice")],
  ["a script as link", `${NAMED}A,a@a.example,,,,javascript:alert(1)\n`, skipped("bad_link")],
  ["an external ID of 1,000 characters", `${NAMED}A,a@a.example,,,,,${"1".repeat(1000)}\n`, skipped("bad_external_id")],
  ["a company of 1,000 characters", `${NAMED}A,a@a.example,,,,,,${"c".repeat(1000)}\n`, skipped("bad_company")],
  ["a note of 6,000 characters", `${NAMED}A,a@a.example,,,,,,,${"n".repeat(6000)}\n`, skipped("bad_note")],
  ["a contact ID that is none", `${NAMED}A,a@a.example,,,,,,,,1 OR 1=1\n`, skipped("bad_id")],
  ["a contact ID of nobody", `${NAMED}A,a@a.example,,,,,,,,con_00000000000000000000000000\n`, NEW],
  ["a contact ID of another project alone", "Contact ID,Name\ncon_00000000000000000000000000,A\n", skipped("bad_id")],
];
test.for(READ)("%s is read", async ([, file, outcome]) => {
  const { id } = await imports.send(file);
  const sample = await imports.sample(id);
  const headings = (await imports.read(id)).headings;
  // Without headings nothing is suggested; the first two columns are chosen then.
  const mapping = headings.every((heading) => heading === "") ? ["name", "email"] : sample.body.suggested;
  const run = await imports.run(id, "check", { mapping });
  expect(run.state).toBe("checked");
  expect((await imports.report(id)).map((row) => [row.outcome, row.reason])).toEqual(outcome);
  expect(await imports.contacts()).toEqual([]);
  expect((await imports.world.as(`${imports.path}/${id}/file`, { method: "DELETE" })).status).toBe(200);
});

test("encoding and delimiter can be chosen, and a wrong choice is only unreadable", async () => {
  const id = await imports.begin();
  const sent = await imports.put(id, latin("Name,Email\nZo\u00EB,a@a.example"), "?encoding=windows-1252&delimiter=,");
  expect(sent.body.import).toMatchObject({ encoding: "windows-1252", delimiter: ",", total: 1 });
  expect((await imports.sample(id)).body.rows).toEqual([["Zoë", "a@a.example"]]);
  expect((await imports.put(id, "Name,Email\nA,a@a.example", "?delimiter=;")).body.import.headings).toEqual(["Name,Email"]);
  expect((await imports.put(id, "a", "?encoding=latin1")).status).toBe(400);
});
test("a mapping that fits neither file nor project is refused", async () => {
  const { id } = await imports.send(`${H}A,a@a.example\n`);
  for (const mapping of [
    ["email"],
    ["email", "email"],
    ["name", null],
    ["attribute:nothing", "email"],
    ["attribute:__proto__", "email"],
    ["password", "email"],
    [],
  ])
    expect((await imports.go(id, "check", { mapping, existing: "fill" })).status, JSON.stringify(mapping)).toBe(400);
});

test("each encoding that can be chosen is read as it is", async () => {
  const id = await imports.begin();
  for (const [encoding, high, name] of [
    ["iso-8859-15", 0xa4, "€"],
    ["windows-1250", 0xb3, "ł"],
    ["windows-1251", 0xc6, "Ж"],
    ["windows-1256", 0xe1, "ل"],
    ["macintosh", 0x8a, "ä"],
  ] as const) {
    const sent = await imports.put(id, bytes(...latin("Email,Name\na@a.example,"), high), `?encoding=${encoding}`);
    expect(sent.body.import).toMatchObject({ encoding, total: 1 });
    expect((await imports.sample(id)).body.rows).toEqual([["a@a.example", name]]);
  }
});
