// Hostile and malformed input on the emitted build: every JSON route × every kind of error gets a documented refusal with an explanation,
// no trace, and never a failure.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { afterAll, beforeAll, test } from "vitest";
import type { Route } from "../../kernel/wire/route.ts";
import { PNG } from "../support/desk.ts";
import { changes } from "../support/tables.ts";
import { TURN } from "../support/sampling.ts";
import { assertNone } from "./none.ts";
import { framed, rawRequest } from "./raw-http.ts";
import { refusalProblem } from "./refused.ts";
import { declaredRoutes } from "./registry.ts";
import { addressOf, type TestAnswer, type TestRequest, send, validRequest } from "./requests.ts";
import { makeWorld, type Principal, secrets, type World } from "./world.ts";

/** The short run sends a ninth of the bodies to each route whose body the router parses, at least one of each list. */
const LONG = process.env["LONG"] === "1";
const ONE_OF = 9;
/** Whether the short run sends the i-th of a list of so many to the route at this place. Which ones these are turns with the commit. */
const isInTurn = (i: number, place: number, length: number): boolean => (i + place + TURN) % Math.min(ONE_OF, length) === 0;

interface Target {
  readonly route: Route;
  readonly principal: Principal;
  /** The schema of the body. */
  readonly schema: v.GenericSchema;
  /** A valid body, made anew for every request. */
  readonly valid: () => Record<string, unknown>;
}
let world: World;
let routes: readonly Route[];
let targets: readonly Target[];
let asked = 0;

beforeAll(async () => {
  world = await makeWorld();
  routes = await declaredRoutes();
  const { MailRequestBody, ConfirmBody, FinishRegisterBody, FinishResetBody, LoginBody } =
    await import("../../modules/accounts/contract.ts");
  const { InviteBody } = await import("../../modules/projects/contract.ts");
  // Forms that also take JSON parse their bodies themselves.
  const forms: Readonly<Record<string, v.GenericSchema>> = {
    login: LoginBody,
    register: MailRequestBody,
    recover: MailRequestBody,
    finishRegister: FinishRegisterBody,
    finishRecover: FinishResetBody,
    confirmAddress: ConfirmBody,
    acceptInvitation: v.strictObject({
      name: v.nonOptional(InviteBody.entries.name),
      email: v.nonOptional(InviteBody.entries.email),
      password: v.pipe(v.string(), v.minLength(12), v.maxLength(128)),
    }),
  };
  targets = routes.flatMap((route): Target[] => {
    const schema = forms[route.name] ?? (typeof route.body === "object" ? (route.body as v.GenericSchema | undefined) : undefined);
    if (schema === undefined) return [];
    const principal = forms[route.name]
      ? "anonymous"
      : route.path.startsWith("/api/widget/")
        ? "visitor"
        : route.who === "device"
          ? "computer"
          : "owner";
    return [{ route, principal, schema, valid: () => validRequest(route, world.own).body ?? {} }];
  });
});
afterAll(() => world.stop());

const urlOf = (route: Route, asking: TestRequest = {}): string =>
  `${world.served.url}${addressOf(route, world.own, { ...validRequest(route, world.own), ...asking })}`;
function ask({ route, principal }: Target, request: TestRequest): Promise<TestAnswer> {
  asked += 1;
  return send(urlOf(route), route.method, request, world.headersOf(principal));
}
const asJson = (raw: Uint8Array<ArrayBuffer> | string): TestRequest => ({ raw, headers: { "content-type": "application/json" } });

/** Without a valid key no caller is proved, and a stranger learns nothing of what else is wrong. */
function statusOf({ route }: Target, body: unknown, status: number): number {
  if (route.who !== "widget") return status;
  return typeof body === "object" && body !== null && (body as { key?: unknown }).key === world.own.key ? status : 403;
}
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * What of a list is sent to a route. Routes next to each other get other parts, so that every item is sent to a ninth of the routes. Forms
 * that parse their bodies themselves get all.
 */
function sample<T>(target: Target, list: readonly T[]): readonly T[] {
  const at = targets.indexOf(target);
  return LONG || !isOwn(target) || list.length < 3 ? list : list.filter((_, i) => isInTurn(i, at, list.length));
}

/**
 * Sends bodies to every route. The schema decides which are invalid, and all of these must be 400. A valid one may get any answer but a
 * failure.
 */
