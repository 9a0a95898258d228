// Imports of contacts from CSV: dry run, what becomes of each row, contacts that are here, addresses that prove nothing, undo, erasure.
import { expect, test } from "vitest";
import { importWorld } from "./contact-imports-kit.ts";
import { erase, keysOf, tick } from "./erasure-kit.ts";

const FILE =
  "Name,E-Mail,Telefon,Firma,Plan,Kundennummer,Notiz\nAmara Okafor,Amara@Acme.example,+49 170 1,Acme,Gold,K-1,Likes tea\nJonas,j@acme.example,,Acme,Silver,K-2,\n,broken,,,,,\n";

test("a dry run says what would happen, and changes nothing; the import does it once", async () => {
  const imports = await importWorld();
  const { world } = imports;
  await imports.attribute("plan", "choice", ["Gold", "Silver"]);
  const sent = await imports.send(FILE);
  expect(sent).toMatchObject({ state: "ready", total: 3, encoding: "utf-8", delimiter: ",", hasFile: true });
  const sample = await imports.sample(sent.id);
  expect(sample.body.suggested).toEqual(["name", "email", "phone", "company", "attribute:plan", "external_id", "note"]);
  expect(sample.body.rows[0]).toEqual(["Amara Okafor", "Amara@Acme.example", "+49 170 1", "Acme", "Gold", "K-1", "Likes tea"]);

  const checked = await imports.run(sent.id, "check");
  expect(checked).toMatchObject({ state: "checked", dry: true, counts: { created: 2, updated: 0, unchanged: 0, skipped: 1 } });
  expect(await imports.contacts()).toEqual([]);
  const done = await imports.run(sent.id, "start");
  expect(done).toMatchObject({ state: "done", dry: false, at: 3, counts: { created: 2, updated: 0, unchanged: 0, skipped: 1 } });
  expect(await imports.contacts()).toEqual([
    { name: "Amara Okafor", email: "amara@acme.example", email_verified: 0, attributes: '{"phone":"+49 170 1","plan":"Gold"}' },
    { name: "Jonas", email: "j@acme.example", email_verified: 0, attributes: '{"plan":"Silver"}' },
  ]);
  expect((await imports.report(sent.id)).map(({ line, outcome, reason, place }) => [line, outcome, reason, place])).toEqual([
    [2, "created", null, null],
    [3, "created", null, null],
    [4, "skipped", "bad_email", 1],
  ]);
  expect(await world.rows("SELECT content FROM contact_notes WHERE project_id = ?", world.projectId)).toEqual([{ content: "Likes tea" }]);
  expect(await world.rows("SELECT name FROM companies WHERE project_id = ?", world.projectId)).toEqual([{ name: "Acme" }]);
  expect(await world.rows("SELECT count(*) AS n FROM company_contacts WHERE project_id = ?", world.projectId)).toEqual([{ n: 2 }]);
  expect(await world.rows("SELECT count(*) AS n FROM contact_import_keys WHERE project_id = ?", world.projectId)).toEqual([{ n: 0 }]);
  // It can't begin again, and another import of the same file changes nothing.
  expect((await imports.go(sent.id, "start", { mapping: sample.body.suggested, existing: "fill" })).status).toBe(409);
  for (const existing of ["fill", "overwrite"])
    expect(await imports.import(FILE, { existing })).toMatchObject({ counts: { created: 0, updated: 0, unchanged: 2, skipped: 1 } });
  expect(await imports.import(FILE, { existing: "leave" })).toMatchObject({ counts: { created: 0, unchanged: 0, skipped: 3 } });
});

