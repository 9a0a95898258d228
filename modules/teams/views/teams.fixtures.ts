// Teams for the stories.
import { fixtureId, LONG, ME } from "#dashboard/dashboard.fixtures.ts";

export const teamId = (n: number): string => fixtureId("tea", n);
export const team = (n: number, name: string, members: readonly string[], change: object = {}): object => ({
  ...{ id: teamId(n), name, members, state: "active", conversations: n * 3 },
  ...change,
});
const TOMAS = fixtureId("acc", 2);
const RANA = fixtureId("acc", 3);
export const TEAMS = (): readonly object[] => [
  team(1, "Billing", [ME.id, TOMAS]),
  team(2, "Shipping", [RANA]),
  team(3, "الفريق التقني", [ME.id, TOMAS, RANA]),
  team(4, "Pilot", [], { state: "archived" }),
];
export const longTeam = (): object => team(5, LONG.slice(0, 40), [ME.id, TOMAS, RANA], { conversations: 1 });
export const deletedTeam = (): object => team(6, "Old desk", [TOMAS], { state: "deleting", conversations: 812 });
