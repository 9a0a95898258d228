// Stories of automatic assignment.
import { answer as ok, fixtureId, frame, ME, PROJECT_ID, refusal as refused } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { AutoAssignment, Pool } from "../contract.ts";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft ".repeat(12);
  const path = `/projects/${PROJECT_ID}/settings/assignment`;
  const person = (number: number, name: string, open: number, state: Pool["members"][number]["state"]) => ({
    ...{ accountId: fixtureId("acc", number) as Pool["members"][number]["accountId"], name, open, state },
  });
  const pool: Pool = {
    ...{ teamId: null, teamName: null, mode: "turn", cap: 10, withinHours: true, revision: 2, waiting: 3 },
    members: [
      person(1, ME.name, 4, "available"),
      person(2, "Tom Reed", 10, "full"),
      person(3, "Ana Ruiz", 2, "away"),
      person(4, "Leo Park", 0, "left_out"),
    ],
  };
  const team: Pool = {
    ...pool,
    ...{ teamId: fixtureId("tem", 1) as Pool["teamId"], teamName: "Billing", mode: "balanced", cap: null, revision: 1, waiting: 0 },
    members: [person(1, ME.name, 4, "available"), person(2, "Tom Reed", 10, "busy")],
  };
  const of = (pools: readonly Pool[], hours: AutoAssignment["hours"] = "open") => ok({ pools, hours });
  const saved = { ...frame(), readAutoAssignment: of([pool, team]) };
  // Acts name a field, which each pool has.
  const one = { ...frame(), readAutoAssignment: of([pool]) };
  const off: Pool = { ...pool, mode: "off", cap: null, revision: 0, waiting: 0, members: [person(1, ME.name, 4, "available")] };
  return [
    { name: "pools", path, answers: saved },
    { name: "never saved", path, answers: { ...saved, readAutoAssignment: of([off], "none") } },
    { name: "a team without members", path, answers: { ...saved, readAutoAssignment: of([off, { ...team, members: [] }], "closed") } },
    { name: "unsaved changes", path, answers: one, act: "fill:At most open for each member=7;see:Discard" },
    {
      name: "saved",
      path,
      answers: { ...one, changeAutoAssignment: of([{ ...pool, cap: 7, revision: 3 }]) },
      act: "fill:At most open for each member=7;click:Save;see:Assignment saved",
    },
    { name: "no number", path, answers: one, act: "fill:At most open for each member=many;see:Enter a number" },
    {
      name: "changed meanwhile",
      path,
      answers: { ...one, changeAutoAssignment: refused(409, "conflict", "Somebody else changed this assignment meanwhile.") },
      act: "fill:At most open for each member=7;click:Save;see:Show what was saved",
    },
    { name: "no permission", path, answers: { ...saved, ...frame("operator") } },
    {
      name: "long text",
      path,
      answers: {
        ...frame("admin", LONG),
        readAutoAssignment: of([
          { ...pool, members: [person(1, LONG.slice(0, 80), 4, "full")] },
          { ...team, teamName: LONG.slice(0, 40) },
        ]),
      },
    },
    { name: "loading", path, answers: { ...saved, readAutoAssignment: "hang" } },
    { name: "error", path, answers: { ...saved, readAutoAssignment: refused(500, "internal", "Something went wrong.") } },
    { name: "offline", path, answers: { ...saved, readAutoAssignment: "offline" } },
  ];
}

export const assignmentStates = /* @__PURE__ */ (() => declare())();
