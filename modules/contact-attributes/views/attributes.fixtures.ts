// Attributes for the stories.
import { fixtureId } from "#dashboard/dashboard.fixtures.ts";
import type { Attribute } from "../contract.ts";

/** One of each type, and an archived one. */
export function fixtureAttributes(): Attribute[] {
  const attribute = (n: number, key: string, label: string, more: Partial<Attribute> = {}): Attribute => ({
    ...{ id: fixtureId("cat", n) as Attribute["id"], key, label, type: "text", choices: [], archived: false },
    ...more,
  });
  return [
    attribute(1, "plan", "Plan", { type: "choice", choices: ["Free", "Team", "Enterprise"] }),
    attribute(2, "seats", "Seats", { type: "number" }),
    attribute(3, "renewal", "Renewal date", { type: "date" }),
    attribute(4, "account", "Account page", { type: "link" }),
    attribute(5, "team", "Team name"),
    attribute(6, "fax", "Fax number", { archived: true }),
  ];
}
export const VALUES = {
  ...{ plan: "Enterprise", seats: "1250.5", renewal: "2027-03-01", account: "https://admin.northwind.example/accounts/2291" },
  fax: "+49 30 1234",
};
