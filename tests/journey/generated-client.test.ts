// A client that a library makes from docs/api/openapi.json, a method for each operation, does a desk's journey with nothing else.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import OpenAPIClientAxios, { type Document, type OpenAPIClient } from "openapi-client-axios";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, test } from "vitest";
import { OPENAPI_FILE } from "../../scripts/lib/openapi.ts";
import { type Served, serveBuild } from "../../scripts/lib/serve.ts";
import { Operator } from "../support/desk.ts";

const SITE = "http://localhost:5999";
type Call = (
  parameters: Readonly<Record<string, unknown>> | null,
  body: unknown,
  options: { readonly headers: Readonly<Record<string, string>> },
) => Promise<{ readonly status: number; readonly data: unknown }>;

let served: Served;
let client: Readonly<Record<string, Call>>;
beforeAll(async () => {
  served = await serveBuild({ tick: false, vars: { TEST_CHECK_REPLIES: "1" } });
  const definition = JSON.parse(readFileSync(OPENAPI_FILE, "utf8")) as Document;
  const api = new OpenAPIClientAxios({
    definition: { ...definition, servers: [{ url: served.url }] },
    axiosConfigDefaults: { validateStatus: () => true, adapter: "fetch" },
  });
  client = await api.init<OpenAPIClient & Readonly<Record<string, Call>>>();
});
afterAll(() => served.stop());

test("a project, a visitor's conversation, a reply, a macro and a rule, by the generated client alone", async () => {
  const owner = new Operator(served.url);
  await owner.setup();
  const asOwner = { cookie: owner.cookie, origin: served.url };
  const call = async <T>(name: string, headers: Record<string, string>, parameters: object | null = null, body?: unknown): Promise<T> => {
    const { status, data } = (await client[name]?.(parameters as never, body, { headers })) ?? assert.fail(`no operation ${name}`);
    assert.ok(status < 300, `${name}: ${status} ${JSON.stringify(data)}`);
    return data as T;
  };
  const { project } = await call<{ project: { id: string } }>("createProject", asOwner, null, {
    ...{ clientId: randomUUID(), name: "Northwind Pottery", websiteOrigin: SITE },
  });
  const path = { projectId: project.id };
  const { snippet } = await call<{ snippet: string }>("readWidgetSettings", asOwner, path);
  const key = /pk_[A-Za-z0-9_-]+/.exec(snippet)?.[0];
  const { rule } = await call<{ rule: { id: string } }>("createAutomationRule", asOwner, path, {
    clientId: randomUUID(),
    rule: {
      ...{ name: "Refunds", enabled: true, trigger: "customer_message", minutes: null, words: ["refund"], conditions: [], note: "" },
      steps: [{ action: "priority", value: { priority: "high" } }],
    },
  });
  assert.match(rule.id, /^atr_/);

  const { token } = await call<{ token: string }>("startSession", { origin: SITE }, null, { key, clientId: randomUUID() });
  const asVisitor = { origin: SITE, authorization: `Bearer ${token}` };
  const opened = await call<{ conversation: { id: string } }>("openConversation", asVisitor, null, {
    ...{ clientId: randomUUID(), content: "I would like a refund" },
  });
  const conversation = { ...path, conversationId: opened.conversation.id };

  const list = await call<{ items: { id: string; fields?: Record<string, string> }[] }>("listConversations", asOwner, path);
  assert.deepEqual(
    list.items.map(({ id }) => id),
    [opened.conversation.id],
  );
  const thread = await call<{ conversation: { revision: number } }>("openThread", asOwner, conversation);
  await call("replyToConversation", asOwner, conversation, {
    ...{ clientId: randomUUID(), content: "Of course.", frontier: thread.conversation.revision },
  });
  const { items } = await call<{ items: { message?: { content: string } }[] }>("listOwnEvents", asVisitor, {
    ...{ conversationId: opened.conversation.id, after: 0 },
  });
  assert.deepEqual(
    items.flatMap(({ message }) => message?.content ?? []),
    ["I would like a refund", "Of course."],
  );
  const late = { clientId: randomUUID(), content: "Late", frontier: 10_000 };
  const ahead = await client["replyToConversation"]?.(conversation, late, { headers: asOwner });
  assert.deepEqual([ahead?.status, (ahead?.data as { code?: string } | undefined)?.code], [400, "invalid_request"]);
});
