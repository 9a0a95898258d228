// Creating issues from conversations against a double of GitHub: the draft, the preview of what leaves, and that each is created once.
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { LinkedIssue } from "#modules/code-hosting/contract";
import type { IssueChoices, IssueCreation, IssueDraft, IssueDraftState, IssuePreview } from "#modules/issue-creation/contract";
import { copilotWorld } from "./copilot-kit.ts";
import { CODE_HOST, CodeHost, FIXED_TOKEN } from "../doubles/code-host/index.ts";
import { erase, progress, tick } from "./erasure-kit.ts";
import { type Answer, makeWorld, PNG, type Visitor, type World } from "./world.ts";

let host: CodeHost;
let world: World;
let visitor: Visitor;

beforeAll(async () => {
  const vars = { CODEHOST_BASE_URL: CODE_HOST, RATE_LIMITS: JSON.stringify({ conversationsPerContactHour: 1000 }) };
  world = await makeWorld({ now: "2030-01-02T03:00:10Z", vars });
  Object.assign(world.env, { CODEHOST_TOKENS: JSON.stringify({ [world.projectId]: FIXED_TOKEN }) });
  visitor = await world.visitor();
  await visitor.call("/api/widget/events", { body: { events: [{ kind: "claim", name: "Amara Okafor", email: "amara@example.test" }] } });
});
beforeEach(async () => {
  host = new CodeHost();
  vi.stubGlobal("fetch", (to: string | URL | Request, init?: RequestInit) => host.answer(new Request(to, init)));
  host.addRepository("acme/app");
  await world.as(`/api/management/projects/${world.projectId}/code-hosting/repositories`, { body: { name: "acme/app" } });
});
afterEach(() => vi.unstubAllGlobals());

type Said<T> = Answer<
  T & { code?: string; error?: string; fault?: string; changed?: boolean; open?: boolean; issues?: { path: string }[] }
>;
const conversation = async (text = "The export fails"): Promise<string> => (await visitor.open(text)).body.conversation.id;
const draft = (more: Partial<IssueDraft> = {}): IssueDraft => ({
  ...{ repository: "acme/app", title: "Export fails", body: "It fails.", isEdited: true, messages: [1], files: [], redacts: true },
  ...{ linksBack: true, labels: [], assignees: [], milestone: null, type: null, template: null, answers: {}, ...more },
});
const at = (id: string, rest: string): string => `${world.conversations}/${id}/code-issue-${rest}`;
const preview = (id: string, more: Partial<IssueDraft> = {}, cookie = world.cookie): Promise<Said<IssuePreview>> =>
  world.as(at(id, "preview"), { body: draft(more) }, cookie);
const create = (id: string, digest: string, clientId: string = crypto.randomUUID(), cookie = world.cookie): Promise<Said<IssueCreation>> =>
  world.as(at(id, "creations"), { body: { clientId, digest } }, cookie);
const state = async (id: string): Promise<IssueDraftState> => (await world.as<IssueDraftState>(at(id, "draft"))).body;
const linked = async (id: string): Promise<LinkedIssue[]> =>
  (await world.as<{ items: LinkedIssue[] }>(`${world.conversations}/${id}/code-issues`)).body.items;
