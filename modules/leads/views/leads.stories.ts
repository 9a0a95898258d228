// Stories of the screens of leads, for the browser suite.
import { answer, fixtureId, frame, ME, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { Lead } from "../contract.ts";

// One function, so that production builds can drop everything in it.
function declare(): { list: readonly ScreenState[]; one: readonly ScreenState[]; imports: readonly ScreenState[] } {
  const LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
  const lead = (n: number, change: Partial<Lead> = {}): Lead => ({
    ...{ id: fixtureId("led", n) as Lead["id"], name: `Person ${n}`, email: `person${n}@northwind.example`, company: "Northwind" },
    ...{ domain: "northwind.example", role: "Head of support", stage: "new", ownerId: null, contactId: null },
    ...{ nextStep: null, nextStepOn: null, lostReason: null, notes: null, revision: 1 },
    ...{ createdAt: "2026-11-12T09:00:00.000Z", updatedAt: "2026-11-20T10:02:00.000Z" },
    ...change,
  });
  const mine = ME.id as Lead["ownerId"];
  const leads = [
    lead(7, { name: "Amara Okafor", ownerId: mine, nextStep: "Call about the trial", nextStepOn: "2026-11-19" }),
    lead(6, { name: "Jonas Weber", company: "Fabrikam", domain: "fabrikam.example", stage: "contacted", nextStepOn: "2099-01-01" }),
    lead(5, { name: "عمر حداد", company: "شركة المثال", stage: "in_conversation", ownerId: mine }),
    lead(4, { name: null, email: null, role: null, company: "Contoso", domain: "contoso.example" }),
    lead(3, { name: "Li Na", stage: "won", ownerId: fixtureId("acc", 9) as Lead["ownerId"] }),
    lead(2, { name: "Hanna Lindqvist", stage: "lost", lostReason: "Too expensive" }),
  ];
  const counts = answer({
    stages: { new: 100, contacted: 12, in_conversation: 3, won: 1, lost: 0 },
    formerOwners: [{ accountId: fixtureId("acc", 9), name: "Ola Former" }],
  });
  const reads = (change: object = {}) => ({ ...frame(), listLeads: answer({ items: leads, next: "more" }), countLeads: counts, ...change });
  const path = `/projects/${PROJECT_ID}/leads`;
  const one = `${path}/${lead(7).id}`;
  const read = (change: Partial<Lead> = {}, more: object = {}) =>
    reads({ readLead: answer({ lead: { ...leads[0], ...change }, others: leads.slice(1, 4), mailable: true, ...more }) });
  const error = refusal(500, "internal", "Something went wrong.");
  const nothing = {
    listLeads: answer({ items: [], next: null }),
    countLeads: answer({ stages: { new: 0, contacted: 0, in_conversation: 0, won: 0, lost: 0 }, formerOwners: [] }),
  };
  return {
    list: [
      { name: "list", path, answers: reads() },
      { name: "empty", path, answers: reads(nothing) },
      { name: "loading", path, answers: reads({ listLeads: "hang" }) },
      { name: "error", path, answers: reads({ listLeads: error }) },
      { name: "nothing found", path, act: "fill:Search by name, company, or address=zzz", answers: reads(nothing) },
      { name: "board", path, act: "click:Board", answers: reads() },
      { name: "adding", path, act: "click:Add lead", answers: reads() },
      {
        name: "long texts",
        path,
        answers: reads({
          listLeads: answer({
            items: [lead(9, { name: LONG.repeat(2).slice(0, 120), company: LONG, nextStep: LONG, nextStepOn: "2026-11-01" })],
            next: null,
          }),
        }),
      },
    ],
    one: [
      { name: "lead", path: one, answers: read() },
      { name: "lost", path: one, answers: read({ stage: "lost", lostReason: "Too expensive" }) },
      { name: "cannot be mailed", path: one, answers: read({}, { mailable: false, others: [] }) },
      { name: "of a contact", path: one, answers: read({ contactId: fixtureId("con", 1) as Lead["contactId"] }) },
      { name: "loading", path: one, answers: reads({ readLead: "hang" }) },
      { name: "missing", path: one, answers: reads({ readLead: refusal(404, "not_found", "Not found.") }) },
      { name: "long texts", path: one, answers: read({ name: LONG, company: LONG, notes: `${LONG} `.repeat(30), nextStep: LONG }) },
    ],
    imports: [
      { name: "source", path: `${path}/import`, answers: reads() },
      {
        name: "columns",
        path: `${path}/import`,
        act: "fill:List=Name,Email\nAmara,amara@northwind.example\nJonas,not an address;click:Read the list",
        answers: reads(),
      },
    ],
  };
}
const stories = /* @__PURE__ */ (() => declare())();
export const leadsStories = stories.list;
export const leadStories = stories.one;
export const importStories = stories.imports;
