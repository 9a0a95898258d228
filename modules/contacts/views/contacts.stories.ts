// Stories of the contact screens, for the browser suite.
import { answer, fixtureId, frame, PROJECT_ID } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { Contact } from "../contract.ts";

const NAMES = [
  "Amara Okafor",
  "Jonas Weber",
  "Li Na",
  "Priya Raman",
  "Tomás Álvarez",
  "Hanna Lindqvist",
  "عمر حداد",
  "Noah Fischer",
  "Sara Bianchi",
  "Yuki Tanaka",
];
const person = (n: number, change: Partial<Contact> = {}): Contact => ({
  id: fixtureId("con", n) as Contact["id"],
  name: NAMES[n % NAMES.length] ?? null,
  email: `person${n}@northwind.example`,
  emailVerified: n % 3 === 0,
  identifier: n % 2 === 0 ? `user_${2290 + n}` : null,
  metadata: { Plan: "Team", Seats: 2, Trial: false },
  state: "active",
  createdAt: "2026-03-12T09:00:00.000Z",
  lastSeenAt: "2026-11-20T10:02:00.000Z",
  lastPage: { url: "https://www.northwind.example/billing/invoices", title: "Invoices · Billing" },
  pages: ["Pricing", "Sign in", "Billing", "Invoices · Billing"].map((title, i) => ({
    url: `https://www.northwind.example/${title.toLowerCase().replaceAll(" ", "-")}`,
    title,
    at: `2026-11-20T09:5${i}:00.000Z`,
  })),
  ...change,
});
const ok = answer;
const refused = (status: number, code: string, error: string, more: object = {}) => ({ status, body: { error, code, ...more } });
// One function, so that a build without stories drops all of this.
function declare(): { list: readonly ScreenState[]; one: readonly ScreenState[] } {
  const LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft ".repeat(6);
  const people = [
    ...Array.from({ length: 24 }, (_, i) => person(i)),
    person(30, { name: null, email: null, lastSeenAt: null, lastPage: null }),
  ];

  const list = `/projects/${PROJECT_ID}/contacts`;
  const path = `${list}/${person(1).id}`;
  const conversations = { ...frame(), listConversations: ok({ items: [], next: null, head: 0 }) };
  const reads = (change: Partial<Contact> = {}) => ({ ...conversations, readContact: ok({ contact: person(1, change) }) });
  const contacts: readonly ScreenState[] = [
    { name: "list", path: list, answers: { ...frame(), listContacts: ok({ items: people, next: null }) } },
    { name: "empty", path: list, answers: { ...frame(), listContacts: ok({ items: [], next: null }) } },
    {
      name: "nothing found",
      path: list,
      act: "fill:Search by name, email, or ID=zzz",
      answers: { ...frame(), listContacts: ok({ items: [], next: null }) },
    },
    {
      name: "filters",
      path: list,
      act: "click:Filters",
      answers: { ...frame(), listContacts: ok({ items: people.slice(0, 6), next: null }) },
    },
    {
      name: "nothing matches the filters",
      path: list,
      act: "click:Filters;press:Tab;press:Tab;press:Tab;press:h",
      answers: { ...frame(), listContacts: ok({ items: [], next: null }) },
    },
    {
      name: "selected",
      path: list,
      act: "click:Select Jonas Weber;click:Select Li Na",
      answers: { ...frame(), listContacts: ok({ items: people.slice(0, 6), next: null }) },
    },
    {
      name: "columns",
      path: list,
      act: "click:Columns",
      answers: { ...frame(), listContacts: ok({ items: people.slice(0, 6), next: null }) },
    },
    {
      name: "hidden ones",
      path: list,
      answers: {
        ...frame(),
        listContacts: ok({
          items: [person(1, { state: "hidden" })],
          next: null,
        }),
      },
    },
    { name: "loading", path: list, answers: { ...frame(), listContacts: "hang" } },
    {
      name: "error",
      path: list,
      answers: { ...frame(), listContacts: refused(500, "unavailable", "The contacts could not be read. Try again in a moment.") },
    },
    {
      name: "no permission",
      path: list,
      answers: { ...frame(), listContacts: refused(403, "forbidden", "You are no longer a member of this project.") },
    },
    { name: "offline", path: list, answers: { ...frame(), listContacts: "offline" } },
    {
      name: "long text",
      path: list,
      answers: {
        ...frame(),
        listContacts: ok({ items: [person(1, { name: LONG.slice(0, 120), email: `${"long".repeat(40)}@northwind.example` })], next: null }),
      },
    },
  ];
  const contact: readonly ScreenState[] = [
    { name: "contact", path, answers: reads() },
    { name: "pages of the visit", path, act: "click:Show 3 pages before", answers: reads() },
    { name: "hidden", path, answers: reads({ state: "hidden" }) },
    { name: "delete asks", path, act: "click:Delete", answers: reads() },
    {
      name: "address taken",
      path,
      act: "fill:Name=Amara O.;click:Save",
      answers: { ...reads(), changeContact: refused(409, "conflict", "Another contact already has this address.") },
    },
    { name: "loading", path, answers: { ...conversations, readContact: "hang" } },
    {
      name: "not found",
      path,
      answers: { ...conversations, readContact: refused(404, "not_found", "There is no such contact in this project.") },
    },
    { name: "long text", path, answers: reads({ name: LONG.slice(0, 120), metadata: { [LONG.slice(0, 64)]: LONG } }) },
    { name: "offline", path, answers: { ...frame(), readContact: "offline" } },
  ];
  return { list: contacts, one: contact };
}

export const contactsStories = /* @__PURE__ */ (() => declare().list)();
export const contactStories = /* @__PURE__ */ (() => declare().one)();
