// The worker while it renders articles that once kept it busy for minutes: it answers them and other requests.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, test } from "vitest";
import { type Served, serveBuild } from "../../scripts/lib/serve.ts";
import { Operator } from "../support/desk.ts";
import { textOf } from "./patterns.ts";

/** The maximum length of an article. */
const LENGTH = 199_000;
/** Milliseconds; the first of these once took minutes. */
const PROMPT = 10_000;
let served: Served;
let owner: Operator;
let id = "";

beforeAll(async () => {
  served = await serveBuild({ tick: false });
  owner = new Operator(served.url);
  await owner.setup();
  ({ id } = await owner.project("Acme", "http://localhost:5999"));
});
afterAll(() => served.stop());

for (const pattern of ["a_**", "*a_", "~|**"])
  test(`an article of ${JSON.stringify(pattern)} is previewed while other requests are answered`, async () => {
    const start = performance.now();
    const made = await owner.post<{ article: { id: string } }>(`/api/dashboard/projects/${id}/help/articles`, {
      ...{ clientId: randomUUID(), locale: "en", title: `Hostile ${pattern}`, content: textOf(pattern, LENGTH) },
    });
    assert.equal(made.status, 201, JSON.stringify(made.body).slice(0, 300));
    assert.ok(performance.now() - start < PROMPT, "keeping it took long");
    const began = performance.now();
    const preview = owner.call(`/api/dashboard/projects/${id}/help-articles/${made.body.article.id}/preview?locale=en`);
    await new Promise((wake) => setTimeout(wake, 20));
    const health = await fetch(`${served.url}/health`);
    assert.equal(health.status, 200);
    assert.ok(performance.now() - began < PROMPT, "health waited");
    const answer = await preview;
    assert.equal(answer.status, 200);
    assert.ok(performance.now() - began < PROMPT, "the preview took long");
    assert.ok(String(answer.body).length > LENGTH);
  });
