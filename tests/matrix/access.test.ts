// The access matrix on the emitted build: every route × every caller × every owner of the thing it names. The status comes from the
// hand-written table; no answer contains foreign text, a foreign id is answered like a missing one, and a refusal leaves no trace.
import assert from "node:assert/strict";
import { afterAll, beforeAll, test } from "vitest";
import type { Route } from "../../kernel/wire/route.ts";
import { BLOCKS, type Kind, PERSON_ONLY } from "./expected.ts";
import { assertNone } from "./none.ts";
import { declaredRoutes, isWrite, mountedRoutes, paramsIn } from "./registry.ts";
import { addressOf, type TestAnswer, anyTicket, send, upgrade, validRequest } from "./requests.ts";
import { makeWorld, type Principal, PRINCIPALS, secrets, type Things, type World } from "./world.ts";

interface Row {
  readonly ok: number;
  readonly answers: ReadonlyMap<Kind, readonly number[]>;
}
const table = new Map<string, Row>();
for (const block of BLOCKS) {
  for (const [name, ok] of Object.entries(block.routes)) {
    const answers = new Map<Kind, readonly number[]>();
    for (const [kinds, line] of Object.entries(block.answers)) {
      const statuses = line.split(" ").map((word) => (word === "ok" ? ok : Number(word)));
      // A computer is answered like a program where its line doesn't say otherwise.
      if (statuses.length === PRINCIPALS.length - 1) statuses.push(statuses[PRINCIPALS.indexOf("program")] ?? 0);
      assert.equal(statuses.length, PRINCIPALS.length, `${name} ${kinds}: one answer for each principal`);
      for (const kind of kinds.split(" ")) answers.set(kind as Kind, statuses);
    }
    assert.ok(!table.has(name), `${name} stands in the table twice`);
    table.set(name, { ok, answers });
  }
}

/** The kinds of ids that a route's path or query can name. */
function kindsOf(route: Route): Kind[] {
  const params = paramsIn(route).filter((name) => name !== "kind");
  if (route.name === "readFile") return ["own", "inside", "foreign", "missing"];
  if (params.length === 0) return route.who === "widget" ? ["own", "foreign", "missing"] : ["own"];
  return params.length === 1 ? ["own", "foreign", "missing"] : ["own", "foreign", "crossed", "lured", "missing", "nowhere"];
}
function thingsOf(world: World, route: Route, kind: Kind): Things {
  const { own, foreign, missing } = world;
  switch (kind) {
    case "own":
      return own;
    case "foreign":
      return foreign;
    case "inside":
      return { ...own, fileId: own.noteFileId };
    case "crossed":
      return { ...foreign, projectId: own.projectId };
    case "lured":
      return { ...own, projectId: foreign.projectId };
    case "missing":
      return paramsIn(route).length > 1 ? { ...missing, projectId: own.projectId } : missing;
    case "nowhere":
      return missing;
  }
}

let world: World;
let routes: readonly Route[];
let asked = 0;
/** Secrets that an allowed caller did receive: proof that they could leak to the others. */
const received = new Set<string>();
beforeAll(async () => {
  routes = await declaredRoutes();
  world = await makeWorld();
});
afterAll(() => world.stop());

async function ask(route: Route, principal: Principal, things: Things): Promise<{ answer: TestAnswer; request: string }> {
  asked += 1;
  const headers = world.headersOf(principal);
  const request = validRequest(route, things);
  const url = `${world.served.url}${addressOf(route, things, request)}`;
  const requestText = JSON.stringify(request.body ?? {}).toLowerCase();
  if (!route.path.endsWith("/socket")) return { answer: await send(url, route.method, request, headers), request: requestText };
  const ticket = await anyTicket(world, headers, principal === "rival" ? world.foreign.projectId : world.own.projectId);
  const { origin } = headers;
  return {
    answer: await upgrade(url, ["seed.v1", `ticket.${ticket}`], { ...(origin === undefined ? {} : { origin }) }),
    request: requestText,
  };
}

const BYTE_FOR_BYTE = {
  "content-security-policy": "frame-ancestors 'self'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "x-frame-options": "SAMEORIGIN",
};

/** Public reads on the project's website: they are counted even when nothing is found. */
const COUNTED = ["readWidgetHelp", "searchWidgetHelp", "readWidgetArticle"];
/** Reads that count first what happened since the last time, or are in the audit log: for whoever may read, and nobody else. */
const COUNTS_FIRST = ["readReport", "exportReport", "exportContacts"];

