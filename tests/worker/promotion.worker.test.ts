// Promotion: what a run tried comes into force exactly, for all or for a share of conversations, and back again.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { DEFAULT_GUIDANCE } from "../../modules/assistant/contract/guidance.ts";
import { hashOf } from "../../modules/evaluation/rules.ts";
import { bucketOf } from "../../modules/promotion/rules.ts";
import type { Promotion, Promotions } from "#modules/promotion/contract";
import { KEYS } from "./ai-kit.ts";
import { ANSWER, PROVED, QUESTION } from "./assistant-kit.ts";
import { evaluationWorld, MODEL } from "./evaluation-kit.ts";
import type { Answer } from "./world.ts";

const OTHER = "openai/gpt-5-nano";
const PRICE = { input: 1, output: 8 };
const VARS = { ...KEYS, TRAINING_PRICE_CEILINGS: JSON.stringify({ [MODEL]: PRICE, [OTHER]: PRICE }), ENABLE_SYNTHETIC_EVALUATION: "true" };
type Refused = { code?: string; error?: string };

/** The present configuration is `MODEL` with the default guidance; the one that was tried is `OTHER` with a formal tone. */
async function ready() {
  const kit = await evaluationWorld(VARS);
  const { world, management, dashboard } = kit;
  let version = 0;
  const saveGuidance = async (guidance: object = {}, enabled = true): Promise<Answer<Refused>> => {
    const body = { clientId: randomUUID(), basedOn: version, enabled, guidance: { ...DEFAULT_GUIDANCE, ...guidance } };
    const answer = await world.as<Refused>(`${management}/assistant`, { body });
    if (answer.status === 200) version += 1;
    return answer;
  };
  await kit.choose();
  await saveGuidance({ tone: "formal" });
  await saveGuidance();
  const set = await kit.createSet();
  await kit.save(set.id);
  await kit.save(set.id, { question: "I want to talk to a person", outcome: "hand_over", facts: [], topic: "people" });
  await kit.save(set.id, { question: "may I send a parcel back, and until when?", facts: ["90 days"], topic: "time" });
  kit.models.answer({ object: ANSWER, usage: { input: 1000, output: 100 }, always: true });
  const runOf = async (body: object = {}): Promise<string> => {
    const { run } = (await kit.start(set.id, body)).body;
    await kit.work();
    expect(await kit.run(run.id)).toMatchObject({ state: "done" });
    return run.id;
  };
  const present = await runOf();
  const tried = await runOf({ model: OTHER, guidanceVersion: 1 });
  return {
    ...kit,
    set,
    present,
    tried,
    runOf,
    saveGuidance,
    moved: (to: number) => (version = to),
    promote: async (body: object = {}, cookie?: string): Promise<Answer<{ promotion: Promotion } & Refused>> =>
      await world.as(
        `${management}/promotions`,
        { body: { clientId: randomUUID(), runId: tried, comparedRunId: present, worse: 0, share: 100, ...body } },
        cookie,
      ),
    read: async (): Promise<Promotions> => (await world.as<Promotions>(`${dashboard}/promotions`)).body,
    change: async (id: string, what: "share" | "stop" | "rollback", body: object): Promise<Answer<{ promotion: Promotion } & Refused>> =>
      await world.as(`${management}/promotions/${id}/${what}`, { method: what === "share" ? "PUT" : "POST", body }),
    inForce: async (): Promise<unknown[]> =>
      await world.rows(
        `SELECT m.provider || '/' || m.model AS model, s.version, g.content, s.enabled FROM assistant_settings s JOIN assistant_guidance g ON g.project_id = s.project_id AND g.version = s.version
         JOIN ai_models m ON m.project_id = s.project_id AND m.purpose = 'reply' WHERE s.project_id = ?`,
        kit.projectId,
      ),
    audit: async (): Promise<{ action: string; changes: string }[]> =>
      await world.rows(
        "SELECT action, changes FROM audit_log WHERE project_id = ? AND action LIKE 'promotion.%' ORDER BY rowid",
        kit.projectId,
      ),
  };
}

/** The hash of what a real round then had: its model, and the version of the guidance that it names. */
async function hashOfRound(w: Awaited<ReturnType<typeof ready>>, id: string): Promise<string> {
  const [round] = await w.world.rows<{ provider: string; model: string; guidance_version: number }>(
    "SELECT provider, model, guidance_version FROM assistant_rounds WHERE conversation_id = ? ORDER BY created_at DESC LIMIT 1",
    id,
  );
  const [saved] = await w.world.rows<{ content: string }>(
    "SELECT content FROM assistant_guidance WHERE project_id = ? AND version = ?",
    w.projectId,
    round?.guidance_version,
  );
  return await hashOf(`${round?.provider}/${round?.model}`, JSON.parse(saved?.content ?? "{}") as typeof DEFAULT_GUIDANCE);
}

