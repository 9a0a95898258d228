// Code hosting against a double of GitHub: connecting, theft attempts, linking, and following what happens there.
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { CodeHosting, LinkedIssue } from "#modules/code-hosting/contract";
import { CLIENT, CODE_HOST, CodeHost, FIXED_TOKEN } from "../doubles/code-host/index.ts";
import { KEY } from "./actions-kit.ts";
import { erase, tick } from "./erasure-kit.ts";
import { type Answer, makeWorld, type Visitor, type World } from "./world.ts";

const VARS = {
  INTEGRATION_ENCRYPTION_KEY: KEY,
  ...{ CODEHOST_CLIENT_ID: CLIENT.id, CODEHOST_CLIENT_SECRET: CLIENT.secret, CODEHOST_BASE_URL: CODE_HOST },
};
let host: CodeHost;
let world: World;
const open: { visitor: Visitor } = {} as never;

beforeAll(async () => {
  world = await makeWorld({ now: "2030-01-02T03:00:10Z", vars: VARS });
  open.visitor = await world.visitor();
});
beforeEach(() => {
  host = new CodeHost();
  vi.stubGlobal("fetch", (to: string | URL | Request, init?: RequestInit) => host.answer(new Request(to, init)));
});
afterEach(() => vi.unstubAllGlobals());

const dashboard = (at = world): string => `/api/dashboard/projects/${at.projectId}/code-hosting`;
const management = (rest: string, at = world): string => `/api/management/projects/${at.projectId}/code-hosting/${rest}`;
const state = async (at = world): Promise<CodeHosting> => (await at.as<CodeHosting>(dashboard(at))).body;
const begin = async (at = world): Promise<string> => (await at.as<{ url: string }>(management("connection", at), { body: {} })).body.url;
/** The browser is sent back; answers where it goes next. */
async function back(to: URL, at = world, cookie = at.cookie): Promise<{ status: number; location: string | null }> {
  const response = await at.response(
    new Request(`http://localhost:8787${to.pathname}${to.search}`, { headers: { cookie }, redirect: "manual" }),
  );
  await response.arrayBuffer();
  return { status: response.status, location: response.headers.get("location") };
}
async function connect(at = world): Promise<void> {
  expect((await back(host.agree(await begin(at)), at)).location).toContain("outcome=connected");
}
/** Connected, with a repository in which issues can be linked. */
async function connectWith(name: string, at = world): Promise<void> {
  await connect(at);
  if (!host.repositories.some((one) => one.name === name)) host.addRepository(name);
  expect((await at.as(management("repositories", at), { body: { name } })).status).toBe(201);
}
const conversation = async (): Promise<string> => (await open.visitor.open("The export fails")).body.conversation.id;
const issuesPath = (id: string, at = world): string => `${at.conversations}/${id}/code-issues`;
type Changed = Answer<{ event: { name: string; data: Record<string, unknown> }; code: string; error: string; fault?: string }>;
const link = (id: string, issue: string, clientId: string = crypto.randomUUID(), at = world): Promise<Changed> =>
  at.as(issuesPath(id, at), { body: { clientId, issue } });
const linked = async (id: string): Promise<LinkedIssue[]> => (await world.as<{ items: LinkedIssue[] }>(issuesPath(id))).body.items;
interface Thread {
  readonly events: { readonly kind: string; readonly name?: string; readonly data?: Record<string, unknown>; readonly revision: number }[];
}
const said = async (id: string): Promise<unknown[]> =>
  (await world.as<Thread>(`${world.conversations}/${id}`)).body.events
    .filter(({ name }) => name === "code_issue_state")
    .map(({ data }) => data?.["state"]);
/** Lets the minute schedule pass. */
async function wait(minutes: number): Promise<void> {
  world.clock.advance({ minutes });
  await world.tick();
}

test("without variables it names them, and begins nothing", async () => {
  const bare = await makeWorld();
  expect(await state(bare)).toMatchObject({
    connection: null,
    missing: ["CODEHOST_CLIENT_ID", "CODEHOST_CLIENT_SECRET", "INTEGRATION_ENCRYPTION_KEY"],
  });
  const refused = await bare.as<{ code: string; variables: string[] }>(management("connection", bare), { body: {} });
  expect([refused.status, refused.body.code, refused.body.variables.length]).toEqual([503, "not_configured", 3]);
});