async function tryAll(bodies: (target: Target) => readonly (readonly [name: string, body: unknown])[], always?: 400): Promise<string[]> {
  const wrong: string[] = [];
  for (const target of targets) {
    for (const [name, body] of sample(target, bodies(target))) {
      const answer = await ask(target, asJson(typeof body === "string" ? body : JSON.stringify(body)));
      const sent = typeof body === "string" ? parsed(body) : body;
      const refused = always === 400 || !v.safeParse(target.schema, sent).success;
      const problem = refused
        ? refusalProblem(world, answer, statusOf(target, sent, 400))
        : answer.status >= 400
          ? refusalProblem(world, answer, answer.status)
          : (world.undo(), "");
      if (problem !== "") wrong.push(`${target.route.name}, ${name}: ${problem}`);
    }
  }
  return wrong;
}
const entriesOf = ({ schema }: Target): Record<string, v.GenericSchema> =>
  (schema as unknown as { entries: Record<string, v.GenericSchema> }).entries;
/** Whether the route is mounted with this very schema. */
const isOwn = ({ route, schema }: Target): boolean => route.body === schema;
const isOptional = (schema: v.GenericSchema): boolean => schema.type === "optional" || schema.type === "nullish";

test("an unknown field is refused, even one that objects inherit", async () => {
  assertNone(
    await tryAll(
      ({ valid }) => ["unexpected", "constructor", "toString", ""].map((key) => [`field “${key}”`, { ...valid(), [key]: 1 }] as const),
      400,
    ),
  );
  assertNone(
    await tryAll(
      ({ valid }) =>
        [
          `{"__proto__": {"role": "owner"}, ${JSON.stringify(valid()).slice(1)}`,
          `${JSON.stringify({ first: 1, ...valid() }).slice(0, -1)}, "__proto__": null}`,
        ].map((text) => ["__proto__", text.replace(", }", "}")] as const),
      400,
    ),
  );
});

test("each missing field is refused", async () => {
  assertNone(
    await tryAll((target) => {
      const keys = Object.keys(entriesOf(target)).filter((key) => !isOptional(entriesOf(target)[key] as v.GenericSchema));
      return keys.map(
        (key) => [`without ${key}`, Object.fromEntries(Object.entries(target.valid()).filter(([name]) => name !== key))] as const,
      );
    }, 400),
  );
});

test("a value of another type is refused unless the schema accepts it", async () => {
  const values = [null, 0, 1.5, 1e308, true, "", [], {}, [null], "a".repeat(20_000)];
  assertNone(
    await tryAll((target) =>
      Object.keys(entriesOf(target)).flatMap((key) =>
        values.map((value) => [`${key} = ${JSON.stringify(value).slice(0, 20)}`, { ...target.valid(), [key]: value }] as const),
      ),
    ),
  );
});

test("a body that is not an object is refused", async () => {
  assertNone(await tryAll(() => ["null", "[]", "[{}]", "1", '"text"', "true"].map((text) => [text, text] as const), 400));
});

test("NUL, bidirectional marks, lone surrogates, and terminal codes cause no failure in any text", async () => {
  const texts = [
    "a\u0000b",
    "\u0000",
    "\u202Etxt.exe\u202C مرحبا בדיקה",
    "\uD800",
    "x\uDFFFy",
    "a\r\nBcc: victim@example.test",
    "\u001B[31mred",
    "\u2028\u2029",
    "'; DROP TABLE messages; --",
    "{{7*7}}${7*7}<script>alert(1)</script>",
    "\uFEFF",
    "𝒳".repeat(60),
  ];
  assertNone(
    await tryAll((target) => {
      const body = target.valid();
      return Object.keys(body)
        .filter((key) => typeof body[key] === "string")
        .flatMap((key) =>
          texts.map((text) => [`${key} = ${JSON.stringify(text).slice(0, 30)}`, { ...target.valid(), [key]: text }] as const),
        );
    }),
  );
});

test("of a repeated key the last value counts and is validated", async () => {
  assertNone(
    await tryAll((target) => {
      const body = target.valid();
      return Object.keys(body).map(
        (key) =>
          [`${key} twice`, `${JSON.stringify(body).slice(0, -1)},${JSON.stringify(key)}:${JSON.stringify([{ not: "this" }])}}`] as const,
      );
    }, 400),
  );
});

