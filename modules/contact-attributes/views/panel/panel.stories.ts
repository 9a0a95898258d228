// Stories of the attributes on the contact's page.
import { answer, fixtureId, frame, PROJECT_ID } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import { fixtureAttributes, VALUES } from "../attributes.fixtures.ts";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const id = fixtureId("con", 1);
  const path = `/projects/${PROJECT_ID}/contacts/${id}`;
  const contact = (attributes: Record<string, string>) => ({
    ...{
      id,
      name: "Jonas Weber",
      email: "jonas@northwind.example",
      emailVerified: true,
      identifier: "user_2291",
      metadata: {},
      state: "active",
    },
    ...{ createdAt: "2026-03-12T09:00:00.000Z", lastSeenAt: "2026-11-20T10:02:00.000Z", lastPage: null, attributes },
  });
  const reads = (attributes: Record<string, string>, items = fixtureAttributes()) => ({
    ...frame(),
    ...{ listConversations: answer({ items: [], next: null, head: 0 }), listContactNotes: answer({ items: [], next: null }) },
    ...{ readContact: answer({ contact: contact(attributes) }), listContactAttributes: answer({ items }) },
  });
  const LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft ".repeat(6).slice(0, 500);
  return [
    { name: "attributes", path, answers: reads(VALUES) },
    { name: "attributes without values", path, answers: reads({}) },
    { name: "attribute edited", path, act: "click:Edit Seats", answers: reads(VALUES) },
    { name: "attribute with a wrong value", path, act: "click:Edit Seats;fill:Seats=many;click:Save value", answers: reads(VALUES) },
    { name: "attribute with choices", path, act: "click:Edit Plan", answers: reads(VALUES) },
    {
      name: "attributes with long text",
      path,
      answers: reads(
        { plan: LONG, team: LONG, account: `https://example.org/${"path/".repeat(90)}` },
        fixtureAttributes().map((one) => ({ ...one, label: LONG.slice(0, 60) })),
      ),
    },
  ];
}
export const panelStories = /* @__PURE__ */ (() => declare())();
