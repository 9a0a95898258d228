// What a model writes to tell a customer of an issue: from what the customer can read, and of the code host only what everybody may read.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { LinkedIssue } from "#modules/code-hosting/contract";
import { CODE_HOST, CodeHost, FIXED_TOKEN } from "../doubles/code-host/index.ts";
import { type CopilotWorld, copilotWorld } from "./copilot-kit.ts";

let ai: CopilotWorld;
const host = new CodeHost();
beforeAll(async () => {
  ai = await copilotWorld();
  Object.assign(ai.world.env, { CODEHOST_BASE_URL: CODE_HOST, CODEHOST_TOKENS: JSON.stringify({ [ai.world.projectId]: FIXED_TOKEN }) });
  vi.stubGlobal("fetch", async (to: string | URL | Request, init?: RequestInit) => {
    const request = new Request(to, init);
    return request.url.startsWith(CODE_HOST) ? await host.answer(request) : await ai.models.respond(request);
  });
  for (const [name, isPrivate] of [
    ["acme/open", false],
    ["acme/secret", true],
  ] as const) {
    host.addRepository(name, { isPrivate });
    await ai.world.as(`/api/management/projects/${ai.world.projectId}/code-hosting/repositories`, { body: { name } });
  }
});
afterAll(() => vi.unstubAllGlobals());

/** A conversation that is linked with an issue, which was closed, and released if a tag is named. */
async function told(repository: string, tag?: string): Promise<{ id: string; draft: string }> {
  const id = await ai.converse("The export of my invoices fails");
  await ai.note(id, "A difficult customer");
  const issue = host.addIssue(repository, "Canary title");
  if (tag !== undefined) host.publish(repository, tag, 9, { body: "Exports work again. Canary notes." });
  host.close(issue);
  const body = { clientId: crypto.randomUUID(), issue: `${repository}#${issue.number}` };
  expect((await ai.world.as(`${ai.world.conversations}/${id}/code-issues`, { body })).status).toBe(201);
  const [linked] = (await ai.world.as<{ items: LinkedIssue[] }>(`${ai.world.conversations}/${id}/code-issues`)).body.items;
  if (tag !== undefined) await ai.world.rows("UPDATE code_issues SET release_tag = ?, release_url = 'x' WHERE id = ?", tag, linked?.id);
  return { id, draft: `${ai.world.conversations}/${id}/code-issues/${linked?.id}/draft` };
}

test("of a public repository the model gets title and notes, never notes of members; the draft is answered and nothing stored", async () => {
  const { id, draft } = await told("acme/open", "v1.2");
  ai.models.answer({ text: " Your export works again in v1.2. " });
  const before = await ai.world.revision(id);
  const { status, body } = await ai.world.as(draft, { body: {} });
  expect([status, body]).toEqual([200, { text: "Your export works again in v1.2." }]);
  const { text } = ai.asked();
  for (const given of ["The export of my invoices fails", "v1.2", "Canary title", "Canary notes"]) expect(text).toContain(given);
  expect(text).not.toContain("difficult");
  expect(await ai.world.revision(id)).toBe(before);
  expect(await ai.calls()).toMatchObject([{ state: "done", purpose: "assist" }]);
});

test("of a private one, and while the code host does not answer, it gets neither", async () => {
  const { draft } = await told("acme/secret", "v2.0");
  ai.models.answer({ text: "It is released in v2.0." });
  expect((await ai.world.as(draft, { body: {} })).status).toBe(200);
  expect(ai.asked().text).toContain("v2.0");
  expect(ai.asked().text).not.toContain("Canary");
  const open = await told("acme/open", "v1.3");
  host.trouble = "down";
  ai.models.answer({ text: "It is released in v1.3." });
  expect((await ai.world.as(open.draft, { body: {} })).status).toBe(200);
  expect(ai.asked().text).not.toContain("Canary");
  host.trouble = undefined;
});

test("an open issue, a foreign conversation and a failing model are refused, each with its reason", async () => {
  const { id, draft } = await told("acme/open");
  const issueId = draft.split("/").at(-2) ?? "";
  await ai.world.rows("UPDATE code_issues SET state = 'open' WHERE id = ?", issueId);
  const open = await ai.world.as<{ code: string }>(draft, { body: {} });
  expect([open.status, open.body.code]).toEqual([409, "conflict"]);
  await ai.world.rows("UPDATE code_issues SET state = 'closed' WHERE id = ?", issueId);
  const other = await ai.converse("Something else");
  expect((await ai.world.as(draft.replace(id, other), { body: {} })).status).toBe(404);
  ai.models.answer({ text: "" });
  const empty = await ai.world.as<{ code: string }>(draft, { body: {} });
  expect([empty.status, empty.body.code]).toEqual([503, "unavailable"]);
});
