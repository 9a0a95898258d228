// Question sets: versions, imports, what is made from conversations, and what an erasure leaves of it.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { LineProblem, SetQuestion } from "#modules/question-sets/contract";
import { ANSWER } from "./assistant-kit.ts";
import { erase } from "./erasure-kit.ts";
import { evaluationWorld } from "./evaluation-kit.ts";

test("a changed question is a new version at the same place; who is late is refused", async () => {
  const kit = await evaluationWorld();
  const set = await kit.createSet();
  const clientId = randomUUID();
  const [a, same] = [await kit.save(set.id, { clientId }), await kit.save(set.id, { clientId })];
  expect(same.body.question.id).toBe(a.body.question.id);
  const b = await kit.save(set.id, { question: "second" });
  const changed = await kit.save(set.id, { replaces: a.body.question.id, question: "first, reworded" });
  expect((await kit.questions(set.id)).map(({ question }) => question)).toEqual(["first, reworded", "second"]);
  expect((await kit.save(set.id, { replaces: a.body.question.id, question: "late" })).body.code).toBe("conflict");
  const path = `${kit.management}/question-sets/${set.id}/questions/${changed.body.question.id}`;
  expect((await kit.world.as(path, { method: "DELETE" })).status).toBe(200);
  expect((await kit.world.as(path, { method: "DELETE" })).status).toBe(200);
  expect(await kit.readSet(set.id)).toMatchObject({ version: 4, questions: 1 });
  expect((await kit.questions(set.id)).map(({ id }) => id)).toEqual([b.body.question.id]);
  expect((await kit.world.as(`${kit.management}/question-sets/${set.id}`, { method: "DELETE" })).status).toBe(200);
  expect((await kit.save(set.id)).body.code).toBe("conflict");
  expect((await kit.start(set.id)).body.code).toBe("conflict");
});

test("two people who add at once both succeed", async () => {
  const kit = await evaluationWorld();
  const set = await kit.createSet();
  const both = await Promise.all([kit.save(set.id, { question: "a" }), kit.save(set.id, { question: "b" })]);
  expect(both.map(({ status }) => status)).toEqual([201, 201]);
  expect((await kit.questions(set.id)).map(({ question }) => question).sort()).toEqual(["a", "b"]);
});

test("an import stores all rows or none, and what is exported can be imported again", async () => {
  const kit = await evaluationWorld();
  const set = await kit.createSet();
  const importing = (rows: object[], clientId = randomUUID()) =>
    kit.world.as<{ imported: number; problems: LineProblem[] }>(`${kit.management}/question-sets/${set.id}/import`, {
      body: { clientId, rows },
    });
  const refused = await importing([
    { line: 2, question: "fine" },
    { line: 3, question: "", outcome: "maybe" },
  ]);
  expect(refused.body).toMatchObject({ imported: 0, problems: [{ line: 3 }, { line: 3 }] });
  expect(await kit.questions(set.id)).toEqual([]);
  const clientId = randomUUID();
  const rows = [
    { line: 2, question: "=1+1 is what?", facts: "two; 2" },
    { line: 3, question: "who are you?", outcome: "hand_over" },
  ];
  expect((await importing(rows, clientId)).body).toEqual({ imported: 2, problems: [] });
  expect((await importing(rows, clientId)).body).toEqual({ imported: 2, problems: [] });
  expect(await kit.readSet(set.id)).toMatchObject({ version: 1, questions: 2 });
  const csv = String((await kit.world.as<string>(`${kit.management}/question-sets/${set.id}/questions.csv`)).body);
  expect(csv).toContain(`"'=1+1 is what?"`);
  expect(csv).toContain('"two\n2"');
});

