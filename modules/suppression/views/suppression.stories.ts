// Stories of the screens of suppressed addresses and of the sender's identity, for the browser suite.
import { answer, fixtureId, frame, ME, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { Suppression } from "../contract.ts";

// One function, so that production builds can drop everything in it.
function declare(): { list: readonly ScreenState[]; identity: readonly ScreenState[] } {
  const one = (n: number, address: string | null, reason: Suppression["reason"], addedBy: string | null = null): Suppression => ({
    ...{ id: fixtureId("sup", n) as Suppression["id"], address, reason, addedBy: addedBy as Suppression["addedBy"] },
    createdAt: "2026-11-12T09:00:00.000Z",
  });
  const items = [
    one(6, "amara@northwind.example", "opted_out"),
    one(5, "jonas@fabrikam.example", "complaint"),
    one(4, "old@contoso.example", "hard_bounce"),
    one(3, null, "opted_out"),
    one(2, "ceo@contoso.example", "by_hand", ME.id),
    one(1, "li.na@northwind.example", "imported", ME.id),
  ];
  const path = `/projects/${PROJECT_ID}/settings/suppressions`;
  const reads = (change: object = {}, role?: "operator") => ({
    ...frame(role),
    listSuppressions: answer({ items, next: "more" }),
    ...change,
  });
  const error = refusal(500, "internal", "Something went wrong.");
  const search = (address: string): string => `fill:Look up an address=${address}`;
  const place = `/projects/${PROJECT_ID}/settings/outreach-identity`;
  const identity = {
    ...{ legalName: "Northwind GmbH", postalAddress: "Hauptstr. 1\n10115 Berlin\nGermany", senderName: "Ana of Northwind" },
    replyAddress: "hello@northwind.example",
  };
  const saved = (shown: object) => ({ ...frame(), readOutreachIdentity: answer(shown) });
  const filled = saved({ identity, missing: [] });
  const LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
  return {
    list: [
      { name: "list", path, answers: reads() },
      { name: "list of an operator", path, answers: reads({}, "operator") },
      { name: "empty", path, answers: reads({ listSuppressions: answer({ items: [], next: null }) }) },
      { name: "loading", path, answers: reads({ listSuppressions: "hang" }) },
      { name: "error", path, answers: reads({ listSuppressions: error }) },
      { name: "adding", path, act: "click:Add addresses;fill:Addresses=a@acme.example, b@acme.example, wrong@", answers: reads() },
      { name: "removing", path, act: "click:Remove ceo@contoso.example", answers: reads() },
      { name: "part of an address", path, act: search("amara"), answers: reads() },
      {
        name: "cannot be mailed",
        path,
        act: `${search("amara@northwind.example")};see:This address gets no outreach from this project.`,
        answers: reads({ findSuppression: answer({ mailable: false, items: [items[0]] }) }),
      },
      {
        name: "cannot be mailed elsewhere",
        path,
        act: `${search("other@northwind.example")};see:This address can’t be mailed.`,
        answers: reads({ findSuppression: answer({ mailable: false, items: [] }) }),
      },
      {
        name: "can be mailed",
        path,
        act: `${search("free@northwind.example")};see:Nothing is known that keeps this address from getting outreach.`,
        answers: reads({ findSuppression: answer({ mailable: true, items: [] }) }),
      },
      {
        name: "long text",
        path,
        answers: reads({ listSuppressions: answer({ items: [one(9, `${LONG}@${LONG}.example`, "imported", ME.id)], next: null }) }),
      },
    ],
    identity: [
      { name: "saved", path: place, answers: filled },
      { name: "missing", path: place, answers: saved({ identity: null, missing: ["identity"] }) },
      { name: "unverified", path: place, answers: saved({ identity, missing: ["reply_address_unverified"] }) },
      { name: "loading", path: place, answers: { ...frame(), readOutreachIdentity: "hang" } },
      { name: "error", path: place, answers: { ...frame(), readOutreachIdentity: error } },
      { name: "no permission", path: place, answers: frame("operator") },
      {
        name: "refused",
        path: place,
        act: "fill:Reply address=other@contoso.example;click:Save",
        answers: {
          ...filled,
          saveOutreachIdentity: {
            status: 400,
            body: {
              ...{ code: "invalid_request", error: "Check the fields." },
              issues: [{ path: "replyAddress", message: "Enter one of the project’s verified addresses at which email arrives." }],
            },
          },
        },
      },
      {
        name: "long text",
        path: place,
        answers: saved({
          identity: { ...identity, legalName: LONG, senderName: LONG.slice(0, 80), postalAddress: LONG.repeat(3) },
          missing: [],
        }),
      },
    ],
  };
}
const stories = /* @__PURE__ */ (() => declare())();
export const listStories = stories.list;
export const identityStories = stories.identity;