/** What every answer must fulfil, whoever the caller is. */
function problemsOf(route: Route, principal: Principal, kind: Kind, answer: TestAnswer, requestText: string): string[] {
  const found: string[] = [];
  if (answer.status === 101) return found;
  // Published help pages may be framed and have a policy of their own.
  const isPublic = route.path.startsWith("/help/");
  const hasOwnPolicy = ["readFile", "viewMail", "readRawEmail", "readOriginal"].includes(route.name) && answer.status === 200;
  for (const [name, always] of Object.entries(BYTE_FOR_BYTE)) {
    const given = answer.headers.get(name);
    const isPolicy = name === "content-security-policy";
    const right = isPublic
      ? given === (name === "x-frame-options" ? null : always) || (isPolicy && !/frame-ancestors/.test(given ?? ""))
      : isPolicy && hasOwnPolicy
        ? given?.startsWith("sandbox") === true && given.endsWith(`; ${always}`)
        : given === always;
    if (!right) found.push(`header ${name} is ${given}`);
  }
  if (!answer.headers.has("x-request-id")) found.push("no x-request-id");
  const allowed = answer.headers.get("access-control-allow-origin");
  if (allowed !== null && allowed !== world.own.origin) found.push(`access-control-allow-origin ${allowed}`);
  if (answer.headers.has("access-control-allow-credentials")) found.push("access-control-allow-credentials");
  if (answer.status >= 400 && route.path.startsWith("/api/")) {
    const body = JSON.parse(answer.text) as Record<string, unknown>;
    if (typeof body["error"] !== "string" || typeof body["code"] !== "string") found.push("a refusal without error and code");
  }
  const text = `${answer.text} ${[...answer.headers].map(([name, value]) => `${name}: ${value}`).join(" ")}`.toLowerCase();
  for (const { text: kept, readers } of secrets) {
    // Whoever holds an invitation's link may know which project it is for.
    if (route.name === "invitePage" && kind === "foreign" && kept === world.foreign.projectName.toLowerCase()) continue;
    // Callers may see their own input again.
    if (requestText.includes(kept)) continue;
    if (!text.includes(kept)) continue;
    if (readers.includes(principal === "agent" ? "owner" : principal)) received.add(kept);
    else found.push(`tells ${principal} “${kept}”`);
  }
  return found;
}

/** An answer without the parts that differ every time. */
const fingerprint = ({ status, headers, text }: TestAnswer): string =>
  JSON.stringify([
    status,
    [...headers]
      .filter(([name]) => name !== "x-request-id" && name !== "date")
      .map(([name, value]) => `${name}: ${value}`)
      .toSorted(),
    text.replaceAll(/"requestId":"[^"]*"/g, ""),
  ]);

test("the contracts declare exactly the routes that the edition mounts", async () => {
  const mounted = await mountedRoutes();
  assert.deepEqual(mounted.map((r) => r.name).toSorted(), routes.map((r) => r.name).toSorted());
  assert.ok(
    mounted.every((r) => routes.includes(r)),
    "a route is mounted that no contract exports",
  );
  assert.equal(new Set(routes.map((r) => r.name)).size, routes.length, "two routes have one name");
});

test("every route has a row, every row a route, every kind of id a line", () => {
  assert.deepEqual(
    routes.map((r) => r.name).filter((name) => !table.has(name)),
    [],
    "routes without a row in tests/matrix/expected.ts",
  );
  assert.deepEqual(
    [...table.keys()].filter((name) => !routes.some((r) => r.name === name)),
    [],
    "rows without a route",
  );
  for (const route of routes)
    assert.deepEqual([...(table.get(route.name)?.answers.keys() ?? [])].toSorted(), kindsOf(route).toSorted(), `lines of ${route.name}`);
});

