// Sets up the assistant of a served installation whose model is a double: what it knows, its rules, and its model.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { DEFAULT_GUIDANCE, type Guidance } from "../../modules/assistant/contract/guidance.ts";
import type { Asked } from "../doubles/models/index.ts";
import type { Operator } from "./desk.ts";

/** Stores snippets that customers may read, as titles with their texts. */
export async function writeSnippets(owner: Operator, projectId: string, snippets: Readonly<Record<string, string>>): Promise<void> {
  const sources = `/api/management/projects/${projectId}/knowledge/sources`;
  const source = await owner.post<{ source: { id: string } }>(sources, {
    ...{ clientId: randomUUID(), kind: "snippets", name: "Answers", audience: "public", assistant: true, locale: "en" },
  });
  assert.equal(source.status, 201, JSON.stringify(source.body));
  const path = `/api/dashboard/projects/${projectId}/knowledge/sources/${source.body.source.id}/snippets`;
  for (const [title, content] of Object.entries(snippets)) {
    const made = await owner.post(path, { clientId: randomUUID(), title, content, publish: true });
    assert.equal(made.status, 201, JSON.stringify(made.body));
  }
}

/** In a company with one document no word is rare, so no question fits well. */
const OTHERS = ["Invoices", "Passwords", "Opening hours", "Vouchers", "Newsletter", "Delivery abroad", "Repairs", "Jobs"];
export const QUESTION = "How long do I have to return a parcel?";
export const PROVED = "You can return a parcel within 30 days of delivery.";

/** Turns the assistant on, with the server of one's own as its model and a text on returning parcels. */
export async function startAssistant(owner: Operator, projectId: string, guidance: Partial<Guidance> = {}): Promise<void> {
  await writeSnippets(owner, projectId, {
    ...Object.fromEntries(OTHERS.map((title) => [title, `All about ${title.toLowerCase()}.`])),
    "Returning a parcel": `${PROVED} Gift cards cannot be returned.`,
  });
  const chosen = await owner.call(`/api/management/projects/${projectId}/ai`, {
    ...{ method: "PUT", body: { reply: { provider: "own", model: "local-model" }, assist: null, context: null } },
  });
  assert.equal(chosen.status, 200, JSON.stringify(chosen.body));
  const saved = await owner.post(`/api/management/projects/${projectId}/assistant`, {
    ...{ clientId: randomUUID(), basedOn: 0, enabled: true, guidance: { ...DEFAULT_GUIDANCE, ...guidance } },
  });
  assert.equal(saved.status, 200, JSON.stringify(saved.body));
}

/** The answer of a model that reads what it is shown. */
export function provedAnswer({ text }: Pick<Asked, "text">): object {
  const source = /<passage id="(p\d+)"[^>]*>\s*<title>Returning a parcel/u.exec(text)?.[1] ?? "";
  const sentences = [{ text: PROVED, citations: [{ source, quote: "return a parcel within 30 days" }] }];
  return { kind: "answer", sentences, question: "", reason: "" };
}