test("what is here is filled, overwritten or left, and a verified address stays", async () => {
  const imports = await importWorld();
  const { world } = imports;
  await imports.attribute("plan", "text");
  const visitor = await world.visitor();
  await world.rows(
    `UPDATE contacts SET name = 'Old Name', email = 'v@acme.example', email_verified = 1, attributes = '{"plan":"a"}' WHERE id = ?`,
    visitor.contactId,
  );
  const file = (email: string): string => `Contact ID,Name,Email,Plan\n${visitor.contactId},New Name,${email},b\n`;
  const state = async () =>
    (await world.rows("SELECT name, email, email_verified AS v, attributes FROM contacts WHERE id = ?", visitor.contactId))[0];
  const filled = await imports.import(file("v@acme.example"));
  expect(filled.counts).toMatchObject({ unchanged: 1, updated: 0 });
  const over = await imports.import(file("other@acme.example"), { existing: "overwrite" });
  expect(over.counts).toMatchObject({ updated: 1 });
  expect((await imports.report(over.id))[0]).toMatchObject({ outcome: "updated", reason: "verified_address" });
  expect(await state()).toEqual({ name: "New Name", email: "v@acme.example", v: 1, attributes: '{"plan":"b"}' });
  const undone = await imports.undo(over.id);
  expect(undone).toMatchObject({ state: "undone", counts: { restored: 1, removed: 0, kept: 0 } });
  expect(await state()).toEqual({ name: "Old Name", email: "v@acme.example", v: 1, attributes: '{"plan":"a"}' });
});

test("an undo removes what nobody used, puts back what nobody changed, and says what stays", async () => {
  const imports = await importWorld();
  const { world } = imports;
  await imports.attribute("plan", "text");
  await imports.import("Name,Email\nHere,here@a.example\nChanged,changed@a.example\n");
  const run = await imports.import(
    "Name,Email,Plan,Company,Note,External ID\nX,here@a.example,p,Co,said,1\nY,changed@a.example,p,,,\nNew,new@b.example,p,Co,text,2\nUsed,used@b.example,p,,,\n",
    { existing: "overwrite" },
  );
  expect(run.counts).toMatchObject({ created: 2, updated: 2 });
  const idOf = async (email: string) =>
    (await world.rows<{ id: string }>("SELECT id FROM contacts WHERE project_id = ? AND email = ?", world.projectId, email))[0]?.id ?? "";
  const contact = `/api/dashboard/projects/${world.projectId}/contacts`;
  await world.as(`${contact}/${await idOf("changed@a.example")}`, { method: "PATCH", body: { name: "By hand" } });
  await world.as(`${contact}/${await idOf("used@b.example")}/notes`, { body: { clientId: crypto.randomUUID(), content: "ours" } });
  const undone = await imports.undo(run.id);
  expect(undone).toMatchObject({ state: "undone", counts: { removed: 1, restored: 2, kept: 1 } });
  expect((await imports.contacts()).map(({ name, email, attributes }) => [name, email, attributes])).toEqual([
    ["By hand", "changed@a.example", "{}"],
    ["Here", "here@a.example", "{}"],
    ["Used", "used@b.example", '{"plan":"p"}'],
  ]);
  expect((await imports.report(run.id)).map(({ undone: how }) => how)).toEqual(["restored", "restored", "removed", "kept"]);
  for (const table of ["companies", "company_contacts", "contact_external_ids"])
    expect(await world.rows(`SELECT * FROM ${table} WHERE project_id = ?`, world.projectId), table).toEqual([]);
  expect(await world.rows("SELECT content FROM contact_notes WHERE project_id = ?", world.projectId)).toEqual([{ content: "ours" }]);
});

test("an erasure removes files, what receipts say and ids; an import under way ends without its file", async () => {
  const imports = await importWorld();
  const { world } = imports;
  const run = await imports.import("Name,Email,External ID\nCanary,canary@a.example,canary-7\nOther,o@a.example,8\n");
  const waiting = await imports.send("Name,Email\nCanary,canary@a.example\n");
  const objects = async (): Promise<number> => (await keysOf(world)).filter((key) => key.startsWith("ci/")).length;
  const before = await objects();
  expect(before).toBeGreaterThanOrEqual(2);
  const contactId = (await imports.report(run.id))[0]?.contact?.id ?? "";
  expect((await erase(world, { contactId })).status).toBeLessThan(300);
  for (let i = 0; i < 5; i += 1) {
    world.clock.advance({ minutes: 1 });
    await tick(world);
  }
  expect(await objects()).toBe(before - 2);
  expect(await world.rows("SELECT external_id FROM contact_external_ids WHERE project_id = ?", world.projectId)).toEqual([
    { external_id: "8" },
  ]);
  for (const table of ["contact_import_rows", "contact_imports", "contact_import_files", "contacts"])
    expect(JSON.stringify(await world.rows(`SELECT * FROM ${table} WHERE project_id = ?`, world.projectId)).toLowerCase()).not.toContain(
      "canary",
    );
  expect(await imports.read(waiting.id)).toMatchObject({ hasFile: false, headings: [] });
  expect((await imports.go(waiting.id, "start", { mapping: ["name", "email"], existing: "fill" })).status).toBe(409);
  // The rest of the first import is still undone.
  expect(await imports.undo(run.id)).toMatchObject({ state: "undone", counts: { removed: 1, kept: 1 } });
});

