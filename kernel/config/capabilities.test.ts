import { expect, test } from "vitest";
import { CAPABILITIES } from "./capabilities.ts";
import { PUBLIC_VARIABLES, SECRET_VARIABLES } from "./index.ts";

test("every variable belongs to a capability, and a public one to exactly one", () => {
  const claimed = CAPABILITIES.flatMap((one) => one.public);
  expect(claimed.toSorted()).toEqual([...PUBLIC_VARIABLES].toSorted());
  const secrets = new Set(CAPABILITIES.flatMap((one) => [...one.secrets, ...(one.oneOf ?? [])]));
  expect([...secrets].toSorted()).toEqual([...SECRET_VARIABLES].toSorted());
});

test("names are unique and tell nothing but themselves", () => {
  const names = CAPABILITIES.map((one) => one.name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
});
