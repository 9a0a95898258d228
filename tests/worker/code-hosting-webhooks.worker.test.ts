// What GitHub tells by webhooks: signatures, repetitions, order, and that polling and webhooks together tell nobody twice.
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type CodeHost, shownOf } from "../doubles/code-host/index.ts";
import { deliver, deliverForm } from "../doubles/code-host/webhooks.ts";
import { HostedWorld, payloads } from "./code-host-kit.ts";
import { makeWorld } from "./world.ts";

let at: HostedWorld;
let host: CodeHost;
beforeAll(async () => {
  at = await HostedWorld.make();
});
beforeEach(async () => {
  host = at.answers();
  await at.forget();
});
afterEach(() => vi.unstubAllGlobals());

const stored = async (): Promise<unknown[]> =>
  await at.world.rows("SELECT * FROM code_hosting_deliveries WHERE project_id = ?", at.world.projectId);

test("a secret is shown once, stored encrypted, and begins anew; without a key there is none", async () => {
  await at.connectWith("acme/app");
  expect(await at.webhook()).toMatchObject({ madeAt: null, receivedAt: null, missing: [], isReadable: true });
  const first = await at.secret();
  expect(first).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(await at.world.rows("SELECT * FROM code_hosting_webhooks"))).not.toContain(first);
  const { address, ...rest } = await at.webhook();
  expect([address, JSON.stringify(rest).includes(first)]).toEqual([
    `http://localhost:8787/api/integrations/code-hosting/${at.world.projectId}`,
    false,
  ]);
  const ping = payloads.ping(host.addRepository("acme/other"));
  expect((await at.send(deliver("ping", ping, first))).status).toBe(200);
  expect((await at.webhook()).receivedAt).not.toBeNull();
  const second = await at.secret();
  expect((await at.webhook()).receivedAt).toBeNull();
  expect((await at.send(deliver("ping", { ...ping, n: 2 }, first))).status).toBe(401);
  expect((await at.send(deliver("ping", { ...ping, n: 2 }, second))).status).toBe(200);
  await at.world.as(at.management("webhook"), { method: "DELETE" });
  expect((await at.send(deliver("ping", { ...ping, n: 3 }, second))).status).toBe(401);
  const bare = await makeWorld();
  const refused = await bare.as<{ variables: string[] }>(`/api/management/projects/${bare.projectId}/code-hosting/webhook/secret`, {
    body: {},
  });
  expect([refused.status, refused.body.variables]).toEqual([503, ["INTEGRATION_ENCRYPTION_KEY"]]);
});

test("forged, cut, unsigned, with another project's secret, or for no project: refused alike, and nothing is stored", async () => {
  const of = await at.connectWith("acme/app");
  const issue = host.addIssue("acme/app", "Export fails");
  const id = await at.conversation();
  await at.link(id, `acme/app#${issue.number}`);
  const secret = await at.secret();
  const other = await HostedWorld.make();
  const theirs = await other.secret();
  host.close(issue);
  const payload = payloads.issues("closed", of, shownOf(issue));
  const good = deliver("issues", payload, secret);
  const headers = (more: Record<string, string>) => ({ ...good, headers: { ...good.headers, ...more } });
  const { "x-hub-signature-256": signature = "", ...unsigned } = good.headers;
  const bad = [
    deliver("issues", payload, theirs),
    deliver("issues", payload, ""),
    { ...good, body: good.body.slice(0, -1) },
    { ...good, body: `${good.body} ` },
    { ...good, body: good.body.replace("Export", "Import") },
    { ...good, headers: unsigned },
    headers({ "x-hub-signature-256": "" }),
    headers({ "x-hub-signature-256": "sha256=" }),
    headers({ "x-hub-signature-256": signature.slice(0, -2) }),
    headers({ "x-hub-signature-256": signature.replace("sha256=", "sha1=") }),
    headers({ "x-hub-signature-256": signature.toUpperCase() }),
    headers({ "x-github-delivery": "" }),
    headers({ "x-github-delivery": "x".repeat(101) }),
  ];
  const answers = [];
  for (const one of bad) answers.push(await at.send(one));
  answers.push(
    await at.send(good, other.world.projectId),
    await at.send(good, at.world.projectId.slice(0, -1) + (at.world.projectId.endsWith("0") ? "1" : "0")),
  );
  // Their secret, and our project's ciphertext in their row: it belongs to another project.
  await at.world.rows(
    "UPDATE code_hosting_webhooks SET sealed = (SELECT sealed FROM code_hosting_webhooks WHERE project_id = ?) WHERE project_id = ?",
    ...[at.world.projectId, other.world.projectId],
  );
  answers.push(await at.send(good, other.world.projectId));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
  expect(new Set(answers.map(({ body }) => JSON.stringify({ ...body, requestId: undefined }))).size).toBe(1);
  expect([await at.said(id), await stored()]).toEqual([[], []]);
  expect(await at.webhook()).toMatchObject({ receivedAt: null, failedAt: expect.any(String) as string });
  expect((await other.webhook()).isReadable).toBe(false);
  expect((await at.send({ ...good, body: " ".repeat(1024 * 1024 + 1) })).status).toBe(413);
  expect((await at.send(good)).status).toBe(200);
  expect(await at.said(id)).toEqual(["closed"]);
});

