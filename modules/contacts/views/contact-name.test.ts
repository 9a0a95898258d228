import { expect, test } from "vitest";
import { contactName } from "./contact-name.ts";

const id = "con_06e2bk8000e00g00000000abcd";

test("a contact is shown by name, else by address, else as a visitor", () => {
  expect(contactName({ id, name: "Amara", email: "a@b.co" })).toBe("Amara");
  expect(contactName({ id, name: null, email: "a@b.co" })).toBe("a@b.co");
  expect(contactName({ id, name: null, email: null })).toMatch(/ABCD/);
});

test("direction characters are removed from names, and right-to-left names stay as they are", () => {
  expect(contactName({ id, name: "Ann\u202egpj.exe\u202c", email: null })).toBe("Anngpj.exe");
  expect(contactName({ id, name: "عمر حداد\u200f", email: null })).toBe("عمر حداد\u200f");
});
