// The MCP endpoint of the built product, used by the official client of the protocol in each of its revisions: it searches, reads and
// proposes with a token from the dashboard, and nothing reaches the customer.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Served, serveBuild } from "../../scripts/lib/serve.ts";
import { Operator, Visitor } from "../support/desk.ts";

const SITE = "https://acme.example";
const folder = mkdtempSync(join(tmpdir(), "seed-mcp-"));
let served: Served;
let owner: Operator;
let visitor: Visitor;
let projectId: string;
let conversationId: string;

beforeAll(async () => {
  served = await serveBuild({ state: join(folder, "state"), tick: false, vars: { TEST_SCRYPT_LOG_N: "4" } });
  owner = new Operator(served.url);
  await owner.setup();
  const project = await owner.project("Acme", SITE);
  projectId = project.id;
  visitor = new Visitor(served.url, project.key, SITE);
  await visitor.start();
  conversationId = (await visitor.open("How long does shipping to Norway take?")).body.conversation.id;
  const source = await owner.post<{ source: { id: string } }>(`/api/management/projects/${projectId}/knowledge/sources`, {
    ...{ clientId: randomUUID(), kind: "snippets", name: "Shipping", audience: "members", assistant: false, locale: "en" },
  });
  expect(source.status, JSON.stringify(source.body)).toBe(201);
  const snippet = await owner.post(`/api/dashboard/projects/${projectId}/knowledge/sources/${source.body.source.id}/snippets`, {
    ...{ clientId: randomUUID(), title: "Shipping to Norway", content: "Shipping to Norway takes nine days.", publish: true },
  });
  expect(snippet.status, JSON.stringify(snippet.body)).toBe(201);
});
afterAll(async () => {
  await served.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function token(scopes = ["knowledge:read", "conversations:read", "notes:write"]): Promise<{ id: string; secret: string }> {
  const { body } = await owner.post<{ token: { id: string }; secret: string }>(`/api/management/projects/${projectId}/api-tokens`, {
    ...{ clientId: randomUUID(), name: "Answer helper", scopes, validDays: 30 },
  });
  return { id: body.token.id, secret: body.secret };
}
async function connect(secret: string, mode: "legacy" | "auto" | { pin: string }): Promise<Client> {
  const client = new Client({ name: "journey", version: "1.0.0" }, { versionNegotiation: { mode } });
  const headers = { authorization: `Bearer ${secret}` };
  await client.connect(new StreamableHTTPClientTransport(new URL("/api/mcp", served.url), { requestInit: { headers } }));
  return client;
}

test.each(["legacy", "auto", { pin: "2026-07-28" }] as const)("the official client works with a project (%s)", async (mode) => {
  const client = await connect((await token()).secret, mode);
  expect(client.getServerVersion()?.name).toBe("seed-desk");
  expect(client.getInstructions()).toContain("proposed reply");
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    "search_knowledge",
    "list_conversations",
    "read_conversation",
    "propose_reply",
    "draft_reply",
  ]);

  const found = await client.callTool({ name: "search_knowledge", arguments: { question: "How long does shipping to Norway take?" } });
  expect(found.structuredContent).toMatchObject({ fits: true, results: [{ text: expect.stringContaining("nine days"), public: false }] });
  const listed = await client.callTool({ name: "list_conversations", arguments: {} });
  expect(listed.structuredContent).toMatchObject({ conversations: [{ conversationId }], next: null });

  const proposal = { conversationId, clientId: randomUUID(), reply: `It takes nine days (${JSON.stringify(mode)}).` };
  const proposed = await client.callTool({ name: "propose_reply", arguments: proposal });
  expect([proposed.isError, proposed.structuredContent]).toMatchObject([undefined, { repeated: false }]);
  const again = await client.callTool({ name: "propose_reply", arguments: proposal });
  expect(again.structuredContent).toEqual({ ...(proposed.structuredContent as object), repeated: true });
  const read = await client.callTool({ name: "read_conversation", arguments: { conversationId } });
  expect(read.structuredContent).toMatchObject({
    texts: expect.arrayContaining([expect.objectContaining({ text: proposal.reply, kind: "proposed_reply" })]),
  });
  const wrong = await client.callTool({ name: "propose_reply", arguments: { conversationId, clientId: "mine", reply: "" } });
  expect(wrong.isError).toBe(true);
  await client.close();

  const { body } = await visitor.call<{ items: unknown[] }>(`/api/widget/conversations/${conversationId}/events?after=0`);
  expect(body.items).toHaveLength(1);
});

test("a revoked token is refused with the next request, and one without a scope lacks its tools", async () => {
  const { id, secret } = await token(["knowledge:read"]);
  const client = await connect(secret, "auto");
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["search_knowledge"]);
  expect((await client.callTool({ name: "list_conversations", arguments: {} })).isError).toBe(true);
  expect((await owner.call(`/api/management/projects/${projectId}/api-tokens/${id}`, { method: "DELETE" })).status).toBe(200);
  await expect(client.callTool({ name: "search_knowledge", arguments: { question: "Norway" } })).rejects.toThrow();
  await client.close();
  await expect(connect(`${secret.slice(0, -1)}!`, "legacy")).rejects.toThrow();
});
