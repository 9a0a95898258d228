// E9: concurrent calls compete for what only some may have. The results equal some sequential order, and a refused call leaves no trace.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import { afterAll, beforeAll, test } from "vitest";
import { type Served, serveBuild } from "../../scripts/lib/serve.ts";
import { type Answer, Operator, PNG, Visitor } from "../support/desk.ts";
import { check } from "./check.ts";
import { count, readFinal } from "./final.ts";
import { HIGH_LIMITS, many, SITE, sleep, statuses, vars } from "./load.ts";

const TIMES = process.env["LONG"] === "1" ? 20 : 1;

interface Tenant {
  owner: Operator;
  project: { id: string; key: string };
}
let served: Served;
async function makeTenant(name = `Desk ${randomUUID().slice(0, 8)}`): Promise<Tenant> {
  const signedIn = new Operator(served.url);
  assert.equal((await signedIn.login()).status, 200);
  return { owner: signedIn, project: await signedIn.project(name, SITE) };
}
/** A visitor with a session. */
async function visitorOf(d: Tenant): Promise<Visitor> {
  const guest = new Visitor(served.url, d.project.key, SITE);
  assert.equal((await guest.start()).status, 201);
  return guest;
}
const at = (d: Tenant, conversationId: string, path: string): string =>
  `/api/dashboard/projects/${d.project.id}/conversations/${conversationId}${path}`;
const accountOf = async (person: Operator): Promise<string> =>
  (await person.call<{ person: { id: string } }>("/api/account/me")).body.person.id;
let here: Tenant;
beforeAll(async () => {
  served = await serveBuild({ tick: false, vars: vars() });
  await new Operator(served.url).setup();
  here = await makeTenant("Here");
});
afterAll(() => served.stop());

test("the same clientId sent many times at once has one effect and one result", async () => {
  const guest = await visitorOf(here);
  const clientId = randomUUID();
  const opened = await many(10, () => guest.open("once", { clientId }));
  assert.deepEqual(statuses(opened), { 200: 9, 201: 1 });
  assert.equal(new Set(opened.map((a) => a.body.event.message.id)).size, 1);
  const id = opened[0]?.body.conversation.id ?? "";
  const another = randomUUID();
  const results = await many(10, () => guest.postMessage(id, "twice", { clientId: another }));
  assert.deepEqual(statuses(results), { 200: 9, 201: 1 });
  const replied = await many(10, () => here.owner.post(at(here, id, "/messages"), { clientId, frontier: 2, content: "thrice" }));
  assert.deepEqual(statuses(replied), { 200: 9, 201: 1 });
  // Two messages, the reply, and the assignment to its author.
  assert.equal(await count(served, "SELECT count(*) FROM conversation_events WHERE conversation_id = ?", id), 4);
  const projects = await many(10, () => here.owner.post<{ project: { id: string } }>("/api/account/projects", { clientId, name: "Same" }));
  assert.deepEqual(statuses(projects), { 200: 9, 201: 1 });
  assert.equal(new Set(projects.map((a) => a.body.project.id)).size, 1);
  const invited = await many(10, () =>
    here.owner.post(`/api/management/projects/${here.project.id}/invitations`, { clientId, role: "operator" }),
  );
  assert.deepEqual(statuses(invited), { 200: 9, 201: 1 });
  const sessions = await many(10, () => new Visitor(served.url, here.project.key, SITE).start(undefined, clientId));
  assert.deepEqual(statuses(sessions), { 200: 9, 201: 1 });
  assert.equal(new Set(sessions.map((a) => a.body.contactId)).size, 1);
  assert.equal(
    await count(
      served,
      "SELECT count(*) FROM contacts WHERE created_at >= (SELECT created_at FROM visitor_sessions WHERE client_id = ?)",
      clientId,
    ),
    1,
  );
  const uploads = await many(10, () => guest.upload("same.png", PNG, clientId));
  assert.equal(uploads.filter((a) => a.status === 201).length, 1);
  assert.ok(
    uploads.every((a) => [200, 201, 409].includes(a.status)),
    JSON.stringify(statuses(uploads)),
  );
  assert.equal(await count(served, "SELECT count(*) FROM files WHERE client_id = ?", clientId), 1);
});

