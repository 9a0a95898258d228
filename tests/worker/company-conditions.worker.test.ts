// Companies in the conditions of views and rules: by domain and by hand, through every change of who belongs to whom.
import { beforeAll, expect, test } from "vitest";
import { makeWorld, type Visitor, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
}, 60_000);
const uuid = (): string => crypto.randomUUID();
const base = (): string => `/api/dashboard/projects/${world.projectId}`;

async function company(name: string, ...domains: readonly string[]): Promise<string> {
  const { status, body } = await world.as<{ company: { id: string } }>(`${base()}/companies`, {
    body: { clientId: uuid(), name, domains },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.company.id;
}
/** A conversation of a contact with this address. */
async function opens(email: string | null): Promise<{ visitor: Visitor; id: string; contactId: string }> {
  const visitor = await world.visitor();
  const { id } = (await visitor.open("Hello")).body.conversation;
  if (email !== null) await world.rows("UPDATE contacts SET email = ? WHERE id = ?", email, visitor.contactId);
  return { visitor, id, contactId: visitor.contactId };
}
async function view(is: "any" | "none", ...values: readonly string[]): Promise<string> {
  const { status, body } = await world.as<{ view: { id: string } }>(`${base()}/views`, {
    body: { clientId: uuid(), kind: "personal", name: "V", icon: "", sort: "created", conditions: [{ field: "company", is, values }] },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.view.id;
}
const listed = async (id: string): Promise<string[]> => {
  const { status, body } = await world.as<{ items: { id: string }[] }>(`${world.conversations}?view=${id}`);
  expect(status).toBe(200);
  return body.items.map((row) => row.id).sort();
};
const give = (contactId: string, companyId: string | null) =>
  world.as(`${base()}/contacts/${contactId}/company`, { method: "PUT", body: { companyId } });
const letDomainDecide = (contactId: string) => world.as(`${base()}/contacts/${contactId}/company`, { method: "DELETE" });

test("a view of a company follows its domains, what members say, addresses and its deletion", async () => {
  const acme = await company("Acme", "acme.example");
  const beta = await company("Beta");
  const [ann, bob, cy] = [await opens("ann@acme.example"), await opens("bob@elsewhere.example"), await opens(null)];
  const [ofAcme, ofBoth, ofNone, notAcme] = [
    await view("any", acme),
    await view("any", acme, beta),
    await view("any", "none"),
    await view("none", acme),
  ];
  const are = async (a: readonly { id: string }[], both: readonly { id: string }[], none: readonly { id: string }[]) => {
    const ids = (of: readonly { id: string }[]): string[] => of.map(({ id }) => id).sort();
    expect(await listed(ofAcme)).toEqual(ids(a));
    expect(await listed(ofBoth)).toEqual(ids(both));
    expect(await listed(ofNone)).toEqual(ids(none));
    expect(await listed(notAcme)).toEqual(ids([ann, bob, cy].filter((each) => !a.includes(each))));
  };
  await are([ann], [ann], [bob, cy]);
  // By hand, also none, and back to the domain.
  expect((await give(cy.contactId, beta)).status).toBe(200);
  expect((await give(ann.contactId, null)).status).toBe(200);
  await are([], [cy], [ann, bob]);
  expect((await letDomainDecide(ann.contactId)).status).toBe(200);
  await are([ann], [ann, cy], [bob]);
  // Another domain, and another address.
  const change = async (domains: readonly string[]) => {
    const { revision } = (await world.as<{ company: { revision: number } }>(`${base()}/companies/${acme}`)).body.company;
    const { status, body } = await world.as(`${base()}/companies/${acme}`, {
      method: "PATCH",
      body: { revision, domains },
    });
    expect(status, JSON.stringify(body)).toBe(200);
  };
  await change(["elsewhere.example"]);
  await are([bob], [bob, cy], [ann]);
  await world.rows("UPDATE contacts SET email = 'ann@elsewhere.example' WHERE id = ?", ann.contactId);
  await are([ann, bob], [ann, bob, cy], []);
  // What is deleted has no contacts, by domain nor by hand.
  for (const id of [beta, acme]) {
    expect((await world.as(`${base()}/companies/${id}`, { method: "DELETE" })).status).toBe(200);
    await world.tick();
  }
  await are([], [], [ann, bob, cy]);
  expect(await world.rows("SELECT 1 FROM saved_view_domains UNION ALL SELECT 1 FROM saved_view_contacts")).toEqual([]);
});

test("a domain with many contacts is compared page by page until all are", async () => {
  const { contactId, id } = await opens("first@many.example");
  await world.rows(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 450)
     INSERT INTO contacts (project_id, id, state, email, email_verified, created_at, last_seen_at)
     SELECT c.project_id, printf('con_%026d', n.i), 'active', 'c' || n.i || '@many.example', 0, c.created_at, c.last_seen_at FROM contacts c, n WHERE c.id = ?`,
    contactId,
  );
  await world.rows(
    `INSERT INTO conversations (project_id, id, contact_id, client_id, door, status, revision, created_at, last_activity_at)
     SELECT k.project_id, printf('cnv_%s', substr(k.id, 5)), k.id, k.id || n.value, 'widget', 'open', 1, 1, 1
     FROM contacts k, json_each('[1]') n WHERE k.id LIKE 'con_0000000000%'`,
  );
  // One of them has several.
  await world.rows(
    `INSERT INTO conversations (project_id, id, contact_id, client_id, door, status, revision, created_at, last_activity_at)
     SELECT v.project_id, printf('cnv_%026d', 900 + n.value), v.contact_id, v.client_id || n.value, 'widget', 'open', 1, 1, 1
     FROM conversations v, json_each('[1,2,3]') n WHERE v.id = printf('cnv_%026d', 440)`,
  );
  const many = await company("Many");
  const of = await view("any", many);
  expect(await listed(of)).toEqual([]);
  const { status } = await world.as(`${base()}/companies/${many}`, {
    method: "PATCH",
    body: { revision: 1, domains: ["many.example"] },
  });
  expect(status).toBe(200);
  const count = async () =>
    (await world.as<{ views: { id: string; count: number }[] }>(`${base()}/views`)).body.views.find((each) => each.id === of)?.count;
  for (let i = 0; i < 6; i += 1) {
    await listed(of);
    await count();
  }
  expect(
    await world.rows("SELECT count(*) AS n FROM saved_view_rows r JOIN saved_views w ON w.index_id = r.index_id WHERE w.id = ?", of),
  ).toEqual([{ n: 454 }]);
  expect((await listed(of)).length).toBe(50);
  expect(id).not.toBe("");
});

test("a rule acts in conversations of a company only", async () => {
  const acme = await company("Acme Two", "two.example");
  const rule = {
    ...{ name: "Urgent", enabled: true, trigger: "customer_message", minutes: null, words: [], note: "" },
    conditions: [{ field: "company", is: "any", values: [acme] }],
    steps: [{ action: "priority", value: { priority: "urgent" } }],
  };
  const made = await world.as(`/api/management/projects/${world.projectId}/automation-rules`, { body: { clientId: uuid(), rule } });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const [theirs, others] = [await opens("ann@two.example"), await opens("ann@three.example")];
  for (const { visitor, id } of [theirs, others]) await visitor.postMessage(id, "Hello?");
  await world.tick();
  const priority = async (id: string) =>
    (await world.as<{ conversation: { fields?: { priority?: string } } }>(`${world.conversations}/${id}`)).body.conversation.fields
      ?.priority;
  expect(await priority(theirs.id)).toBe("urgent");
  expect(await priority(others.id)).toBeUndefined();
});

test("only domains that come or go have their contacts compared anew; many that are noted take few looks", async () => {
  const id = await company("Gamma", "gamma.example");
  const ofGamma = await view("any", id);
  expect(await listed(ofGamma)).toEqual([]);
  const noted = async (table: string): Promise<number> =>
    Number((await world.rows<{ n: number }>(`SELECT count(*) AS n FROM saved_view_${table} WHERE project_id = ?`, world.projectId))[0]?.n);
  const { revision } = (await world.as<{ company: { revision: number } }>(`${base()}/companies/${id}`)).body.company;
  expect((await world.as(`${base()}/companies/${id}`, { method: "PATCH", body: { revision, notes: "Pays late." } })).status).toBe(200);
  expect(await noted("domains")).toBe(0);
  // As an import notes them: most of them have no conversation.
  const one = await opens("one@elsewhere.example");
  await world.rows(
    `WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 400)
     INSERT INTO saved_view_contacts (project_id, contact_id) SELECT ?, 'con_' || value FROM n`,
    world.projectId,
  );
  expect((await give(one.contactId, id)).status).toBe(200);
  expect([await listed(ofGamma), await noted("contacts")]).toEqual([[one.id], 0]);
});
