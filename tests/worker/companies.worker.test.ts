// Companies: domains, changes at the same time, lists and their cost, who belongs to one, merges, erasure, and deletion.
import { beforeAll, beforeEach, expect, test } from "vitest";
import { makeWorld, type World } from "./world.ts";

interface Company {
  readonly id: string;
  readonly name: string;
  readonly domains: readonly string[];
  readonly website: string | null;
  readonly revision: number;
}
interface One {
  readonly company: Company;
  readonly code?: string;
  readonly error?: string;
  readonly companyId?: string;
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
}
interface OfContact {
  readonly company: { readonly id: string; readonly name: string } | null;
  readonly by: string | null;
  readonly freeDomain: string | null;
}
interface Contacts {
  readonly items: readonly { readonly id: string; readonly by: string; readonly emailVerified: boolean }[];
  readonly next: string | null;
}
let world: World;
beforeAll(async () => {
  world = await makeWorld({ now: "2026-11-28T09:00:00.000Z" });
});
beforeEach(() => world.clock.advance({ hours: 2 }));
const project = (at = world): string => `/api/dashboard/projects/${at.projectId}`;
const path = (at = world): string => `${project(at)}/companies`;
const add = (body: object, at = world) => {
  at.clock.advance({ seconds: 1 });
  return at.as<One>(path(at), { body: { clientId: crypto.randomUUID(), ...body } });
};
const change = ({ id, revision }: Company, body: object, at = world) =>
  at.as<One>(`${path(at)}/${id}`, { method: "PATCH", body: { revision, ...body } });
const list = async (query = "", at = world): Promise<string[]> =>
  (await at.as<{ items: Company[] }>(`${path(at)}${query}`)).body.items.map(({ name }) => name);
const contactsOf = async (id: string, at = world, cursor?: string): Promise<Contacts> =>
  (await at.as<Contacts>(`${path(at)}/${id}/contacts${cursor === undefined ? "" : `?cursor=${cursor}`}`)).body;
const companyOf = async (contactId: string, at = world): Promise<OfContact> =>
  (await at.as<OfContact>(`${project(at)}/contacts/${contactId}/company`)).body;
const set = (contactId: string, companyId: string | null, at = world) =>
  at.as<OfContact>(`${project(at)}/contacts/${contactId}/company`, { method: "PUT", body: { companyId } });
