// Leads: adding, changing at the same time, lists and their cost, import, undo, erasure, merges, and the deletion of their project.
import { beforeAll, expect, test } from "vitest";
import { countLeads, listLeads } from "../../modules/leads/list-leads.ts";
import { makeWorld, type World } from "./world.ts";

interface Lead {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly domain: string | null;
  readonly stage: string;
  readonly lostReason: string | null;
  readonly contactId: string | null;
  readonly revision: number;
}
interface One {
  readonly lead: Lead;
  readonly code?: string;
}
let world: World;
beforeAll(async () => {
  world = await makeWorld({ now: "2026-11-28T09:00:00.000Z" });
});
const path = (at = world): string => `/api/dashboard/projects/${at.projectId}/leads`;
const add = (body: object, at = world) => {
  at.clock.advance({ seconds: 1 });
  return at.as<One>(path(at), { body: { clientId: crypto.randomUUID(), ...body } });
};
const change = (lead: Lead, body: object, at = world) =>
  at.as<One>(`${path(at)}/${lead.id}`, { method: "PATCH", body: { revision: lead.revision, ...body } });
const list = async (query = "", at = world): Promise<(string | null)[]> =>
  (await at.as<{ items: Lead[] }>(`${path(at)}${query}`)).body.items.map(({ name }) => name);

test("a lead is added once, with its company's domain, and its address belongs to no other", async () => {
  const clientId = crypto.randomUUID();
  const first = await add({ clientId, name: "Amara Okafor", email: "Amara@Acme.example" });
  expect([first.status, first.body.lead.email, first.body.lead.domain, first.body.lead.stage]).toEqual([
    201,
    "amara@acme.example",
    "acme.example",
    "new",
  ]);
  expect((await add({ clientId, name: "Amara Okafor", email: "amara@acme.example" })).status).toBe(200);
  expect((await add({ clientId, name: "Somebody else" })).status).toBe(409);
  expect((await add({ name: "Another", email: "AMARA@acme.example" })).status).toBe(409);
  expect((await add({ name: "Private", email: "private@gmail.com" })).body.lead.domain).toBeNull();
  expect((await add({ name: "Elsewhere", domain: "https://www.linkedin.com/in/elsewhere" })).body.lead.domain).toBeNull();
  expect((await add({ company: "Contoso", domain: "https://www.Contoso.example/about" })).body.lead.domain).toBe("contoso.example");
  for (const wrong of [
    {},
    { name: "  " },
    { email: "no address" },
    { domain: "javascript:alert(1)" },
    { role: "CTO" },
    { name: "x", stage: "won" },
  ])
    expect((await add(wrong)).status, JSON.stringify(wrong)).toBe(400);
});