test("a delivery has one effect, under the same id, the same words, and both at once; also as a form", async () => {
  const of = await at.connectWith("acme/app");
  const issue = host.addIssue("acme/app", "Export fails");
  const id = await at.conversation();
  await at.link(id, `acme/app#${issue.number}`);
  const secret = await at.secret();
  host.close(issue);
  const closed = deliverForm("issues", payloads.issues("closed", of, shownOf(issue)), secret);
  const before = (await stored()).length;
  const both = await Promise.all([at.send(closed), at.send(closed)]);
  both.push(await at.send(closed));
  // Its id is not signed, so who replays it can choose another.
  both.push(await at.send({ ...closed, headers: { ...closed.headers, "x-github-delivery": crypto.randomUUID() } }));
  expect(both.map(({ status, body }) => [status, body])).toEqual(both.map(() => [200, { ok: true }]));
  expect([await at.said(id), (await stored()).length - before]).toEqual([["closed"], 1]);
});

test("after the deliveries of then are forgotten, a replay is refused by the issue's own time", async () => {
  const old = await HostedWorld.make();
  old.answers(host);
  const of = await old.connectWith("acme/app");
  const issue = host.addIssue("acme/app", "Export fails");
  const id = await old.conversation();
  await old.link(id, `acme/app#${issue.number}`);
  const secret = await old.secret();
  host.close(issue);
  const closed = deliver("issues", payloads.issues("closed", of, shownOf(issue)), secret);
  expect((await old.send(closed)).status).toBe(200);
  host.reopen(issue);
  expect(await old.tell("reopened", of, issue, secret)).toBe(200);
  old.world.clock.advance({ days: 7, hours: 1 });
  await old.world.tick();
  expect(await old.world.rows("SELECT * FROM code_hosting_deliveries WHERE project_id = ?", old.world.projectId)).toEqual([]);
  expect((await old.send(closed)).status).toBe(200);
  const told = await old.world.rows<{ data: string }>(
    "SELECT data FROM conversation_events WHERE project_id = ? AND kind = 'code_issue_state' ORDER BY revision",
    old.world.projectId,
  );
  expect(told.map(({ data }) => (JSON.parse(data) as { state: string }).state)).toEqual(["closed", "open"]);
});

test("two deliveries at once leave the newer state, whichever is stored first", async () => {
  const of = await at.connectWith("acme/app");
  const secret = await at.secret();
  for (let turn = 0; turn < 5; turn += 1) {
    const issue = host.addIssue("acme/app", "Export fails");
    const id = await at.conversation();
    await at.link(id, `acme/app#${issue.number}`);
    host.close(issue);
    const closed = deliver("issues", payloads.issues("closed", of, shownOf(issue)), secret);
    host.reopen(issue);
    const reopened = deliver("issues", payloads.issues("reopened", of, shownOf(issue)), secret);
    await Promise.all([at.send(closed), at.send(reopened)]);
    await at.wait(1);
    expect((await at.linked(id))[0]?.state).toBe("open");
  }
});

