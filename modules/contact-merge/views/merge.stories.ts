// Stories of merging, on the contact's page.
import { answer, fixtureId, frame, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const person = (n: number, more: object = {}) => ({
    ...{ id: fixtureId("con", n), name: "Jonas Weber", email: "jonas@northwind.example", emailVerified: true, identifier: null },
    ...{ metadata: {}, state: "active", createdAt: "2026-03-12T09:00:00.000Z", lastSeenAt: "2026-11-20T10:02:00.000Z", lastPage: null },
    ...more,
  });
  const contact = person(1, { attributes: { plan: "Pro" } });
  const mail = person(2, { name: "J. Weber", lastSeenAt: null, attributes: { plan: "Free" } });
  const anonymous = person(3, { name: null, email: null, emailVerified: false });
  const path = `/projects/${PROJECT_ID}/contacts/${contact.id}`;
  const merge = { fromId: mail.id, intoId: contact.id, state: "moving", startedAt: "2026-11-20T10:02:00.000Z", finishedAt: null };
  const reads = (change: object = {}) => ({
    ...frame(),
    ...{ listConversations: answer({ items: [], next: null, head: 0 }), readContact: answer({ contact }) },
    ...{
      readContactMerges: answer({ merges: [], offers: [mail] }),
      listContacts: answer({ items: [contact, mail, anonymous], next: null }),
    },
    previewContactMerge: answer({ into: contact, from: mail, moves: { conversations: 12, notes: 1 }, sessions: 2 }),
    ...change,
  });
  const LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft ".repeat(2).slice(0, 120);
  const review = "click:Review and merge";
  return [
    { name: "merge offered", path, answers: reads() },
    {
      name: "merge under way",
      path,
      answers: reads({ readContactMerges: answer({ merges: [{ ...merge, conversations: 300, left: 120 }], offers: [] }) }),
    },
    { name: "merge finds", path, act: "click:Merge…;fill:Find the other contact=web", answers: reads() },
    {
      name: "merge finds nobody",
      path,
      act: "click:Merge…;fill:Find the other contact=zzz",
      answers: reads({ listContacts: answer({ items: [], next: null }) }),
    },
    { name: "merge preview", path, act: review, answers: reads() },
    { name: "merge preview, loading", path, act: review, answers: reads({ previewContactMerge: "hang" }) },
    {
      name: "merge preview, error",
      path,
      act: review,
      answers: reads({ previewContactMerge: refusal(404, "not_found", "There is no such contact in this project.") }),
    },
    {
      name: "merge the other way round",
      path,
      act: review,
      answers: reads({ previewContactMerge: answer({ into: anonymous, from: mail, moves: { conversations: 1, notes: 0 }, sessions: 1 }) }),
    },
    {
      name: "merge refused",
      path,
      act: `${review};click:Merge`,
      answers: reads({ mergeContact: refusal(409, "conflict", "One of the contacts was just changed. Look at both again.") }),
    },
    {
      name: "merge, long text",
      path,
      act: review,
      answers: reads({
        previewContactMerge: answer({
          into: person(1, { name: LONG, attributes: { plan: LONG }, email: `${"long".repeat(30)}@northwind.example` }),
          from: person(2, {
            name: `${LONG} 2`.slice(0, 120),
            attributes: { plan: LONG.slice(3) },
            email: `${"other".repeat(30)}@northwind.example`,
          }),
          ...{ moves: { conversations: 1001, notes: 501 }, sessions: 1 },
        }),
      }),
    },
  ];
}
export const mergeStories = /* @__PURE__ */ (() => declare())();
