import { expect, test } from "vitest";
import { keepForCustomer, takerHere, takeTold, tellCustomer } from "./customer-draft-store.ts";

/** A composer that keeps what it took. */
function composer(conversationId: string): { readonly took: string[]; close(): void } {
  const took: string[] = [];
  return { took, close: takeTold(conversationId, (text) => void took.push(text)) };
}

test("a text for one conversation is taken by its composer alone, whichever others are there or open later", () => {
  const [a, b] = [composer("a"), composer("b")];
  expect(tellCustomer("b", "for b")).toBe(true);
  expect([a.took, b.took]).toEqual([[], ["for b"]]);
  b.close();
  // It waits for b; a conversation that is opened instead gets nothing, and b nothing when it is opened long after.
  expect(tellCustomer("b", "late for b")).toBe(false);
  const [c, later] = [composer("c"), composer("b")];
  expect([a.took, c.took, later.took]).toEqual([[], [], []]);
  for (const one of [a, c, later]) one.close();
});

test("what a model wrote while the conversation was closed waits for it, and is taken once", () => {
  expect(keepForCustomer("a", "for a")).toBe(false);
  const other = composer("b");
  other.close();
  const first = composer("a");
  first.close();
  const again = composer("a");
  expect([other.took, first.took, again.took]).toEqual([[], ["for a"], []]);
  // Whoever is back there by then has it at once.
  expect(keepForCustomer("a", "more for a")).toBe(true);
  expect(again.took).toEqual(["more for a"]);
  again.close();
});

test("what was asked for in the thread goes to the composer that was there at the click", async () => {
  const a = composer("a");
  const take = await takerHere();
  a.close();
  const b = composer("b");
  take?.("for a");
  expect([a.took, b.took]).toEqual([["for a"], []]);
  b.close();
  expect(await takerHere()).toBeUndefined();
  // One that is being drawn is waited for.
  const soon = takerHere();
  const c = composer("c");
  (await soon)?.("for c");
  expect(c.took).toEqual(["for c"]);
  c.close();
});
