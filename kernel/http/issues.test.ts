// What is wrong with a value is said in words, not in the library's.
import { expect, test } from "vitest";
import * as v from "valibot";
import { line } from "#kernel/wire/values.ts";
import { issuesFrom } from "./issues.ts";

const said = (schema: v.GenericSchema, input: unknown) => issuesFrom(v.safeParse(schema, input).issues ?? [], "body");

test.each([
  [v.pipe(v.string(), v.maxLength(3)), "four", "Use at most 3 characters."],
  [v.pipe(v.string(), v.minLength(2)), "a", "Use at least 2 characters."],
  [v.pipe(v.string(), v.minLength(1)), "", "This can’t be empty."],
  [v.pipe(v.array(v.string()), v.maxLength(1)), ["a", "b"], "Use at most 1 entry."],
  [v.pipe(v.array(v.string()), v.minLength(1)), [], "This can’t be empty."],
  [v.pipe(v.number(), v.maxValue(200)), 201, "Enter a number of at most 200."],
  [v.pipe(v.number(), v.minValue(0)), -1, "Enter a number of at least 0."],
  [v.pipe(v.number(), v.integer()), 1.5, "Enter a whole number."],
  [v.pipe(v.string(), v.url()), "words", "Enter a full web address, such as https://www.example.com/page."],
  [v.pipe(v.string(), v.regex(/^a$/)), "b", "This isn’t valid. Check it and try again."],
  [v.pipe(v.string(), v.regex(/^a\nb$/)), "b\nc", "This isn’t valid. Check it and try again."],
])("what a person typed is refused with a sentence (%#)", (schema, input, message) => {
  expect(said(schema as v.GenericSchema, input)).toEqual([{ path: "body", message }]);
});

test.each([
  [v.object({ name: v.string() }), {}, "name", "is missing"],
  [v.object({ name: v.string() }), { name: 1 }, "name", "must be text"],
  [v.object({ on: v.boolean() }), { on: "yes" }, "on", "must be true or false"],
  [v.strictObject({}), { role: "owner" }, "role", "is not a known field"],
  [v.picklist(["left", "right"]), "up", "body", 'must be one of "left", "right"'],
  [v.literal(true), false, "body", "must be true"],
  [v.union([v.string(), v.number()]), true, "body", "has the wrong type"],
  [v.pipe(v.string(), v.isoTimestamp()), "now", "body", "must be a time such as 2026-01-31T09:00:00.000Z"],
])("what only a client can get wrong is a fragment for its developer (%#)", (schema, input, path, message) => {
  expect(said(schema as v.GenericSchema, input)).toEqual([{ path, message }]);
});

test("a schema's own words stay", () => {
  expect(said(line(3), "four")).toEqual([{ path: "body", message: "Use at most 3 characters." }]);
  expect(
    said(
      v.pipe(
        v.string(),
        v.check(() => false, "Choose another name."),
      ),
      "x",
    ),
  ).toEqual([{ path: "body", message: "Choose another name." }]);
});
