// Stories of the screens of companies, and of the company beside a contact.
import { answer, fixtureId, frame, LONG, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { Belonging, Company } from "../contract.ts";

// One function, so that production builds can drop everything in it.
function declare(): { list: readonly ScreenState[]; one: readonly ScreenState[]; panel: readonly ScreenState[] } {
  const company = (n: number, name: string, change: Partial<Company> = {}): Company => ({
    ...{ id: fixtureId("cpy", n) as Company["id"], name, domains: [`${name.toLowerCase()}.example`], website: null, notes: null },
    ...{ revision: 1, createdAt: "2026-10-02T09:14:00.000Z", updatedAt: "2026-11-20T10:02:00.000Z" },
    ...change,
  });
  const companies = [
    company(1, "Contoso"),
    company(2, "Fabrikam", { domains: ["fabrikam.example", "fabrikam-support.example"] }),
    company(3, "Northwind", { website: "https://northwind.example/", notes: "Renewal in March." }),
    company(4, "Tailspin", { domains: [] }),
    company(5, "شركة المثال", { domains: ["example.example"] }),
  ];
  const person = (n: number, name: string | null, change: Partial<Belonging> = {}): Belonging => ({
    ...{ id: fixtureId("con", n) as Belonging["id"], name, email: `person${n}@northwind.example`, emailVerified: true },
    ...{ state: "active", by: "domain" },
    ...change,
  });
  const people = [
    person(4, "Amara Okafor"),
    person(3, "Jonas Weber", { emailVerified: false }),
    person(2, "Li Na", { by: "hand", email: "lina@gmail.com" }),
    person(1, null),
  ];
  const conversation = (n: number, of: Belonging, preview: string) => ({
    ...{ id: fixtureId("cnv", n), contact: { ...of, by: undefined }, status: "open", snoozedUntil: null, assigneeId: null },
    ...{ revision: 3, preview, previewRole: "visitor", previewAutomatic: false, createdAt: "2026-11-19T09:00:00.000Z" },
    ...{ lastActivityAt: "2026-11-20T09:40:00.000Z", waitingSince: null, visitorMessages: 1, unread: 0, door: "widget", subject: null },
  });
  const path = `/projects/${PROJECT_ID}/companies`;
  const one = `${path}/${companies[2]?.id}`;
  const list = (items: readonly Company[], next: string | null = null) => ({ ...frame(), listCompanies: answer({ items, next }) });
  const read = (change: Partial<Company> = {}, more: object = {}) => ({
    ...frame(),
    readCompany: answer({ company: { ...companies[2], ...change } }),
    listCompanyContacts: answer({ items: people, next: "more" }),
    listCompanyConversations: answer({
      items: people.slice(0, 2).map((each, n) => conversation(n + 1, each, "Can we pay by invoice?")),
    }),
    ...more,
  });
  const error = refusal(500, "internal", "Something went wrong.");
  const contact = {
    ...{ id: fixtureId("con", 1), name: "Jonas Weber", email: "jonas@northwind.example", emailVerified: true, identifier: null },
    ...{ metadata: {}, state: "active", createdAt: "2026-03-12T09:00:00.000Z", lastSeenAt: "2026-11-20T10:02:00.000Z", lastPage: null },
  };
  const beside = (answered: object, verified = true) => ({
    ...{ ...frame(), listConversations: answer({ items: [], next: null, head: 0 }) },
    readContact: answer({ contact: { ...contact, emailVerified: verified } }),
    ...{ readContactCompany: answer({ company: null, by: null, freeDomain: null, ...answered }) },
    listCompanies: answer({ items: companies, next: null }),
  });
  const northwind = { id: companies[2]?.id, name: "Northwind", website: null };
  const page = `/projects/${PROJECT_ID}/contacts/${contact.id}`;
  return {
    list: [
      { name: "list", path, answers: list(companies, "more") },
      { name: "empty", path, answers: list([]) },
      { name: "loading", path, answers: { ...frame(), listCompanies: "hang" } },
      { name: "error", path, answers: { ...frame(), listCompanies: error } },
      {
        name: "no permission",
        path,
        answers: { ...frame(), listCompanies: refusal(403, "forbidden", "You are no longer a member of this project.") },
      },
      { name: "nothing found", path, act: "fill:Search by name or domain=zzz", answers: list([]) },
      { name: "adding", path, act: "click:Add company", answers: list(companies) },
      { name: "long texts", path, answers: list([company(9, LONG.slice(0, 120), { domains: [`${"long".repeat(12)}.example`] })]) },
    ],
    one: [
      { name: "company", path: one, answers: read() },
      {
        name: "nobody",
        path: one,
        answers: read({}, { listCompanyContacts: answer({ items: [], next: null }), listCompanyConversations: answer({ items: [] }) }),
      },
      {
        name: "loading",
        path: one,
        answers: { ...frame(), readCompany: "hang", listCompanyContacts: "hang", listCompanyConversations: "hang" },
      },
      { name: "parts with errors", path: one, answers: read({}, { listCompanyContacts: error, listCompanyConversations: error }) },
      { name: "missing", path: one, answers: read({}, { readCompany: refusal(404, "not_found", "Not found.") }) },
      { name: "deleting", path: one, act: "click:Delete", answers: read() },
      { name: "long texts", path: one, answers: read({ name: LONG.slice(0, 120), notes: `${LONG} `.repeat(6) }) },
    ],
    panel: [
      { name: "company by domain", path: page, answers: beside({ company: northwind, by: "domain" }) },
      { name: "company by an unproved domain", path: page, answers: beside({ company: northwind, by: "domain" }, false) },
      { name: "company by hand", path: page, answers: beside({ company: northwind, by: "hand" }) },
      { name: "no company yet", path: page, answers: beside({ freeDomain: "northwind.example" }) },
      { name: "no company by hand", path: page, answers: beside({ by: "hand" }) },
      { name: "company being chosen", path: page, act: "click:Change company", answers: beside({ company: northwind, by: "hand" }) },
      { name: "company, loading", path: page, answers: { ...beside({}), readContactCompany: "hang" } },
      {
        name: "company, error",
        path: page,
        act: "see:The company can’t be read. Something went wrong.",
        answers: { ...beside({}), readContactCompany: error },
      },
    ],
  };
}
const stories = /* @__PURE__ */ (() => declare())();
export const companiesStories = stories.list;
export const companyStories = stories.one;
export const panelStories = stories.panel;
