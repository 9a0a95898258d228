import { expect, test } from "vitest";
import { previewOf, replyProblem } from "./sender-preview.ts";

test("the preview shows the defaults for empty fields", () => {
  const empty = { sender: "", senderName: " ", replyAddress: "" };
  expect(previewOf(empty, "desk@acme.example", "Acme", "Mia")).toEqual({ from: "Mia at Acme <desk@acme.example>", replyTo: null });
  expect(previewOf(empty, null, "Acme", "Mia").from).toBeNull();
  expect(previewOf({ sender: "a@b.example", senderName: "Team", replyAddress: "help@b.example" }, null, "Acme", "Mia")).toEqual({
    from: "Mia at Team <a@b.example>",
    replyTo: "help+…@b.example",
  });
});

test("an unusable reply address is reported before it is sent to the server", () => {
  expect(replyProblem("help@acme.example", 11)).toBeUndefined();
  expect(replyProblem("", 11)).toBeUndefined();
  expect(replyProblem("customer.service@acme.example", 11)).toMatch(/at most 11 characters/);
  expect(replyProblem("a+b@acme.example", 11)).toMatch(/without a \+/);
});
