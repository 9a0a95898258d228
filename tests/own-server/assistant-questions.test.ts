// `npm run assistant:questions` against a served installation whose model is a double on this machine.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, test } from "vitest";
import { inRoot } from "../../scripts/lib/paths.ts";
import { type Served, serveBuild } from "../../scripts/lib/serve.ts";
import { Models } from "../doubles/models/index.ts";
import { type ServedModels, startModels } from "../doubles/models/serve.ts";
import { PROVED, provedAnswer, writeSnippets } from "../support/assistant.ts";
import { Operator } from "../support/desk.ts";
import { OWNER, PASSWORD } from "../support/people.ts";

const folder = mkdtempSync(join(tmpdir(), "seed-desk-questions-"));
const models = new Models();
let doubles: ServedModels;
let served: Served;
let owner: Operator;
let projectId = "";

beforeAll(async () => {
  doubles = await startModels(models);
  served = await serveBuild({ tick: false, vars: { MODEL_SERVER_URL: doubles.base.compatible } });
  owner = new Operator(served.url);
  await owner.setup();
  projectId = (await owner.project("Shop", "http://localhost:5999")).id;
  await writeSnippets(owner, projectId, { "Returning a parcel": PROVED, Invoices: "Invoices are in your account." });
});
afterAll(async () => {
  await served?.stop();
  await doubles?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const file = join(folder, "questions.csv");
/** Its output, and how it ended. */
async function run(...more: string[]): Promise<{ code: number; out: string; err: string }> {
  const options = ["--url", served.url, "--project", projectId, "--file", file, ...more];
  const env = { ...process.env, SEED_DESK_EMAIL: OWNER, SEED_DESK_PASSWORD: PASSWORD };
  return await promisify(execFile)(process.execPath, [inRoot("scripts/assistant-questions.ts"), ...options], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({ code: error.code, out: error.stdout, err: error.stderr }),
  );
}

test("a set of questions is asked after its price was shown, and what became of it is reported", async () => {
  writeFileSync(file, 'question,answerable\n"How long can I return a parcel?",yes\nWhich telescope shows the rings of Saturn?,no\n');
  models.answer((asked) => ({ object: provedAnswer(asked), usage: { input: 1000, output: 100 } }));
  const { code, out, err } = await run("--model", "own/local-model", "--accept-price");
  assert.equal(code, 0, err);
  assert.match(err, /2 questions\. The price of own\/local-model is not listed/);
  assert.match(out, /answered\tHow long can I return a parcel\?/);
  assert.match(out, /handed_over \(nothing_fits\)\tWhich telescope/);
  assert.match(out, /although the knowledge has it: 0\.0 % \(0 of 1\)/);
  assert.match(out, /as it should be: 100\.0 % \(1 of 1\)/);
  assert.match(out, /for 1 calls, 1000 input and 100 output tokens/);
});

test("nothing is asked without a yes, a model, or the right to", async () => {
  models.reset();
  const unanswered = await run("--model", "own/local-model");
  assert.match(unanswered.err, /Nobody can be asked here/);
  const without = await run("--accept-price");
  assert.match(without.err, /No model is chosen/);
  writeFileSync(file, "mood\nbad\n");
  const bad = await run("--accept-price");
  assert.deepEqual([bad.code, bad.out], [1, ""]);
  assert.match(bad.err, /The first line has to name the columns/);
  assert.equal(models.requests.length, 0);
});
