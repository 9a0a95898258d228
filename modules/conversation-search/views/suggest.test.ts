import { expect, test } from "vitest";
import { suggest } from "./suggest.ts";

const known = {
  members: [
    { name: "Mia Sol", email: "mia@acme.example" },
    { name: "Tomás", email: "tomas@acme.example" },
  ],
  today: "2026-11-27",
  labels: { from: "who wrote it" },
  ago: (days: number) => `${days} days ago`,
};
const at = (text: string, caret = text.length) => suggest(text, caret, known);

test("the beginning of a filter's name is completed, whatever stands before it", () => {
  expect(at("refund fr")).toEqual({ from: 7, to: 9, items: [{ insert: "from:", label: "who wrote it" }] });
  expect(at("-as")?.items).toEqual([{ insert: "-assignee:" }]);
  expect(at("refund")).toBeUndefined();
  expect(at("")).toBeUndefined();
  expect(at("refund ")).toBeUndefined();
});

test("a filter of another module is suggested like the search’s own", () => {
  const others = [{ name: "tag", label: "has this tag", values: ["Refund", "Late parcel"] }];
  expect(suggest("ta", 2, { ...known, others })?.items).toEqual([{ insert: "tag:", label: "has this tag" }]);
  expect(suggest("tag:la", 6, { ...known, others })?.items).toEqual([{ insert: 'tag:"Late parcel" ' }]);
  expect(at("ta")).toBeUndefined();
});

test("the values of a filter are suggested by name, address or day, in quotes where they have spaces", () => {
  expect(at("from:")?.items.map(({ insert }) => insert)).toEqual(["from:me ", 'from:"Mia Sol" ', "from:Tomás "]);
  expect(at("x assignee:tom")?.items).toEqual([{ insert: "assignee:Tomás ", label: "tomas@acme.example" }]);
  expect(at('from:"mia s')).toMatchObject({ from: 0, to: 11, items: [{ insert: 'from:"Mia Sol" ' }] });
  expect(at("is:c")?.items).toEqual([{ insert: "is:closed " }]);
  expect(at("is:closed")).toBeUndefined();
  expect(at("before:2026-11-2")?.items.map(({ insert }) => insert)).toEqual([
    "before:2026-11-27 ",
    "before:2026-11-26 ",
    "before:2026-11-20 ",
  ]);
  expect(at("https:")).toBeUndefined();
});

test("what stands behind the caret belongs to the value that is replaced", () => {
  expect(suggest("is:clo refund", 4, known)).toMatchObject({ from: 0, to: 6, items: [{ insert: "is:closed " }] });
});
