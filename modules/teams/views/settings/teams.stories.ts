// Stories of the settings of teams.
import { answer, frame, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import { deletedTeam, longTeam, TEAMS } from "../teams.fixtures.ts";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/settings/teams`;
  const list = (items: readonly object[]) => answer({ items });
  const answers = { ...frame(), listTeams: list(TEAMS()) };
  return [
    { name: "filled", path, answers },
    { name: "empty", path, answers: { ...answers, listTeams: list([]) } },
    { name: "empty for an operator", path, answers: { ...frame("operator"), listTeams: list([]) } },
    { name: "new", path, act: "click:New team", answers },
    {
      name: "name taken",
      path,
      act: "click:New team;fill:Name=Billing;click:Create team",
      answers: { ...answers, createTeam: refusal(409, "conflict", "Another team has this name.") },
    },
    { name: "edit", path, act: "click:Edit Billing", answers },
    { name: "delete", path, act: "click:Delete Shipping", answers },
    { name: "being deleted", path, answers: { ...answers, listTeams: list([...TEAMS(), deletedTeam()]) } },
    { name: "loading", path, answers: { ...answers, listTeams: "hang" } },
    { name: "error", path, answers: { ...answers, listTeams: refusal(500, "internal", "Something went wrong.") } },
    { name: "offline", path, answers: { ...answers, listTeams: "offline" } },
    { name: "no permission", path, answers: { ...frame("operator"), listTeams: list(TEAMS()) } },
    { name: "long text", path, answers: { ...answers, listTeams: list([longTeam(), ...TEAMS()]) } },
  ];
}
export const teamStories = /* @__PURE__ */ (() => declare())();
