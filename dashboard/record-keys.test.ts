import { expect, test } from "vitest";
import { pressed, refusalOf } from "./record-keys.ts";

const press = (key: string, more: Partial<Parameters<typeof pressed>[1]> = {}, before = "") =>
  pressed(before, { key, code: "", ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more });

test("what is pressed becomes keys in the notation of shortcuts", () => {
  expect(press("x")).toEqual({ keys: "x", done: true });
  expect(press("X", { shiftKey: true })).toEqual({ keys: "Shift+x", done: true });
  expect(press("!", { shiftKey: true })).toEqual({ keys: "!", done: true });
  expect(press("K", { ctrlKey: true, shiftKey: true })).toEqual({ keys: "$mod+Shift+k", done: true });
  expect(press("k", { metaKey: true })).toEqual({ keys: "$mod+k", done: true });
  expect(press("ф", { code: "KeyA" })).toEqual({ keys: "a", done: true });
  expect(press("F2")).toEqual({ keys: "F2", done: true });
});
test("G waits for a second key", () => {
  expect(press("g")).toEqual({ keys: "g", done: false });
  expect(press("x", {}, "g")).toEqual({ keys: "g x", done: true });
});
test.each(["Shift", "Control", "Tab", "Escape", "Enter", " ", "Dead"])("%j alone is no shortcut", (key) => {
  expect(press(key)).toBeUndefined();
});
test("keys of another action are refused with its name, also the beginning of a sequence; its own are not", () => {
  const close = { keys: "e", label: "Close", now: "e" };
  const contacts = { keys: "g c", label: "Go to contacts", now: "g c" };
  const moved = { keys: "n", label: "Note", now: "q" };
  const others = [close, contacts, moved];
  const label = "Reply";
  expect(refusalOf({ keys: "r", label }, "e", others)).toEqual({ why: "taken", by: "Close" });
  expect(refusalOf({ keys: "r", label }, "g", others)).toEqual({ why: "taken", by: "Go to contacts" });
  expect(refusalOf({ keys: "r", label }, "q", others)).toEqual({ why: "taken", by: "Note" });
  // What another action gave up is free.
  expect(refusalOf({ keys: "r", label }, "n", others)).toBeUndefined();
  expect(refusalOf({ keys: "e", label }, "e", others)).toBeUndefined();
  expect(refusalOf({ keys: "$mod+k", label, inInputs: true }, "x", others)).toEqual({ why: "modifier" });
  expect(refusalOf({ keys: "$mod+k", label, inInputs: true }, "$mod+x", others)).toBeUndefined();
});
