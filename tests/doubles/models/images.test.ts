// Checks the double of image models: with OpenAI's own client library and with the AI SDK.
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { APICallError, generateImage } from "ai";
import assert from "node:assert/strict";
import OpenAI, { APIError, toFile } from "openai";
import { afterAll, afterEach, beforeAll, test } from "vitest";
import { MODEL_KEY, Models } from "./index.ts";
import { picture } from "./picture.ts";
import { type ServedModels, startModels } from "./serve.ts";

Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
const models = new Models();
let served: ServedModels;
beforeAll(async () => {
  served = await startModels(models);
});
afterAll(() => served.stop());
afterEach(() => models.reset());

const PICTURE = picture();
const USAGE = { input: 40, output: 272 };
const library = (): OpenAI => new OpenAI({ baseURL: served.base.openai, apiKey: MODEL_KEY, maxRetries: 0 });

test("OpenAI's library generates images and reads their usage", async () => {
  models.answer({ match: "a bridge", picture: PICTURE, usage: USAGE });
  const made = await library().images.generate({ model: "gpt-image-1", prompt: "a bridge", n: 2, size: "1536x1024", quality: "low" });
  assert.deepEqual(
    made.data?.map(({ b64_json = "" }) => Buffer.from(b64_json).equals(Buffer.from(Buffer.from(PICTURE).toString("base64")))),
    [true, true],
  );
  assert.deepEqual([made.size, made.quality, made.output_format], ["1536x1024", "low", "png"]);
  assert.deepEqual(made.usage?.input_tokens_details, { image_tokens: 0, text_tokens: 40 });
  assert.equal(made.usage?.output_tokens, 272);
  models.check();
});

test("OpenAI's library edits an image", async () => {
  models.answer({ picture: PICTURE, usage: { input: 1040, output: 272 } });
  const image = await toFile(PICTURE, "bridge.png", { type: "image/png" });
  const made = await library().images.edit({ model: "gpt-image-1", prompt: "at night", image, quality: "low", size: "1536x1024" });
  assert.equal(made.data?.length, 1);
  assert.deepEqual(made.usage?.input_tokens_details, { image_tokens: 1000, text_tokens: 40 });
  assert.deepEqual(models.requests[0]?.images, ["image/png"]);
  assert.equal(models.requests[0].text, "at night");
  models.check();
});

test("OpenAI's library is refused what the vendor refuses", async () => {
  const refused = async (change: object, status: number, words: RegExp): Promise<void> => {
    const error: unknown = await library()
      .images.generate({ model: "gpt-image-1", prompt: "x", ...change })
      .catch((thrown: unknown) => thrown);
    assert.ok(error instanceof APIError);
    assert.equal(error.status, status);
    assert.match(error.message, words);
  };
  await refused({ quality: "hd" }, 400, /Supported values/);
  await refused({ n: 11 }, 400, /out of range/);
  await refused({ response_format: "b64_json" }, 400, /Unknown parameter/);
  models.answer({ fault: "rate limit", retryAfter: 7 });
  await refused({}, 429, /Rate limit/i);
  models.answer({ fault: "no credit" });
  await refused({}, 429, /quota/i);
});

const MODELS_OF = {
  openai: () => createOpenAI({ baseURL: served.base.openai, apiKey: MODEL_KEY }).image("gpt-image-1"),
  "openai-compatible": () => createOpenAICompatible({ name: "own", baseURL: served.base.compatible }).imageModel("flux"),
};
test.each(Object.entries(MODELS_OF))("the AI SDK generates and edits with %s", async (name, model) => {
  models.answer({ picture: PICTURE, usage: USAGE }, { picture: PICTURE, usage: { input: 1040, output: 272 } });
  const ask = (prompt: Parameters<typeof generateImage>[0]["prompt"]) =>
    generateImage({
      model: model(),
      ...{ prompt, size: "1536x1024", maxRetries: 0 },
      providerOptions: { [name === "openai" ? "openai" : "own"]: { quality: "low" } },
    });
  const made = await ask("a bridge");
  assert.deepEqual(made.image.uint8Array, PICTURE);
  assert.deepEqual([made.usage.inputTokens, made.usage.outputTokens], [40, 272]);
  const changed = await ask({ images: [PICTURE], text: "at night" });
  assert.deepEqual(changed.image.uint8Array, PICTURE);
  assert.equal(changed.usage.inputTokens, 1040);
  assert.deepEqual(
    models.requests.map(({ path, text, images, body }) => [path, text, images, body["size"], body["quality"]]),
    [
      ["/images/generations", "a bridge", [], "1536x1024", "low"],
      ["/images/edits", "at night", ["image/png"], "1536x1024", "low"],
    ],
  );
  models.answer({ fault: "server error" });
  const error: unknown = await ask("a bridge").catch((thrown: unknown) => thrown);
  assert.ok(APICallError.isInstance(error));
  assert.equal(error.statusCode, 500);
  models.check();
});
