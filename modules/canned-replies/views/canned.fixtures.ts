// Canned replies of the stories. For the browser suite only.
import { fixtureId } from "#dashboard/dashboard.fixtures.ts";

const USED = "2026-11-19T15:20:00.000Z";
export const reply = (n: number, title: string, more: object = {}) => ({
  ...{ id: fixtureId("crp", n), title, shortcut: "", text: `Hello {{contact.first_name|there}}, this is about ${title.toLowerCase()}.` },
  ...{ files: [], shared: true, version: 1, uses: 0, usedAt: null, ...more },
});
const FILE = { id: fixtureId("fil", 1), name: "return-label.pdf", type: "application/pdf", size: 48_213, inline: false };
export const REPLIES = [
  reply(1, "Opening hours", {
    ...{ shortcut: "hours", uses: 42, usedAt: USED },
    text: "Hi {{contact.first_name|there}},\n\nwe are here **Monday to Friday, 9 to 17**.\n\nKind regards\n{{agent.first_name}}",
  }),
  reply(2, "Return a parcel", {
    ...{ shortcut: "return", files: [FILE], uses: 7, usedAt: USED },
    text: "Hi {{contact.first_name|there}}, print the label and hand the parcel of order {{order.id}} in at any post office.",
  }),
  reply(3, "We are looking into it", { uses: 1, usedAt: USED }),
  reply(4, "تحية وترحيب", { shared: false, shortcut: "مرحبا", text: "مرحبًا {{contact.first_name}}، شكرًا على رسالتك." }),
  reply(5, "My sign-off", { shared: false, shortcut: "bye", text: "Have a good day!\n{{agent.name}}" }),
];