test("deep nesting is refused without a failure", async () => {
  const deep = (n: number): string => `${"[".repeat(n)}${"]".repeat(n)}`;
  const deepKeys = (n: number): string => `${'{"a":'.repeat(n)}1${"}".repeat(n)}`;
  assertNone(
    await tryAll(({ valid }) => {
      const body = valid();
      const text = JSON.stringify(body).slice(1, -1);
      const join = text === "" ? "" : `${text},`;
      return [
        ["an unknown field", `{${join}"x":${deep(100_000)}}`],
        ["objects", deepKeys(30_000)],
        ...Object.keys(body).map((key) => [key, `{${join}${JSON.stringify(key)}:${deep(50_000)}}`] as const),
      ] as const;
    }, 400),
  );
});

test("a body that is not JSON, or not UTF-8, is refused", async () => {
  const wrong: string[] = [];
  const utf8 = (bytes: number[]): Uint8Array<ArrayBuffer> => Uint8Array.from([...Buffer.from('{"name":"'), ...bytes, ...Buffer.from('"}')]);
  const bodies: readonly (readonly [string, Uint8Array<ArrayBuffer> | string])[] = [
    ["nothing", ""],
    ["half", '{"name":'],
    ["a comma too many", "{,}"],
    ["a comment", "{/**/}"],
    ["single quotes", "{'a':1}"],
    ["NaN", '{"a":NaN}'],
    ["two documents", "{}{}"],
    ["a form", "name=x"],
    ["UTF-16", Uint8Array.from(Buffer.from("{}", "utf16le"))],
    ["a lone byte", utf8([0xff])],
    ["overlong", utf8([0xc0, 0xaf])],
    ["a surrogate", utf8([0xed, 0xa0, 0x80])],
    ["cut off", utf8([0xe2, 0x82])],
  ];
  for (const target of targets) {
    for (const [name, raw] of sample(target, bodies)) {
      const problem = refusalProblem(world, await ask(target, asJson(raw)), statusOf(target, undefined, 400));
      if (problem !== "") wrong.push(`${target.route.name}, ${name}: ${problem}`);
    }
  }
  assertNone(wrong);
});

test("another content type is refused", async () => {
  const wrong: string[] = [];
  for (const target of targets) {
    for (const type of sample(target, [
      "text/plain",
      "text/html",
      "application/xml",
      "multipart/form-data; boundary=x",
      "application/json-seq",
      "json",
      ...(target.route.body === "raw" ? [] : ["application/x-www-form-urlencoded"]),
    ])) {
      const problem = refusalProblem(
        world,
        await ask(target, { raw: JSON.stringify(target.valid()), headers: { "content-type": type } }),
        statusOf(target, undefined, 415),
      );
      if (problem !== "") wrong.push(`${target.route.name}, ${type}: ${problem}`);
    }
  }
  assertNone(wrong);
});

test("10 MB of JSON are refused, with or without a Content-Length", async () => {
  const wrong: string[] = [];
  // One byte over the limit for any JSON: if a server closes before reading the whole body, the client may lose the answer.
  const tooMuch = Buffer.from(`{"pad":"${"x".repeat(10_000_000)}"}`).subarray(0, 256 * 1024 + 1);
  for (const target of targets) {
    const headers = { "content-type": "application/json", ...world.headersOf(target.principal) };
    const { method } = target.route;
    // The Content-Length alone is enough; without one, reading stops as soon as the limit is passed.
    const announced = await rawRequest(urlOf(target.route), { method, headers: { ...headers, "content-length": "10000000" } });
    const streamed = await rawRequest(urlOf(target.route), {
      method,
      headers: { ...headers, "transfer-encoding": "chunked" },
      chunks: framed(tooMuch, 65_536, false),
    });
    for (const answer of [announced, streamed]) {
      const problem = refusalProblem(world, { headers: new Headers(), ...answer }, statusOf(target, undefined, 413));
      if (problem !== "") wrong.push(`${target.route.name}: ${problem}`);
    }
  }
  assertNone(wrong);
});

