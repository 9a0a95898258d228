// Stories of the reports.
import { answer, fixtureId, frame, LONG, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import { EMPTY, figures, group, OPERATORS, path, report } from "./reports.fixtures.ts";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const team = fixtureId("tem", 1);
  const lists = {
    listTeams: answer({ items: [{ id: team, name: "Support", members: [], state: "active", conversations: 4 }] }),
    listTags: answer({ items: [], everybodyCreates: true }),
  };
  const ready = { ...frame(), ...lists, readReport: answer(report()) };
  const word = "Donaudampfschifffahrtsgesellschaftskapitän";
  const of = (change: Parameters<typeof report>[0]) => ({ ...ready, readReport: answer(report(change)) });
  return [
    { name: "reports", path, answers: ready },
    { name: "by teammate", path: `${path}?by=operator`, answers: of({ groups: OPERATORS }) },
    {
      name: "by channel, chosen dates",
      path: `${path}?by=channel&from=2026-10-26&until=2026-11-24`,
      answers: of({ groups: [group("widget", null, 201), group("email", null, 180)] }),
    },
    { name: "of one team", path: `${path}?of=team:${team}`, answers: of({ hours: null, before: null }) },
    {
      name: "for an operator",
      path: `${path}?by=operator`,
      answers: { ...of({ groups: OPERATORS.slice(0, 1), seesMembers: false }), ...frame("operator") },
    },
    {
      name: "no permission",
      path: `${path}?of=operator:${fixtureId("acc", 7)}`,
      answers: {
        ...ready,
        ...frame("operator"),
        readReport: refusal(403, "forbidden", "Owners and admins see the figures of all members. You see your own."),
      },
    },
    { name: "nothing happened", path, answers: { ...ready, readReport: answer(EMPTY) } },
    { name: "counting", path, answers: of({ state: "behind" }) },
    { name: "counted anew", path, answers: of({ state: "rebuilding" }) },
    {
      name: "differences put right",
      path,
      answers: of({ check: { at: "2026-11-24T02:53:00.000Z", compared: 30, differed: 2, differedAt: "2026-11-24T02:53:00.000Z" } }),
    },
    { name: "as a table", path, answers: ready, act: "click:Table: Replies" },
    { name: "loading", path, answers: { ...ready, readReport: "hang" } },
    {
      name: "error",
      path,
      answers: { ...ready, readReport: refusal(503, "unavailable", "The database could not be reached. Try again in a moment.") },
    },
    { name: "offline", path, answers: { ...ready, readReport: "offline" } },
    {
      name: "long text",
      path,
      answers: of({
        total: figures(1_234_567),
        groups: [group("tem_1", word.repeat(3), 1_234_567), group("tem_2", LONG, 12)],
      }),
    },
  ];
}
export const reportStories = /* @__PURE__ */ (() => declare())();
