// Writes authenticated by cookie need the application's own Origin (B18): every write route × every other Origin.
import assert from "node:assert/strict";
import { afterAll, beforeAll, test } from "vitest";
import type { Route } from "../../kernel/wire/route.ts";
import { assertNone } from "./none.ts";
import { declaredRoutes, isWrite } from "./registry.ts";
import { addressOf, send, validRequest } from "./requests.ts";
import { makeWorld, type World } from "./world.ts";

let world: World;
let routes: readonly Route[];
beforeAll(async () => {
  routes = (await declaredRoutes()).filter(isWrite);
  world = await makeWorld();
});
afterAll(() => world.stop());

/** Requests that a foreign page could make a browser send, and near misses of the application's own origin. */
function strangers(base: string): Readonly<Record<string, string | undefined>> {
  const { host, port, hostname } = new URL(base);
  return {
    "no Origin": undefined,
    null: "null",
    empty: "",
    foreign: "https://evil.example",
    "the website's": world.own.origin,
    suffix: `http://${host}.evil.example`,
    prefix: `http://evil-${host}`,
    "as userinfo": `http://${host}@evil.example`,
    https: `https://${host}`,
    "other port": `http://${hostname}:${Number(port) + 1}`,
    "no port": `http://${hostname}`,
    "trailing slash": `${base}/`,
    "with path": `${base}/projects`,
    "two of them": `${base}, https://evil.example`,
    "another name of this computer": `http://localhost:${port}`,
  };
}
const COOKIE = new Set(["account", "member", "admin", "owner"]);
const LINKS = ["register", "finishRegister", "recover", "finishRecover", "confirmAddress"];
const FORMS = new Set(["login", "setupOwner", "acceptInvitation", "logout", ...LINKS]);

test("a cookie does not authenticate a write from another origin", async (t) => {
  const { served, own } = world;
  const base = served.url;
  const mine = world.headersOf("owner");
  const wrong: string[] = [];
  let asked = 0;
  for (const route of routes.filter((r) => COOKIE.has(r.who) || FORMS.has(r.name))) {
    for (const [name, origin] of Object.entries(strangers(base))) {
      const disguises = [
        {},
        { authorization: "Basic dXNlcjpwYXNz" },
        { "sec-fetch-site": "same-origin", referer: `${base}/projects`, "x-requested-with": "XMLHttpRequest" },
      ];
      for (const extra of ["no Origin", "null", "foreign"].includes(name) ? disguises : disguises.slice(0, 1)) {
        const { origin: _, ...headers } = mine;
        asked += 1;
        const request = validRequest(route, own);
        const answer = await send(`${base}${addressOf(route, own, request)}`, route.method, request, {
          ...headers,
          ...(origin === undefined ? {} : { origin }),
          ...extra,
        });
        const changed = world.undo();
        if (answer.status !== 403 || changed !== "")
          wrong.push(`${route.name}, ${name}, ${JSON.stringify(extra)}: ${answer.status} ${changed}`);
      }
    }
  }
  void t.annotate(`${asked} requests`);
  assertNone(wrong);
});

test("a form that imitates the application's, sent as text, is refused", async () => {
  const { served, own } = world;
  const wrong: string[] = [];
  for (const route of routes.filter(
    (r) =>
      (COOKIE.has(r.who) && r.body !== undefined && r.body !== "raw") ||
      ["login", "setupOwner", "acceptInvitation", ...LINKS].includes(r.name),
  )) {
    for (const type of [
      "text/plain",
      "text/plain;charset=UTF-8",
      "multipart/form-data; boundary=x",
      "application/jsonp",
      "text/json",
      "application/x-www-form-urlencoded; application/json",
      "",
    ]) {
      if (type.startsWith("application/x-www-form-urlencoded") && !COOKIE.has(route.who)) continue;
      const request = validRequest(route, own);
      const answer = await send(
        `${served.url}${addressOf(route, own, request)}`,
        route.method,
        { ...request, headers: { "content-type": type } },
        world.headersOf("owner"),
      );
      const changed = world.undo();
      // The caller is proved before the form is read, and is a member already.
      if (answer.status !== 415 || changed !== "") wrong.push(`${route.name} ${type}: ${answer.status} ${changed}`);
    }
  }
  assertNone(wrong);
});

test("only preflights of visitors' requests are answered, and they reveal nothing", async () => {
  const wrong: string[] = [];
  for (const route of await declaredRoutes()) {
    const request = route.method === "GET" || route.method === "DELETE" ? {} : validRequest(route, world.own);
    const url = `${world.served.url}${addressOf(route, world.own, request)}`;
    const answer = await send(
      url,
      "OPTIONS",
      {},
      {
        origin: "https://evil.example",
        "access-control-request-method": route.method,
        "access-control-request-headers": "content-type,authorization",
      },
    );
    // Also for files, which visitors read with their bearer token.
    const isWidget = route.path.startsWith("/api/widget/") || route.who === "reader";
    if (answer.status !== (isWidget ? 204 : 404)) wrong.push(`${route.name}: ${answer.status}`);
    if (!isWidget && [...answer.headers.keys()].some((name) => name.startsWith("access-control-")))
      wrong.push(`${route.name}: CORS headers`);
    if (
      answer.headers.get("x-content-type-options") !== "nosniff" ||
      answer.headers.get("content-security-policy") !== "frame-ancestors 'self'"
    )
      wrong.push(`${route.name}: without the headers of every API answer`);
    if (isWidget)
      assert.deepEqual(
        [
          answer.headers.get("access-control-allow-origin"),
          answer.headers.get("access-control-allow-methods"),
          answer.headers.get("access-control-allow-headers"),
          answer.headers.get("access-control-max-age"),
          answer.headers.get("access-control-allow-credentials"),
          answer.headers.get("vary"),
        ],
        ["https://evil.example", "GET, POST, PUT, OPTIONS", "authorization, content-type", "7200", null, "Origin"],
      );
  }
  assertNone(wrong);
});

test("the widget's API accepts the project's exact origin and no near miss of it", async () => {
  const { own, served } = world;
  const near = [
    "https://harbour.example/",
    "https://HARBOUR.example",
    "https://harbour.example:443",
    "https://harbour.example:8443",
    "http://harbour.example",
    "https://www.harbour.example",
    "https://harbour.example.evil.example",
    "https://evilharbour.example",
    "https://harbour.example.",
    " https://harbour.example https://evil.example",
    "null",
    "",
    world.foreign.origin,
    served.url,
    undefined,
  ];
  const wrong: string[] = [];
  for (const route of (await declaredRoutes()).filter((r) => r.path.startsWith("/api/widget/") && r.name !== "visitorSocket")) {
    for (const origin of near) {
      const request = validRequest(route, own);
      const { origin: _, ...headers } = world.headersOf("visitor");
      const answer = await send(`${served.url}${addressOf(route, own, request)}`, route.method, request, {
        ...headers,
        ...(origin === undefined ? {} : { origin }),
      });
      const changed = world.undo();
      if (answer.status !== 403 || changed !== "" || answer.headers.has("access-control-allow-origin"))
        wrong.push(`${route.name} from ${origin}: ${answer.status} ${answer.headers.get("access-control-allow-origin")} ${changed}`);
    }
  }
  assertNone(wrong);
});
