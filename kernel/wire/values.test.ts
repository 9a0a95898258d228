import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { ClientId, CountParam, Email, line, Metadata, prose, Revision, RevisionParam, Time } from "./values.ts";

const fits = (schema: v.GenericSchema, value: unknown): boolean => v.safeParse(schema, value).success;

test.each(["a@b.co", "Zoë.o'neil+tag@mail.example.test", "x@xn--bcher-kva.example", "ü@bücher.example"])(
  "%s is accepted as an email address",
  (address) => {
    expect(fits(Email, address)).toBe(true);
  },
);
test.each([
  "",
  "a@b",
  "a b@c.de",
  "a@b@c.de",
  "<a@b.co>",
  "a@b.c",
  'a"b@c.de',
  "a@b.co\r\nBcc: x@y.zz",
  "a@b,co.de",
  "a@\u0000b.co",
  `${"a".repeat(250)}@b.co`,
  "a@b.co;c@d.de",
])("%j is not accepted as an email address", (address) => {
  expect(fits(Email, address)).toBe(false);
});
test("an email address is stored in lower case and without surrounding spaces", () => {
  expect(v.parse(Email, "  Olga@Example.TEST ")).toBe("olga@example.test");
});

test("a client id is a UUID and is stored in lower case", () => {
  expect(v.parse(ClientId, "01989E1C-0000-7000-8000-00000000000A")).toBe("01989e1c-0000-7000-8000-00000000000a");
  for (const wrong of ["", "x", "01989e1c00007000800000000000000a", "{01989e1c-0000-7000-8000-00000000000a}", 5, null])
    expect(fits(ClientId, wrong)).toBe(false);
});

test("a line is a single line, trimmed and without NUL; prose keeps its line breaks", () => {
  expect(v.parse(line(5), "  ab ")).toBe("ab");
  for (const wrong of ["", "   ", "a\nb", "a\rb", "a\0", "abcdef"]) expect(fits(line(5), wrong), JSON.stringify(wrong)).toBe(false);
  expect(fits(line(5, 0), "")).toBe(true);
  expect(v.parse(prose(10), " a\nb ")).toBe(" a\nb ");
  expect(fits(prose(10), "")).toBe(false);
  expect(fits(prose(10), "a\0b")).toBe(false);
});

test("counts and revisions in a query are plain digits", () => {
  expect(v.parse(RevisionParam, "0042")).toBe(42);
  for (const wrong of ["", "-1", "1.5", "1e3", " 1", "0x1", "9".repeat(16), "Infinity", "NaN"])
    expect(fits(RevisionParam, wrong), wrong).toBe(false);
  expect(fits(CountParam(50), "50")).toBe(true);
  expect(fits(CountParam(50), "51")).toBe(false);
  for (const wrong of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, "1"]) expect(fits(Revision, wrong)).toBe(false);
});

test("times are ISO 8601 in UTC", () => {
  expect(fits(Time, "2030-01-01T00:00:00.000Z")).toBe(true);
  for (const wrong of ["2030-01-01", "tomorrow", "2030-13-01T00:00:00Z", "1893456000000"]) expect(fits(Time, wrong), wrong).toBe(false);
});

test("metadata is small and flat for any input", () => {
  expect(fits(Metadata, { plan: "pro", seats: 5, trial: false, "Größe x.y-z_1": null })).toBe(true);
  for (const wrong of [
    { "": 1 },
    { a$b: 1 },
    { a: { b: 1 } },
    { a: [1] },
    { a: "x".repeat(1001) },
    { ["k".repeat(65)]: 1 },
    Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, i])),
  ])
    expect(fits(Metadata, wrong)).toBe(false);
  fc.assert(
    fc.property(fc.object({ maxDepth: 3 }), (value) => {
      const parsed = v.safeParse(Metadata, value);
      if (parsed.success)
        expect(Object.values(parsed.output).every((x) => x === null || ["string", "number", "boolean"].includes(typeof x))).toBe(true);
    }),
  );
});

test.each([
  [line(5), ["", "abcdef", "a\nb", "a\0"]],
  [prose(5), ["", "abcdef", "a\0"]],
  [Email, ["x", `${"a".repeat(250)}@b.co`]],
] as const)("input that a person may have typed is refused with sentences", (schema, wrong) => {
  for (const value of wrong) {
    const { issues } = v.safeParse(schema as v.GenericSchema, value);
    expect(issues?.length).toBeGreaterThan(0);
    for (const { message } of issues ?? []) expect(message).toMatch(/^[A-Z].*\.$/);
  }
});
