import { expect, test } from "vitest";
import { goesByMail } from "./rules.ts";

const question = (channel: string) => ({ content: "", channel, createdAt: 0 });

test("a reply is sent by mail if the conversation began by mail or the customer last wrote by mail", () => {
  expect(goesByMail({ channel: "email", question: null })).toBe(true);
  expect(goesByMail({ channel: "email", question: question("widget") })).toBe(true);
  expect(goesByMail({ channel: "widget", question: question("email") })).toBe(true);
  expect(goesByMail({ channel: "widget", question: question("widget") })).toBe(false);
  expect(goesByMail({ channel: "widget", question: null })).toBe(false);
});
