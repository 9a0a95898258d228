// The wire of …/images/generations and …/images/edits, as OpenAI defines it and servers on one's own machine follow it.
import { type Asked, Invalid, type Json, list, mustText, type Prompt, type Reply, text, type Wire } from "./script.ts";

const isGptImage = (model: string): boolean => /^(?:gpt|chatgpt)-image/.test(model);

function read(body: Json, path: string): Prompt {
  const model = mustText(body["model"], "model");
  const prompt = mustText(body["prompt"], "prompt");
  // Fields of a form are texts.
  const n = body["n"] === undefined ? 1 : Number(body["n"]);
  if (!Number.isInteger(n) || n < 1 || n > 10) throw new Invalid("Invalid 'n': integer out of range. Expected a value between 1 and 10.");
  const [size, quality] = [text(body["size"]), text(body["quality"])];
  if (size !== "" && size !== "auto" && !/^\d{2,4}x\d{2,4}$/.test(size)) throw new Invalid(`Invalid value: '${size}' for 'size'.`);
  if (isGptImage(model)) {
    if (body["response_format"] !== undefined) throw new Invalid("Unknown parameter: 'response_format'.");
    if (quality !== "" && !["low", "medium", "high", "auto"].includes(quality))
      throw new Invalid(`Invalid value: '${quality}'. Supported values are: 'low', 'medium', 'high', and 'auto'.`);
  }
  const images = [...list(body["image"]), ...list(body["image[]"])].map(({ type }) => text(type));
  if (path === "/images/edits" && images.length === 0) throw new Invalid("Missing required parameter: 'image'.");
  return {
    ...{ model, stream: false, instructions: "", turns: [{ role: "user", text: prompt }], tools: [], toolResults: [], images },
    ...{ schema: undefined, maxTokens: undefined },
  };
}

function whole(asked: Asked, reply: Reply): unknown {
  const base64 = reply.picture === undefined ? undefined : Buffer.from(reply.picture).toString("base64");
  const data = base64 === undefined ? [] : Array.from({ length: Number(asked.body["n"] ?? 1) }, () => ({ b64_json: base64 }));
  if (!isGptImage(asked.model)) return { created: reply.created, data, ...(reply.counts ? { usage: usageOf(asked, reply) } : {}) };
  const { size, quality } = asked.body;
  return {
    ...{ created: reply.created, background: "opaque", output_format: "png", size: size ?? "1024x1024", quality: quality ?? "high", data },
    usage: usageOf(asked, reply),
  };
}
/** What is edited counts 1000 tokens for each image. */
function usageOf({ images }: Asked, { usage }: Reply): Json {
  const pixels = Math.min(usage.input, images.length * 1000);
  return {
    ...{ input_tokens: usage.input, input_tokens_details: { image_tokens: pixels, text_tokens: usage.input - pixels } },
    ...{ output_tokens: usage.output, total_tokens: usage.input + usage.output },
  };
}

/** The body of a form: texts, and files as a list of their types and sizes. */
export async function formOf(request: Request): Promise<Json> {
  const body: Record<string, unknown> = {};
  const files: Record<string, Json[]> = {};
  for (const [name, value] of await request.formData())
    if (typeof value === "string") body[name] = value;
    else (files[name] ??= []).push({ type: value.type, size: value.size });
  return { ...body, ...files };
}

/** POST …/images/generations and …/images/edits. */
export const images: Wire = {
  read,
  whole,
  stream: () => {
    throw new Invalid("The double does not stream images.");
  },
  failure: (error) => [{ data: error }],
};