test("an erasure that begins between two batches stops the import: it does not bring the person back", async () => {
  const imports = await importWorld();
  const { world } = imports;
  const rows = Array.from({ length: 250 }, (_, i) => `P,p${i}@a.example\n`).join("");
  const before = await imports.import("Name,Email\nCanary,p150@a.example\n");
  const contactId = (await imports.report(before.id))[0]?.contact?.id ?? "";
  const { id } = await imports.send(`Name,Email\n${rows}`);
  const bucket = world.env.FILES;
  let reads = 0;
  // The second block was read when the erasure begins.
  const get = async (...given: Parameters<R2Bucket["get"]>) => {
    const found = await bucket.get(...given);
    reads += 1;
    if (reads === 2) expect((await erase(world, { contactId })).status).toBeLessThan(300);
    return found;
  };
  const FILES = new Proxy(bucket, {
    get: (target, key) => {
      const value: unknown = key === "get" ? get : Reflect.get(target, key);
      return typeof value === "function" ? (value as (...all: unknown[]) => unknown).bind(target) : value;
    },
  });
  const begun = await world.as(`${imports.path}/${id}/start`, {
    body: { mapping: ["name", "email"], existing: "fill" },
    env: { ...world.env, FILES },
  });
  expect(begun.status).toBe(200);
  for (let i = 0; i < 5 && reads < 2; i += 1) {
    world.clock.advance({ minutes: 1 });
    await tick(world, { ...world.env, FILES });
  }
  expect(reads).toBe(2);
  expect(await imports.end(id)).toMatchObject({ state: "failed", error: "file_gone", at: 100, counts: { created: 100 } });
  expect(await world.rows("SELECT id FROM contacts WHERE project_id = ? AND email = 'p150@a.example'", world.projectId)).toEqual([]);
});

test("a duplicate is found in a later batch, too: the dry run says what the import does", async () => {
  const imports = await importWorld();
  const { world } = imports;
  await imports.import("Name,External ID\nHere,e-1\n");
  const file = [
    "Name,Email,External ID",
    "First,a@x.example,",
    "Second,b@x.example,e-2",
    "Here,c@x.example,e-1",
    ...Array.from({ length: 150 }, (_, i) => `P,p${i}@x.example,`),
    "Changed,a@x.example,",
    "Changed,,e-2",
    "Changed,c@x.example,",
    "Changed,a@x.example,e-1",
    "",
  ].join("\n");
  const { id } = await imports.send(file);
  const ends = async () => (await imports.report(id)).slice(-4).map(({ outcome, reason }) => [outcome, reason]);
  const checked = await imports.run(id, "check", { existing: "overwrite" });
  expect(checked.counts).toMatchObject({ created: 152, updated: 1, skipped: 4 });
  const said = await ends();
  const done = await imports.run(id, "start", { existing: "overwrite" });
  expect(done.counts).toEqual(checked.counts);
  expect(await ends()).toEqual(said);
  expect(said).toEqual(Array.from({ length: 4 }, () => ["skipped", "duplicate"]));
  expect(await world.rows("SELECT id FROM contacts WHERE project_id = ? AND name = 'Changed'", world.projectId)).toEqual([]);
});

test("an undo that begins again counts each row once", async () => {
  const imports = await importWorld();
  const { world } = imports;
  await imports.import("Name,Email\nHere,here@a.example\n");
  const run = await imports.import("Name,Email\nX,here@a.example\nNew,new@a.example\n", { existing: "overwrite" });
  const undone = await imports.undo(run.id);
  expect(undone.counts).toMatchObject({ removed: 1, restored: 1, kept: 0 });
  // As if it had stopped, because its member was gone.
  await world.rows("UPDATE contact_imports SET state = 'done' WHERE id = ?", run.id);
  expect((await imports.undo(run.id)).counts).toEqual(undone.counts);
});