test("a promoted configuration is exactly the one that ran, and a rollback the one before", async () => {
  const w = await ready();
  const before = w.models.requests.length;
  const earlier = await w.ask();
  expect(await w.messages(earlier.id)).toHaveLength(2);
  expect(await hashOfRound(w, earlier.id)).toBe((await w.run(w.present)).configHash);
  const clientId = randomUUID();
  const [first, again] = [await w.promote({ clientId }), await w.promote({ clientId })];
  expect([first.status, again.body.promotion.id]).toEqual([201, first.body.promotion.id]);
  expect(first.body.promotion).toMatchObject({
    kind: "promotion",
    state: "done",
    share: 100,
    worse: 0,
    from: { model: MODEL },
    to: { model: OTHER },
  });
  const { id } = await w.ask();
  expect((await w.messages(id)).at(-1)).toMatchObject({ role: "assistant", content: PROVED });
  expect(await hashOfRound(w, id)).toBe((await w.run(w.tried)).configHash);
  expect(w.models.requests.slice(before).map(({ body }) => (body as { model: string }).model)).toEqual(["gpt-5-mini", "gpt-5-nano"]);
  expect(JSON.stringify(w.models.requests.at(-1)?.body)).toContain("Be formal and polite.");
  const read = await w.read();
  expect(read).toMatchObject({ present: { model: OTHER, guidanceVersion: 3 }, rolling: null, rollback: first.body.promotion.id });
  const back = await w.change(first.body.promotion.id, "rollback", { clientId });
  expect(back.status, JSON.stringify(back.body)).toBe(201);
  expect(back.body.promotion).toMatchObject({
    kind: "rollback",
    from: { model: OTHER, guidanceVersion: 3 },
    to: { model: MODEL, guidanceVersion: 2 },
  });
  expect((await w.change(first.body.promotion.id, "rollback", { clientId })).body.promotion.id).toBe(back.body.promotion.id);
  const after = await w.ask();
  expect(await hashOfRound(w, after.id)).toBe((await w.run(w.present)).configHash);
  expect(await w.inForce()).toMatchObject([{ model: MODEL, version: 4, enabled: 1 }]);
  expect((await w.read()).rollback).toBe(null);
  expect((await w.change(first.body.promotion.id, "rollback", { clientId: randomUUID() })).body.code).toBe("conflict");
  expect((await w.change(back.body.promotion.id, "rollback", { clientId: randomUUID() })).body.code).toBe("conflict");
  expect((await w.audit()).map(({ action, changes }) => [action, JSON.parse(changes)])).toEqual([
    [
      "promotion.promoted",
      [
        { field: "model", from: MODEL, to: OTHER },
        { field: "version", from: "2", to: "1" },
        { field: "share", from: null, to: "100 %" },
      ],
    ],
    [
      "promotion.rolled_back",
      [
        { field: "model", from: OTHER, to: MODEL },
        { field: "version", from: "3", to: "2" },
      ],
    ],
  ]);
});

test("only a finished run with the hash of its model and guidance, against a run of what is in force, with what got worse confirmed", async () => {
  const w = await ready();
  const refused = async (body: object): Promise<string> => {
    const { status, body: said } = await w.promote(body);
    expect([status, said.code], JSON.stringify(said)).toEqual([409, "conflict"]);
    return said.error ?? "";
  };
  expect(await refused({ worse: 1 })).toContain("got worse differs");
  expect(await refused({ runId: w.present, comparedRunId: w.tried })).toContain("did not try the present");
  expect(await refused({ comparedRunId: w.tried })).toContain("did not try the present");
  expect(await refused({ runId: w.present })).toContain("in force already");
  const builtIn = await w.runOf({ model: "synthetic", budgetUsd: 0 });
  expect(await refused({ runId: builtIn })).toContain("built-in model");
  for (const id of [w.tried, w.present]) {
    await w.world.rows("UPDATE evaluation_runs SET state = 'failed' WHERE id = ?", id);
    expect(await refused({})).toContain("asked all its questions");
    await w.world.rows("UPDATE evaluation_runs SET state = 'done' WHERE id = ?", id);
  }
  // Another set.
  const other = await w.createSet("Other");
  await w.save(other.id);
  const { run } = (await w.start(other.id, { model: OTHER })).body;
  await w.work();
  expect(await refused({ runId: run.id })).toContain("different sets");
  // What is stored is not what was hashed.
  await w.world.rows("UPDATE evaluation_runs SET model = 'openai/gpt-5' WHERE id = ?", w.tried);
  expect(await refused({})).toContain("can’t be restored exactly");
  await w.world.rows("UPDATE evaluation_runs SET model = ? WHERE id = ?", OTHER, w.tried);
  await w.world.rows(
    "UPDATE assistant_guidance SET content = json_set(content, '$.tone', 'friendly') WHERE version = 1 AND project_id = ?",
    w.projectId,
  );
  expect(await refused({})).toContain("can’t be restored exactly");
  await w.world.rows(
    "UPDATE assistant_guidance SET content = json_set(content, '$.tone', 'formal') WHERE version = 1 AND project_id = ?",
    w.projectId,
  );
  expect((await w.promote({ runId: "evr_00000000000000000000000000" })).status).toBe(404);
  expect((await w.promote({ share: 0 })).status).toBe(400);
  // The present configuration changed after the comparison.
  await w.saveGuidance({ length: "short" });
  expect(await refused({})).toContain("did not try the present");
  expect(await w.audit()).toEqual([]);
  expect(await w.world.rows("SELECT 1 FROM promotions WHERE project_id = ?", w.projectId)).toEqual([]);
  await w.saveGuidance();
  expect((await w.promote()).status).toBe(201);
});