async function known(email: string | null, { verified = true, at = world }: { verified?: boolean; at?: World } = {}) {
  at.clock.advance({ seconds: 1 });
  const visitor = await at.visitor();
  await at.rows("UPDATE contacts SET email = ?, email_verified = ? WHERE id = ?", email, verified ? 1 : 0, visitor.contactId);
  return visitor;
}
/** Inserts contacts directly: more than a page. */
const manyAt = (domain: string, count: number, at: World): Promise<unknown> =>
  at.rows(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
     INSERT INTO contacts (id, project_id, email, words_made, created_at) SELECT 'con_00000000' || substr('${at.projectId}', -8) || printf('%010d', i), '${at.projectId}', 'p' || i || '@${domain}', 1, i FROM n`,
  );

test("a company is added once, with its domains in one form, and each domain belongs to no other", async () => {
  const clientId = crypto.randomUUID();
  const first = await add({
    clientId,
    name: "Acme",
    domains: ["https://www.Acme.example/about", "x@ACME.example", "bücher.example"],
    website: "acme.example",
  });
  expect([first.status, first.body.company.domains, first.body.company.website]).toEqual([
    201,
    ["acme.example", "xn--bcher-kva.example"],
    "https://acme.example/",
  ]);
  expect((await add({ clientId, name: "Acme", domains: ["acme.example"] })).status).toBe(200);
  expect((await add({ clientId, name: "Another" })).status).toBe(409);
  const taken = await add({ name: "Late", domains: ["late.example", "acme.example"] });
  expect([taken.status, taken.body.companyId, taken.body.error]).toEqual([
    409,
    first.body.company.id,
    "Acme has the domain acme.example already.",
  ]);
  expect(await list("?q=late")).toEqual([]);
  for (const anybodys of ["gmail.com", "someone@GMX.de", "www.linkedin.com"]) {
    const refused = await add({ name: "Anybody", domains: [anybodys] });
    expect([refused.status, refused.body.issues?.[0]?.path]).toEqual([400, "domains.0"]);
    expect(refused.body.issues?.[0]?.message).toContain("Anybody can get an address");
  }
  for (const wrong of [
    {},
    { name: "  " },
    { name: "x", domains: ["no domain"] },
    { name: "x", domains: ["localhost"] },
    { name: "x", domains: Array.from({ length: 11 }, (_, i) => `d${i}.example`) },
    { name: "x", website: "javascript:alert(1)" },
    { name: "x", website: "ftp://acme.example" },
    { name: "x", notes: "x".repeat(10_001) },
    { name: "x".repeat(121) },
    { name: "nul\0" },
    { name: "x", owner: "y" },
  ])
    expect((await add(wrong)).status, JSON.stringify(wrong)).toBe(400);
});

test("two companies that take a domain at once, and two changes of one revision: one wins, and nothing is mixed", async () => {
  const both = await Promise.all(["One", "Two"].map((name) => add({ name, domains: ["contested.example"] })));
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  const { company } = (await add({ name: "Contested", domains: ["first.example"] })).body;
  const answers = await Promise.all(
    ["second", "third", "fourth"].map((word) => change(company, { name: word, domains: [`${word}.example`] })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  const won = answers.find(({ status }) => status === 200)?.body.company;
  for (const { status, body } of answers) if (status === 409) expect(body.company).toEqual(won);
  expect(won?.domains).toEqual([`${won?.name}.example`]);
  expect((await change(won as Company, { domains: ["contested.example"] })).body.companyId).toBeDefined();
  // What was refused has changed nothing, and a domain that was given up is free.
  expect((await world.as<One>(`${path()}/${won?.id}`)).body.company).toEqual(won);
  expect((await add({ name: "After", domains: ["first.example"] })).status).toBe(201);
});

test("companies are listed by name in pages, and found by the beginnings of words", async () => {
  const at = await makeWorld({ now: "2026-11-28T09:00:00.000Z" });
  await at.rows(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120)
     INSERT INTO companies (id, project_id, client_id, name, name_key, revision, change_key, created_by, created_at, updated_at) SELECT 'cpy_' || printf('%026d', i), '${at.projectId}', i, 'Same', 'same', 1, '', 'acc_x', 1, 1 FROM n`,
  );
  await add({ name: "Äther & Söhne", domains: ["aether.example"] }, at);
  await add({ name: "Zoë", domains: ["shop.zoe.example"] }, at);
  const seen: string[] = [];
  let next: string | null = null;
  do {
    const page: { items: Company[]; next: string | null } = (
      await at.as<{ items: Company[]; next: string | null }>(`${path(at)}${next === null ? "" : `?cursor=${next}`}`)
    ).body;
    seen.push(...page.items.map(({ id }) => id));
    next = page.next;
  } while (next !== null);
  expect([seen.length, new Set(seen).size]).toEqual([122, 122]);
  expect((await list("", at))[0]).toBe("Äther & Söhne");
  expect(await list("?q=sohne", at)).toEqual(["Äther & Söhne"]);
  expect(await list("?q=shop%20zo", at)).toEqual(["Zoë"]);
  for (const nothing of ["?q=nobody", "?q=%25", "?q=zoe%20same"]) expect(await list(nothing, at)).toEqual([]);
  for (const wrong of ["?cursor=x", "?cursor=Y3B5Xw", "?q="]) expect((await at.as(`${path(at)}${wrong}`)).status, wrong).toBe(400);
});

test("contacts belong by the domain of their address, proved or not; what a member says wins", async () => {
  const at = await makeWorld({ now: "2026-11-28T09:00:00.000Z" });
  const [proved, unproved, below, other] = [
    await known("a@Acme.example", { at }),
    await known("b@acme.example", { verified: false, at }),
    await known("c@mail.acme.example", { at }),
    await known("d@gmail.com", { at }),
  ];
  expect(await companyOf(proved.contactId, at)).toEqual({ company: null, by: null, freeDomain: "acme.example" });
  expect(await companyOf(other.contactId, at)).toEqual({ company: null, by: null, freeDomain: null });
  const { company } = (await add({ name: "Acme", domains: ["acme.example"] }, at)).body;
  expect((await companyOf(proved.contactId, at)).by).toBe("domain");
  expect((await companyOf(below.contactId, at)).company).toBeNull();
  expect((await contactsOf(company.id, at)).items.map(({ id, by, emailVerified }) => [id, by, emailVerified])).toEqual([
    [unproved.contactId, "domain", false],
    [proved.contactId, "domain", true],
  ]);
  expect((await set(other.contactId, company.id, at)).body).toMatchObject({ by: "hand", company: { name: "Acme" } });
  expect((await set(proved.contactId, null, at)).body).toEqual({ company: null, by: "hand", freeDomain: "acme.example" });
  expect((await contactsOf(company.id, at)).items.map(({ id, by }) => [id, by])).toEqual([
    [other.contactId, "hand"],
    [unproved.contactId, "domain"],
  ]);
  const back = await at.as<OfContact>(`${project(at)}/contacts/${proved.contactId}/company`, { method: "DELETE" });
  expect(back.body).toMatchObject({ by: "domain", company: { id: company.id } });
  // Hidden ones are left out, and belonging opens nothing: no session, no conversation of another one.
  await at.as(`${project(at)}/contacts/${unproved.contactId}`, { method: "DELETE" });
  expect((await contactsOf(company.id, at)).items.map(({ id }) => id)).toEqual([other.contactId, proved.contactId]);
  await other.open("Hello from elsewhere");
  await other.open("Hello again");
  const conversations = await at.as<{ items: { contact: { id: string } }[] }>(`${path(at)}/${company.id}/conversations`);
  expect(conversations.body.items.map(({ contact }) => contact.id)).toEqual([other.contactId]);
});