test("out of order, the older one changes nothing; within one second, GitHub is asked", async () => {
  const of = await at.connectWith("acme/app");
  const issue = host.addIssue("acme/app", "Export fails");
  const id = await at.conversation();
  await at.link(id, `acme/app#${issue.number}`);
  const secret = await at.secret();
  host.close(issue);
  const closed = deliver("issues", payloads.issues("closed", of, shownOf(issue)), secret);
  host.reopen(issue);
  expect(await at.tell("reopened", of, issue, secret)).toBe(200);
  expect((await at.send(closed)).status).toBe(200);
  expect([await at.said(id), (await at.linked(id))[0]?.state]).toEqual([[], "open"]);
  // Closed in the second in which it was reopened: which of them was last is known to GitHub alone.
  const asked = host.count(/issues\/1$/);
  const sameSecond = { ...shownOf(issue), state: "closed" as const, reason: "completed" };
  await at.send(deliver("issues", payloads.issues("closed", of, sameSecond), secret));
  expect(await at.said(id)).toEqual([]);
  await at.wait(1);
  expect([await at.said(id), host.count(/issues\/1$/) - asked]).toEqual([[], 1]);
});

test("webhook and polling tell the same once, whichever comes first, and also at the same time", async () => {
  const of = await at.connectWith("acme/app");
  const issue = host.addIssue("acme/app", "Export fails");
  const [a, b] = [await at.conversation(), await at.conversation()];
  for (const id of [a, b]) await at.link(id, `acme/app#${issue.number}`);
  const secret = await at.secret();
  host.close(issue);
  await at.tell("closed", of, issue, secret);
  await at.wait(6 * 60 + 1);
  host.reopen(issue);
  await at.wait(6 * 60 + 1);
  await at.tell("reopened", of, issue, secret);
  host.close(issue, "not_planned");
  at.world.clock.advance({ minutes: 11 });
  await Promise.all([at.world.tick(), at.tell("closed", of, issue, secret)]);
  await at.wait(1);
  for (const id of [a, b]) expect(await at.said(id)).toEqual(["closed", "open", "closed"]);
  expect(await at.linked(a)).toMatchObject([{ state: "closed", reason: "not_planned" }]);
});

test("a pull request is known by its place; an issue that nobody is linked with, another event and nonsense are taken calmly", async () => {
  const of = await at.connectWith("acme/app");
  const pull = host.addIssue("acme/app", "Fix the export", { pull: true });
  const id = await at.conversation();
  await at.link(id, `acme/app#${pull.number}`);
  const secret = await at.secret();
  host.close(pull);
  pull.merged = true;
  expect((await at.send(deliver("pull_request", payloads.pull("closed", of, shownOf(pull)), secret))).status).toBe(200);
  expect(await at.linked(id)).toMatchObject([{ state: "closed", reason: "merged", title: "Fix the export" }]);
  expect(await at.said(id)).toEqual(["closed"]);
  const unknown = host.addIssue("acme/app", "Nobody asks");
  host.close(unknown);
  expect(await at.tell("closed", of, unknown, secret)).toBe(200);
  for (const [event, payload] of [
    ["star", { action: "created" }],
    ["issues", { action: "closed" }],
    ["issues", null],
    ["release", { release: 7 }],
    ["repository", { action: "renamed", repository: { full_name: "../x", updated_at: "never" } }],
    ["installation", []],
    ["__proto__", {}],
  ] as const)
    expect([event, (await at.send(deliver(event, { payload, n: event }, secret))).status]).toEqual([event, 200]);
  expect((await at.send({ ...deliver("issues", {}, secret) })).status).toBe(200);
});

