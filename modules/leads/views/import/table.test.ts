// What lists and files are read as, hostile ones included.
import { expect, test } from "vitest";
import { domainIn, domainOfAddress } from "../../contract.ts";
import { fieldsOf, ListProblem, readTable } from "./table.ts";
import { textOf } from "#kernel/csv/text-of-file.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = async (text: string) => {
  const { rows, mapping } = await readTable(text);
  return rows.map((row) => fieldsOf(row, mapping));
};

test.each([
  ["a list of addresses", "amara@acme.example\njonas@acme.example\n", [{ email: "amara@acme.example" }, { email: "jonas@acme.example" }]],
  [
    "names and addresses without headings",
    "Amara;amara@acme.example\nJonas;jonas@acme.example",
    [
      { name: "Amara", email: "amara@acme.example" },
      { name: "Jonas", email: "jonas@acme.example" },
    ],
  ],
  [
    "headings in another order",
    "E-Mail,Job Title,Company,Website,Name\na@acme.example,CTO,Acme,https://acme.example,Amara",
    [{ email: "a@acme.example", role: "CTO", company: "Acme", domain: "https://acme.example", name: "Amara" }],
  ],
  ["tabs, CRLF, blank lines", "Name\tEmail\r\n\r\nAmara\ta@acme.example\r\n", [{ name: "Amara", email: "a@acme.example" }]],
  ["quotes with commas and line breaks", 'Name,Company\n"Okafor, Amara","Acme\nInc."', [{ name: "Okafor, Amara", company: "Acme Inc." }]],
  ["a byte order mark", "\uFEFFName,Email\nAmara,a@acme.example", [{ name: "Amara", email: "a@acme.example" }]],
  [
    "formulas, which stay texts",
    'Name,Email\n"=HYPERLINK(""https://evil.example"")",a@acme.example',
    [{ name: '=HYPERLINK("https://evil.example")', email: "a@acme.example" }],
  ],
  [
    "rows with too few and too many cells",
    "Name,Email\nAmara\nJonas,j@acme.example,more",
    [{ name: "Amara" }, { name: "Jonas", email: "j@acme.example" }],
  ],
  ["two columns of addresses", "a@acme.example,b@acme.example", [{ email: "a@acme.example" }]],
  ["right-to-left names", "Name,Email\nعمر حداد,o@acme.example", [{ name: "عمر حداد", email: "o@acme.example" }]],
])("%s", async (_, text, rows) => {
  expect(await read(text)).toEqual(rows);
});

test.each([
  ["nothing", "  \n \n"],
  ["headings alone", "Name,Email\n"],
  ["a quote that is never closed", 'Name,Email\n"Amara,a@acme.example\n'],
  ["a binary file", "PK\u0003\u0004\0\0"],
  ["too many rows", "a@acme.example\n".repeat(5001)],
  ["very many rows", "a@acme.example\n".repeat(200_000)],
  ["too many columns", `${"a,".repeat(80)}\n`],
])("%s is refused in a sentence", async (_, text) => {
  await expect(readTable(text)).rejects.toThrow(ListProblem);
});

test("encodings are told apart", () => {
  expect(textOf(bytes("Zoë"))).toBe("Zoë");
  expect(textOf(Uint8Array.of(0x5a, 0x6f, 0xeb))).toBe("Zoë");
  expect(textOf(Uint8Array.of(0xff, 0xfe, 0x5a, 0x00, 0xeb, 0x00))).toBe("Zë");
});

test.each([
  ["https://www.Acme.example/pricing?a=1", "acme.example"],
  ["acme.example", "acme.example"],
  ["amara@sub.acme.example", "sub.acme.example"],
  ["https://bücher.example", "xn--bcher-kva.example"],
  ["http://127.0.0.1/", undefined],
  ["javascript:alert(1)", undefined],
  ["ftp://acme.example", undefined],
  ["acme", undefined],
  ["http://[::1]/", undefined],
  ["www.example", undefined],
])("the domain of %s is %s", (text, domain) => {
  // `www.example` is a host of its own: nothing is left of it without its first part.
  expect(domainIn(text)).toBe(text === "www.example" ? "www.example" : domain);
});
test("addresses that anybody can get belong to no company", () => {
  expect(domainOfAddress("amara@gmail.com")).toBeUndefined();
  expect(domainOfAddress("amara@acme.example")).toBe("acme.example");
});