test("a session whose answer was lost is returned again, signed or not, to nobody else", async () => {
  const { secret } = (await here.owner.post<{ secret: string }>(`/api/management/projects/${here.project.id}/widget/identity-secret`, {}))
    .body;
  const signIdentity = (sub: string): Promise<string> =>
    new SignJWT({ sub }).setProtectedHeader({ alg: "HS256" }).setExpirationTime("10m").sign(Buffer.from(secret, "base64url"));
  const [sam, eve] = await Promise.all([signIdentity("sam"), signIdentity("eve")]);
  const clientId = randomUUID();
  const start = (identity?: string): ReturnType<Visitor["start"]> =>
    new Visitor(served.url, here.project.key, SITE).start(identity, clientId);
  const answers = await many(6, () => start(sam));
  assert.deepEqual(statuses(answers), { 200: 5, 201: 1 });
  assert.equal(new Set(answers.map((a) => a.body.contactId)).size, 1);
  assert.ok(answers.every((a) => a.body.verified));
  assert.equal((await start()).status, 409);
  assert.equal((await start(eve)).status, 409);
  assert.equal(await count(served, "SELECT count(*) FROM contacts WHERE identifier = 'eve'"), 0);
});

test("of two operators who reply at once with the same frontier one succeeds and the other sees what was missed", async () => {
  const mia = await here.owner.invite(here.project.id, "operator", "mia@example.test");
  const guest = await visitorOf(here);
  for (let i = 0; i < 20 * TIMES; i++) {
    const { body } = await guest.open(`question ${i}`);
    const path = at(here, body.conversation.id, "/messages");
    const answers = await Promise.all(
      [here.owner, mia].map((person, n) =>
        person.post<{ code?: string; revision?: number; events?: { kind: string; message?: { content: string } }[] }>(path, {
          clientId: randomUUID(),
          frontier: 1,
          content: `answer ${n}`,
        }),
      ),
    );
    assert.deepEqual(statuses(answers), { 201: 1, 409: 1 });
    const lost = answers.find((a) => a.status === 409)?.body;
    assert.deepEqual(
      [lost?.code, lost?.revision, lost?.events?.map((e) => e.message?.content ?? e.kind)],
      ["stale_frontier", 3, [`answer ${answers[0]?.status === 201 ? 0 : 1}`, "assigned"]],
    );
  }
});

test("closing twice at once closes once", async () => {
  const guest = await visitorOf(here);
  for (let i = 0; i < 10 * TIMES; i++) {
    const { body } = await guest.open(`to close ${i}`);
    const path = at(here, body.conversation.id, "/status");
    const answers = await many(2, () => here.owner.post(path, { clientId: randomUUID(), frontier: 1, status: "closed" }));
    assert.deepEqual(statuses(answers), { 201: 1, 409: 1 });
    assert.equal(
      await count(served, "SELECT count(*) FROM conversation_events WHERE conversation_id = ? AND kind = 'status'", body.conversation.id),
      1,
    );
  }
});

test("of ten people who accept one invitation at once exactly one joins, and no account is left over", async () => {
  for (let i = 0; i < 5 * TIMES; i++) {
    const made = await here.owner.post<{ link: string }>(`/api/management/projects/${here.project.id}/invitations`, {
      clientId: randomUUID(),
      role: "operator",
    });
    const path = new URL(made.body.link).pathname;
    const [accounts, members] = [
      await count(served, "SELECT count(*) FROM accounts"),
      await count(served, "SELECT count(*) FROM memberships WHERE project_id = ?", here.project.id),
    ];
    const answers = await many(10, (n) =>
      new Operator(served.url).post(path, { name: "N", email: `n${i}-${n}@example.test`, password: "correct horse battery" }),
    );
    assert.deepEqual(statuses(answers), { 200: 1, 404: 9 });
    assert.equal(await count(served, "SELECT count(*) FROM accounts"), accounts + 1);
    assert.equal(await count(served, "SELECT count(*) FROM memberships WHERE project_id = ?", here.project.id), members + 1);
  }
});

/** Starts after a random delay, so that either side may come first. */
async function afterRandomDelay<T>(ms: number, work: () => Promise<T>): Promise<T> {
  await sleep(Math.random() * ms);
  return await work();
}
/** Checks that texts answered with 2xx are stored and refused ones are not. */
async function checkStored(answers: readonly { status: number }[], texts: readonly string[], refusals: readonly number[]): Promise<void> {
  for (const [i, answer] of answers.entries()) {
    const stored = await count(served, "SELECT count(*) FROM messages WHERE content = ?", texts[i]);
    if (answer.status === 201) assert.equal(stored, 1);
    else {
      assert.ok(refusals.includes(answer.status), `refused with ${answer.status}`);
      assert.equal(stored, 0);
    }
  }
}