test("a question from a conversation: only where an owner allowed it, without who asked; erasing the customer empties it and its results", async () => {
  const kit = await evaluationWorld();
  const set = await kit.createSet();
  const { visitor, id } = await kit.ask("My order CANARY-12345 and canary@example.com: how long do I have to return a parcel?");
  const add = (clientId = randomUUID()) =>
    kit.world.as<{ question: SetQuestion; code?: string }>(`${kit.management}/question-sets/${set.id}/from-conversation`, {
      body: { clientId, conversationId: id },
    });
  expect((await add()).status).toBe(403);
  const allowed = await kit.world.as(`${kit.management}/question-settings`, { method: "PUT", body: { useConversations: true } });
  expect(allowed.body).toEqual({ useConversations: true });
  const { body } = await add();
  expect(body.question.question).toBe("My order [number] and [email]: how long do I have to return a parcel?");
  expect(body.question).toMatchObject({ origin: "conversation", conversationId: id, erased: false });
  kit.models.answer({ object: ANSWER, usage: { input: 10, output: 10 }, always: true });
  const { run } = (await kit.start(set.id)).body;
  await kit.work();
  const [item] = await kit.items(run.id);
  expect(item?.transcript).not.toBeNull();
  await erase(kit.world, { contactId: visitor.contactId });
  await kit.work(3);
  const [question] = await kit.questions(set.id);
  expect(question).toMatchObject({ question: "", erased: true });
  expect((await kit.items(run.id))[0]).toMatchObject({ transcript: null, faults: [] });
  const texts = await kit.world.rows("SELECT question FROM set_questions WHERE project_id = ? AND question <> ''", kit.projectId);
  expect(texts).toEqual([]);
  // It is not asked any more.
  expect((await kit.start(set.id)).body.code).toBe("conflict");
  expect((await add()).status).toBe(404);
});

test("another project's set and question are answered like missing ones", async () => {
  const kit = await evaluationWorld();
  const set = await kit.createSet();
  const { question } = (await kit.save(set.id)).body;
  const other = await kit.world.as<{ project: { id: string } }>("/api/account/projects", {
    body: { clientId: randomUUID(), name: "Other", websiteOrigin: "https://other.example" },
  });
  const there = `/api/management/projects/${other.body.project.id}`;
  expect((await kit.world.as(`${there}/question-sets/${set.id}/questions/${question.id}`, { method: "DELETE" })).status).toBe(404);
  const started = await kit.world.as(`${there}/evaluation-runs`, {
    body: { clientId: randomUUID(), setId: set.id, model: "openai/gpt-5-mini", guidanceVersion: null, budgetUsd: 1, raised: false },
  });
  expect(started.status).toBe(404);
});

test("JSON lines give out a set and its results, can be imported again, and hold nothing of who was erased", async () => {
  const kit = await evaluationWorld();
  const set = await kit.createSet();
  await kit.save(set.id, { facts: ["30 days; delivery", "parcel"] });
  const erased = await kit.save(set.id, { question: "a second question of somebody", facts: [] });
  const lines = async (rest: string): Promise<Record<string, unknown>[]> =>
    String((await kit.world.as<string>(`${kit.management}/${rest}`)).body)
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const [first] = await lines(`question-sets/${set.id}/questions.jsonl`);
  expect(first).toEqual({ version: 1, ...kit.fields, facts: ["30 days; delivery", "parcel"] });
  const copy = await kit.createSet("Copy");
  const { version: _version, ...row } = first ?? {};
  const imported = await kit.world.as(`${kit.management}/question-sets/${copy.id}/import`, {
    body: { clientId: randomUUID(), rows: [{ line: 1, ...row }] },
  });
  expect(imported.body).toEqual({ imported: 1, problems: [] });
  expect((await kit.questions(copy.id))[0]).toMatchObject({ facts: ["30 days; delivery", "parcel"] });
  await kit.save(set.id, { replaces: (await kit.questions(set.id))[0]?.id, facts: ["30 days"] });
  kit.models.answer({ object: ANSWER, usage: { input: 10, output: 10 }, always: true });
  const { run } = (await kit.start(set.id)).body;
  await kit.work();
  const results = await lines(`evaluation-runs/${run.id}/results.jsonl`);
  expect(results).toHaveLength(2);
  expect(results[0]).toMatchObject({ version: 1, result: "passed", outcome: "answered", sources: ["Returning a parcel"] });
  const tuned = async () =>
    (await lines(`evaluation-runs/${run.id}/fine-tuning.jsonl`)).map((line) => line["messages"] as { role: string; content: string }[]);
  expect((await tuned()).at(0)?.map(({ role }) => role)).toEqual(["system", "user", "assistant"]);
  const before = (await tuned()).length;
  await kit.world.rows("UPDATE set_questions SET question = '', erased_at = 1 WHERE id = ?", erased.body.question.id);
  expect(await lines(`question-sets/${set.id}/questions.jsonl`)).toHaveLength(1);
  expect((await tuned()).flat().some(({ content }) => content.includes("somebody"))).toBe(false);
  expect((await tuned()).length).toBeLessThanOrEqual(before);
});