test("a row whose contact somebody changed meanwhile adds nothing", async () => {
  const imports = await importWorld();
  const { world } = imports;
  await imports.import("Name,Email\nA,a@a.example\nB,b@a.example\n");
  // Between what the batch has read and what it changes.
  await world.rows(
    "CREATE TRIGGER meanwhile AFTER UPDATE OF at ON contact_imports WHEN NEW.at > 0 BEGIN UPDATE contacts SET name = 'Meanwhile' WHERE email = 'a@a.example' AND name = 'A'; END",
  );
  const run = await imports.import("Name,Email,External ID,Company,Note\nX,a@a.example,1,One,first\nY,b@a.example,2,Two,second\n", {
    existing: "overwrite",
  });
  await world.rows("DROP TRIGGER meanwhile");
  expect((await imports.report(run.id)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ["skipped", "changed_meanwhile"],
    ["updated", null],
  ]);
  expect((await imports.contacts()).map(({ name }) => name)).toEqual(["Meanwhile", "Y"]);
  const values = async (column: string, table: string) =>
    (await world.rows<{ value: string }>(`SELECT ${column} AS value FROM ${table} WHERE project_id = ?`, world.projectId)).map(
      ({ value }) => value,
    );
  expect(await values("external_id", "contact_external_ids")).toEqual(["2"]);
  expect(await values("name", "companies")).toEqual(["Two"]);
  expect(await values("content", "contact_notes")).toEqual(["second"]);
  expect(await values("company_id", "company_contacts")).toHaveLength(1);
});

test("an undo removes all companies that nobody uses, beyond those that stay", async () => {
  const imports = await importWorld();
  const { world } = imports;
  const rows = Array.from({ length: 450 }, (_, i) => `p${i}@a.example,Company ${i}\n`).join("");
  const run = await imports.import(`Email,Company\n${rows}`);
  await world.rows("UPDATE companies SET revision = 2 WHERE project_id = ? AND name IN ('Company 0', 'Company 449')", world.projectId);
  expect(await imports.undo(run.id)).toMatchObject({ state: "undone", counts: { removed: 450 } });
  expect(await world.rows("SELECT name FROM companies WHERE project_id = ? ORDER BY name", world.projectId)).toEqual([
    { name: "Company 0" },
    { name: "Company 449" },
  ]);
});

test("first and last names become the name, whatever they are called and whichever comes first", async () => {
  const imports = await importWorld();
  const names = async () => (await imports.contacts()).map(({ name }) => name);
  const german = await imports.send("Name;Vorname;E-Mail\nLovelace;Ada;ada@example.test\n;Grace;grace@example.test\n");
  expect((await imports.sample(german.id)).body.suggested).toEqual(["last_name", "first_name", "email"]);
  expect((await imports.run(german.id, "start")).counts).toMatchObject({ created: 2, skipped: 0 });
  expect(await names()).toEqual(["Ada Lovelace", "Grace"]);
  await imports.import("First Name,Last Name,Email\nAda,,ada@example.test\n", { existing: "overwrite" });
  expect(await names()).toEqual(["Ada Lovelace", "Grace"]);
  await imports.import("First Name,Last Name,Email\n伟,王,wei@example.test\n");
  await imports.import("First Name,Last Name,Full name,Email\nM.,Curie,Marie Curie,marie@example.test\n");
  expect(await names()).toEqual(["Ada Lovelace", "Grace", "Marie Curie", "王伟"]);
  const long = await imports.import(
    `الاسم الأول,اسم العائلة,البريد الإلكتروني\n${"ن".repeat(80)},${"م".repeat(80)},noon@example.test\nعلي,حسن,ali@example.test\n`,
  );
  expect(await imports.report(long.id)).toMatchObject([{ outcome: "skipped", reason: "bad_name" }, { outcome: "created" }]);
  expect(await names()).toContain("علي حسن");
});
