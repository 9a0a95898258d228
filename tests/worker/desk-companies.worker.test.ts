// Imports of companies from other help desks against their doubles: once, tied by a domain, followed, kept when changed here, undone.
import { expect, test } from "vitest";
import { CHATWOOT, type DeskImports, deskWorld, FRESHDESK, HELPSCOUT, INTERCOM, OPTIONS, ZENDESK } from "./desk-imports-kit.ts";

const WITH = { options: { ...OPTIONS, companies: true } };
const companiesOf = ({ world }: DeskImports): Promise<Record<string, unknown>[]> =>
  world.rows(
    "SELECT c.name, c.website, c.notes, c.revision, (SELECT group_concat(d.domain) FROM company_domains d WHERE d.company_id = c.id) AS domains FROM companies c WHERE c.project_id = ? ORDER BY c.name",
    world.projectId,
  );
/** Who belongs to which company by hand. */
const givenOf = async ({ world }: DeskImports): Promise<unknown[]> =>
  (
    await world.rows<{ name: string; company: string }>(
      "SELECT k.name, c.name AS company FROM company_contacts g JOIN contacts k ON k.id = g.contact_id JOIN companies c ON c.id = g.company_id WHERE g.project_id = ? ORDER BY k.name",
      world.projectId,
    )
  ).map(({ name, company }) => [name, company]);
const reportOf = async (imports: DeskImports, id: string): Promise<unknown[]> =>
  (await imports.report(id))
    .filter(({ kind }) => kind === "company")
    .map(({ title, outcome, reason, undone, notes }) => [title, outcome, reason, undone, notes.map(({ code }) => code)]);
const makeCompany = (imports: DeskImports, body: object) =>
  imports.world.as<{ company: { id: string; revision: number } }>(`/api/dashboard/projects/${imports.world.projectId}/companies`, {
    body: { clientId: crypto.randomUUID(), ...body },
  });

const LEFT = ["company_domain_anybody"];
test.for([
  {
    from: ZENDESK,
    first: { domains: "customer.example", website: null, notes: "Pays yearly." },
    left: LEFT,
    given: [["Tomas Tree", "Tree Ltd"]],
  },
  {
    from: FRESHDESK,
    first: { domains: "customer.example", website: null, notes: "Pays yearly." },
    left: LEFT,
    given: [["Tomas Tree", "Tree Ltd"]],
  },
  {
    ...{ from: HELPSCOUT, left: LEFT, given: [["Tomas Tree", "Tree Ltd"]] },
    first: { domains: "customer.example", website: "https://customer.example/", notes: "Pays yearly." },
  },
  {
    from: INTERCOM,
    first: { domains: null, website: "https://customer.example/", notes: null },
    ...{
      left: [],
      given: [
        ["Nadia Novak", "Customer Inc"],
        ["Tomas Tree", "Tree Ltd"],
      ],
    },
  },
])(
  "$from.platform: companies come with their domains, and who does not belong by domain is given theirs",
  async ({ from, first, left, given }) => {
    const imports = await deskWorld();
    const { world, desks } = imports;
    desks.most = 1;
    const preview = await world.as(`${imports.path}/desk-import-preview`, { body: { from } });
    expect(preview.body).toMatchObject({ companies: 2 });
    const dry = await imports.runToEnd(from, { ...WITH, dry: true });
    expect(await reportOf(imports, dry.id)).toEqual([
      ["Customer Inc", "created", null, null, left],
      ["Tree Ltd", "created", null, null, []],
    ]);
    expect([await companiesOf(imports), await givenOf(imports)]).toEqual([[], []]);

    const run = await imports.runToEnd(from, WITH);
    expect(run).toMatchObject({ state: "done", counts: { created: 5, messages: 12, companies: 2 } });
    expect(await companiesOf(imports)).toEqual([
      { name: "Customer Inc", revision: 1, ...first },
      { name: "Tree Ltd", website: null, notes: null, revision: 1, domains: null },
    ]);
    expect(await givenOf(imports)).toEqual(given);
    expect((await imports.report(run.id)).flatMap(({ notes }) => notes.map(({ code }) => code))).not.toContain("company");
    for (const table of [
      "jobs WHERE kind <> 'desk.import' AND project_id",
      "mail_deliveries WHERE project_id",
      "audit_log WHERE action LIKE 'companies.%' AND project_id",
    ])
      expect([table, await world.rows(`SELECT 1 FROM ${table} = ?`, world.projectId)]).toEqual([table, []]);

    // One changes there, the other here.
    for (const company of desks.support.companies) company.name += " & Sons";
    const [tree] = await world.rows<{ id: string }>("SELECT id FROM companies WHERE project_id = ? AND name = 'Tree Ltd'", world.projectId);
    await world.as(`/api/dashboard/projects/${world.projectId}/companies/${tree?.id}`, {
      method: "PATCH",
      body: { revision: 1, notes: "Ours." },
    });
    const second = await imports.runToEnd(from, WITH);
    expect(second.counts).toMatchObject({ companies: 1 });
    expect(await reportOf(imports, second.id)).toEqual([
      ["Customer Inc & Sons", "updated", null, null, left],
      ["Tree Ltd & Sons", "kept", "worked_on_here", null, []],
    ]);
    const third = await imports.runToEnd(from, WITH);
    expect((await reportOf(imports, third.id)).map((row) => (row as unknown[])[1])).toEqual(["unchanged", "kept"]);
    expect((await companiesOf(imports)).map(({ name, notes }) => [name, notes])).toEqual([
      ["Customer Inc & Sons", first.notes],
      ["Tree Ltd", "Ours."],
    ]);

    // The undo takes back what nobody changed, and who belongs where; a later run brings it again.
    expect(await imports.undo(run.id)).toMatchObject({ state: "undone", counts: { removed: 5 } });
    expect((await companiesOf(imports)).map(({ name }) => name)).toEqual(["Tree Ltd"]);
    expect(await givenOf(imports)).toEqual([]);
    expect((await reportOf(imports, run.id)).map((row) => (row as unknown[])[3])).toEqual(["removed", "left"]);
    expect(await imports.count("company_words")).toBe(2);
    await imports.runToEnd(from, { options: { ...WITH.options, everything: true } });
    expect((await companiesOf(imports)).map(({ name }) => name)).toEqual(["Customer Inc & Sons", "Tree Ltd"]);
    expect((await givenOf(imports)).length).toBe(given.length);
  },
);

