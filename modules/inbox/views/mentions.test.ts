import { expect, test } from "vitest";
import { mentionsIn } from "./mentions.ts";

const member = (accountId: string, name: string) => ({ accountId, name });
const TEAM = [
  member("a", "Anna"),
  member("b", "Anna Maria"),
  member("c", "Tomás Álvarez"),
  member("d", "رنا الخطيب"),
  member("e", "Bo (support)"),
];

test.each([
  ["Hello @Anna, please look", ["a"]],
  ["@Anna Maria and @Tomás Álvarez.", ["b", "c"]],
  ["@Anna Maria @Anna", ["a", "b"]],
  ["@Annabel", []],
  ["@رنا الخطيب، شكرًا", ["d"]],
  ["@Bo (support)!", ["e"]],
  ["Anna, write to anna@x.example", []],
  ["@anna", []],
  ["", []],
])("%j mentions %j", (text, ids) => {
  expect(mentionsIn(text, TEAM)).toEqual(ids);
});

test("members of one name are all mentioned", () => {
  expect(mentionsIn("@Kim", [member("a", "Kim"), member("b", "Kim")])).toEqual(["a", "b"]);
});
