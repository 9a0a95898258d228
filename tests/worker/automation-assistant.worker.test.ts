// The trigger of the assistant's outcome: which of them a rule asks for, and that rules about the hand-over go on working.
import { beforeEach, expect, test } from "vitest";
import { ANSWER, assistantWorld } from "./assistant-kit.ts";

type AssistantWorld = Awaited<ReturnType<typeof assistantWorld>>;
let at: AssistantWorld;
beforeEach(async () => {
  at = await assistantWorld();
  await at.save();
  await at.choose();
});
const rules = (): string => `/api/management/projects/${at.world.projectId}/automation-rules`;
const given = (more: object) => ({
  ...{ name: "Rule", enabled: true, trigger: "assistant_outcome", minutes: null, words: [], conditions: [], note: "" },
  ...{ steps: [{ action: "priority", value: { priority: "high" } }], ...more },
});
const create = (more: object) =>
  at.world.as<{ issues?: { path: string }[] }>(rules(), { body: { clientId: crypto.randomUUID(), rule: given(more) } });
const ran = async (): Promise<string[]> =>
  (await at.world.rows<{ rule_name: string }>("SELECT rule_name FROM automation_runs WHERE project_id = ?", at.world.projectId))
    .map(({ rule_name: name }) => name)
    .toSorted();

test("an answer runs the rules that ask for answers, and no others", async () => {
  at.models.answer(() => ({ object: ANSWER }));
  expect((await create({ name: "answered", outcomes: ["answered"] })).status).toBe(201);
  expect((await create({ name: "others", outcomes: ["asked_back", "declined", "handed_over"] })).status).toBe(201);
  expect((await create({ name: "older", trigger: "handed_over" })).status).toBe(201);
  await at.ask();
  await at.world.tick();
  expect(await ran()).toEqual(["answered"]);
});

test("a hand-over runs the rules that ask for it, and those of before, once each", async () => {
  expect((await create({ name: "handed over", outcomes: ["handed_over"] })).status).toBe(201);
  expect((await create({ name: "answered", outcomes: ["answered", "asked_back", "declined"] })).status).toBe(201);
  expect((await create({ name: "older", trigger: "handed_over" })).status).toBe(201);
  await at.ask("I want to talk to a human, please");
  await at.world.tick();
  await at.world.tick();
  expect(await ran()).toEqual(["handed over", "older"]);
});

test("a greeting is asked back", async () => {
  expect((await create({ name: "asked back", outcomes: ["asked_back"] })).status).toBe(201);
  expect((await create({ name: "answered", outcomes: ["answered", "declined", "handed_over"] })).status).toBe(201);
  await at.ask("Hello");
  await at.world.tick();
  expect(await ran()).toEqual(["asked back"]);
});

test("outcomes belong to this trigger, and it needs one", async () => {
  expect((await create({})).body.issues?.[0]?.path).toBe("rule.outcomes");
  expect((await create({ trigger: "created", outcomes: ["answered"] })).body.issues?.[0]?.path).toBe("rule.outcomes");
  expect((await create({ outcomes: ["won"] })).status).toBe(400);
});

test("the audit log keeps which outcomes a rule asks for", async () => {
  const { body } = await at.world.as<{ rule: Record<string, unknown> & { id: string; revision: number } }>(rules(), {
    body: { clientId: crypto.randomUUID(), rule: given({ outcomes: ["answered"] }) },
  });
  const changed = await at.world.as(`${rules()}/${body.rule.id}`, {
    method: "PUT",
    body: { revision: body.rule.revision, rule: given({ outcomes: ["declined"] }) },
  });
  expect(changed.status).toBe(200);
  const kept = await at.world.rows<{ changes: string }>(
    "SELECT changes FROM audit_log WHERE project_id = ? AND action = 'automation.changed'",
    at.world.projectId,
  );
  expect(kept).toHaveLength(1);
  expect(kept[0]?.changes).toMatch(/answered.*declined/);
});