test("malformed ids, paths, and queries are answered like missing ones", async () => {
  const wrong: string[] = [];
  const shapes = [
    "%00",
    "%ff",
    "%E0%A4%A",
    "..%2f..%2f",
    "undefined",
    "'%20OR%201=1--",
    `cnv_${"0".repeat(25)}`,
    `CNV_${"0".repeat(26)}`,
    `cnv_${"l".repeat(26)}`,
    "a".repeat(3000),
    "%F0%9F%8C%B1",
  ];
  const withIds = routes.filter((r) => r.path.includes(":") && (r.path.startsWith("/api/") || r.path.startsWith("/files/")));
  for (const [at, route] of withIds.entries()) {
    const principal: Principal = route.path.startsWith("/api/widget/") ? "visitor" : route.who === "device" ? "computer" : "owner";
    const last = [...route.path.matchAll(/:(\w+)/g)].at(-1)?.[1] ?? "";
    for (const shape of shapes.filter((_, i) => LONG || isInTurn(i, at, shapes.length))) {
      const path = addressOf(
        { ...route, path: route.path.replace(`:${last}`, "@@") },
        world.own,
        route.who === "widget" ? validRequest(route, world.own) : {},
      ).replace("@@", shape);
      const answer = await send(
        `${world.served.url}${path}`,
        route.method,
        { ...validRequest(route, world.own) },
        world.headersOf(principal),
      );
      const expected = route.name === "memberSocket" ? [404, 426] : [404];
      const changed = world.undo();
      if (!expected.includes(answer.status) || changed !== "")
        wrong.push(`${route.name} ${shape}: ${answer.status} ${answer.text.slice(0, 100)} ${changed}`);
    }
  }
  const bad = [
    "cursor=x",
    "cursor=",
    "cursor=W10",
    `cursor=${"A".repeat(401)}`,
    "cursor=WzFlOTk5LCIiXQ",
    "cursor=eyJfX3Byb3RvX18iOjF9",
    "after=-1",
    "after=1.5",
    "after=1e9",
    "after=9999999999999999",
    "before=x",
    "before=%00",
    "view=Every-thing",
    "contactId=x",
    "hidden=2",
    `q=${"x".repeat(101)}`,
  ];
  for (const name of ["listConversations", "listContacts", "listEvents", "readAuditLog", "listOwnConversations", "listOwnEvents"]) {
    const route = routes.find((r) => r.name === name) as Route;
    const keys = Object.keys((route.query as unknown as { entries: object }).entries);
    for (const query of bad.filter((text) => keys.includes(text.split("=")[0] ?? ""))) {
      const problem = refusalProblem(
        world,
        await send(`${urlOf(route)}?${query}`, "GET", {}, world.headersOf(name.includes("Own") ? "visitor" : "owner")),
        400,
      );
      if (problem !== "") wrong.push(`${name}?${query.slice(0, 60)}: ${problem}`);
    }
  }
  assertNone(wrong);
});

test("a cursor of another project reveals nothing of it", async () => {
  const cursor = (...keys: unknown[]): string => Buffer.from(JSON.stringify(keys)).toString("base64url");
  const later = Date.now() + 1e9;
  for (const name of ["listConversations", "listContacts", "readAuditLog", "listOwnConversations"]) {
    const route = routes.find((r) => r.name === name) as Route;
    for (const made of [
      cursor(later, "zzz"),
      cursor(later, world.foreign.conversationId),
      cursor(0, world.foreign.contactId),
      cursor(1e308, "\u0000"),
      cursor(-1, ""),
    ]) {
      const answer = await send(`${urlOf(route)}?cursor=${made}`, "GET", {}, world.headersOf(name.includes("Own") ? "stranger" : "owner"));
      assert.equal(answer.status, 200, `${name} ${made}: ${answer.text}`);
      for (const { text, readers } of secrets)
        if (!readers.includes(name.includes("Own") ? "stranger" : "owner"))
          assert.ok(!answer.text.toLowerCase().includes(text), `${name} tells “${text}”`);
    }
  }
});

