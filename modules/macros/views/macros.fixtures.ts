// Macros of the stories. For the browser suite only.
import { fixtureId } from "#dashboard/dashboard.fixtures.ts";

const USED = "2026-11-19T15:20:00.000Z";
export const macro = (n: number, title: string, more: object = {}) => ({
  ...{ id: fixtureId("mac", n), title, text: "", kind: "reply", steps: [], shared: true, version: 1, uses: 0, usedAt: null, ...more },
});
export const CLOSE = { action: "status", value: { status: "closed", hours: null } };
export const SNOOZE = { action: "status", value: { status: "snoozed", hours: 72 } };
export const TAKE = { action: "assign", value: { assigneeId: "me" } };
export const URGENT = { action: "priority", value: { priority: "urgent" } };
export const MACROS = [
  macro(1, "Ask for the order number", {
    ...{ uses: 31, usedAt: USED, steps: [TAKE, SNOOZE] },
    text: "Hi {{contact.first_name|there}},\n\nwhich order is it about? The number is in your confirmation.\n\n{{agent.first_name}}",
  }),
  macro(2, "Outage: urgent, to me", { steps: [URGENT, TAKE], uses: 1, usedAt: USED }),
  macro(3, "Thank and close", { steps: [CLOSE], text: "Glad to help. Have a good day!" }),
  macro(4, "Note for the night shift", { shared: false, kind: "note", text: "Please look at this one first." }),
];
