// Stories of the policies of response-time targets.
import { answer as ok, fixtureId, frame, PROJECT_ID, refusal as refused } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { Policy } from "../../contract.ts";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft ".repeat(12);
  const path = `/projects/${PROJECT_ID}/settings/targets`;
  const team = { id: fixtureId("team", 1), name: "Billing", members: [], state: "active", conversations: 3 };
  const tag = {
    id: fixtureId("tag", 1),
    name: "refund",
    hue: 25,
    description: "",
    state: "active",
    mergedInto: null,
    conversations: 3,
    toMove: null,
  };
  const policy = (n: number, name: string, part: Partial<Policy> = {}): Policy => ({
    ...{ id: `00000000-0000-4000-8000-00000000000${n}`, name, priorities: [], teamId: null, tagId: null, channel: null },
    ...{ first: 60, next: 240, resolution: null, counts: "business", warn: 15, assistantCounts: false },
    ...part,
  });
  const policies = [
    policy(1, "Urgent", { priorities: ["urgent", "high"], first: 15, next: 30, resolution: 480, counts: "always", warn: 5 }),
    policy(2, "Refunds", { teamId: team.id as never, tagId: tag.id as never, channel: "email", first: 90, assistantCounts: true }),
    policy(3, "Everybody else", { warn: null }),
  ];
  const hours = {
    ...{ on: true, timeZone: "UTC", exceptions: [], revision: 3 },
    week: Array.from({ length: 7 }, (_, day) => (day < 5 ? [{ from: 540, to: 1020 }] : [])),
  };
  const of = (list: readonly Policy[]) => ok({ policies: list, revision: 3 });
  const saved = {
    ...frame(),
    readResponsePolicies: of(policies),
    readBusinessHours: ok(hours),
    listTeams: ok({ items: [team] }),
    listTags: ok({ items: [tag], everybodyCreates: true }),
  };
  const edit = "click:Edit Everybody else;fill:First answer within=2;click:Save";
  return [
    { name: "policies", path, answers: saved },
    { name: "none", path, answers: { ...saved, readResponsePolicies: of([]) } },
    { name: "a policy added", path, answers: { ...saved, readResponsePolicies: of([]) }, act: "click:Add a policy;see:Discard" },
    { name: "a policy edited", path, answers: saved, act: "click:Edit Refunds;see:First answer within" },
    { name: "moved", path, answers: saved, act: "click:Move Refunds up;see:Discard" },
    { name: "without business hours", path, answers: { ...saved, readBusinessHours: ok({ ...hours, on: false }) } },
    { name: "of a deleted team", path, answers: { ...saved, listTeams: ok({ items: [] }) } },
    {
      name: "saved",
      path,
      answers: { ...saved, changeResponsePolicies: of(policies) },
      act: `${edit};see:Response times saved`,
    },
    {
      name: "without a target",
      path,
      answers: {
        ...saved,
        changeResponsePolicies: {
          status: 400,
          body: {
            ...{ code: "invalid_request", error: "Some fields are not valid." },
            issues: [{ path: "policies.2.first", message: "Set at least one target." }],
          },
        },
      },
      act: `${edit};see:Set at least one target`,
    },
    {
      name: "changed meanwhile",
      path,
      answers: { ...saved, changeResponsePolicies: refused(409, "conflict", "Somebody else changed the response-time targets meanwhile.") },
      act: `${edit};see:Show what was saved`,
    },
    { name: "no permission", path, answers: { ...saved, ...frame("operator") } },
    {
      name: "long text",
      path,
      answers: { ...saved, ...frame("admin", LONG), readResponsePolicies: of([policy(1, LONG.slice(0, 60))]) },
    },
    { name: "loading", path, answers: { ...saved, readResponsePolicies: "hang" } },
    { name: "error", path, answers: { ...saved, readResponsePolicies: refused(500, "internal", "Something went wrong.") } },
    { name: "offline", path, answers: { ...saved, readResponsePolicies: "offline" } },
  ];
}
export const policiesStates = /* @__PURE__ */ (() => declare())();
