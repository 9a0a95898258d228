// Saved views: who sees and changes them, what they list and count, that both follow every change, and what reading them costs.
import { beforeAll, expect, test } from "vitest";
import { type Condition, meets, SORTS, type Sort } from "../../modules/conversations/contract.ts";
import { type Answer, makeWorld, type Visitor, type World } from "./world.ts";

interface Row {
  readonly id: string;
  readonly revision: number;
  readonly status: string;
  readonly assigneeId: string | null;
  readonly door: string;
  readonly createdAt: string;
  readonly lastActivityAt: string;
  readonly waitingSince: string | null;
  readonly rank?: number;
  readonly fields?: Readonly<Record<string, string>>;
}
interface View {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly count: number;
  readonly sort: string;
  readonly filling: unknown;
}
interface Page {
  readonly items: readonly Row[];
  readonly next: string | null;
  readonly view?: { readonly sort: string; readonly filling: unknown };
}

let world: World;
let visitor: Visitor;
let me: string;
const uuid = (): string => crypto.randomUUID();
const views = (at = world): string => `/api/dashboard/projects/${at.projectId}/views`;
beforeAll(async () => {
  world = await makeWorld();
  visitor = await world.visitor();
  me = (await world.as<{ person: { id: string } }>("/api/account/me")).body.person.id;
});
/** The cookie of somebody who joined. */
async function joined(role: string): Promise<string> {
  const { body } = await world.as<{ link: string }>(`/api/management/projects/${world.projectId}/invitations`, {
    body: { clientId: uuid(), role },
  });
  const done = await world.call(new URL(body.link).pathname, {
    body: { name: "Tom Reed", email: `${uuid()}@example.test`, password: "seven quiet lamps" },
  });
  return (done.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
}

const OPEN: Condition = { field: "status", is: "any", values: ["open"] };
const save = (
  conditions: readonly Condition[],
  more: Record<string, unknown> = {},
  cookie = world.cookie,
): Promise<Answer<{ view: View }>> =>
  world.as(
    views(),
    { body: { clientId: uuid(), kind: "personal", name: "A view", icon: "", conditions, sort: "activity", ...more } },
    cookie,
  );
const saved = async (conditions: readonly Condition[], more: Record<string, unknown> = {}): Promise<View> => {
  const answer = await save(conditions, more);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.view;
};
const list = async (view: string, query = "", cookie = world.cookie): Promise<Page> => {
  const answer = await world.as<Page>(`${world.conversations}?view=${view}${query}`, {}, cookie);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const idsOf = async (view: string, query = ""): Promise<string[]> => (await list(view, query)).items.map(({ id }) => id);
const countOf = async (view: string): Promise<number | undefined> =>
  (await world.as<{ views: View[] }>(views())).body.views.find(({ id }) => id === view)?.count;
/** A conversation, by default of a new visitor: one may open only so many. */
const open = async (by?: Visitor): Promise<string> => (await (by ?? (await world.visitor())).open("Hello")).body.conversation.id;
const change = async (id: string, what: "priority" | "status" | "assign", body: Record<string, unknown>): Promise<number> =>
  (
    await world.as(`${world.conversations}/${id}/${what}`, {
      body: { clientId: uuid(), ...(what === "priority" ? {} : { frontier: await world.revision(id) }), ...body },
    })
  ).status;
const everything = (): Promise<Row[]> =>
  Promise.all(["all", "snoozed", "closed"].map(async (view) => (await list(view)).items)).then((pages) => pages.flat());

test("a view lists and counts what meets its conditions, and follows every change", async () => {
  const id = await open(visitor);
  const view = await saved([OPEN, { field: "priority", is: "any", values: ["high", "urgent"] }]);
  expect([view.count, view.filling]).toEqual([0, null]);
  await change(id, "priority", { priority: "urgent" });
  expect(await idsOf(view.id)).toEqual([id]);
  expect(await countOf(view.id)).toBe(1);
  await change(id, "priority", { priority: "low" });
  expect(await idsOf(view.id)).toEqual([]);
  await change(id, "priority", { priority: "high" });
  expect(await countOf(view.id)).toBe(1);
  await change(id, "status", { status: "closed" });
  expect([await idsOf(view.id), await countOf(view.id)]).toEqual([[], 0]);
  // The customer's message opens it again.
  await visitor.postMessage(id, "Still there?");
  expect(await idsOf(view.id)).toEqual([id]);
});

test("conditions are met by any, by all, or by none of their values; a period has two ends", async () => {
  const id = await open();
  await change(id, "priority", { priority: "normal" });
  const [row] = (await list("all")).items.filter((each) => each.id === id);
  const at = row?.createdAt ?? "";
  const later = new Date(Date.parse(at) + 1).toISOString();
  const cases: [Condition, boolean][] = [
    [{ field: "priority", is: "any", values: ["low", "normal"] }, true],
    [{ field: "priority", is: "all", values: ["normal"] }, true],
    [{ field: "priority", is: "all", values: ["low", "normal"] }, false],
    [{ field: "priority", is: "none", values: ["normal"] }, false],
    [{ field: "priority", is: "none", values: ["none"] }, true],
    [{ field: "assignee", is: "any", values: ["none"] }, true],
    [{ field: "assignee", is: "any", values: [me] }, false],
    [{ field: "channel", is: "any", values: ["widget"] }, true],
    [{ field: "channel", is: "none", values: ["widget"] }, false],
    [{ field: "answers", is: "any", values: ["none"] }, true],
    [{ field: "created", from: at, until: at }, true],
    [{ field: "created", from: later, until: null }, false],
    [{ field: "activity", from: null, until: later }, true],
    [{ field: "waiting", age: "under", minutes: 60 }, true],
    [{ field: "waiting", age: "over", minutes: 60 }, false],
    [{ field: "created", age: "under", minutes: 60 }, true],
  ];
  for (const [condition, expected] of cases) {
    const view = await saved([condition]);
    expect((await idsOf(view.id)).includes(id), JSON.stringify(condition)).toBe(expected);
    expect(row && meets(row, [condition], world.clock.now()), JSON.stringify(condition)).toBe(expected);
    await world.as(`${views()}/${view.id}`, { method: "DELETE" });
  }
});

test("waiting longer than an hour is a matter of time alone, and the list is in that order", async () => {
  const late = await makeWorld({ now: "2031-05-01T10:00:00Z" });
  const guest = await late.visitor();
  const first = (await guest.open("One")).body.conversation.id;
  late.clock.advance({ minutes: 30 });
  const second = (await guest.open("Two")).body.conversation.id;
  const path = `/api/dashboard/projects/${late.projectId}/views`;
  const made = await late.as<{ view: View }>(path, {
    body: {
      clientId: uuid(),
      kind: "personal",
      name: "Late",
      icon: "clock",
      conditions: [OPEN, { field: "waiting", age: "over", minutes: 60 }],
      sort: "activity",
    },
  });
  const { id, sort } = made.body.view;
  expect(sort).toBe("waiting");
  const now = async (): Promise<unknown[]> => [
    (await late.as<Page>(`${late.conversations}?view=${id}&sort=created`)).body.items.map((row) => row.id),
    (await late.as<{ views: View[] }>(path)).body.views[0]?.count,
  ];
  expect(await now()).toEqual([[], 0]);
  late.clock.advance({ minutes: 31 });
  expect(await now()).toEqual([[first], 1]);
  late.clock.advance({ minutes: 30 });
  expect(await now()).toEqual([[first, second], 2]);
  await late.as(`${late.conversations}/${first}/messages`, { body: { clientId: uuid(), frontier: 1, content: "Here I am" } });
  expect(await now()).toEqual([[second], 1]);
});

test("what a contact is changes its conversations' views, though no event tells of it", async () => {
  const customer = await world.visitor();
  const id = await open(customer);
  const view = await saved([{ field: "attribute", key: "plan", is: "any", values: ["pro"] }]);
  const trial = await saved([{ field: "attribute", key: "trial", is: "any", values: ["true"] }]);
  expect(await idsOf(view.id)).toEqual([]);
  await world.rows('UPDATE contacts SET metadata = \'{"plan":"pro","trial":true}\' WHERE id = ?', customer.contactId);
  expect(await idsOf(view.id)).toEqual([id]);
  expect(await idsOf(trial.id)).toEqual([id]);
  await world.rows('UPDATE contacts SET metadata = \'{"plan":"free"}\' WHERE id = ?', customer.contactId);
  expect(await idsOf(view.id)).toEqual([]);
  const german = await saved([{ field: "language", is: "any", values: ["de"] }]);
  await world.rows('UPDATE contacts SET visit = \'{"language":"de-AT"}\' WHERE id = ?', customer.contactId);
  expect(await idsOf(german.id)).toEqual([id]);
  expect(await world.rows("SELECT 1 FROM saved_view_contacts")).toEqual([]);
});

test("a tag that is merged and a team that is deleted change the views of their conversations, though no event tells of it", async () => {
  const make = async (path: string, name: string): Promise<string> => {
    const { body } = await world.as<Record<string, { id: string }>>(path, { body: { clientId: uuid(), name } });
    return (body["tag"] ?? body["team"])?.id ?? "";
  };
  const project = (area: string): string => `/api/${area}/projects/${world.projectId}`;
  const [merging, kept] = [await make(`${project("dashboard")}/tags`, "Merged"), await make(`${project("dashboard")}/tags`, "Kept")];
  const team = await make(`${project("management")}/teams`, "Ending");
  const [one, two, none] = [await open(), await open(), await open()];
  const act = (id: string, what: string, body: object) =>
    world.as(`${world.conversations}/${id}/${what}`, { body: { clientId: uuid(), ...body } });
  for (const id of [one, two]) {
    await act(id, "tags", { add: [merging] });
    await act(id, "team", { frontier: await world.revision(id), teamId: team });
  }
  const tagged = (await saved([{ field: "tags", is: "any", values: [kept] }])).id;
  const free = (await saved([{ field: "team", is: "any", values: ["none"] }])).id;
  const has = async (view: string): Promise<boolean[]> => {
    const ids = await idsOf(view);
    return [one, two, none].map((id) => ids.includes(id));
  };
  expect([await has(tagged), await has(free)]).toEqual([
    [false, false, false],
    [false, false, true],
  ]);
  const merged = await world.as(`${project("management")}/tags/${merging}/merge`, { body: { into: kept } });
  const deleted = await world.as(`${project("management")}/teams/${team}`, { method: "DELETE" });
  expect([merged.status, deleted.status]).toEqual([202, 202]);
  await world.tick();
  expect([await has(tagged), await has(free)]).toEqual([
    [true, true, false],
    [true, true, true],
  ]);
  expect(await world.rows("SELECT * FROM saved_view_changed")).toEqual([]);
});

test("personal views are seen by their owner alone, shared ones by the team and changed by admins and owners", async () => {
  const [operator, admin] = [await joined("operator"), await joined("admin")];
  const mine = await saved([OPEN], { name: "Mine alone" });
  const shared = await saved([OPEN], { name: "Everybody's", kind: "shared" });
  const seenBy = async (cookie: string): Promise<string[]> =>
    (await world.as<{ views: View[] }>(views(), {}, cookie)).body.views.map(({ name }) => name);
  expect(await seenBy(operator)).toContain("Everybody's");
  expect(await seenBy(operator)).not.toContain("Mine alone");
  const patch = (id: string, cookie: string, body: Record<string, unknown> = { name: "Other" }): Promise<Answer> =>
    world.as(`${views()}/${id}`, { method: "PATCH", body }, cookie);
  expect((await patch(shared.id, operator)).status).toBe(403);
  expect((await patch(shared.id, admin)).status).toBe(200);
  for (const cookie of [operator, admin]) {
    expect((await patch(mine.id, cookie)).status).toBe(404);
    expect((await world.as(`${world.conversations}?view=${mine.id}`, {}, cookie)).status).toBe(404);
  }
  expect((await save([OPEN], { kind: "shared" }, operator)).status).toBe(403);
  expect((await save([OPEN], {}, operator)).status).toBe(201);
  const own = (await world.as<{ views: View[] }>(views(), {}, operator)).body.views.find(({ kind }) => kind === "personal");
  expect((await patch(own?.id ?? "", operator, { kind: "shared" })).status).toBe(403);
  expect((await patch(own?.id ?? "", operator, { name: "Mine now", icon: "🐝" })).status).toBe(200);
  expect((await world.as(`${views()}/${shared.id}`, { method: "DELETE" }, operator)).status).toBe(403);
});

test("a view of another project is answered like a missing one, on every route", async () => {
  const other = await makeWorld();
  const view = await saved([OPEN], { kind: "shared" });
  for (const id of [view.id, "svw_00000000000000000000000000"]) {
    expect((await world.as(`${views(other)}/${id}`, { method: "PATCH", body: { name: "x" } })).status).toBe(404);
    expect((await world.as(`${views(other)}/${id}`, { method: "DELETE" })).status).toBe(404);
    expect((await world.as(`${views(other)}/${id}/restore`, { body: {} })).status).toBe(404);
    expect((await world.as(`${other.conversations}?view=${id}`)).status).toBe(404);
  }
  await world.as(`${views(other)}/order`, { method: "PUT", body: { kind: "shared", ids: [view.id] } });
  expect((await world.as<{ views: View[] }>(views(other))).body.views).toEqual([]);
  expect(await idsOf(view.id)).not.toEqual([]);
});

test("a repetition gets its first answer, and the same clientId with other values is a conflict", async () => {
  const body = { clientId: uuid(), kind: "personal", name: "Once", icon: "", conditions: [OPEN], sort: "created" };
  const [first, again] = [await world.as<{ view: View }>(views(), { body }), await world.as<{ view: View }>(views(), { body })];
  expect([first.status, again.status, again.body.view.id]).toEqual([201, 200, first.body.view.id]);
  expect((await world.as(views(), { body: { ...body, name: "Twice" } })).status).toBe(409);
});

test("unknown fields and values, two times at once, and more than an emoji are refused", async () => {
  const bad: unknown[][] = [
    [{ field: "color", is: "any", values: ["red"] }],
    [{ field: "status", is: "any", values: ["gone"] }],
    [{ field: "priority", is: "any", values: ["huge"] }],
    [{ field: "created", is: "any", values: ["today"] }],
    [{ field: "attribute", is: "any", values: ["x"] }],
    [{ field: "status", key: "x", is: "any", values: ["open"] }],
    [
      { field: "waiting", age: "over", minutes: 1 },
      { field: "created", age: "over", minutes: 1 },
    ],
    Array.from({ length: 11 }, () => OPEN),
  ];
  for (const conditions of bad) expect((await save(conditions as Condition[])).status, JSON.stringify(conditions)).toBe(400);
  expect((await save([OPEN], { icon: "🐝🐝" })).status).toBe(400);
  expect((await save([OPEN], { icon: "nothing" })).status).toBe(400);
  expect((await save([OPEN], { icon: "👩‍🚒" })).status).toBe(201);
  expect((await world.as(`${world.conversations}?view=nowhere`)).status).toBe(404);
});

test("a deleted view can be restored with its rows for ten minutes; then it and its index are gone", async () => {
  const past = await makeWorld({ now: new Date().toISOString() });
  const guest = await past.visitor();
  const first = (await guest.open("Hello")).body.conversation.id;
  const path = `/api/dashboard/projects/${past.projectId}/views`;
  const { id } = (
    await past.as<{ view: View }>(path, {
      body: { clientId: uuid(), kind: "personal", name: "V", icon: "", conditions: [OPEN], sort: "activity" },
    })
  ).body.view;
  const rows = async (): Promise<number> => (await past.rows("SELECT 1 FROM saved_view_rows WHERE project_id = ?", past.projectId)).length;
  await past.as(`${path}/${id}`, { method: "DELETE" });
  expect((await past.as(`${past.conversations}?view=${id}`)).status).toBe(404);
  const second = (await guest.open("While it was gone")).body.conversation.id;
  expect((await past.as(`${path}/${id}/restore`, { body: {} })).status).toBe(200);
  expect((await past.as<Page>(`${past.conversations}?view=${id}`)).body.items.map((row) => row.id).toSorted()).toEqual(
    [first, second].toSorted(),
  );
  await past.as(`${path}/${id}`, { method: "DELETE" });
  past.clock.advance({ minutes: 11 });
  await past.tick();
  expect(await rows()).toBe(2);
  // Those of other tests of this file end too, some at a time.
  for (let i = 0; i < 5 && (await rows()) > 0; i += 1) await past.tick();
  expect(await rows()).toBe(0);
  expect((await past.as(`${path}/${id}/restore`, { body: {} })).status).toBe(404);
  for (const table of ["saved_views", "saved_view_indexes", "saved_view_walks"])
    expect(await past.rows(`SELECT 1 FROM ${table} WHERE project_id = ?`, past.projectId), table).toEqual([]);
});

test("a member has one draft; other conditions make another index, and giving it a kind saves it", async () => {
  const draft = (conditions: readonly Condition[]): Promise<Answer<{ view: View }>> =>
    world.as(`${views()}/draft`, { method: "PUT", body: { conditions, sort: "created" } });
  const first = (await draft([OPEN])).body.view;
  const second = (await draft([{ field: "status", is: "any", values: ["closed"] }])).body.view;
  expect([first.kind, second.id]).toEqual(["draft", first.id]);
  expect(await idsOf(second.id)).toEqual((await list("closed", "&sort=created")).items.map(({ id }) => id));
  const kept = await world.as<{ view: View }>(`${views()}/${first.id}`, {
    method: "PATCH",
    body: { kind: "shared", name: "Done", icon: "flag" },
  });
  expect([kept.body.view.kind, kept.body.view.name]).toEqual(["shared", "Done"]);
  expect((await draft([OPEN])).body.view.id).not.toBe(first.id);
});

test("views keep the order that they are given", async () => {
  const [a, b, c] = [await saved([OPEN], { name: "A" }), await saved([OPEN], { name: "B" }), await saved([OPEN], { name: "C" })];
  await world.as(`${views()}/order`, { method: "PUT", body: { kind: "personal", ids: [c.id, a.id, b.id] } });
  const all = (await world.as<{ views: View[] }>(views())).body.views.filter(({ kind }) => kind === "personal").map(({ id }) => id);
  expect(all.slice(0, 3)).toEqual([c.id, a.id, b.id]);
});

test("the assistant's view is made when it is opened, and counted from then on", async () => {
  // Before the assistant is switched on, which would answer.
  const id = await open();
  await world.rows(
    "INSERT INTO assistant_conversations (project_id, conversation_id, answers, reason, since, sent, given) VALUES (?, ?, 'assistant', 'given', 1, 0, 0)",
    world.projectId,
    id,
  );
  const offered = async () => (await world.as<{ modules: unknown[] }>(views())).body.modules;
  expect(await offered()).toEqual([]);
  await world.rows("INSERT INTO assistant_settings (project_id, enabled, version) VALUES (?, 1, 1)", world.projectId);
  expect(await offered()).toEqual([{ name: "assistant", count: null }]);
  expect(await idsOf("assistant")).toEqual([id]);
  expect(await offered()).toEqual([{ name: "assistant", count: 1 }]);
  // Whoever is assigned answers.
  await change(id, "assign", { assigneeId: me });
  expect(await idsOf("assistant")).toEqual([]);
});

test("Mentions is each member's own, follows notes as they are written, and choosing a tag or spam works as any other field", async () => {
  const other = await joined("operator");
  const they = (await world.as<{ person: { id: string } }>("/api/account/me", undefined, other)).body.person.id;
  const [a, b] = [await open(), await open()];
  const note = (id: string, mentions: readonly string[]) =>
    world.as(`${world.conversations}/${id}/notes`, { body: { clientId: uuid(), content: "@Somebody, look at this.", mentions } });
  const names = async (cookie?: string) =>
    (await world.as<{ modules: { name: string }[] }>(views(), undefined, cookie)).body.modules.map(({ name }) => name);
  expect(await names(other)).not.toContain("mentions");
  await note(a, [they]);
  expect(await names(other)).toContain("mentions");
  expect(await names()).not.toContain("mentions");
  const mine = async (cookie: string) => (await list("mentions", "", cookie)).items.map(({ id }) => id);
  expect(await mine(other)).toEqual([a]);
  await note(b, [they, me]);
  expect((await mine(other)).toSorted()).toEqual([a, b].toSorted());
  expect(await mine(world.cookie)).toEqual([b]);

  // Spam is in no view that does not ask for it.
  const { view } = (await save([{ field: "mentions", is: "any", values: [they] }])).body;
  expect((await idsOf(view.id)).toSorted()).toEqual([a, b].toSorted());
  await world.as(`${world.conversations}/${b}/spam`, { body: { clientId: uuid(), frontier: await world.revision(b) } });
  expect(await idsOf(view.id)).toEqual([a]);
  expect(await names()).toContain("spam");
  expect(await idsOf("spam")).toEqual([b]);
  expect(await idsOf("closed")).not.toContain(b);
  const tag = (
    await world.as<{ tag: { id: string } }>(`/api/dashboard/projects/${world.projectId}/tags`, {
      body: { clientId: uuid(), name: "Refund", hue: 25 },
    })
  ).body.tag.id;
  const tagged = (await save([{ field: "tags", is: "all", values: [tag] }])).body.view;
  expect(await idsOf(tagged.id)).toEqual([]);
  expect((await world.as(`${world.conversations}/${a}/tags`, { body: { clientId: uuid(), add: [tag], remove: [] } })).status).toBe(201);
  expect(await idsOf(tagged.id)).toEqual([a]);
});

test("a large project is entered page by page, by a job", async () => {
  const large = await makeWorld();
  const guest = await large.visitor();
  const [one] = await large.rows<{ id: string }>("SELECT id FROM conversations WHERE project_id = ?", large.projectId);
  expect(one).toBeUndefined();
  await grow(large, guest.contactId, 0, 1300);
  const path = `/api/dashboard/projects/${large.projectId}/views`;
  const made = await large.as<{ view: View }>(path, {
    body: {
      clientId: uuid(),
      kind: "shared",
      name: "V",
      icon: "",
      conditions: [{ field: "channel", is: "any", values: ["email"] }],
      sort: "created",
    },
  });
  // The answer came with the first page; the job that ran after it has entered the rest.
  expect(made.body.view.filling).toEqual({ lookedAt: 500, total: 1300 });
  const after = (await large.as<{ views: View[] }>(path)).body.views[0];
  expect([after?.filling, after?.count]).toEqual([null, 100]);
  const [{ n } = { n: 0 }] = await large.rows<{ n: number }>(
    "SELECT count(*) AS n FROM saved_view_rows WHERE project_id = ?",
    large.projectId,
  );
  expect(n).toBe(650);
});

/** Inserts conversations of one contact directly; every second came by mail. */
async function grow(at: World, contactId: string, from: number, to: number): Promise<void> {
  await at.rows(
    `WITH RECURSIVE n(i) AS (SELECT ${from + 1} UNION ALL SELECT i + 1 FROM n WHERE i < ${to})
     INSERT INTO conversations (project_id, id, contact_id, client_id, door, status, revision, created_at, last_activity_at)
     SELECT ?, 'cnv_' || printf('%026d', i), ?, i, CASE WHEN i % 2 = 0 THEN 'email' ELSE 'widget' END, CASE WHEN i % 5 = 0 THEN 'closed' ELSE 'open' END, 1, i, i FROM n`,
    at.projectId,
    contactId,
  );
}

test("after random changes, lists, orders and counts are those of comparing everything", async () => {
  const random = mulberry(20_261_127);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const customers = await Promise.all(Array.from({ length: 12 }, async () => await world.visitor()));
  const ids = await Promise.all(customers.map((customer) => open(customer)));
  const conditions: Condition[][] = [
    [OPEN],
    [OPEN, { field: "assignee", is: "none", values: ["none"] }],
    [
      { field: "priority", is: "any", values: ["high", "urgent"] },
      { field: "status", is: "none", values: ["closed"] },
    ],
    [{ field: "priority", is: "none", values: ["none", "low"] }],
    [{ field: "waiting", age: "under", minutes: 525_600 }],
    [],
  ];
  const made = await Promise.all(conditions.map((each) => saved(each)));
  for (let i = 0; i < 60; i += 1) {
    const id = pick(ids);
    const what = pick(["priority", "status", "assign", "message", "reply"] as const);
    if (what === "priority") await change(id, what, { priority: pick(["none", "low", "high", "urgent"]) });
    if (what === "status") await change(id, what, pick([{ status: "closed" }, { status: "open" }, { status: "snoozed", until: null }]));
    if (what === "assign") await change(id, what, { assigneeId: pick([me, null]) });
    if (what === "message") await customers[ids.indexOf(id)]?.postMessage(id, "More");
    if (what === "reply")
      await world.as(`${world.conversations}/${id}/messages`, {
        body: { clientId: uuid(), frontier: await world.revision(id), content: "Yes" },
      });
    // Now and then somebody looks.
    if (i % 7 === 0) await list(pick(made).id);
  }
  const rows = await everything();
  for (const [index, view] of made.entries()) {
    const fits = rows.filter((row) => meets(row, conditions[index] ?? [], world.clock.now()));
    for (const sort of SORTS) {
      const { items, view: told } = await list(view.id, `&sort=${sort}`);
      const used = (told?.sort ?? sort) as Sort;
      expect(
        items.map(({ id }) => id),
        `${JSON.stringify(conditions[index])} by ${used}`,
      ).toEqual(inOrder(fits, used));
    }
    expect(await countOf(view.id)).toBe(fits.length);
  }
  for (const fixed of ["all", "mine", "unassigned", "snoozed", "closed"]) {
    const fits = rows.filter((row) =>
      fixed === "snoozed" || fixed === "closed"
        ? row.status === fixed
        : row.status === "open" && (fixed === "all" || row.assigneeId === (fixed === "mine" ? me : null)),
    );
    for (const sort of SORTS) expect(await idsOf(fixed, `&sort=${sort}`), `${fixed} by ${sort}`).toEqual(inOrder(fits, sort));
    const counts = (await world.as<Record<string, number>>(`/api/dashboard/projects/${world.projectId}/conversation-counts`)).body;
    expect(counts[fixed], fixed).toBe(fits.length);
  }
});

test("kept counts that are wrong are corrected by the schedule", async () => {
  const read = async (): Promise<unknown> => (await world.as(`/api/dashboard/projects/${world.projectId}/conversation-counts`)).body;
  const right = await read();
  await world.rows(
    "UPDATE conversation_counts SET conversations = conversations + 3, checked_at = -1 WHERE project_id = ?",
    world.projectId,
  );
  await world.rows("INSERT INTO conversation_counts (project_id, list, conversations) VALUES (?, 'assigned:acc_gone', 2)", world.projectId);
  expect(await read()).not.toEqual(right);
  await world.tick();
  expect(await read()).toEqual(right);
  expect(await world.rows("SELECT 1 FROM conversation_counts WHERE conversations <> 0 AND list = 'assigned:acc_gone'")).toEqual([]);
});

test("pages of an order are joined without a gap or a double", async () => {
  const many = await makeWorld();
  const guest = await many.visitor();
  await grow(many, guest.contactId, 2000, 2130);
  // Half of them are due, several at the same time.
  await many.rows("UPDATE conversation_sort_keys SET due_at = 1000 + by_created % 7 WHERE by_created % 2 = 0");
  const path = `/api/dashboard/projects/${many.projectId}/views`;
  const { id } = (
    await many.as<{ view: View }>(path, {
      body: { clientId: uuid(), kind: "personal", name: "V", icon: "", conditions: [OPEN], sort: "activity" },
    })
  ).body.view;
  for (const view of ["all", id])
    for (const sort of SORTS) {
      const found: string[] = [];
      let cursor = "";
      for (let page = 0; page < 5; page += 1) {
        const { items, next } = (await many.as<Page>(`${many.conversations}?view=${view}&sort=${sort}${cursor}`)).body;
        found.push(...items.map((row) => row.id));
        if (next === null) break;
        cursor = `&cursor=${next}`;
      }
      expect([found.length, new Set(found).size], `${view} ${sort}`).toEqual([104, 104]);
    }
});

const FAR = 10_000_000_000_000;
function inOrder(rows: readonly Row[], sort: Sort): string[] {
  const key = (row: Row): number => {
    const created = Date.parse(row.createdAt);
    if (sort === "activity") return Date.parse(row.lastActivityAt);
    if (sort === "created") return created;
    if (sort === "priority") return (row.rank ?? 0) * FAR + created;
    const due = sort === "due" ? row.fields?.["target"]?.split(",")[2] : row.waitingSince;
    return due === undefined || due === null ? created - FAR : FAR - (sort === "due" ? Number(due) : Date.parse(due));
  };
  return rows.toSorted((a, b) => key(b) - key(a) || (a.id < b.id ? 1 : -1)).map(({ id }) => id);
}
function mulberry(seed: number): () => number {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