test("Chatwoot knows companies by their names alone: one for each name, and its contacts belong to it", async () => {
  const imports = await deskWorld();
  const preview = await imports.world.as(`${imports.path}/desk-import-preview`, { body: { from: CHATWOOT } });
  expect(preview.body).toMatchObject({ companies: null });
  const run = await imports.runToEnd(CHATWOOT, WITH);
  expect(run).toMatchObject({ state: "done", counts: { created: 5, companies: 2 } });
  expect((await companiesOf(imports)).map(({ name, domains }) => [name, domains])).toEqual([
    ["Customer Inc", null],
    ["Tree Ltd", null],
  ]);
  expect(await givenOf(imports)).toEqual([
    ["Nadia Novak", "Customer Inc"],
    ["Tomas Tree", "Tree Ltd"],
  ]);
  await imports.undo(run.id);
  expect([await companiesOf(imports), await givenOf(imports), await imports.count("desk_import_companies")]).toEqual([[], [], 0]);
});

test("a company here that has one of the domains is tied: it stays as it is, and contacts belong to it", async () => {
  const imports = await deskWorld();
  const { world, desks } = imports;
  await makeCompany(imports, { name: "Ours", domains: ["customer.example"] });
  desks.support.companies.push({ id: 902, name: "Odd", domains: ["not a domain", "odd.example", "tree.example"] });
  desks.support.companies[1]?.domains.push("tree.example");
  const nadia = desks.support.users.find(({ id }) => id === 101);
  if (nadia) nadia.email = "nadia@elsewhere.example";
  const run = await imports.runToEnd(ZENDESK, WITH);
  expect(await reportOf(imports, run.id)).toEqual([
    ["Customer Inc", "kept", "company_tied", null, ["company_tied", "company_domain_anybody"]],
    ["Tree Ltd", "created", null, null, []],
    ["Odd", "kept", "company_tied", null, ["company_tied", "company_domain_bad"]],
  ]);
  expect((await companiesOf(imports)).map(({ name, domains, revision }) => [name, domains, revision])).toEqual([
    ["Ours", "customer.example", 1],
    ["Tree Ltd", "tree.example", 1],
  ]);
  expect(await givenOf(imports)).toEqual([
    ["Nadia Novak", "Ours"],
    ["Tomas Tree", "Tree Ltd"],
  ]);
  await imports.undo(run.id);
  expect((await companiesOf(imports)).map(({ name }) => name)).toEqual(["Ours"]);
  expect(await givenOf(imports)).toEqual([]);
  expect((await world.rows("SELECT 1 FROM company_domains WHERE project_id = ?", world.projectId)).length).toBe(1);
});