test("ids in bodies and queries are checked like ids in paths", async () => {
  const { own, foreign, missing, visitors, served } = world;
  const at = (path: string): string => `${served.url}/api/dashboard/projects/${own.projectId}/conversations${path}`;
  const owner = world.headersOf("owner");
  const handlingFields = () => ({ clientId: randomUUID(), frontier: own.revision });
  const seen = new Map<string, string>();
  const refused = async (what: string, status: number, answer: TestAnswer): Promise<void> => {
    const problem = refusalProblem(world, answer, status);
    assert.equal(problem, "", what);
    seen.set(what, answer.text);
  };
  for (const [name, things] of [
    ["foreign", foreign],
    ["missing", missing],
  ] as const) {
    await refused(
      `assign to ${name}`,
      409,
      await send(at(`/${own.conversationId}/assign`), "POST", { body: { ...handlingFields(), assigneeId: things.accountId } }, owner),
    );
    const inbox = await send(at(`?contactId=${things.contactId}`), "GET", {}, owner);
    assert.deepEqual([inbox.status, (JSON.parse(inbox.text) as { items: unknown[] }).items], [200, []]);
    const marks = await send(
      `${served.url}/api/widget/events`,
      "POST",
      { body: { events: [{ kind: "read", conversationId: things.conversationId, revision: 1 }] } },
      world.headersOf("visitor"),
    );
    assert.equal(marks.status, 200);
    assert.match(world.undo(), /^abuse_counters: [^\n]*$/, "an event about somebody else's conversation is counted and does nothing");
  }
  assert.equal(seen.get("assign to foreign"), seen.get("assign to missing"));
  // The same requests on a conversation of one's own have an effect. (twins.test.ts has twins of all body fields.)
  const read = { events: [{ kind: "read", conversationId: own.conversationId, revision: 2 }] };
  assert.equal((await send(`${served.url}/api/widget/events`, "POST", { body: read }, world.headersOf("visitor"))).status, 200);
  assert.match(world.undo(), /^conversations: /m, "an event about an own conversation does nothing, so the refusals above prove nothing");

  const strangers = await visitors.stranger.upload("theirs.png", PNG);
  const mine = await visitors.visitor.upload("mine.png", PNG);
  const before = world.tables.dump();
  const sayings: readonly (readonly [string, string, Record<string, unknown>, Record<string, string>])[] = [
    ["reply", at(`/${own.conversationId}/messages`), { frontier: own.revision }, owner],
    ["note", at(`/${own.conversationId}/notes`), {}, owner],
    ["message", `${served.url}/api/widget/conversations/${own.conversationId}/messages`, {}, world.headersOf("visitor")],
    ["opening", `${served.url}/api/widget/conversations`, {}, world.headersOf("visitor")],
  ];
  const answers = new Set<string>();
  for (const [what, url, more, headers] of sayings) {
    const ofVisitor = what === "message" || what === "opening";
    const files: readonly (readonly [string, readonly string[], number])[] = [
      ["of another contact", [strangers.body.file.id], 409],
      ["of another project", [foreign.fileId], 409],
      ["that is not there", [missing.fileId], 409],
      ["attached already", [own.fileId], 409],
      ["of a note", [own.noteFileId], 409],
      ["of somebody else beside an own one", ofVisitor ? [mine.body.file.id, strangers.body.file.id] : [mine.body.file.id], 409],
      ["named twice", [mine.body.file.id, mine.body.file.id], 400],
      ["eleven times", Array.from({ length: 11 }, () => missing.fileId), 400],
    ];
    for (const [name, attachments, status] of files) {
      const answer = await send(url, "POST", { body: { clientId: randomUUID(), content: "with a file", attachments, ...more } }, headers);
      assert.equal(changes(before, world.tables.dump()), "", `${what}, ${name}`);
      assert.equal(answer.status, status, `${what}, ${name}: ${answer.text}`);
      if (status === 409) answers.add(answer.text);
    }
  }
  const draft = at(`/${own.conversationId}/drafts/reply`);
  for (const id of [foreign.fileId, missing.fileId, own.noteFileId, strangers.body.file.id]) {
    const answer = await send(draft, "PUT", { body: { content: "x", attachments: [id] } }, owner);
    assert.equal(changes(before, world.tables.dump()), "", `draft with ${id}`);
    assert.equal(answer.status, 409, `draft with ${id}: ${answer.text}`);
    answers.add(answer.text);
  }
  assert.equal(answers.size, 1, "the reason is told apart");
  world.undo();
});

test("the parts of an event accept no unknown field", async () => {
  const wrong: string[] = [];
  const events = [
    { kind: "page", page: { url: "javascript", title: "x" } },
    { kind: "page", page: { url: "https://a.example", title: "x", projectId: world.foreign.projectId } },
    { kind: "page" },
    { kind: "claim", email: "no address" },
    { kind: "claim", name: "a\nb" },
    { kind: "claim", emailVerified: true },
    { kind: "claim", identifier: "someone" },
    { kind: "metadata", metadata: { nested: { a: 1 } } },
    { kind: "metadata", metadata: { "<b>": 1 } },
    { kind: "metadata", metadata: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, 1])) },
    { kind: "metadata", metadata: "x" },
    { kind: "read", conversationId: world.own.conversationId, revision: -1 },
    { kind: "erase" },
    { kind: "__proto__" },
    null,
    1,
    [],
  ];
  const headers = world.headersOf("visitor");
  const good = { kind: "claim", name: "Somebody else" };
  for (const event of events) {
    const problem = refusalProblem(
      world,
      await send(`${world.served.url}/api/widget/events`, "POST", { body: { events: [good, event] } }, headers),
      400,
    );
    if (problem !== "") wrong.push(`${JSON.stringify(event).slice(0, 80)}: ${problem}`);
  }
  for (const list of [[], Array.from({ length: 21 }, () => good)])
    wrong.push(
      ...[
        refusalProblem(world, await send(`${world.served.url}/api/widget/events`, "POST", { body: { events: list } }, headers), 400),
      ].filter(Boolean),
    );
  assertNone(wrong);
});

