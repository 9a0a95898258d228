// Sends malformed bodies to every mounted route, forms, uploads, and provider webhooks included: the answer is always one that the contract
// documents.
import { PREFIXES } from "#kernel/ids/index.ts";
import type { Route } from "#kernel/wire/route.ts";
import * as v from "valibot";
import { expect, test, vi, afterAll } from "vitest";
import { visitorMailWorld } from "./visitor-mail-kit.ts";
import { setHelp, settleJobs } from "./help-pages-kit.ts";
import { bearer, basic } from "./mail-kit.ts";
import type { Answer, World } from "./world.ts";

afterAll(() => vi.unstubAllGlobals());

const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";
const NO_OBJECTS = ["0", '"x"', "true", "[]"];
const NOT_UTF8 = Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
/** Routes that parse a form, or the same fields as JSON, themselves. */
const FORMS =
  "setupOwner login register finishRegister recover finishRecover confirmAddress acceptInvitation sendFeedback sendContactRequest".split(
    " ",
  );
/** Other systems get no refusal for malformed mail or events: the mail would be lost for good. */
const isIntegration = (route: Route): boolean => route.path.startsWith("/api/integrations/");

async function makeFilledWorld(): Promise<{ world: World; slug: string; headersOf: (route: Route) => Record<string, string> }> {
  const world = await visitorMailWorld();
  world.env = { ...world.env, APP_ORIGIN: "http://localhost:8787" };
  const { body } = await setHelp(world, { open: true, title: "Acme Help", locales: ["en"] });
  await settleJobs(world);
  const visitor = await world.visitor();
  return {
    world,
    slug: new URL(body.address).pathname.split("/").at(-1) ?? "",
    headersOf: (route) => {
      if (route.path.startsWith("/api/widget/")) return { origin: "http://localhost:5999", authorization: `Bearer ${visitor.token}` };
      if (route.name === "receiveParsed") return basic;
      if (isIntegration(route)) return bearer;
      return FORMS.includes(route.name) || route.name === "logout" ? {} : { cookie: world.cookie };
    },
  };
}
/** A URL of the route: of a real thing where there is one, else of the right shape. */
function addressOf(route: Route, world: World, slug: string): string {
  const known: Record<string, string> = { projectId: world.projectId, projectSlug: slug };
  const shapes = [
    "en",
    "reply",
    "launcher",
    "1",
    "x".repeat(43),
    ...Object.values(PREFIXES).map((prefix) => `${prefix}_${"0".repeat(26)}`),
  ];
  return route.path
    .replaceAll(/:(\w+)/g, (_, name: string) => {
      const schema = (route.params as Record<string, v.GenericSchema>)[name];
      const found = known[name] ?? shapes.find((shape) => schema !== undefined && v.is(schema, shape));
      if (found === undefined) throw new Error(`no ${name} for ${route.name}`);
      return found;
    })
    .replace("*", "x");
}
const isRefusal = ({ status, body }: Answer): boolean =>
  status >= 400 && status < 500 && typeof body === "object" && typeof body["error"] === "string" && typeof body["code"] === "string";

test("no body causes a failure, and one that is not a JSON object is refused as the contract documents", { timeout: 90_000 }, async () => {
  const { world, slug, headersOf } = await makeFilledWorld();
  const wrong: string[] = [];
  let asked = 0;
  for (const { route } of world.registry.routes) {
    if (route.method === "GET" || route.name === "logout") continue;
    const readsJson = typeof route.body === "object" || FORMS.includes(route.name);
    const path = addressOf(route, world, slug) + (isIntegration(route) || readsJson ? "" : `?name=a.png&clientId=${crypto.randomUUID()}`);
    const headers = headersOf(route);
    const ask = async (raw: string | Uint8Array<ArrayBuffer>, type: string | undefined): Promise<void> => {
      asked += 1;
      const length = typeof raw === "string" ? raw.length : raw.byteLength;
      const answer = await world.call(path, {
        method: route.method,
        raw,
        headers: { ...headers, "content-length": String(length), ...(type === undefined ? {} : { "content-type": type }) },
      });
      const isObject = raw === "{}" || raw === '{"a":1,"a":2}';
      const isForm = type === FORM_TYPE && FORMS.includes(route.name);
      const documented = answer.status === 503 && ["not_configured", "misconfigured"].includes(String(answer.body["code"]));
      const right = readsJson && !isObject && !isForm && !isIntegration(route) ? isRefusal(answer) : answer.status < 500 || documented;
      if (!right)
        wrong.push(`${route.name}, ${type}, ${String(raw).slice(0, 20)}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 120)}`);
    };
    await Promise.all([ask("null", JSON_TYPE), ask("", JSON_TYPE), ask(NOT_UTF8, JSON_TYPE), ask("{}", "text/plain")]);
    // tests/matrix/bad-input.test.ts sends further bodies to the routes with a schema.
    if (typeof route.body === "object") continue;
    await Promise.all(NO_OBJECTS.map((body) => ask(body, JSON_TYPE)));
    await ask('{"a":1,"a":2}', JSON_TYPE);
    await ask("{}", JSON_TYPE);
    await ask("{}", undefined);
    await ask("message=a&message=b&email=x&article=1&helpful=2&password=a&password=b&__proto__=x", FORM_TYPE);
    await ask(NOT_UTF8, FORM_TYPE);
    await ask(NOT_UTF8, "multipart/form-data; boundary=x");
  }
  expect(wrong).toEqual([]);
  expect(asked).toBeGreaterThan(500);
});