test("a map of tokens that is malformed is named, and nothing is connected in its place", async () => {
  const at = await makeWorld({ now: "2030-01-02T03:00:10Z", vars: { ...VARS, CODEHOST_TOKENS: '{"prj_' } });
  expect(await state(at)).toMatchObject({ connection: null, missing: ["CODEHOST_TOKENS"] });
  const refused = await at.as<{ code: string; variables: string[] }>(management("connection", at), { body: {} });
  expect([refused.status, refused.body.code, refused.body.variables]).toEqual([503, "misconfigured", ["CODEHOST_TOKENS"]]);
});

test("connecting stores encrypted tokens only, of the person who agreed", async () => {
  await connect();
  expect(await state()).toMatchObject({ connection: "member", login: "octo", missing: [] });
  const stored = JSON.stringify(await world.rows("SELECT * FROM code_hosting_connections"));
  expect(stored).not.toContain("canary");
  expect((await world.as(management("account"))).body).toEqual({ login: "octo", scopes: "repo" });
});

test("a state counts once, in the session that began, and for fifteen minutes", async () => {
  const first = host.agree(await begin());
  expect((await back(first)).status).toBe(303);
  expect((await back(first)).status).toBe(400);
  for (const [name, text] of [
    ["state", "x".repeat(5000)],
    ["code", "x".repeat(5000)],
  ] as const) {
    const long = host.agree(await begin());
    long.searchParams.set(name, text);
    const { status, location } = await back(long);
    expect([name, status, location?.includes("outcome=refused") ?? false]).toEqual([name, name === "state" ? 400 : 303, name === "code"]);
  }
  const old = host.agree(await begin());
  world.clock.advance({ minutes: 16 });
  expect((await back(old)).status).toBe(400);
  const other = await makeWorld({ now: "2030-01-02T03:00:10Z", vars: VARS });
  const theirs = host.agree(await begin(other));
  // The same account in another session.
  expect((await back(theirs, other, world.cookie)).status).toBe(400);
  expect((await state(other)).connection).toBeNull();
  const forged = new URL(theirs);
  forged.searchParams.set("state", "x".repeat(43));
  expect((await back(forged, other)).status).toBe(400);
  // A code that was injected belongs to another challenge.
  const [mine, injected] = [host.agree(await begin(other)), host.agree(await begin(other), "attacker")];
  mine.searchParams.set("code", injected.searchParams.get("code") ?? "");
  expect((await back(mine, other)).location).toContain("outcome=refused");
  expect((await state(other)).connection).toBeNull();
});

test.each([
  ["without a session", () => ""],
  ["with one that has ended", () => world.cookie.replace(/.{4}$/, "xxxx")],
])("whoever comes back signed out (%s) reads that they sign in and begin again, and nothing is connected", async (_, cookie) => {
  const to = host.agree(await begin());
  const response = await world.response(
    new Request(`http://localhost:8787${to.pathname}${to.search}`, {
      headers: { accept: "text/html", cookie: cookie() },
      redirect: "manual",
    }),
  );
  const page = await response.text();
  expect([response.status, response.headers.get("content-type")]).toEqual([401, "text/html; charset=utf-8"]);
  expect(page).toContain("Sign in, and begin connecting again in the settings of the project.");
  expect(page).toContain('href="/login"');
  // The same address works for whoever began it, as long as it is fresh.
  expect((await back(to)).location).toContain("outcome=connected");
});

test("somebody who denies, or a code that GitHub refuses with status 200, connects nothing", async () => {
  const other = await makeWorld({ now: "2030-01-02T03:00:10Z", vars: VARS });
  const denied = new URL(host.agree(await begin(other)));
  denied.searchParams.delete("code");
  denied.searchParams.set("error", "access_denied");
  expect((await back(denied, other)).location).toContain("outcome=denied");
  const wrong = host.agree(await begin(other));
  wrong.searchParams.set("code", "unknown");
  expect((await back(wrong, other)).location).toContain("outcome=refused");
  host.trouble = "down";
  expect((await back(host.agree(await begin(other)), other)).location).toContain("outcome=unavailable");
  expect((await state(other)).connection).toBeNull();
});