test("the list of contacts is narrowed to a company, newest first and with no other filter", async () => {
  const at = await makeWorld({ now: "2026-11-28T09:00:00.000Z" });
  await manyAt("acme.example", 70, at);
  const { company } = (await add({ name: "Acme", domains: ["acme.example"] }, at)).body;
  const hidden = await known("hidden@acme.example", { at });
  await at.as(`${project(at)}/contacts/${hidden.contactId}`, { method: "DELETE" });
  const listed = async (query: string) => (await at.as<Contacts>(`${project(at)}/contacts?company=${company.id}${query}`)).body;
  const first = await listed("");
  const second = await listed(`&cursor=${first.next}`);
  expect([first.items.length, second.items.length, second.next]).toEqual([50, 20, null]);
  expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(70);
  expect((await listed("&hidden=1")).items.map(({ id }) => id)).toEqual([hidden.contactId]);
  for (const apart of [
    "&q=p1",
    "&address=proved",
    "&language=en",
    "&sort=name",
    "&attribute=seats&value=1",
    "&seenAfter=2026-01-01T00:00:00.000Z",
  ])
    expect((await at.as(`${project(at)}/contacts?company=${company.id}${apart}`)).status, apart).toBe(400);
  for (const gone of [
    `${company.id.slice(0, -1)}${company.id.endsWith("0") ? "1" : "0"}`,
    (await add({ name: "Elsewhere" })).body.company.id,
  ])
    expect((await at.as(`${project(at)}/contacts?company=${gone}`)).status).toBe(404);
});

test("a company's contacts have pages over all its sources, and their cost does not grow with their number", async () => {
  const at = await makeWorld({ now: "2026-11-28T09:00:00.000Z" });
  await manyAt("acme.example", 170, at);
  const { company } = (await add({ name: "Acme", domains: ["acme.example", "acme.test"] }, at)).body;
  const byHand = await known("hand@gmail.com", { at });
  await set(byHand.contactId, company.id, at);
  await set(`con_00000000${at.projectId.slice(-8)}${"7".padStart(10, "0")}`, null, at);
  const seen: string[] = [];
  let next: string | null = null;
  do {
    const page: Contacts = await contactsOf(company.id, at, next ?? undefined);
    expect(page.items.length).toBeLessThanOrEqual(51);
    seen.push(...page.items.map(({ id }) => id));
    next = page.next;
  } while (next !== null);
  expect([seen.length, new Set(seen).size, seen[0]]).toEqual([170, 170, byHand.contactId]);
  expect(seen).toEqual(seen.toSorted().toReversed());
  const plan = await at.rows<{ detail: string }>(
    "EXPLAIN QUERY PLAN SELECT id FROM contacts WHERE project_id = 'x' AND state = 'active' AND email IS NOT NULL AND lower(substr(email, instr(email, '@') + 1)) = 'acme.example' AND id < 'y' ORDER BY id DESC LIMIT 50",
  );
  expect(plan.map(({ detail }) => detail).join()).toMatch(/USING (COVERING )?INDEX contacts_domain/);
  expect(plan.map(({ detail }) => detail).join()).not.toContain("TEMP B-TREE");
});

test("another project's company or contact is answered like a missing one", async () => {
  const other = await makeWorld({ now: "2026-11-28T09:00:00.000Z" });
  const { company } = (await add({ name: "Mine", domains: ["mine.example"] })).body;
  const mine = await known("me@mine.example");
  const theirs = await known("them@mine.example", { at: other });
  expect((await companyOf(theirs.contactId, other)).company).toBeNull();
  expect((await set(theirs.contactId, company.id, other)).status).toBe(404);
  expect((await set(mine.contactId, company.id, other)).status).toBe(404);
  expect(await other.rows("SELECT 1 FROM company_contacts WHERE project_id = ?", other.projectId)).toEqual([]);
  for (const rest of ["", "/contacts", "/conversations"]) expect((await other.as(`${path(other)}/${company.id}${rest}`)).status).toBe(404);
  expect((await change(company, { name: "Theirs" }, other)).status).toBe(404);
  expect((await other.as(`${path(other)}/${company.id}`, { method: "DELETE" })).status).toBe(404);
  // Its domain is theirs to take, too: nobody learns who has it elsewhere.
  expect((await add({ name: "Theirs", domains: ["mine.example"] }, other)).status).toBe(201);
  expect((await contactsOf(company.id)).items.map(({ id }) => id)).toEqual([mine.contactId]);
});