test("a renamed, transferred or deleted repository, and a suspended installation, are states on the screen", async () => {
  const of = await at.connectWith("acme/app");
  const issue = host.addIssue("acme/app", "Export fails");
  const id = await at.conversation();
  await at.link(id, `acme/app#${issue.number}`);
  const secret = await at.secret();
  const tell = async (event: string, payload: object): Promise<void> => {
    expect((await at.send(deliver(event, payload, secret))).status).toBe(200);
  };
  host.rename("acme/app", "acme/shop");
  const renamed = payloads.renamed(of, "app", "2030-01-02T04:00:00Z");
  await tell("repository", renamed);
  const hosting = async () =>
    (await at.world.as<{ repositories: string[]; deleted: string[] }>(`/api/dashboard/projects/${at.world.projectId}/code-hosting`)).body;
  expect(await hosting()).toMatchObject({ repositories: ["acme/shop"], deleted: [] });
  expect((await at.linked(id))[0]?.repository).toBe("acme/shop");
  host.rename("acme/shop", "acme-labs/shop");
  await tell("repository", payloads.repositoryTransferred(of, "acme", "2030-01-02T05:00:00Z"));
  expect((await hosting()).repositories).toEqual(["acme-labs/shop"]);
  // Late, and for a name that it no longer has.
  await tell("repository", { ...renamed, repository: { ...(renamed as { repository: object }).repository, full_name: "acme-labs/app" } });
  expect((await hosting()).repositories).toEqual(["acme-labs/shop"]);
  await tell("installation", payloads.installation("suspend", "somebody-else", "2030-01-02T05:00:00Z"));
  expect((await at.webhook()).installation).toBeNull();
  await tell("installation", payloads.installation("suspend", "acme-labs", "2030-01-02T05:00:00Z"));
  expect((await at.webhook()).installation).toEqual({ state: "suspended", account: "acme-labs" });
  await tell("installation", payloads.installation("unsuspend", "acme-labs", "2030-01-02T04:00:00Z"));
  expect((await at.webhook()).installation?.state).toBe("suspended");
  await tell("installation", payloads.installation("unsuspend", "acme-labs", "2030-01-02T06:00:00Z"));
  expect((await at.webhook()).installation).toBeNull();
  await tell("repository", payloads.repositoryDeleted(of, "2030-01-02T07:00:00Z"));
  expect(await hosting()).toMatchObject({ deleted: ["acme-labs/shop"] });
  expect(await at.linked(id)).toMatchObject([{ fault: "gone" }]);
  // It was restored, and is chosen again.
  await at.world.as(at.management("repositories"), { body: { name: "acme-labs/shop" } });
  expect((await hosting()).deleted).toEqual([]);
});

test("an issue that was deleted there", async () => {
  const of = await at.connectWith("acme/app");
  const issue = host.addIssue("acme/app", "Export fails");
  const id = await at.conversation();
  await at.link(id, `acme/app#${issue.number}`);
  const secret = await at.secret();
  expect((await at.send(deliver("issues", payloads.issues("deleted", of, shownOf(issue)), secret))).status).toBe(200);
  expect(await at.linked(id)).toMatchObject([{ fault: "gone" }]);
});

test("the webhook is set up in a repository, and set up again with a new secret; who may not is told so", async () => {
  const of = await at.connectWith("acme/app");
  const create = async (repository: string) =>
    await at.world.as<{ fault?: string }>(at.management("webhook/hooks"), { body: { repository } });
  expect((await create("acme/app")).status).toBe(201);
  const [hook] = of.hooks;
  expect(hook).toMatchObject({
    url: (await at.webhook()).address,
    events: ["issues", "pull_request", "release", "repository", "push", "discussion"],
  });
  expect((await at.send(deliver("ping", payloads.ping(of), hook?.secret ?? ""))).status).toBe(200);
  const secret = await at.secret();
  expect((await create("ACME/app")).status).toBe(201);
  expect([of.hooks.length, of.hooks[0]?.secret]).toEqual([1, secret]);
  host.mayHook = false;
  expect((await create("acme/app")).body.fault).toBe("missing");
  host.trouble = "forbidden";
  expect((await create("acme/app")).body.fault).toBe("forbidden");
  host.trouble = undefined;
  host.addRepository("acme/not-chosen");
  expect((await create("acme/not-chosen")).status).toBe(409);
});
