// What the stories of delegated work share.
import { fixtureId, ME } from "#dashboard/dashboard.fixtures.ts";

export const AT = "2026-11-20T10:02:00.000Z";
/** An item of the lists of work: by default queued again, after its computer had taken it. `more`: of the delegation; `outer`: beside it. */
export const workItem = (n: number, more: object = {}, outer: object = {}) => ({
  delegation: {
    ...{ id: fixtureId("dlg", n), conversationId: fixtureId("cnv", n), kind: "report", status: "queued", deliveryState: null },
    ...{ accountId: ME.id, grantId: fixtureId("dgr", 1), device: "Build box", task: "Look into the logs of order 4711." },
    ...{ files: [], reportFiles: [], progress: null, leaseUntil: null, outcome: null, report: null, effects: [], round: 1, turns: [] },
    ...{ createdAt: AT, startedAt: AT, endedAt: null },
    ...more,
  },
  ...{ person: ME.name, customer: { name: "Amara Okafor", email: null } },
  ...outer,
});