test("clients cannot set fields that the server controls", async (t) => {
  const of: readonly (readonly [RegExp, readonly string[]])[] = [
    [
      /^(changeLanguage|changeName|changePassword|endOtherSessions|login|acceptInvitation)$/,
      ["accounts", "sessions", "memberships", "invitations"],
    ],
    [/^(register|recover|finish\w+|confirmAddress|sendConfirmation|changeAddress)$/, ["accounts", "sessions", "account_tokens"]],
    [/Contact$/, ["contacts", "visitor_sessions"]],
    [
      /^(createProject|renameProject|deleteProject|changeWidgetSettings|rotate\w+|leaveProject|changeNextSteps)$/,
      ["projects", "memberships"],
    ],
    [/^(changeRole|createInvitation)$/, ["memberships", "invitations", "accounts"]],
    [/^(startSession|endVisitorSession|sendWidgetEvents|visitorTicket)$/, ["contacts", "visitor_sessions", "projects"]],
    [/./, ["conversations", "conversation_events", "messages", "drafts", "conversation_reads", "files"]],
  ];
  const camel = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const wrong: string[] = [];
  let n = 0;
  for (const [at, target] of targets.entries()) {
    const tables = of.find(([names]) => names.test(target.route.name))?.[1] ?? [];
    const columns = new Set(tables.flatMap((name) => world.tables.columns(name)));
    // Each as the wire spells it, and all together as the tables do.
    const together = Object.fromEntries(
      [...columns].filter((name) => !(name in entriesOf(target))).map((name) => [name, world.foreign.projectId]),
    );
    const all = refusalProblem(
      world,
      await ask(target, { body: { ...together, ...target.valid() } }),
      statusOf(target, target.valid(), 400),
    );
    if (all !== "") wrong.push(`${target.route.name}, all columns: ${all}`);
    for (const [i, key] of [...new Set([...columns].map(camel))].entries()) {
      if (key in entriesOf(target)) continue;
      n += 1;
      assert.ok(!v.safeParse(target.schema, { ...target.valid(), [key]: 1 }).success, `${target.route.name} takes ${key}`);
      // The contract's schema is the route's own, except where a form parses its body itself; of the others every ninth is sent.
      if (!LONG && isOwn(target) && !isInTurn(i, at, ONE_OF)) continue;
      const value =
        (world.foreign as unknown as Record<string, unknown>)[camel(key)] ??
        (/role/.test(key) ? "owner" : /_at$|At$/.test(key) ? 1 : world.foreign.projectId);
      const problem = refusalProblem(
        world,
        await ask(target, { body: { ...target.valid(), [key]: value } }),
        statusOf(target, target.valid(), 400),
      );
      if (problem !== "") wrong.push(`${target.route.name} ${key}: ${problem}`);
    }
  }
  assertNone(wrong);
  // Uploads take two query parameters and no others.
  const { visitors, own, foreign } = world;
  const query = `name=mine.png&clientId=${randomUUID()}&project_id=${foreign.projectId}&projectId=${foreign.projectId}&owner=operator:${foreign.accountId}&contactId=${foreign.contactId}&contact_id=${foreign.contactId}&state=attached&messageId=msg_1&inline=1&type=text/html&size=1`;
  assert.equal((await visitors.visitor.call(`/api/widget/files?${query}`, { raw: PNG })).status, 201);
  const [row] = world.tables.all("SELECT project_id, owner, contact_id, state, message_id, type, size FROM files ORDER BY id DESC LIMIT 1");
  assert.deepEqual(
    { ...row },
    {
      project_id: own.projectId,
      owner: `visitor:${own.contactId}`,
      contact_id: own.contactId,
      state: "stored",
      message_id: null,
      type: "image/png",
      size: PNG.byteLength,
    },
  );
  world.undo();
  void t.annotate(`${n} columns, ${asked} requests in this file, ${targets.length} routes with JSON`);
});