test("of two changes to the same revision one wins, and the other is told what is stored", async () => {
  const { lead } = (await add({ name: "Contested" })).body;
  const answers = await Promise.all([
    change(lead, { stage: "contacted" }),
    change(lead, { stage: "won" }),
    change(lead, { stage: "lost", lostReason: "Price" }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  const won = answers.find(({ status }) => status === 200)?.body.lead;
  for (const { status, body } of answers) if (status === 409) expect(body.lead).toEqual(won);
});

test("a reason belongs to lost ones, an address to one lead, an owner to the project", async () => {
  const taken = (await add({ name: "Taken", email: "taken@acme.example" })).body.lead;
  let { lead } = (await add({ name: "Changing" })).body;
  expect((await change(lead, { lostReason: "Price" })).status).toBe(400);
  lead = (await change(lead, { stage: "lost", lostReason: "Price" })).body.lead;
  expect(lead.lostReason).toBe("Price");
  lead = (await change(lead, { stage: "contacted" })).body.lead;
  expect(lead.lostReason).toBeNull();
  expect((await change(lead, { email: taken.email })).status).toBe(409);
  expect((await change(lead, { ownerId: "acc_00000000000000000000000000" })).status).toBe(400);
  expect((await change(lead, { name: null })).status).toBe(400);
  const later = await change(lead, { email: "late@fabrikam.example" });
  expect([later.status, later.body.lead.domain]).toEqual([200, "fabrikam.example"]);
});

test("a search finds words of names and addresses by their beginning, and filters that do not go together are refused", async () => {
  const at = await makeWorld({ now: "2026-11-28T09:00:00.000Z" });
  for (let i = 0; i < 8; i += 1) await add({ name: `Zoë ${i}`, email: `zoe${i}@acme.example` }, at);
  expect(await list("?q=zoe", at)).toHaveLength(8);
  expect(await list("?q=zoe%203", at)).toEqual(["Zoë 3"]);
  expect(await list("?q=ZOE3%40acme", at)).toEqual(["Zoë 3"]);
  expect(await list("?q=nobody", at)).toEqual([]);
  expect(await list("?q=%25", at)).toEqual([]);
  for (const apart of ["?q=zoe&stage=new", "?domain=acme.example&stage=new", "?q=zoe&cursor=x", "?stage=none", "?owner=me"])
    expect((await at.as(`${path(at)}${apart}`)).status, apart).toBe(400);
});

test("former members who own leads are named with the counts, and their leads are listed", async () => {
  const at = await makeWorld({ now: "2026-11-28T09:00:00.000Z" });
  const join = async (name: string): Promise<string> => {
    const invitation = await at.as<{ link: string }>(`/api/management/projects/${at.projectId}/invitations`, {
      body: { clientId: crypto.randomUUID(), role: "operator" },
    });
    const email = `${name.toLowerCase()}@example.com`;
    await at.call(new URL(invitation.body.link).pathname, { body: { name, email, password: "correct horse battery" } });
    return (await at.rows<{ id: string }>("SELECT id FROM accounts WHERE email = ?", email))[0]?.id ?? "";
  };
  const counted = async (rest = "") => (await at.as<{ formerOwners: unknown[]; stages: object }>(`${path(at)}/counts${rest}`)).body;
  const [ola, ben, stays] = [await join("Ola"), await join("Ben"), await join("Stays")];
  for (const [i, owner] of [ola, ola, ben, stays].entries()) {
    const { lead } = (await add({ name: `Lead ${i}` }, at)).body;
    await at.rows("UPDATE leads SET owner_id = ? WHERE id = ?", owner, lead.id);
  }
  await add({ name: "Nobody's" }, at);
  expect((await counted()).formerOwners).toEqual([]);
  for (const gone of [ola, ben])
    expect((await at.as(`/api/management/projects/${at.projectId}/members/${gone}`, { method: "DELETE" })).status).toBe(200);
  const named = [ola, ben].toSorted().map((accountId) => ({ accountId, name: accountId === ola ? "Ola" : "Ben" }));
  expect((await counted()).formerOwners).toEqual(named);
  const theirs = await counted(`?owner=${ola}`);
  expect([theirs.formerOwners, theirs.stages]).toEqual([named, { new: 2, contacted: 0, in_conversation: 0, won: 0, lost: 0 }]);
  expect(await list(`?owner=${ola}`, at)).toEqual(["Lead 1", "Lead 0"]);
  // Of one whose leads are gone, nothing is offered; another project learns of nobody.
  await at.rows("UPDATE leads SET deleted_at = 1 WHERE owner_id = ?", ben);
  expect((await counted()).formerOwners).toEqual([{ accountId: ola, name: "Ola" }]);
  const other = await makeWorld({ now: "2026-11-28T09:00:00.000Z" });
  expect((await other.as<{ formerOwners: unknown[] }>(`${path(other)}/counts`)).body.formerOwners).toEqual([]);
});

test("lists, searches and counts cost the same at 1,000 and at 9,000 leads, and page through all once", async () => {
  const at = await makeWorld({ now: "2026-11-28T09:00:00.000Z" });
  const seed = async (from: number, to: number): Promise<void> => {
    const each = `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to})`;
    const id = "'led_' || printf('%026d', i)";
    await at.rows(
      `${each} INSERT INTO leads (id, project_id, client_id, name, email, domain, stage, same_key, revision, created_by, created_at, updated_at)
       SELECT ${id}, ?, 'c' || i, 'Person ' || i, 'p' || i || '@acme.example', 'acme.example', CASE WHEN i % 2 = 0 THEN 'new' ELSE 'won' END, 'person ' || i, 1, 'acc_00000000000000000000000000', 1, 1 FROM n`,
      at.projectId,
    );
    await at.rows(`${each} INSERT INTO lead_words (project_id, word, lead_id) SELECT ?, 'person', ${id} FROM n`, at.projectId);
  };
  const ctx = () => ({ ...at.ctx(), caller: { kind: "member", projectId: at.projectId } });
  const costs = async (): Promise<number[]> => {
    const all: number[] = [];
    for (const query of [
      {},
      { stage: "new" },
      { owner: "none" },
      { owner: "none", stage: "won" },
      { domain: "acme.example" },
      { q: "per" },
    ] as const) {
      const one = ctx();
      await listLeads(one as never, query);
      all.push(one.db.cost.rowsRead);
    }
    const one = ctx();
    await countLeads(one as never, undefined);
    return [...all, one.db.cost.rowsRead];
  };
  await seed(1, 1000);
  const before = await costs();
  await seed(1001, 9000);
  expect(await costs()).toEqual(before);
  expect(Math.max(...before)).toBeLessThanOrEqual(2000);
  const pages: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await at.as<{ items: Lead[]; next: string | null }>(`${path(at)}?stage=new${cursor ? `&cursor=${cursor}` : ""}`);
    pages.push(...page.body.items.map(({ id }) => id));
    cursor = page.body.next;
  }
  expect([pages.length, new Set(pages).size]).toEqual([4500, 4500]);
});

test("an import says what would become of each row, writes nothing before, and nothing twice", async () => {
  const at = await makeWorld({ now: "2026-11-28T09:00:00.000Z" });
  await add({ name: "There", email: "there@acme.example" }, at);
  await add({ company: "Contoso", domain: "contoso.example" }, at);
  const rows = [
    { key: crypto.randomUUID(), name: "New", email: "new@acme.example" },
    { key: crypto.randomUUID(), name: "Again", email: "NEW@acme.example" },
    { key: crypto.randomUUID(), name: "There", email: "there@acme.example" },
    { key: crypto.randomUUID(), domain: "https://contoso.example" },
  ];
  const run = async (dryRun: boolean, given: readonly object[] = rows) =>
    (
      await at.as<{ rows: { outcome: string; leadId: string | null }[] }>(`${path(at)}/import`, { body: { dryRun, rows: given } })
    ).body.rows.map(({ outcome }) => outcome);
  expect(await run(true)).toEqual(["created", "duplicate", "duplicate", "duplicate"]);
  expect(await list("", at)).toHaveLength(2);
  expect(await run(false)).toEqual(["created", "duplicate", "duplicate", "duplicate"]);
  expect(await list("", at)).toHaveLength(3);
  // Repeated, as after an answer that was lost: what it has created is its own.
  expect(await run(false)).toEqual(["created", "duplicate", "duplicate", "duplicate"]);
  expect(await list("", at)).toHaveLength(3);
  const both = Array.from({ length: 40 }, (_, i) => ({ key: crypto.randomUUID(), email: `race${i}@acme.example` }));
  const again = both.map((row) => ({ ...row, key: crypto.randomUUID() }));
  const outcomes = (await Promise.all([run(false, both), run(false, again)])).flat();
  expect(outcomes.filter((outcome) => outcome === "created")).toHaveLength(40);
  expect((await at.as(`${path(at)}/import`, { body: { dryRun: true, rows: [{ key: crypto.randomUUID(), role: "CTO" }] } })).status).toBe(
    400,
  );
  expect((await at.as(`${path(at)}/import`, { body: { dryRun: true, rows: [] } })).status).toBe(400);
});

test("a deleted lead comes back as it was for an hour; then nothing is left of it", async () => {
  const at = await makeWorld({ now: "2026-11-28T10:00:00.000Z" });
  const { lead } = (await add({ name: "Keep me", email: "keep@acme.example" }, at)).body;
  const one = `${path(at)}/${lead.id}`;
  for (let twice = 0; twice < 2; twice += 1) expect((await at.as(one, { method: "DELETE" })).status).toBe(200);
  expect([(await at.as(one)).status, await list("", at), await list("?q=keep", at)]).toEqual([404, [], []]);
  expect((await at.as<One>(`${one}/restore`, { body: {} })).body.lead).toEqual(lead);
  await at.as(one, { method: "DELETE" });
  await add({ name: "Successor", email: "keep@acme.example" }, at);
  expect((await at.as(`${one}/restore`, { body: {} })).status).toBe(409);
  // The schedule removes at seven minutes past the hour.
  at.clock.advance({ minutes: 67 });
  await at.tick();
  expect((await at.as(`${one}/restore`, { body: {} })).status).toBe(404);
  expect(await at.rows("SELECT 1 FROM leads WHERE id = ? UNION ALL SELECT 1 FROM lead_words WHERE lead_id = ?", lead.id, lead.id)).toEqual(
    [],
  );
});

test("another project's lead is answered like a missing one", async () => {
  const { lead } = (await add({ name: "Mine" })).body;
  const other = await makeWorld();
  const one = `${path(other)}/${lead.id}`;
  expect((await world.as(one)).status).toBe(404);
  expect((await world.as(one, { method: "PATCH", body: { revision: 1, name: "Yours" } })).status).toBe(404);
  expect((await world.as(one, { method: "DELETE" })).status).toBe(404);
  expect((await world.as(`${one}/restore`, { body: {} })).status).toBe(404);
});

test("erasing a contact removes the leads that it is, by link and by the address it has proved", async () => {
  const at = await makeWorld({ now: "2026-11-28T11:00:00.000Z" });
  const { contactId } = await at.visitor();
  const early = (await add({ name: "Before it was proved", email: "proved@acme.example" }, at)).body.lead;
  await at.rows("UPDATE contacts SET name = 'Private', email = 'proved@acme.example', email_verified = 1 WHERE id = ?", contactId);
  const linked = (await add({ contactId, email: "other@acme.example" }, at)).body.lead;
  const stays = (await add({ name: "Colleague", email: "colleague@acme.example" }, at)).body.lead;
  expect([early.contactId, linked.contactId, linked.name]).toEqual([null, contactId, "Private"]);
  expect((await at.as(`/api/management/projects/${at.projectId}/contacts/${contactId}/erase`, { body: {} })).status).toBeLessThan(300);
  for (let i = 0; i < 5; i += 1) await at.tick();
  expect(await at.rows<{ id: string }>("SELECT id FROM leads WHERE project_id = ?", at.projectId)).toEqual([{ id: stays.id }]);
  expect(await at.rows("SELECT 1 FROM lead_words WHERE lead_id IN (?, ?)", early.id, linked.id)).toEqual([]);
});

test("a contact is one lead, also one that was a lead before it wrote", async () => {
  const at = await makeWorld({ now: "2026-11-28T11:00:00.000Z" });
  const { contactId } = await at.visitor();
  await at.rows("UPDATE contacts SET name = 'Only a name' WHERE id = ?", contactId);
  const made = await add({ contactId }, at);
  const again = await at.as<One & { leadId?: string }>(path(at), { body: { clientId: crypto.randomUUID(), contactId } });
  expect([made.status, again.status, again.body.leadId]).toEqual([201, 409, made.body.lead.id]);
  // A corrected address does not take the contact away.
  expect((await change(made.body.lead, { email: "typo@acme.example" }, at)).body.lead.contactId).toBe(contactId);
  const early = (await add({ name: "Imported", email: "later@acme.example" }, at)).body.lead;
  const { contactId: later } = await at.visitor();
  await at.rows("UPDATE contacts SET email = 'later@acme.example', email_verified = 1 WHERE id = ?", later);
  expect((await at.as<One>(`${path(at)}/${early.id}`)).body.lead.contactId).toBe(later);
});

test("deleting the project removes its leads", async () => {
  const at = await makeWorld({ now: "2026-11-28T12:00:00.000Z" });
  const rows = Array.from({ length: 100 }, (_, i) => ({ key: crypto.randomUUID(), name: `Lead ${i}` }));
  await at.as(`${path(at)}/import`, { body: { dryRun: false, rows } });
  expect((await at.as(`/api/management/projects/${at.projectId}`, { method: "DELETE", body: { confirm: "Acme" } })).status).toBe(200);
  for (let i = 0; i < 5; i += 1) await at.tick();
  expect(
    await at.rows(
      "SELECT 1 FROM leads WHERE project_id = ? UNION ALL SELECT 1 FROM lead_words WHERE project_id = ?",
      at.projectId,
      at.projectId,
    ),
  ).toEqual([]);
});
