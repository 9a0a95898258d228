import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "#kernel/testing/any-text.ts";
import { VIEWS } from "./contract.ts";
import { inView, PREVIEW, previewOf, reopens, waitingAfter } from "./rules.ts";

test("a customer's message starts the waiting, a visible reply stops it, and automatic messages do neither", () => {
  const table = (["visitor", "operator", "assistant", "system"] as const).map((role) => [
    role,
    waitingAfter(role, false),
    waitingAfter(role, true),
  ]);
  expect(table).toEqual([
    ["visitor", "start", "keep"],
    ["operator", "stop", "stop"],
    ["assistant", "stop", "stop"],
    ["system", "keep", "keep"],
  ]);
});

test("only a message that a customer wrote in person reopens", () => {
  expect(reopens("visitor", false)).toBe(true);
  for (const role of ["operator", "assistant", "system"] as const) expect(reopens(role, false)).toBe(false);
  expect(reopens("visitor", true)).toBe(false);
});

test("a preview is short plain text, or the number of files for a message without text", () => {
  expect(previewOf("Hello **you**, see [this](https://x.example)", 0)).toBe("Hello you, see this");
  expect([previewOf("", 0), previewOf("", 1), previewOf(" \n ", 3), previewOf("a", 3)]).toEqual(["", "📎 1 file", "📎 3 files", "a"]);
  fc.assert(
    fc.property(anyText(1000), fc.nat(10), (text, files) => {
      const preview = previewOf(text, files);
      expect(preview.length).toBeLessThanOrEqual(PREVIEW);
      expect(preview).not.toMatch(/[\r\n]/);
    }),
  );
});

test("a conversation appears in exactly the views for its status and assignee", () => {
  const views = (status: "open" | "snoozed" | "closed", assigneeId: string | null): string[] =>
    VIEWS.filter((view) => inView({ status, assigneeId }, view, "me"));
  expect(views("open", null)).toEqual(["all", "unassigned"]);
  expect(views("open", "me")).toEqual(["all", "mine"]);
  expect(views("open", "other")).toEqual(["all"]);
  expect(views("snoozed", "me")).toEqual(["snoozed"]);
  expect(views("closed", null)).toEqual(["closed"]);
});