test("what got worse is counted among the questions of both runs", async () => {
  const w = await ready();
  await w.world.rows("UPDATE evaluation_items SET state = 'failed' WHERE run_id = ? AND place = 1", w.tried);
  expect((await w.promote()).body.code).toBe("conflict");
  const { status, body } = await w.promote({ worse: 1 });
  expect([status, body.promotion.worse]).toEqual([201, 1]);
});

test("while a share is rolled out each conversation stays on its side; both sides are counted; raised to all", async () => {
  const w = await ready();
  const began = await w.ask();
  w.world.clock.advance({ seconds: 1 });
  const { body } = await w.promote({ share: 50 });
  expect(body.promotion).toMatchObject({ state: "rolling", share: 50, endedAt: null });
  expect((await w.promote()).body.error).toContain("being rolled out");
  const asked: Awaited<ReturnType<typeof w.ask>>[] = [];
  for (let i = 0; i < 12; i += 1) asked.push(await w.ask());
  const modelsOf = async (): Promise<string[]> =>
    await Promise.all(
      asked.map(async ({ id }) =>
        (await w.rounds(id)).map((round) => `${String(round["model"])} ${String(round["guidance_version"])}`).join(", "),
      ),
    );
  const first = await modelsOf();
  expect(new Set(first)).toEqual(new Set(["gpt-5-mini 2", "gpt-5-nano 1"]));
  const tried = (await w.run(w.tried)).configHash;
  const candidate = asked[first.indexOf("gpt-5-nano 1")];
  expect(await hashOfRound(w, candidate?.id ?? "")).toBe(tried);
  // Raised, everybody asks again: nobody flips, nor does the conversation that began before.
  expect((await w.change(body.promotion.id, "share", { share: 40 })).body.code).toBe("conflict");
  expect((await w.change(body.promotion.id, "share", { share: 99 })).body.promotion.share).toBe(99);
  for (const { visitor, id } of [began, ...asked]) await visitor.postMessage(id, QUESTION);
  expect(await modelsOf()).toEqual(first.map((one) => `${one}, ${one}`));
  expect((await w.rounds(began.id)).map(({ model }) => model)).toEqual(["gpt-5-mini", "gpt-5-mini"]);
  const news: unknown[] = [];
  for (let i = 0; i < 4; i += 1) news.push((await w.rounds((await w.ask()).id))[0]?.["model"]);
  expect(news.filter((model) => model === "gpt-5-nano").length).toBeGreaterThanOrEqual(3);
  const candidates = first.filter((one) => one === "gpt-5-nano 1").length;
  const { rolling } = await w.read();
  expect(rolling?.stale).toBe(false);
  const sums = Object.fromEntries((rolling?.outcomes ?? []).map(({ side, sent }) => [side, sent]));
  expect(sums["candidate"]).toBeGreaterThanOrEqual(candidates * 2 + 3);
  expect((sums["candidate"] ?? 0) + (sums["previous"] ?? 0)).toBe(2 * 12 + 1 + 4);
  // Nothing is in force for all yet.
  expect(await w.inForce()).toMatchObject([{ model: MODEL, version: 2 }]);
  const done = await w.change(body.promotion.id, "share", { share: 100 });
  expect(done.body.promotion).toMatchObject({ state: "done", share: 100 });
  expect((await w.change(body.promotion.id, "share", { share: 100 })).status).toBe(200);
  expect(await w.inForce()).toMatchObject([{ model: OTHER, version: 3, enabled: 1 }]);
  expect(await hashOfRound(w, (await w.ask()).id)).toBe(tried);
  expect((await w.read()).rollback).toBe(body.promotion.id);
  expect((await w.audit()).map(({ action }) => action)).toEqual(["promotion.promoted", "promotion.share_raised", "promotion.share_raised"]);
}, 180_000);