test("a ciphertext that was copied from another project, or cut, is no credential", async () => {
  const other = await makeWorld({ now: "2030-01-02T03:00:10Z", vars: VARS });
  await connect();
  await connect(other);
  await world.rows(
    "UPDATE code_hosting_connections SET sealed = (SELECT sealed FROM code_hosting_connections WHERE project_id = ?) WHERE project_id = ?",
    world.projectId,
    other.projectId,
  );
  const swapped = await other.as<{ fault: string }>(management("account", other));
  expect([swapped.status, swapped.body.fault]).toEqual([409, "unauthorized"]);
  await world.rows("UPDATE code_hosting_connections SET sealed = substr(sealed, 1, 40) WHERE project_id = ?", other.projectId);
  expect((await other.as<{ fault: string }>(management("account", other))).body.fault).toBe("unauthorized");
});

test("a token is refreshed before it ends, once, by many requests at the same time", async () => {
  host.expiring = true;
  await connect();
  world.clock.advance({ hours: 7, minutes: 57 });
  const asked = await Promise.all(Array.from({ length: 10 }, () => world.as(management("account"))));
  expect(asked.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  expect(host.seen.filter(({ body }) => body.includes("refresh_token")).length).toBe(1);
  world.clock.advance({ hours: 9 });
  expect((await world.as(management("account"))).status).toBe(200);
});

test("disconnecting forgets the tokens here, and revokes them there", async () => {
  await connect();
  const token = [...host.tokens.keys()].find((one) => one.startsWith("gho_")) ?? "";
  const gone = await world.as(management("connection"), { method: "DELETE" });
  expect([gone.body, host.tokens.has(token), (await state()).connection]).toEqual([{ revoked: true }, false, null]);
  await connect();
  host.trouble = "down";
  expect((await world.as(management("connection"), { method: "DELETE" })).body).toEqual({ revoked: false });
  expect((await state()).connection).toBeNull();
});

test("disconnecting one project leaves another one connected that the same account connected", async () => {
  const at = await makeWorld({ now: "2030-01-02T03:00:10Z", vars: VARS });
  await connect();
  await connect(at);
  expect((await world.as(management("connection"), { method: "DELETE" })).body).toEqual({ revoked: true });
  expect((await at.as(management("account", at))).status).toBe(200);
});

test("a token that is replaced, that nobody may use, or whose project is deleted ends at GitHub, too", async () => {
  const at = await makeWorld({ now: "2030-01-02T03:00:10Z", vars: VARS });
  const tokens = (): string[] => [...host.tokens.keys()].filter((one) => one.startsWith("gho_"));
  await connect(at);
  const first = tokens();
  await connect(at);
  expect([first.some((one) => host.tokens.has(one)), tokens().length]).toEqual([false, first.length]);
  host.trouble = "down";
  expect((await at.as(`/api/management/projects/${at.projectId}`, { method: "DELETE", body: { confirm: "Acme" } })).status).toBe(200);
  await at.tick();
  expect(tokens().length).toBe(first.length);
  host.trouble = undefined;
  at.clock.advance({ minutes: 2 });
  await at.tick();
  expect([tokens(), await at.rows("SELECT * FROM code_hosting_connections WHERE project_id = ?", at.projectId)]).toEqual([[], []]);
});

test("a suspended installation is said as one", async () => {
  await connect();
  host.trouble = "suspended";
  expect((await world.as<{ fault: string }>(management("account"))).body.fault).toBe("suspended");
});

test("the tokens of somebody who is no longer an owner or admin are used no more", async () => {
  const at = await makeWorld({ now: "2030-01-02T03:00:10Z", vars: VARS });
  await connect(at);
  await at.rows("UPDATE code_hosting_connections SET connected_by = 'acc_gone' WHERE project_id = ?", at.projectId);
  expect((await at.as<{ fault: string }>(management("account", at))).body.fault).toBe("withdrawn");
  await connect(at);
  expect((await at.as(management("account", at))).status).toBe(200);
});

test("a fixed credential needs no connection, and counts for its project only", async () => {
  const at = await makeWorld({ now: "2030-01-02T03:00:10Z", vars: VARS });
  at.env = { ...at.env, CODEHOST_PROJECT_ID: at.projectId, CODEHOST_TOKEN: FIXED_TOKEN } as typeof at.env;
  expect(await state(at)).toMatchObject({ connection: "fixed", missing: [] });
  expect((await at.as(management("account", at))).body).toEqual({ login: "desk-bot", scopes: "repo" });
  expect((await at.as(management("connection", at), { body: {} })).status).toBe(409);
});

test("repositories are spelled as GitHub does, and searched only among them, whatever the words say", async () => {
  await connect();
  host.addIssue("acme/app", "Export fails for long names");
  host.addIssue("secret/plans", "Export fails too");
  const added = await world.as<CodeHosting>(management("repositories"), { body: { name: "ACME/App" } });
  expect([added.status, added.body.repositories]).toEqual([201, ["acme/app"]]);
  expect((await world.as<{ fault: string }>(management("repositories"), { body: { name: "acme/none" } })).body.fault).toBe("missing");
  for (const name of ["../../user", "acme/..", "acme/."])
    expect([name, (await world.as(management("repositories"), { body: { name } })).status]).toEqual([name, 400]);
  host.addRepository("octo_acme/.github");
  expect((await world.as(management("repositories"), { body: { name: "octo_acme/.github" } })).status).toBe(201);
  await world.as(`${management("repositories")}?name=octo_acme/.github`, { method: "DELETE" });
  const search = async (q: string) =>
    (await world.as<{ items: { repository: string }[] }>(`${dashboard()}/issues?q=${encodeURIComponent(q)}`)).body.items.map(
      (one) => one.repository,
    );
  expect(await search("export")).toEqual(["acme/app"]);
  for (const words of ["repo:secret/plans", '"repo:secret/plans"', "(repo:secret/plans)", 'x"repo:secret/plans', "OR repo:secret/plans"]) {
    expect([words, await search(`export ${words}`)]).toEqual([words, []]);
    expect(host.seen.at(-1)?.path).not.toMatch(/repo%3Asecret|%20OR%20/);
  }
  expect(await search('"Export fails": long')).toEqual(["acme/app"]);
  for (let nth = 1; nth <= 7; nth += 1) {
    host.addIssue(`acme/part-${nth}`, "Export of a part");
    await world.as(management("repositories"), { body: { name: `acme/part-${nth}` } });
  }
  expect((await search("export")).toSorted()).toEqual(["acme/app", ...[1, 2, 3, 4, 5, 6, 7].map((nth) => `acme/part-${nth}`)]);
  for (let nth = 1; nth <= 7; nth += 1) await world.as(`${management("repositories")}?name=acme/part-${nth}`, { method: "DELETE" });
  await world.as(`${management("repositories")}?name=acme/app`, { method: "DELETE" });
  expect((await state()).repositories).toEqual([]);
});

test("an issue is linked by its address or its short name, once, and not one of another server", async () => {
  await connectWith("acme/app");
  const issue = host.addIssue("acme/app", "Export fails");
  const id = await conversation();
  const clientId = crypto.randomUUID();
  const first = await link(id, `${CODE_HOST}/acme/app/issues/${issue.number}`, clientId);
  expect([first.status, first.body.event.name]).toEqual([201, "code_issue_linked"]);
  expect((await link(id, `${CODE_HOST}/acme/app/issues/${issue.number}`, clientId)).status).toBe(200);
  expect((await link(id, `acme/app#${issue.number}`)).body.code).toBe("conflict");
  host.trouble = "down";
  expect((await link(id, `${CODE_HOST}/acme/app/issues/${issue.number}`, clientId)).status).toBe(200);
  const again = await link(id, `ACME/app#${issue.number}`);
  expect([again.status, again.body.error]).toEqual([409, "The conversation is linked with this issue already."]);
  expect((await link(id, "acme/app#999")).body.fault).toBe("unavailable");
  host.trouble = undefined;
  expect(await linked(id)).toMatchObject([{ repository: "acme/app", title: "Export fails", state: "open", fault: null }]);
  for (const bad of ["https://github.com/acme/app/issues/1", "acme/app", "acme/app#0", `${CODE_HOST}/acme/app/wiki`, "../x#1"])
    expect([bad, (await link(id, bad)).status]).toEqual([bad, 400]);
  expect((await link(id, "acme/app#999")).body.fault).toBe("missing");
  // The account can see it, and the project has not chosen it.
  const secret = host.addIssue("secret/plans", "Raise all prices");
  expect((await link(id, `secret/plans#${secret.number}`)).body).toMatchObject({ code: "conflict" });
  expect(await linked(id)).toHaveLength(1);
  const [one] = await linked(id);
  const away = await world.as(`${issuesPath(id)}/${one?.id}/unlink`, { body: { clientId: crypto.randomUUID() } });
  expect([away.status, await linked(id)]).toEqual([200, []]);
  expect(await world.rows("SELECT 1 FROM code_issues WHERE project_id = ?", world.projectId)).toEqual([]);
});

test("linked by many at the same instant, an issue has one id, which every event names", async () => {
  await connectWith("acme/app");
  const issue = host.addIssue("acme/app", "Export fails");
  const [a, b] = [await conversation(), await conversation()];
  const answers = await Promise.all([a, b, a, b].map((id) => link(id, `acme/app#${issue.number}`)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409]);
  const [first, second] = [await linked(a), await linked(b)];
  expect([first.length, second.length, first[0]?.id]).toEqual([1, 1, second[0]?.id]);
  const named = answers.filter(({ status }) => status === 201).map(({ body }) => body.event.data["issueId"]);
  expect(new Set(named)).toEqual(new Set([first[0]?.id]));
});

test("a project with many issues leaves the others their turn, and one that is connected again is followed at once", async () => {
  const many = await makeWorld({ now: "2030-01-02T03:00:10Z", vars: VARS });
  await connectWith("acme/app", many);
  await connectWith("acme/app");
  for (let i = 0; i < 40; i += 1)
    await many.rows(
      "INSERT INTO code_issues (project_id, id, remote_id, repository, number, kind, title, state, url, checked_at, due_at) VALUES (?, ?, ?, 'acme/app', ?, 'issue', 't', 'open', 'u', 0, 1)",
      ...[many.projectId, `cis_many${i}`, `many-${i}`, 900 + i],
    );
  const issue = host.addIssue("acme/app", "Export fails");
  const id = await conversation();
  await link(id, `acme/app#${issue.number}`);
  host.close(issue);
  await wait(11);
  expect(await linked(id)).toMatchObject([{ state: "closed" }]);
  await many.rows("DELETE FROM code_issues WHERE project_id = ?", many.projectId);
  host.tokens.clear();
  await wait(6 * 60 + 1);
  expect(await linked(id)).toMatchObject([{ fault: "unauthorized" }]);
  await connect();
  await wait(1);
  expect(await linked(id)).toMatchObject([{ fault: null }]);
});

test("a GitHub App finds issues and pull requests too, though it may not ask for both at once", async () => {
  const at = await makeWorld({ now: "2030-01-02T03:00:10Z", vars: VARS });
  host.expiring = true;
  await connectWith("acme/app", at);
  host.addIssue("acme/app", "Export fails");
  host.addIssue("acme/app", "Export more", { pull: true });
  const found = (await at.as<{ items: { title: string; kind: string }[] }>(`${dashboard(at)}/issues?q=export`)).body.items;
  expect(found.map(({ title, kind }) => `${kind}: ${title}`)).toEqual(["issue: Export fails", "pull: Export more"]);
});

test("faults of GitHub are said in words that a person can act on, and link nothing", async () => {
  await connectWith("acme/app");
  const issue = host.addIssue("acme/app", "Export fails");
  host.addRepository("acme/docs", { hasIssues: false });
  const id = await conversation();
  const said = new Map<string, string>();
  for (const trouble of ["limited", "secondary", "secondary without a time", "sso", "forbidden", "down", "garbage"] as const) {
    host.trouble = trouble;
    const { status, body } = await link(id, `acme/app#${issue.number}`);
    expect([trouble, status]).toEqual([trouble, 409]);
    said.set(trouble, body.fault ?? "");
  }
  host.trouble = undefined;
  expect([...said.values()]).toEqual(["limited", "limited", "limited", "sso", "forbidden", "unavailable", "unavailable"]);
  await world.as(management("repositories"), { body: { name: "acme/docs" } });
  expect((await link(id, "acme/docs#1")).body.fault).toBe("gone");
  host.tokens.clear();
  expect((await link(id, `acme/app#${issue.number}`)).body.fault).toBe("unauthorized");
  expect(await linked(id)).toEqual([]);
});

test("what is closed or reopened there is said once in every linked conversation; nothing changed costs no event", async () => {
  await connectWith("acme/app");
  const issue = host.addIssue("acme/app", "Export fails");
  const [a, b] = [await conversation(), await conversation()];
  await link(a, `acme/app#${issue.number}`);
  await link(b, `acme/app#${issue.number}`);
  await wait(11);
  expect(await said(a)).toEqual([]);
  host.close(issue, "not_planned");
  await wait(11);
  await wait(1);
  expect([await said(a), await said(b)]).toEqual([["closed"], ["closed"]]);
  expect(await linked(a)).toMatchObject([{ state: "closed", reason: "not_planned" }]);
  host.reopen(issue);
  await wait(6 * 60 + 1);
  expect(await said(a)).toEqual(["closed", "open"]);
});

test("interrupted between two conversations, the rest is told the next time, and nobody twice", async () => {
  await connectWith("acme/app");
  const issue = host.addIssue("acme/app", "Export fails");
  const [a, b] = [await conversation(), await conversation()];
  await link(a, `acme/app#${issue.number}`);
  await link(b, `acme/app#${issue.number}`);
  host.close(issue);
  world.clock.advance({ minutes: 11 });
  await world.tick();
  // As if the receipt had been lost: the issue is as it was before.
  await world.rows("UPDATE code_issues SET state = 'open', version = 1, etag = NULL, due_at = 0 WHERE project_id = ?", world.projectId);
  await wait(1);
  expect([await said(a), await said(b)]).toEqual([["closed"], ["closed"]]);
});

test("a renamed repository is followed; a limit rests the project, and the fault is shown until it ends", async () => {
  await connectWith("acme/app");
  const issue = host.addIssue("acme/app", "Export fails");
  const id = await conversation();
  await link(id, `acme/app#${issue.number}`);
  host.rename("acme/app", "acme/shop");
  await wait(11);
  expect(await linked(id)).toMatchObject([{ repository: "acme/shop", fault: null }]);
  host.trouble = "secondary";
  await wait(11);
  expect(await linked(id)).toMatchObject([{ fault: "limited" }]);
  const asked = host.count(/issues\/1/);
  host.trouble = undefined;
  await wait(5);
  expect(host.count(/issues\/1/)).toBe(asked);
  await wait(30);
  expect(await linked(id)).toMatchObject([{ fault: null }]);
});

test("an erasure takes links and the titles of issues that nobody else is linked with", async () => {
  await connectWith("acme/app");
  const [shared, own] = [host.addIssue("acme/app", "Shared"), host.addIssue("acme/app", "canary of one person")];
  const other = await conversation();
  const visitor = await world.visitor();
  const id = (await visitor.open("I am canary")).body.conversation.id;
  for (const issue of [shared, own]) expect((await link(id, `acme/app#${issue.number}`)).status).toBe(201);
  await link(other, `acme/app#${shared.number}`);
  await erase(world, visitor);
  for (let minute = 0; minute < 3; minute += 1) await tick(world);
  const rows = JSON.stringify(await world.rows("SELECT * FROM code_issues WHERE project_id = ?", world.projectId));
  expect(rows).not.toContain("canary of");
  expect(rows).toContain("Shared");
  expect(await world.rows("SELECT 1 FROM code_issue_links WHERE conversation_id = ?", id)).toEqual([]);
});
