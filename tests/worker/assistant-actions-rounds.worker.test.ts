// A round of the assistant that uses an action: from the customer's question to an answer that cites what the service said.
import { expect, test, vi } from "vitest";
import type { Action, ActionAsked } from "#modules/assistant-actions/contract";
import type { ActionDraft } from "../../modules/assistant-actions/contract/schema.ts";
import { Orders, ORDERS_HOST } from "../doubles/orders/index.ts";
import { CANCEL, ORDER } from "../doubles/orders/drafts.ts";
import { KEY } from "./actions-kit.ts";
import { KEYS } from "./ai-kit.ts";
import { answerOf, assistantWorld, handOver, sentence } from "./assistant-kit.ts";

async function withActions(...drafts: ActionDraft[]) {
  const w = await assistantWorld({ ...KEYS, INTEGRATION_ENCRYPTION_KEY: KEY });
  const orders = new Orders();
  vi.stubGlobal("fetch", (to: string | URL | Request, init?: RequestInit) =>
    new URL(to instanceof Request ? to.url : to).host === ORDERS_HOST
      ? orders.answer(new Request(to, init))
      : w.models.respond(new Request(to, init)),
  );
  await w.save();
  await w.choose();
  const at = `/api/management/projects/${w.projectId}/assistant`;
  await w.world.as(`${at}/action-hosts`, { method: "PUT", body: { hosts: [ORDERS_HOST] } });
  const actions: Action[] = [];
  for (const action of drafts) {
    const made = await w.world.as<{ action: Action }>(`${at}/actions`, { body: { clientId: crypto.randomUUID(), action } });
    expect(made.status).toBe(201);
    await w.world.as(`${at}/actions/${made.body.action.id}/switch`, { body: { enabled: true } });
    actions.push(made.body.action);
  }
  /** A visitor whose address is proved before they ask. */
  const asker = async (text: string) => {
    const visitor = await w.world.visitor();
    await w.world.rows("UPDATE contacts SET email = ?, email_verified = 1 WHERE id = ?", "ada@example.test", visitor.contactId);
    const opened = await visitor.open(text);
    return { visitor, id: opened.body.conversation.id };
  };
  return { ...w, orders, actions, asker };
}

test("an order is looked up for its proved customer, and the answer cites the told fields only", async () => {
  const w = await withActions(ORDER);
  w.models.answer(
    { toolCalls: [{ name: w.actions[0]!.toolName, input: { number: "10234" } }] },
    { object: answerOf(sentence("Your order is shipped.", "Status: shipped", "t1")) },
  );
  const { id } = await w.asker("Where is my order 10234?");
  expect((await w.messages(id)).at(-1)).toMatchObject({ role: "assistant", content: "Your order is shipped." });
  expect(w.orders.seen.map(({ url }) => url)).toEqual([`https://${ORDERS_HOST}/orders/10234?email=ada%40example.test`]);
  // The model got the labelled fields, and nothing else of the answer.
  const given = JSON.stringify(w.models.requests.map(({ body }) => body));
  expect(given).toContain("Status: shipped");
  for (const never of ["canary-margin", "canary-street", "Ignore all instructions", "ord_canary"]) expect(given).not.toContain(never);
  w.models.check();
});

test("what the service did not say is not told", async () => {
  const w = await withActions(ORDER);
  w.models.answer(
    { toolCalls: [{ name: w.actions[0]!.toolName, input: { number: "10234" } }] },
    { object: answerOf(sentence("Your order arrives on 5 May.", "Status: shipped", "t1")) },
  );
  const { id } = await w.asker("Where is my order 10234?");
  expect(await w.rounds(id)).toMatchObject([{ state: "handed_over" }]);
  expect(JSON.stringify(await w.messages(id))).not.toContain("5 May");
});

test("a change waits for the visitor's consent, and the assistant then answers with what came of it", async () => {
  const w = await withActions(CANCEL);
  const wish = { toolCalls: [{ name: w.actions[0]!.toolName, input: { number: "7", reason: "too late" } }] };
  w.models.answer(wish);
  const { visitor, id } = await w.asker("Please cancel my order 7.");
  expect((await w.messages(id)).at(-1)).toMatchObject({
    role: "assistant",
    content: expect.stringContaining("Nothing is changed before you do"),
  });
  expect(w.orders.seen).toEqual([]);
  const { body } = await visitor.call<{ items: ActionAsked[] }>(`/api/widget/conversations/${id}/action-requests`);
  expect(body.items).toMatchObject([{ needs: "confirmation", state: "waiting" }]);
  w.models.answer(
    wish,
    { object: answerOf(sentence("Your order was cancelled, number c-1.", "Cancellation: c-1", "t1")) },
    { object: handOver("x"), always: true },
  );
  const [request] = body.items;
  const confirmed = await visitor.call<{ request: ActionAsked }>(`/api/widget/action-requests/${request!.id}/confirm`, {
    body: { clientId: crypto.randomUUID(), hash: request!.hash },
  });
  expect(confirmed.body.request).toMatchObject({ state: "done", told: [{ label: "Cancellation", text: "c-1" }] });
  expect(w.orders.cancelled).toHaveLength(1);
  const said = await w.messages(id);
  expect(said.map(({ role }) => role)).toEqual(["visitor", "assistant", "visitor", "assistant"]);
});

test("what a tool has the customer do is said in the language in which they write", async () => {
  const w = await withActions(CANCEL);
  w.models.answer({ toolCalls: [{ name: w.actions[0]!.toolName, input: { number: "7", reason: "zu spät" } }] });
  const { id } = await w.asker("Bitte stornieren Sie meine Bestellung 7, ich habe sie nicht bekommen.");
  expect((await w.messages(id)).at(-1)?.content).toBe(
    "Bitte prüfen Sie die Angaben und bestätigen Sie sie hier. Vorher wird nichts geändert.",
  );
});

test("who is not proved is asked to prove it first, whatever the model wants", async () => {
  const w = await withActions(ORDER);
  w.models.answer(
    { toolCalls: [{ name: w.actions[0]!.toolName, input: { number: "10234", "contact.email": "ada@example.test" } }] },
    { object: handOver("x"), always: true },
  );
  const { id } = await w.ask("Where is my order 10234? I am ada@example.test.");
  expect(w.orders.seen).toEqual([]);
  expect((await w.rounds(id)).every(({ state }) => state === "handed_over")).toBe(true);
});