test("a roll-out that is stopped leaves everything as it was; one whose start was changed can only be stopped", async () => {
  const w = await ready();
  const { body } = await w.promote({ share: 99 });
  const { id } = await w.ask();
  expect((await w.rounds(id))[0]).toMatchObject({ model: bucketOf(id) < 99 ? "gpt-5-nano" : "gpt-5-mini" });
  await w.saveGuidance({ length: "short" });
  expect((await w.read()).rolling?.stale).toBe(true);
  expect((await w.change(body.promotion.id, "share", { share: 100 })).body.code).toBe("conflict");
  expect((await w.change(body.promotion.id, "stop", {})).body.promotion).toMatchObject({ state: "stopped" });
  expect((await w.change(body.promotion.id, "stop", {})).status).toBe(200);
  expect((await w.change(body.promotion.id, "share", { share: 100 })).body.code).toBe("conflict");
  expect((await w.change(body.promotion.id, "rollback", { clientId: randomUUID() })).body.code).toBe("conflict");
  expect(await w.inForce()).toMatchObject([{ model: MODEL, version: 3 }]);
  expect((await w.rounds((await w.ask()).id))[0]).toMatchObject({ model: "gpt-5-mini", guidance_version: 3 });
  expect((await w.audit()).map(({ action }) => action)).toEqual(["promotion.promoted", "promotion.stopped"]);
});

test("an answer that a member asks for has the conversation's side too", async () => {
  const w = await ready();
  await w.saveGuidance({}, false);
  await w.promote({ share: 99 });
  const { id } = await w.ask();
  expect(await w.rounds(id)).toEqual([]);
  const asked = await w.world.as(`${w.world.conversations}/${id}/ai-reply`, {
    body: { clientId: randomUUID(), frontier: await w.world.revision(id) },
  });
  expect(asked.status, JSON.stringify(asked.body)).toBe(202);
  await w.work(1);
  expect(await w.rounds(id)).toMatchObject([
    { state: "sent", ...(bucketOf(id) < 99 ? { model: "gpt-5-nano", guidance_version: 1 } : { model: "gpt-5-mini", guidance_version: 3 }) },
  ]);
});

test("two members who promote, save and roll back at once, 50 times: always the outcome of one after the other", async () => {
  const w = await ready();
  const [mini, nano] = [(await w.run(w.present)).configHash, (await w.run(w.tried)).configHash];
  const inForce = async (): Promise<{ hash: string; version: number }> => {
    const [row] = (await w.inForce()) as { model: string; version: number; content: string }[];
    return {
      hash: await hashOf(row?.model ?? "", JSON.parse(row?.content ?? "{}") as typeof DEFAULT_GUIDANCE),
      version: row?.version ?? 0,
    };
  };
  for (let i = 0; i < 50; i += 1) {
    const before = await inForce();
    expect(before.hash).toBe(mini);
    w.moved(before.version);
    const saves = i % 2 === 1;
    const [one, two] = await Promise.all([w.promote(), saves ? w.saveGuidance({ length: "short" }) : w.promote()]);
    // One of both is first; the other one sees that, and does nothing.
    const done = [one, two].filter(({ status }) => status < 300);
    expect([done.length, [one, two].filter(({ body }) => body.code === "conflict").length], JSON.stringify([one, two])).toEqual([1, 1]);
    const after = await inForce();
    expect(after.version).toBe(before.version + 1);
    w.moved(after.version);
    if (one.status === 201 || (!saves && two.status === 201)) {
      expect(after.hash).toBe(nano);
      const id = (one.status === 201 ? one : (two as typeof one)).body.promotion.id;
      const backs = await Promise.all([1, 2].map(() => w.change(id, "rollback", { clientId: randomUUID() })));
      expect(backs.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    } else {
      expect(after.hash).not.toBe(nano);
      expect((await w.saveGuidance()).status).toBe(200);
    }
    w.world.clock.advance({ seconds: 2 });
  }
  const audits = await w.audit();
  const rows = await w.world.rows("SELECT 1 FROM promotions WHERE project_id = ?", w.projectId);
  expect(audits).toHaveLength(rows.length);
}, 120_000);

test("a deleted project leaves no promotion and no side of a conversation", async () => {
  const w = await ready();
  await w.promote({ share: 50 });
  await w.ask();
  expect((await w.world.as(w.management, { method: "DELETE", body: { confirm: "Acme" } })).status).toBeLessThan(300);
  for (const table of ["promotions", "promotion_sides"])
    expect(await w.world.rows(`SELECT 1 FROM ${table} WHERE project_id = ?`, w.projectId), table).toEqual([]);
});