test("deleting a company leaves its contacts, and a job forgets who was set to belong to it", async () => {
  const { company } = (await add({ name: "Going", domains: ["going.example"] })).body;
  const [given, taken] = [await known("given@gmail.com"), await known("taken@going.example")];
  await set(given.contactId, company.id);
  expect((await companyOf(taken.contactId)).company?.name).toBe("Going");
  expect((await world.as(`${path()}/${company.id}`, { method: "DELETE" })).status).toBe(200);
  expect((await world.as(`${path()}/${company.id}`, { method: "DELETE" })).status).toBe(404);
  expect(await companyOf(given.contactId)).toEqual({ company: null, by: null, freeDomain: null });
  expect(await companyOf(taken.contactId)).toEqual({ company: null, by: null, freeDomain: "going.example" });
  world.clock.advance({ seconds: 61 });
  await world.tick();
  for (const table of ["company_contacts", "company_domains", "company_words"])
    expect(await world.rows(`SELECT 1 FROM ${table} WHERE company_id = ?`, company.id), table).toEqual([]);
  const audit = await world.rows<{ action: string }>(
    "SELECT action FROM audit_log WHERE detail ->> 'company' = ? ORDER BY rowid",
    company.id,
  );
  expect(audit.map(({ action }) => action)).toEqual(["companies.created", "companies.deleted"]);
});

test("merged contacts keep a company: that of the one that stays, else that of the other one", async () => {
  const { company } = (await add({ name: "Keeps", domains: ["keeps.example"] })).body;
  const { company: second } = (await add({ name: "Second" })).body;
  const merge = async (into: string, from: string) => {
    expect((await world.as(`${project()}/contacts/${into}/merge`, { body: { from } })).status).toBe(202);
    for (let i = 0; i < 6; i += 1) {
      world.clock.advance({ seconds: 61 });
      await world.tick();
    }
  };
  const [stays, byDomain] = [await known("stays@gmail.com"), await known("goes@keeps.example", { verified: false })];
  await merge(stays.contactId, byDomain.contactId);
  expect((await companyOf(stays.contactId)).company?.id).toBe(company.id);
  const [own, byHand] = [await known("own@keeps.example"), await known("hand@gmail.com", { verified: false })];
  await set(byHand.contactId, second.id);
  await merge(own.contactId, byHand.contactId);
  expect((await companyOf(own.contactId)).company?.id).toBe(second.id);
  const [said, goes] = [await known("said@gmail.com"), await known(null)];
  await set(said.contactId, null);
  await set(goes.contactId, company.id);
  await merge(said.contactId, goes.contactId);
  expect(await companyOf(said.contactId)).toMatchObject({ company: null, by: "hand" });
  expect(await world.rows("SELECT 1 FROM company_contacts WHERE contact_id = ?", goes.contactId)).toEqual([]);
});

test("erasing a contact forgets its company, and none can be set any more; deleting a project removes all", async () => {
  const at = await makeWorld({ now: "2026-11-28T09:00:00.000Z" });
  const { company } = (await add({ name: "Stays", domains: ["stays.example"] }, at)).body;
  const { contactId } = await known("gone@stays.example", { at });
  await set(contactId, company.id, at);
  expect((await at.as(`/api/management/projects/${at.projectId}/contacts/${contactId}/erase`, { body: {} })).status).toBeLessThan(300);
  for (let i = 0; i < 20; i += 1) {
    at.clock.advance({ seconds: 61 });
    await at.tick();
  }
  expect(await at.rows("SELECT 1 FROM company_contacts WHERE contact_id = ?", contactId)).toEqual([]);
  expect((await contactsOf(company.id, at)).items).toEqual([]);
  expect((await set(contactId, company.id, at)).status).toBe(409);
  const { contactId: left } = await known("left@stays.example", { at });
  await set(left, company.id, at);
  expect((await at.as(`/api/management/projects/${at.projectId}`, { method: "DELETE", body: { confirm: "Acme" } })).status).toBeLessThan(
    300,
  );
  for (let i = 0; i < 5; i += 1) {
    at.clock.advance({ seconds: 61 });
    await at.tick();
  }
  for (const table of ["companies", "company_domains", "company_words", "company_contacts"])
    expect(await at.rows(`SELECT 1 FROM ${table} WHERE project_id = ?`, at.projectId), table).toEqual([]);
});
