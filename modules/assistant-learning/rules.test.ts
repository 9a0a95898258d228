import { expect, test } from "vitest";
import { addsFacts, type Person, withoutPerson } from "./rules.ts";

const ADA: Person = {
  name: "Ada Lovelace",
  email: "countess@example.test",
  values: ["cus_8841x", "12 St James's Square"],
  wrote: ["Where is order A-1001-77? My number is 10234.", "In 2026?"],
};

test.each([
  ["Hi Ada,\n\nyou have 30 days.", "Hi [name],\n\nyou have 30 days."],
  ["Dear Ms. Lovelace, LOVELACE!", "Dear Ms. [name], [name]!"],
  ["Adaptable things stay.", "Adaptable things stay."],
  ["Write to ada.l@mail.example.co.uk or countess.", "Write to [email] or [name]."],
  ["Order A-1001-77 and 10234 are on their way since 2026.", "Order [number] and [number] are on their way since 2026."],
  ["Call +44 (0)20 7946 0958.", "Call [number]."],
  ["It costs 1.250,00 € or 12 500 a year.", "It costs 1.250,00 € or 12 500 a year."],
  ["Customer cus_8841x of 12 St James's Square", "Customer [removed] of [removed]"],
])("%j", (text, without) => {
  expect(withoutPerson(text, ADA)).toBe(without);
});

test("a wording may not add numbers or links", () => {
  const from = ["You have 30 days.", "See https://help.example/returns"];
  expect(addsFacts("You can return it within 30 days: https://help.example/returns", from)).toBe(false);
  expect(addsFacts("1. Open it.\n2. Return it within 30 days.", from)).toBe(false);
  expect(addsFacts("You have 31 days.", from)).toBe(true);
  expect(addsFacts("See https://help.example/refunds", from)).toBe(true);
});