const issues = () => host.repositories[0]?.issues ?? [];
async function wait(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    world.clock.advance({ minutes: 1 });
    await world.tick();
  }
}
/** The cookie of somebody who joined as an operator. */
async function colleague(): Promise<string> {
  const email = `${crypto.randomUUID()}@example.test`;
  const { body } = await world.as<{ link: string }>(`/api/management/projects/${world.projectId}/invitations`, {
    body: { clientId: crypto.randomUUID(), role: "operator" },
  });
  const joined = await world.call(new URL(body.link).pathname, { body: { name: "Tom Reed", email, password: "seven quiet lamps" } });
  return (joined.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
}

test("what is previewed is what GitHub gets, and the conversation is linked with it", async () => {
  const id = await conversation();
  const shown = await preview(id, { labels: ["bug"], assignees: ["ada"], milestone: 3 });
  expect(shown.status).toBe(200);
  expect(shown.body).toMatchObject({ repository: "acme/app", isPrivate: true, canWrite: true, leftOut: 0 });
  const made = await create(id, shown.body.digest);
  expect([made.status, made.body.state, made.body.number]).toEqual([201, "created", 1]);
  const sent = JSON.parse(host.seen.find(({ method }) => method === "POST")?.body ?? "{}") as Record<string, unknown>;
  const { title, body, labels, assignees, milestone } = shown.body;
  expect(sent).toEqual({ title, body, labels, assignees, milestone });
  expect(body).toContain(`/projects/${world.projectId}/inbox/all/${id}`);
  expect(await linked(id)).toMatchObject([{ title: "Export fails", repository: "acme/app", number: 1 }]);
  const thread = await world.as<{ events: { name?: string; data?: unknown }[] }>(`${world.conversations}/${id}`);
  expect(thread.body.events.filter(({ name }) => name === "code_issue_linked").map(({ data }) => data)).toMatchObject([
    { created: true, linked: true },
  ]);
  expect(await state(id)).toMatchObject({ draft: null, repository: "acme/app", creation: { state: "created", number: 1 } });
});

test("details are left out by default, in title, text, answers and names of files, and stay where a person wants that", async () => {
  const id = await conversation();
  const text = "Amara Okafor (amara@example.test, +49 170 1234567) opened https://shop.example/o?token=s3cret";
  const said = await preview(id, { title: "Export of Amara fails", body: text });
  expect(said.body.title).toBe("Export of […] fails");
  expect(said.body.body).toContain("[…] ([…], […]) opened https://shop.example/o?[…]");
  expect(said.body.leftOut).toBe(5);
  expect((await preview(id, { body: text, redacts: false })).body.body).toContain(text);
});

test("files are links that only members can open; others than the conversation’s are refused", async () => {
  const file = (await visitor.upload("amara@example.test.png", PNG)).body.file.id;
  const id = (await visitor.open("See this", { attachments: [file] })).body.conversation.id;
  const shown = await preview(id, { files: [file] as never });
  expect(shown.body.body).toContain(`](http://localhost:8787/files/${file})`);
  expect(shown.body.body).not.toContain("amara@");
  expect((await world.call(`/files/${file}`)).status).toBe(401);
  const other = await conversation();
  expect((await preview(other, { files: [file] as never })).status).toBe(409);
});

test("a changed draft, an old preview, and a preview of somebody else create nothing", async () => {
  const id = await conversation();
  const first = (await preview(id)).body.digest;
  await world.as(at(id, "draft"), { method: "PUT", body: draft({ title: "Another" }) });
  expect((await create(id, first)).body).toMatchObject({ code: "conflict", changed: true });
  const second = (await preview(id)).body.digest;
  const tom = await colleague();
  expect((await create(id, second, undefined, tom)).body).toMatchObject({ changed: true });
  world.clock.advance({ minutes: 61 });
  expect((await create(id, second)).body).toMatchObject({ changed: true });
  expect(issues()).toEqual([]);
  expect((await state(id)).draft).toMatchObject({ title: "Export fails" });
  await world.as(at(id, "draft"), { method: "DELETE" });
  expect((await state(id)).draft).toBeNull();
});

test("a double click, a repetition and two members at once make one issue", async () => {
  const id = await conversation();
  const tom = await colleague();
  const [mine, theirs] = [(await preview(id)).body.digest, (await preview(id, {}, tom)).body.digest];
  const clientId = crypto.randomUUID();
  const all = await Promise.all([
    create(id, mine, clientId),
    create(id, mine, clientId),
    create(id, mine),
    create(id, theirs, undefined, tom),
  ]);
  expect(all.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
  expect(issues().length).toBe(1);
  expect((await create(id, mine, clientId)).body).toMatchObject({ state: "created", number: 1 });
  expect((await create(id, theirs, undefined, tom)).body).toMatchObject({ changed: true });
  expect(issues().length).toBe(1);
  // Whoever has seen it may create another one.
  world.clock.advance({ seconds: 1 });
  expect((await create(id, (await preview(id, {}, tom)).body.digest, undefined, tom)).body).toMatchObject({ state: "created", number: 2 });
});

test("an answer that was lost, or can’t be read, is looked for: one issue", async () => {
  for (const fault of ["lost after", "garbled"] as const) {
    const id = await conversation();
    const before = issues().length;
    host.writing.faults.push(fault);
    expect((await create(id, (await preview(id)).body.digest)).body, fault).toMatchObject({ state: "created" });
    expect(issues().length, fault).toBe(before + 1);
    expect((await linked(id)).length, fault).toBe(1);
  }
});

test("a list that is late does not make it twice; what never arrived is sent again", async () => {
  const id = await conversation();
  host.writing.faults.push("lost after");
  host.writing.lags = 2;
  expect((await create(id, (await preview(id)).body.digest)).body.state).toBe("looking");
  expect((await preview(id)).body).toMatchObject({ open: true });
  await wait(4);
  expect([issues().length, (await linked(id)).length]).toEqual([1, 1]);
  expect((await state(id)).creation).toMatchObject({ state: "created" });

  const lost = await conversation();
  host.writing.faults.push("lost before");
  expect((await create(lost, (await preview(lost)).body.digest)).body.state).toBe("looking");
  await wait(8);
  expect([issues().length, (await linked(lost)).length]).toEqual([2, 1]);
});

test("killed between request and answer, the minute schedule finds it", async () => {
  const id = await conversation();
  const digest = (await preview(id)).body.digest;
  host.writing.faults.push("lost after");
  host.trouble = undefined;
  // The request dies while it looks: nothing of it is written.
  const real = host.answer.bind(host);
  vi.stubGlobal("fetch", async (to: string | URL | Request, init?: RequestInit) => {
    const request = new Request(to, init);
    if (request.method === "GET" && new URL(request.url).pathname.endsWith("/issues")) throw new TypeError("network lost");
    return await real(request);
  });
  expect((await create(id, digest)).body).toMatchObject({ state: "looking" });
  // As a worker leaves it that died at once.
  await world.rows("UPDATE code_issue_creations SET state = 'sending', looks = 0 WHERE conversation_id = ?", id);
  vi.stubGlobal("fetch", (to: string | URL | Request, init?: RequestInit) => host.answer(new Request(to, init)));
  await wait(3);
  expect([issues().length, (await linked(id)).length]).toEqual([1, 1]);
  expect(JSON.stringify(await world.rows("SELECT request FROM code_issue_creations WHERE conversation_id = ?", id))).toBe(
    '[{"request":null}]',
  );
});

test("while GitHub does not answer it is looked for ever less often, and at last nobody knows", async () => {
  const id = await conversation();
  const digest = (await preview(id)).body.digest;
  host.trouble = "down";
  // Nothing was sent, because GitHub could not be asked what has become of the repository.
  expect((await create(id, digest)).body).toMatchObject({ state: "failed", fault: "unavailable" });
  host.trouble = undefined;
  world.clock.advance({ seconds: 1 });
  host.writing.faults.push("lost before");
  host.writing.goesDown = () => void (host.trouble = "down");
  expect((await create(id, digest)).body.state).toBe("looking");
  for (let step = 0; step < 20; step += 1) {
    world.clock.advance({ minutes: 31 });
    await world.tick();
  }
  expect((await state(id)).creation).toMatchObject({ state: "failed", fault: "unknown" });
  expect((await state(id)).draft).not.toBeNull();
});

test("what GitHub refuses is a failed creation with its reason; the draft stays, and the same preview can be sent again", async () => {
  const id = await conversation();
  const digest = (await preview(id)).body.digest;
  for (const trouble of ["limited", "secondary", "sso", "forbidden"] as const) {
    host.trouble = trouble;
    const made = await create(id, digest);
    expect([trouble, made.body.state, made.body.fault]).toEqual([trouble, "failed", trouble === "secondary" ? "limited" : trouble]);
  }
  host.trouble = undefined;
  host.writing.faults.push("unprocessable");
  expect((await create(id, digest)).body).toMatchObject({ state: "failed", fault: "invalid", problems: ["labels: invalid"] });
  const repository = host.repositories[0];
  if (repository) repository.hasIssues = false;
  expect((await create(id, digest)).body).toMatchObject({ state: "failed", fault: "gone" });
  expect((await preview(id)).body.code).toBe("conflict");
  if (repository) repository.hasIssues = true;
  host.writing.archived.add("acme/app");
  expect((await preview(id)).body.code).toBe("conflict");
  host.writing.archived.clear();
  expect(issues()).toEqual([]);
  expect((await create(id, (await preview(id)).body.digest)).body.state).toBe("created");
});

test("a repository that was renamed, and one that is not the project’s", async () => {
  const id = await conversation();
  host.rename("acme/app", "acme/shop");
  expect((await create(id, (await preview(id)).body.digest)).body).toMatchObject({ state: "created", repository: "acme/shop" });
  host.addRepository("acme/secret");
  expect((await preview(id, { repository: "acme/secret" })).body.code).toBe("conflict");
});

test("labels, assignees, milestones, types, templates and forms are read with their pages, and what is missing is named", async () => {
  const path = `/api/dashboard/projects/${world.projectId}/code-hosting/issue-choices?repository=acme/app`;
  host.writing.labels = Array.from({ length: 310 }, (_, i) => `label ${i}`);
  host.writing.types = ["Bug"];
  host.writing.templates.set("config.yml", "blank_issues_enabled: false\ncontact_links: []\n");
  host.writing.templates.set(
    "bug.md",
    "---\nname: Bug\nabout: Something is broken\ntitle: '[Bug] '\nlabels: bug, needs triage\n---\n\n## What happened\n",
  );
  host.writing.templates.set("form.yml", FORM);
  host.writing.templates.set("bomb.yml", "a: &a [x]\n" + Array.from({ length: 60 }, (_, i) => `b${i}: *a`).join("\n"));
  const { body } = await world.as<IssueChoices>(path);
  expect([body.labels.length, body.incomplete, body.types, body.allowsBlank]).toEqual([300, ["labels"], ["Bug"], false]);
  expect(body.milestones).toEqual([{ number: 3, title: "Spring" }]);
  expect(body.templates.map(({ file, labels, title }) => [file, labels, title])).toEqual([
    ["bug.md", ["bug", "needs triage"], "[Bug] "],
    ["form.yml", ["bug"], ""],
  ]);
  expect(body.templates[1]?.questions.map(({ key, kind, required }) => [key, kind, required])).toEqual([
    ["what", "textarea", true],
    ["version", "dropdown", true],
    ["Agreed", "checkboxes", false],
  ]);
  const id = await conversation();
  const missing = await preview(id, { template: "form.yml", body: "" });
  expect(missing.body.issues?.map((one) => one.path)).toEqual(["answers.what", "answers.version", "answers.Agreed"]);
  const answers = { what: "It breaks", version: ["1.0"], Agreed: ["I have searched"] };
  const shown = await preview(id, { template: "form.yml", body: "", answers });
  expect(shown.body.body).toContain(
    "### What happened?\n\nIt breaks\n\n### Version\n\n1.0\n\n### Agreed\n\n- [X] I have searched\n- [ ] I want to help",
  );
  expect((await preview(id, { template: "gone.yml" })).body.issues?.map((one) => one.path)).toEqual(["template"]);
  host.trouble = "forbidden";
  expect((await world.as<{ fault: string }>(path)).body.fault).toBe("forbidden");
});
const FORM = `name: Report
description: A form
labels: [bug]
body:
  - type: markdown
    attributes: { value: Thanks }
  - type: textarea
    id: what
    attributes: { label: "What happened?" }
    validations: { required: true }
  - type: dropdown
    id: version
    attributes: { label: Version, options: [1.0, "2.0"] }
    validations: { required: true }
  - type: checkboxes
    attributes:
      label: Agreed
      options:
        - { label: I have searched, required: true }
        - label: I want to help
`;

test("another project’s conversation is out of reach, and an erasure takes drafts and what is to be sent", async () => {
  const other = await makeWorld({ now: "2030-01-02T03:00:10Z" });
  const foreign = (await (await other.visitor()).open("Hello")).body.conversation.id;
  expect([(await preview(foreign)).status, (await world.as(at(foreign, "draft"))).status]).toEqual([404, 404]);
  expect((await world.as(at(foreign, "draft"), { method: "PUT", body: draft() })).status).toBe(404);

  const person = await world.visitor();
  const id = (await person.open("I am canary")).body.conversation.id;
  host.writing.faults.push("lost before");
  await create(id, (await preview(id, { body: "canary text" })).body.digest);
  await world.as(at(id, "draft"), { method: "PUT", body: draft({ body: "canary draft" }) });
  await erase(world, person);
  expect((await world.as(at(id, "draft"), { method: "PUT", body: draft({ body: "canary draft" }) })).status).toBe(404);
  for (let minute = 0; minute < 3; minute += 1) await tick(world);
  const rows = JSON.stringify([
    await world.rows("SELECT * FROM code_issue_drafts"),
    await world.rows("SELECT * FROM code_issue_creations"),
  ]);
  expect(rows).not.toContain("canary");
  await wait(10);
  expect(issues()).toEqual([]);
  expect((await progress(world, person)).state).toBe("erased");
});

test("a model writes the draft from the chosen messages alone, without personal details; without one its variables are named", async () => {
  const bare = await conversation("The export fails");
  const refused = await world.as<{ code: string }>(at(bare, "suggestion"), { body: { messages: [1], redacts: true } });
  expect([refused.status, refused.body.code]).toEqual([503, "not_configured"]);

  const ai = await copilotWorld();
  const id = await ai.converse("The export fails, write to amara@example.test");
  await ai.note(id, "A difficult customer");
  const path = `${ai.world.conversations}/${id}/code-issue-suggestion`;
  ai.models.answer({ object: { title: "Export fails", body: "It fails." } });
  const { status, body } = await ai.world.as(path, { body: { messages: [1, 2], redacts: true } });
  expect([status, body]).toEqual([200, { title: "Export fails", body: "It fails." }]);
  expect(ai.asked().text).toContain("The export fails, write to […]");
  expect(ai.asked().text).not.toContain("difficult");
  expect((await ai.world.as(path, { body: { messages: [], redacts: true } })).status).toBe(409);
  expect(await ai.calls()).toMatchObject([{ state: "done", purpose: "assist" }]);
});

test("issues that are found while answering say whether the customer could open them", async () => {
  host.addRepository("acme/open", { isPrivate: false });
  await world.as(`/api/management/projects/${world.projectId}/code-hosting/repositories`, { body: { name: "acme/open" } });
  host.addIssue("acme/app", "Export fails");
  host.addIssue("acme/open", "Export fails too", { pull: true });
  const path = `/api/dashboard/projects/${world.projectId}/code-hosting/issue-links?q=export`;
  const { body } = await world.as<{ items: { repository: string; kind: string; isPrivate: boolean | null }[] }>(path);
  expect(body.items.map(({ repository, kind, isPrivate }) => [repository, kind, isPrivate])).toEqual([
    ["acme/app", "issue", true],
    ["acme/open", "pull", false],
  ]);
  host.trouble = "secondary";
  expect((await world.as<{ fault: string }>(path)).body.fault).toBe("limited");
});
