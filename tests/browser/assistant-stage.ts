// What browser tests of the assistant share: knowledge, the switched-on assistant, and what the model's double says.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { DEFAULT_GUIDANCE } from "../../modules/assistant/contract/guidance.ts";
import type { Operator } from "../support/desk.ts";

export const QUESTION = "how long do I have to return a parcel?";
export const PROVED = "You can return a parcel within 30 days of delivery.";
const draft = { kind: "answer", sentences: [], question: "", reason: "" };
export const sentence = (text: string, quote: string, source = "p1") => ({ text, citations: [{ source, quote }] });
export const answerOf = (...sentences: ReturnType<typeof sentence>[]) => ({ ...draft, sentences });
/** An answer of one sentence that cites the thirty days. */
export const says = (text: string) => answerOf(sentence(text, "return a parcel within **30 days**"));
export const ANSWER = says(PROVED);

/** In a company with one document no word is rare, so no question fits well: a few others are about something else. */
const KNOWN = {
  "Returning a parcel":
    "You can return a parcel within **30 days** of delivery. Gift cards cannot be returned. Returning a parcel is free of charge.",
  ...Object.fromEntries(
    ["Invoices", "Passwords", "Opening hours", "Vouchers", "Newsletter", "Delivery abroad", "Repairs", "Jobs"].map((title) => [
      title,
      `All about ${title.toLowerCase()}.`,
    ]),
  ),
};
/** Publishes snippets, by their titles. */
export async function teach(
  owner: Operator,
  projectId: string,
  locale = "en",
  snippets: Readonly<Record<string, string>> = KNOWN,
): Promise<void> {
  const made = await owner.post<{ source: { id: string } }>(`/api/management/projects/${projectId}/knowledge/sources`, {
    ...{ clientId: randomUUID(), kind: "snippets", name: `Answers ${locale}`, audience: "public", assistant: true, locale },
  });
  for (const [title, content] of Object.entries(snippets)) {
    const path = `/api/dashboard/projects/${projectId}/knowledge/sources/${made.body.source.id}/snippets`;
    const { status } = await owner.post(path, { clientId: randomUUID(), title, content, publish: true });
    assert.equal(status, 201);
  }
}

/** Chooses the model on one's own machine for replies. */
export async function chooseModel(owner: Operator, projectId: string): Promise<void> {
  const body = { reply: { provider: "own", model: "local-model" }, assist: null, context: null };
  const { status } = await owner.call(`/api/management/projects/${projectId}/ai`, { method: "PUT", body });
  assert.equal(status, 200);
}
/** Switches the assistant on for every conversation. */
export async function switchOn(owner: Operator, projectId: string): Promise<void> {
  const body = { clientId: randomUUID(), basedOn: 0, enabled: true, guidance: DEFAULT_GUIDANCE };
  const { status } = await owner.post(`/api/management/projects/${projectId}/assistant`, body);
  assert.equal(status, 200);
}