test("blocking a contact while it sends a message has a sequential result, 50 times", async () => {
  let won = 0;
  for (let i = 0; i < 50 * TIMES; i++) {
    const guest = await visitorOf(here);
    const { body } = await guest.open(`hidden ${i}`);
    const texts = [0, 1, 2].map((n) => `race ${randomUUID()} ${n}`);
    const [hidden, ...said] = await Promise.all([
      afterRandomDelay(12, () =>
        here.owner.call(`/api/dashboard/projects/${here.project.id}/contacts/${guest.contactId}`, { method: "DELETE" }),
      ),
      ...texts.map((text) => guest.postMessage(body.conversation.id, text)),
    ]);
    assert.equal(hidden?.status, 200);
    await checkStored(said, texts, [401, 404]);
    won += said.filter((a) => a.status === 201).length;
    assert.equal((await guest.postMessage(body.conversation.id, "after")).status, 401);
    assert.equal((await guest.open("after")).status, 401);
  }
  process.stdout.write(`races: ${won} of ${150 * TIMES} messages came before the contact was hidden\n`);
});

test("deleting a project while messages and replies are sent in it has a sequential result", async () => {
  for (let i = 0; i < 8 * TIMES; i++) {
    const doomed = await makeTenant();
    const guest = await visitorOf(doomed);
    const { body } = await guest.open("soon gone");
    const texts = [0, 1, 2, 3].map((n) => `race ${randomUUID()} ${n}`);
    const { name } = (await doomed.owner.call<{ project: { name: string } }>(`/api/dashboard/projects/${doomed.project.id}`)).body.project;
    const [deleted, ...said] = await Promise.all([
      afterRandomDelay(12, () =>
        doomed.owner.call(`/api/management/projects/${doomed.project.id}`, { method: "DELETE", body: { confirm: name } }),
      ),
      ...texts.map((text, n) =>
        n % 2 === 0
          ? guest.postMessage(body.conversation.id, text)
          : doomed.owner.post(at(doomed, body.conversation.id, "/notes"), { clientId: randomUUID(), content: text }),
      ),
    ]);
    assert.equal(deleted?.status, 200, JSON.stringify(deleted?.body));
    await checkStored(said as Answer<unknown>[], texts, [401, 404]);
    assert.equal(await count(served, "SELECT count(*) FROM visitor_sessions WHERE project_id = ?", doomed.project.id), 0);
    assert.equal(await count(served, "SELECT count(*) FROM memberships WHERE project_id = ?", doomed.project.id), 0);
  }
});

test("removing a member while they reply has a sequential result", async () => {
  const guest = await visitorOf(here);
  for (let i = 0; i < 10 * TIMES; i++) {
    const { body } = await guest.open(`for a leaver ${i}`);
    const leaver = await here.owner.invite(here.project.id, "operator", `leaver${i}@example.test`);
    const accountId = await accountOf(leaver);
    const texts = [`race ${randomUUID()}`, `race ${randomUUID()}`];
    const [removed, ...said] = await Promise.all([
      afterRandomDelay(12, () => here.owner.call(`/api/management/projects/${here.project.id}/members/${accountId}`, { method: "DELETE" })),
      leaver.post(at(here, body.conversation.id, "/messages"), { clientId: randomUUID(), frontier: 1, content: texts[0] }),
      leaver.post(at(here, body.conversation.id, "/notes"), { clientId: randomUUID(), content: texts[1] }),
    ]);
    assert.equal(removed?.status, 200);
    await checkStored(said as Answer<unknown>[], texts, [404]);
    assert.equal((await leaver.post(at(here, body.conversation.id, "/notes"), { clientId: randomUUID(), content: "after" })).status, 404);
  }
});

test("owners who remove each other at once leave at least one", async () => {
  for (let i = 0; i < 5 * TIMES; i++) {
    const d = await makeTenant();
    const other = await d.owner.invite(d.project.id, "owner", `co-owner-${randomUUID().slice(0, 8)}@example.test`);
    const [mine, theirs] = [await accountOf(d.owner), await accountOf(other)];
    const path = `/api/management/projects/${d.project.id}/members`;
    const answers = await Promise.all([
      d.owner.call(`${path}/${theirs}`, { method: "DELETE" }),
      other.call(`${path}/${mine}`, { method: "DELETE" }),
    ]);
    assert.ok(
      answers.every((a) => [200, 404, 409, 403].includes(a.status)),
      JSON.stringify(statuses(answers)),
    );
    assert.equal(await count(served, "SELECT count(*) FROM memberships WHERE project_id = ? AND role = 'owner'", d.project.id), 1);
  }
});

test("a file sent with two messages at once is attached to one of them", async () => {
  const guest = await visitorOf(here);
  const { body } = await guest.open("files");
  for (let i = 0; i < 10 * TIMES; i++) {
    const file = await guest.upload("one.png", PNG);
    const answers = await many(3, (n) => guest.postMessage(body.conversation.id, `file ${i} ${n}`, { attachments: [file.body.file.id] }));
    assert.deepEqual(statuses(answers), { 201: 1, 409: 2 });
  }
});

test("the stores agree after all these races", async () => {
  assert.deepEqual(check([], await readFinal(served, { limits: HIGH_LIMITS, countersWhole: false })), []);
});
