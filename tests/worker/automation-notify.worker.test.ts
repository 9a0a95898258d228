// The action that notifies members: whom, with the rule's name, by the bell and by mail as each member chose, and nobody twice.
import { expect, test } from "vitest";
import { notificationWorld } from "./notifications-kit.ts";
import { act, join, openConversation } from "./triage-kit.ts";
import { readBell } from "#modules/notifications/contract";

interface Entry {
  readonly event: string;
  readonly title?: string;
  readonly unread: boolean;
}
type NotifyWorld = Awaited<ReturnType<typeof notificationWorld>>;
const rulesOf = (world: NotifyWorld) => `/api/management/projects/${world.projectId}/automation-rules`;
const given = (value: object, more: object = {}) => ({
  ...{ name: "Refunds", enabled: true, trigger: "customer_message", minutes: null, words: [], conditions: [], note: "" },
  ...{ steps: [{ action: "notify", value: { assignee: false, members: [], teams: [], ...value } }], ...more },
});
const save = (world: NotifyWorld, value: object, more: object = {}) =>
  world.as<{ rule: { id: string }; issues?: { path: string }[] }>(rulesOf(world), {
    body: { clientId: crypto.randomUUID(), rule: given(value, more) },
  });
const bell = async (world: NotifyWorld, cookie?: string): Promise<Entry[]> => {
  const { body } = await world.as<{ items: Entry[] }>(`${readBell.path.replace(":projectId", world.projectId)}/entries`, {}, cookie);
  return body.items.filter(({ event }) => event === "ruleNotifies");
};
const outcomes = (world: NotifyWorld) =>
  world.rows<{ outcomes: string }>("SELECT outcomes FROM automation_runs WHERE project_id = ?", world.projectId);

test("members, a team's members and the assignee are notified with the rule's name, in the bell and by mail", async () => {
  const world = await notificationWorld();
  const [tom, eva, max] = [await join(world), await join(world, "operator", "Eva"), await join(world, "operator", "Max")];
  const team = await world.as<{ team: { id: string } }>(`/api/management/projects/${world.projectId}/teams`, {
    body: { clientId: crypto.randomUUID(), name: "Billing", members: [eva.accountId] },
  });
  expect((await save(world, { members: [tom.accountId], teams: [team.body.team.id], assignee: true })).status).toBe(201);
  const visitor = await world.visitor();
  const id = await openConversation(visitor);
  expect(await bell(world, tom.cookie)).toMatchObject([{ title: "Refunds", unread: true }]);
  expect(await bell(world, eva.cookie)).toMatchObject([{ title: "Refunds" }]);
  expect(await bell(world, max.cookie)).toEqual([]);
  await act(world, id, "assign", { assigneeId: max.accountId, frontier: await world.revision(id) });
  await visitor.postMessage(id, "Again");
  expect(await bell(world, max.cookie)).toMatchObject([{ title: "Refunds" }]);
  await world.rows("UPDATE accounts SET email_verified_at = 1 WHERE id = ?", tom.accountId);
  await visitor.postMessage(id, "And again");
  await world.pass(12);
  const mail = world.sent.find(({ to }) => to === tom.email);
  expect(mail?.subject).toContain("A rule notified you");
  expect(mail?.text).toContain("Rule: Refunds");
});

test("who switched it off is not notified; nobody is notified twice, of automatic mail, or without anybody chosen", async () => {
  const world = await notificationWorld();
  const tom = await join(world);
  expect((await save(world, {})).body.issues?.[0]?.path).toBe("rule.steps.0");
  expect((await save(world, { members: ["acc_01hzzzzzzzzzzzzzzzzzzzzzzz"] })).status).toBe(409);
  expect((await save(world, { members: [tom.accountId] })).status).toBe(201);
  const visitor = await world.visitor();
  const id = await openConversation(visitor);
  expect((await bell(world, tom.cookie)).length).toBe(1);
  // The worker died behind the notification.
  await world.rows("DELETE FROM bell_entries");
  await world.rows("UPDATE automation_runs SET state = 'running'");
  await world.rows(
    "UPDATE automation_progress SET sequence = (SELECT min(sequence) - 1 FROM conversation_events WHERE conversation_id = ?)",
    id,
  );
  await world.rows("UPDATE jobs SET state = 'queued', due_at = 0 WHERE kind = 'automation.run'");
  await world.tick();
  expect(await bell(world, tom.cookie)).toEqual([]);
  const at = `/api/dashboard/projects/${world.projectId}/notifications`;
  const { body } = await world.as<{ settings: { events: Record<string, boolean> } }>(at, {}, tom.cookie);
  const off = { ...body.settings.events, ruleNotifies: false };
  expect((await world.as(at, { method: "PUT", body: { ...body.settings, events: off, bell: off, push: off } }, tom.cookie)).status).toBe(
    200,
  );
  await visitor.postMessage(id, "Again");
  expect(await bell(world, tom.cookie)).toEqual([]);
  expect((await outcomes(world)).some(({ outcomes: stored }) => stored.includes('"same"'))).toBe(true);
});

test("who wants it by push alone gets the entry that is pushed, which the bell does not list", async () => {
  const world = await notificationWorld();
  const tom = await join(world);
  expect((await save(world, { members: [tom.accountId] })).status).toBe(201);
  const at = `/api/dashboard/projects/${world.projectId}/notifications`;
  const { body } = await world.as<{ settings: { events: Record<string, boolean> } }>(at, {}, tom.cookie);
  const off = { ...body.settings.events, ruleNotifies: false };
  const chosen = { ...body.settings, events: off, bell: off, push: { ...off, ruleNotifies: true } };
  expect((await world.as(at, { method: "PUT", body: chosen }, tom.cookie)).status).toBe(200);
  await openConversation(await world.visitor());
  const stored = await world.rows<{ listed: number }>(
    "SELECT listed FROM bell_entries WHERE project_id = ? AND account_id = ? AND event = 'ruleNotifies'",
    world.projectId,
    tom.accountId,
  );
  expect(stored).toEqual([{ listed: 0 }]);
  expect(await bell(world, tom.cookie)).toEqual([]);
});
