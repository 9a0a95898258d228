import { expect, test } from "vitest";
import { inWords } from "./in-words.ts";

const condition = { field: "team", is: "any" as const, values: ["tea_01m8pbymw0eyraw6v1z62vdf0f"] };
const said = (...labels: readonly string[]): string => {
  const field = { name: "team", label: "Team", options: labels.map((label) => ({ value: condition.values[0] ?? "", label })) };
  return inWords(condition, [field]);
};

test("a condition says the names of what it has chosen, and that what is no longer there is gone, never an id", () => {
  expect(said("Shipping")).toContain("Shipping");
  expect(said()).toContain("No longer available");
});

test("nothing is said to be gone, and no id shown, while its module has not declared it yet", () => {
  expect(inWords(condition, [])).not.toMatch(/tea_|No longer|team/);
  // What a contact's attribute has to be is text, and declared by nobody.
  expect(inWords({ field: "attribute", key: "plan", is: "any", values: ["pro"] }, [])).toMatch(/plan.*pro/);
});
