import { expect, test } from "vitest";
import { goesByMail } from "./rules.ts";

const asked = (door: string) => ({ content: "", door, createdAt: 0 });

test("an answer goes by mail where the customer writes mail", () => {
  expect(goesByMail({ door: "email", question: null })).toBe(true);
  expect(goesByMail({ door: "email", question: asked("widget") })).toBe(true);
  expect(goesByMail({ door: "widget", question: asked("email") })).toBe(true);
  expect(goesByMail({ door: "widget", question: asked("widget") })).toBe(false);
  expect(goesByMail({ door: "widget", question: null })).toBe(false);
});