/** Routes that find nothing here even under an own id, with the place that tests a found one. */
const FOUND_ELSEWHERE: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ["registerLinkPage", "recoverLinkPage", "confirmPage", "finishRegister", "finishRecover", "confirmAddress"].map((name) => [
      name,
      "tests/worker/accounts-links",
    ]),
  ),
  ...Object.fromEntries(
    ["openHelpCenter", "readHelpPage", "searchHelpCenter", "thankReader", "readContactForm", "sendFeedback"].map((name) => [
      name,
      "tests/worker/help-pages",
    ]),
  ),
  ...Object.fromEntries(
    ["readContactRequest", "sendContactRequest", "confirmContactRequest"].map((name) => [name, "tests/worker/contact-form"]),
  ),
  ...Object.fromEntries(["unsubscribePage", "unsubscribe"].map((name) => [name, "tests/worker/suppression"])),
  ...Object.fromEntries(["ratingPage", "rateByLink"].map((name) => [name, "tests/worker/satisfaction-mail"])),
  readCardImage: "tests/worker/brand-images",
  readOriginal: "tests/worker/sources",
  sendBackReport: "tests/worker/delegated-send-back",
  readWorkFile: "tests/worker/delegated-files",
  uploadForReport: "tests/worker/delegated-files",
  receiveCodeHosting: "tests/worker/code-hosting-webhooks",
};
test("a request that a foreign id makes fail succeeds with an own id, so the refusal is meaningful", () => {
  const same = [...table]
    .filter(([, { answers }]) => {
      const [own, foreign] = [answers.get("own"), answers.get("foreign")];
      // A program whose token lacks the scope is refused before anything is looked for, in its own project alone.
      const scopeless = PRINCIPALS.indexOf("program");
      return own && foreign && own.every((status, at) => status >= 400 && (at === scopeless || status === foreign[at]));
    })
    .map(([name]) => name);
  assert.deepEqual(same.toSorted(), Object.keys(FOUND_ELSEWHERE).toSorted());
});

test("programs act for members on all their routes but those that are of people", () => {
  const declared = routes.filter(({ personOnly }) => personOnly === true).map(({ name }) => name);
  assert.deepEqual(declared.toSorted(), PERSON_ONLY.toSorted());
});

const AGENT_KINDS: readonly Kind[] = ["own", "foreign", "missing"];
/** What the table says; for a program that acts for the owner, what it says of the owner. */
function statusFor(route: Route, row: Row, kind: Kind, principal: Principal): number | undefined {
  const of = (one: (typeof PRINCIPALS)[number]): number | undefined => row.answers.get(kind)?.[PRINCIPALS.indexOf(one)];
  if (principal !== "agent") return of(principal);
  if (!["member", "admin", "owner"].includes(route.who)) return of("program");
  if (route.personOnly !== true) return of("owner");
  return thingsOf(world, route, kind).projectId === world.own.projectId ? 403 : 404;
}

test("every route answers every caller as the table says", { timeout: 1_200_000 }, async (t) => {
  const began = performance.now();
  const wrong: string[] = [];
  for (const route of routes) {
    const row = table.get(route.name);
    if (!row) continue;
    const kinds = kindsOf(route);
    for (const principal of [...PRINCIPALS, "agent"] as const) {
      const answers = new Map<Kind, TestAnswer>();
      // What a program may do as a member is one question for all ids, so it is asked less often.
      for (const kind of kinds.filter((one) => principal !== "agent" || AGENT_KINDS.includes(one))) {
        const report = (what: string): void => void wrong.push(`${route.name} ${principal} ${kind}: ${what}`);
        const { answer, request } = await ask(route, principal, thingsOf(world, route, kind));
        answers.set(kind, answer);
        const expected = statusFor(route, row, kind, principal);
        if (answer.status !== expected) report(`${answer.status} instead of ${expected} ${answer.text.slice(0, 200)}`);
        for (const problem of problemsOf(route, principal, kind, answer, request)) report(problem);
        const counted = COUNTED.includes(route.name);
        if (!isWrite(route) && !counted && !COUNTS_FIRST.includes(route.name)) continue;
        const changed = world.undo();
        if (changed !== "" && answer.status >= 400 && !(counted && answer.status === 404))
          report(`refused with ${answer.status}, and yet\n${changed}`);
      }
      const missing = answers.get("missing");
      for (const [kind, answer] of answers) {
        if (missing && answer.status >= 400 && answer.status === missing.status && fingerprint(answer) !== fingerprint(missing))
          wrong.push(`${route.name} ${principal} ${kind} is told apart from missing:\n  ${fingerprint(answer)}\n  ${fingerprint(missing)}`);
      }
    }
  }
  assert.equal(world.undo(), "", "something changed without a write");
  void t.annotate(
    `${routes.length} routes, ${PRINCIPALS.length} principals, ${asked} requests, ${((performance.now() - began) / 1000).toFixed(1)} s`,
  );
  assertNone(wrong);
  assert.deepEqual(
    secrets.filter((s) => s.readers.length > 0 && !received.has(s.text)).map((s) => s.text),
    [],
    "secrets that were told to nobody prove nothing",
  );
});