test("what a member said of a contact's company stays, also after the undo; without the choice the report names what is left out", async () => {
  const imports = await deskWorld();
  const { world, desks } = imports;
  const without = await imports.runToEnd();
  expect(
    (await imports.report(without.id)).filter(({ notes }) => notes.some(({ code }) => code === "company")).map(({ sourceId }) => sourceId),
  ).toEqual(["11", "12", "13", "16"]);
  expect(desks.requests.some((path) => path.includes("organizations"))).toBe(false);
  const { body } = await makeCompany(imports, { name: "Ours" });
  const [tomas] = await world.rows<{ id: string }>("SELECT id FROM contacts WHERE project_id = ? AND name = 'Tomas Tree'", world.projectId);
  await world.as(`/api/dashboard/projects/${world.projectId}/contacts/${tomas?.id}/company`, {
    method: "PUT",
    body: { companyId: body.company.id },
  });
  // Everything is read again, and nothing changed there: companies come all the same.
  const nadia = desks.support.users.find(({ id }) => id === 101);
  if (nadia) nadia.company = 901;
  const run = await imports.runToEnd(ZENDESK, { options: { ...WITH.options, everything: true } });
  expect(run.counts).toMatchObject({ unchanged: 5, companies: 2 });
  expect(await givenOf(imports)).toEqual([
    ["Nadia Novak", "Tree Ltd"],
    ["Tomas Tree", "Ours"],
  ]);
  // What an import said, a later one may say otherwise.
  if (nadia) nadia.company = 900;
  await world.rows("UPDATE contacts SET email = 'n@elsewhere.example' WHERE project_id = ? AND name = 'Nadia Novak'", world.projectId);
  await imports.runToEnd(ZENDESK, { options: { ...WITH.options, everything: true } });
  expect(await givenOf(imports)).toEqual([
    ["Nadia Novak", "Customer Inc"],
    ["Tomas Tree", "Ours"],
  ]);
  await imports.undo(run.id);
  expect((await companiesOf(imports)).map(({ name }) => name)).toEqual(["Customer Inc", "Ours"]);
  expect(await givenOf(imports)).toEqual([
    ["Nadia Novak", "Customer Inc"],
    ["Tomas Tree", "Ours"],
  ]);
});

test("a token that may not read companies costs them alone, and what was deleted here does not come back", async () => {
  const imports = await deskWorld();
  const { world, desks } = imports;
  desks.trouble = (_, path) => (path.startsWith("/api/v2/organizations") ? new Response(null, { status: 403 }) : undefined);
  const refused = await imports.runToEnd(ZENDESK, WITH);
  expect(refused).toMatchObject({ state: "done", counts: { created: 5, companies: 0 } });
  expect(await reportOf(imports, refused.id)).toEqual([["", "skipped", "companies_refused", null, []]]);
  desks.trouble = () => undefined;
  await imports.runToEnd(ZENDESK, WITH);
  const [tree] = await world.rows<{ id: string }>("SELECT id FROM companies WHERE project_id = ? AND name = 'Tree Ltd'", world.projectId);
  await world.as(`/api/dashboard/projects/${world.projectId}/companies/${tree?.id}`, { method: "DELETE" });
  const again = await imports.runToEnd(ZENDESK, WITH);
  expect(await reportOf(imports, again.id)).toEqual([
    ["Customer Inc", "unchanged", null, null, []],
    ["Tree Ltd", "skipped", "removed_here", null, []],
  ]);
  const file = await world.as<string>(`${imports.path}/desk-imports/${again.id}/report.csv?kind=company`);
  expect(file.body).toContain('"Company","901","Tree Ltd","Skipped","It was removed here.",""');
  expect(file.body).not.toContain('"Conversation"');
});

test("interrupted at any request, companies are stored once", { timeout: 240_000 }, async () => {
  const imports = await deskWorld();
  const { desks } = imports;
  desks.most = 1;
  const run = (await imports.start(FRESHDESK, WITH)).body.run;
  for (let n = 1; n < 9; n += 1) {
    const already = desks.requests.length;
    desks.trouble = (at) => {
      if (at > already + n) throw new Error("the worker was killed");
      return undefined;
    };
    imports.world.clock.advance({ minutes: 6 });
    await imports.world.tick();
  }
  desks.trouble = () => undefined;
  imports.world.clock.advance({ minutes: 40 });
  expect(await imports.untilEnded(run.id)).toMatchObject({ state: "done", counts: { created: 5, messages: 12, companies: 2 } });
  expect((await companiesOf(imports)).length).toBe(2);
});
