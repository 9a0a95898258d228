// The states in which the browser suite opens the contact screens.
import type { ScreenState } from "#dashboard/screen.ts";
import type { Contact } from "../contract.ts";

const PAD = "0".repeat(26);
const PROJECT = `prj_${(`${PAD}1`).slice(-26)}`;
const NAMES = ["Amara Okafor", "Jonas Weber", "Li Na", "Priya Raman", "Tomás Álvarez", "Hanna Lindqvist", "عمر حداد", "Noah Fischer", "Sara Bianchi", "Yuki Tanaka"];
const person = (n: number, change: Partial<Contact> = {}): Contact => ({
  id: `con_${(PAD + n).slice(-26)}` as Contact["id"],
  name: NAMES[n % NAMES.length] ?? null,
  email: `person${n}@northwind.example`,
  emailVerified: n % 3 === 0,
  identifier: n % 2 === 0 ? `user_${2290 + n}` : null,
  metadata: { Plan: "Team", Seats: 2, Trial: false },
  state: "active",
  createdAt: "2026-03-12T09:00:00.000Z",
  lastSeenAt: "2026-11-20T10:02:00.000Z",
  lastPage: { url: "https://www.northwind.example/billing/invoices", title: "Invoices · Billing" },
  ...change,
});
const ok = (body: unknown) => ({ status: 200, body });
const refused = (status: number, code: string, error: string, more: object = {}) => ({ status, body: { error, code, ...more } });
const LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft ".repeat(6);
const people = [...Array.from({ length: 24 }, (_, i) => person(i)), person(30, { name: null, email: null, lastSeenAt: null, lastPage: null })];

const list = `/projects/${PROJECT}/contacts`;
const one = `${list}/${person(1).id}`;
const conversations = { listConversations: ok({ items: [], next: null, head: 0 }) };
const reads = (change: Partial<Contact> = {}) => ({ ...conversations, readContact: ok({ contact: person(1, change) }) });

export const contactsStates: readonly ScreenState[] = [
  { name: "list", path: list, answers: { listContacts: ok({ items: people, next: null }) } },
  { name: "empty", path: list, answers: { listContacts: ok({ items: [], next: null }) } },
  { name: "nothing found", path: list, act: "click:Search by name, email or ID;press:zzz", answers: { listContacts: ok({ items: [], next: null }) } },
  { name: "hidden ones", path: list, act: "click:Show hidden", answers: { listContacts: ok({ items: [person(1, { state: "hidden" }), person(2, { state: "erasing" }), person(3, { state: "erased", name: null, email: null })], next: null }) } },
  { name: "loading", path: list, answers: { listContacts: "hang" } },
  { name: "error", path: list, answers: { listContacts: refused(500, "unavailable", "The contacts could not be read. Try again in a moment.") } },
  { name: "no permission", path: list, answers: { listContacts: refused(403, "forbidden", "You are no longer a member of this project.") } },
  { name: "offline", path: list, answers: { listContacts: "offline" } },
  { name: "long text", path: list, answers: { listContacts: ok({ items: [person(1, { name: LONG.slice(0, 120), email: `${"long".repeat(40)}@northwind.example` })], next: null }) } },
];

export const contactStates: readonly ScreenState[] = [
  { name: "contact", path: one, answers: reads() },
  { name: "hidden", path: one, answers: reads({ state: "hidden" }) },
  { name: "erased", path: one, answers: reads({ state: "erased", name: null, email: null, identifier: null, metadata: {}, lastPage: null }) },
  { name: "erasing", path: one, answers: reads({ state: "erasing" }) },
  { name: "delete asks", path: one, act: "click:Delete", answers: reads() },
  { name: "address taken", path: one, act: "click:Name;press:X;click:Save", answers: { ...reads(), changeContact: refused(409, "conflict", "Another contact already has this address.") } },
  { name: "loading", path: one, answers: { ...conversations, readContact: "hang" } },
  { name: "not found", path: one, answers: { ...conversations, readContact: refused(404, "not_found", "There is no such contact in this project.") } },
  { name: "long text", path: one, answers: reads({ name: LONG.slice(0, 120), metadata: { [LONG.slice(0, 64)]: LONG } }) },
  { name: "offline", path: one, answers: { readContact: "offline" } },
];
