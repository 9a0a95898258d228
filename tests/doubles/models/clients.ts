// The vendors' own client libraries and the AI SDK behind one face, so that one suite checks every double with every client.
import Anthropic from "@anthropic-ai/sdk";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createGroq } from "@ai-sdk/groq";
import { createMistral } from "@ai-sdk/mistral";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { createXai } from "@ai-sdk/xai";
import { type Content, GoogleGenAI } from "@google/genai";
import { Mistral } from "@mistralai/mistralai";
import { APICallError, generateText, jsonSchema, type LanguageModel, Output, stepCountIs, streamText, tool } from "ai";
import Groq from "groq-sdk";
import OpenAI from "openai";
import type { Vendor } from "./script.ts";

const WEATHER = {
  type: "object",
  properties: { city: { type: "string" }, days: { type: "array", items: { type: "number" } } },
  required: ["city", "days"],
  additionalProperties: false,
} as const;
const CLOCK = { type: "object", properties: { zone: { type: "string" } }, required: ["zone"], additionalProperties: false } as const;
const TOOLS = [
  { name: "weather", description: "The weather of a city.", parameters: WEATHER },
  { name: "clock", description: "The time in a zone.", parameters: CLOCK },
] as const;
export const SCHEMA = {
  type: "object",
  properties: { answer: { type: "string" }, sure: { type: "boolean" } },
  required: ["answer", "sure"],
  additionalProperties: false,
} as const;
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const SYSTEM = "Answer briefly.";
const MAX = 500;

export interface Wish {
  readonly prompt: string;
  readonly stream?: boolean;
  readonly tools?: boolean;
  readonly schema?: boolean;
  readonly image?: boolean;
  /** The turn with calls that came before, and what the tools answered. */
  readonly after?: { readonly said: Said; readonly outputs: readonly string[] };
  readonly model?: string;
  readonly key?: string;
  readonly timeoutMs?: number;
  /** Told of each piece of a stream. */
  readonly onPiece?: (piece: string) => void;
}
export interface Said {
  text: string;
  /** How many pieces of text came. */
  pieces: number;
  calls: { id: string; name: string; input: unknown }[];
  /** What ended it, in the client's words; undefined if nothing said so. */
  finish: string | undefined;
  refusal: string | undefined;
  input: number | undefined;
  output: number | undefined;
  cached: number | undefined;
  /** What a following request repeats. */
  turn: unknown;
}
/** What a client makes of a failure. */
export interface Failed {
  readonly kind: string;
  readonly status: number | undefined;
  readonly retryAfter: string | undefined;
  readonly says: string;
}
export interface Client {
  readonly name: string;
  readonly vendor: Vendor;
  readonly sdk: "own" | "ai";
  ask(base: string, key: string, wish: Wish): Promise<Said>;
  failure(error: unknown): Failed;
  models?(base: string, key: string): Promise<string[]>;
}

export const MODELS: Readonly<Record<Vendor, string>> = {
  openai: "gpt-5-mini",
  anthropic: "claude-sonnet-4-5",
  google: "gemini-3-pro-preview",
  mistral: "mistral-small-latest",
  xai: "grok-4",
  groq: "openai/gpt-oss-120b",
  compatible: "local-model",
};
const nothing = (): Said => ({
  text: "",
  pieces: 0,
  calls: [],
  finish: undefined,
  refusal: undefined,
  input: undefined,
  output: undefined,
  cached: undefined,
  turn: undefined,
});
const heard = (said: Said, piece: string, { onPiece }: Wish): void => {
  if (piece === "") return;
  said.text += piece;
  said.pieces += 1;
  onPiece?.(piece);
};
const asError = (error: unknown): Error & { status?: number; headers?: Headers; statusCode?: number; body?: string } => error as Error;
/** OpenAI's, Anthropic's and Groq's libraries are generated alike. */
const generated = (error: unknown): Failed => {
  const { constructor, status, headers, message } = asError(error);
  return { kind: constructor.name, status, retryAfter: headers?.get("retry-after") ?? undefined, says: message };
};

// --- chat completions: OpenAI's library and Groq's -----------------------------

type ChatClient = Pick<OpenAI, "chat">;
async function chat(client: ChatClient, model: string, wish: Wish): Promise<Said> {
  const said = nothing();
  const { after } = wish;
  const body = {
    model,
    max_completion_tokens: MAX,
    messages: [
      { role: "system" as const, content: SYSTEM },
      {
        role: "user" as const,
        content: wish.image
          ? [
              { type: "text" as const, text: wish.prompt },
              { type: "image_url" as const, image_url: { url: `data:image/png;base64,${PIXEL}` } },
            ]
          : wish.prompt,
      },
      ...(after
        ? [
            after.said.turn as OpenAI.ChatCompletionAssistantMessageParam,
            ...after.outputs.map((content, i) => ({ role: "tool" as const, tool_call_id: after.said.calls[i]?.id ?? "", content })),
          ]
        : []),
    ],
    ...(wish.tools
      ? { tools: TOOLS.map((one) => ({ type: "function" as const, function: { ...one, parameters: { ...one.parameters } } })) }
      : {}),
    ...(wish.schema
      ? { response_format: { type: "json_schema" as const, json_schema: { name: "reply", schema: { ...SCHEMA }, strict: true } } }
      : {}),
  };
  const count = (usage: OpenAI.CompletionUsage | null | undefined): void => {
    if (!usage) return;
    said.input = usage.prompt_tokens;
    said.output = usage.completion_tokens;
    said.cached = usage.prompt_tokens_details?.cached_tokens;
  };
  if (!wish.stream) {
    const answer = await client.chat.completions.create(body);
    const [choice] = answer.choices;
    heard(said, choice?.message.content ?? "", wish);
    said.refusal = choice?.message.refusal ?? undefined;
    for (const call of choice?.message.tool_calls ?? [])
      if (call.type === "function") said.calls.push({ id: call.id, name: call.function.name, input: JSON.parse(call.function.arguments) });
    said.finish = choice?.finish_reason;
    said.turn = choice?.message;
    count(answer.usage);
    return said;
  }
  const parts: { id: string; name: string; json: string }[] = [];
  for await (const chunk of await client.chat.completions.create({ ...body, stream: true, stream_options: { include_usage: true } })) {
    count(chunk.usage ?? (chunk as { x_groq?: { usage?: OpenAI.CompletionUsage } }).x_groq?.usage);
    const [choice] = chunk.choices;
    heard(said, choice?.delta.content ?? "", wish);
    if (choice?.delta.refusal) said.refusal = (said.refusal ?? "") + choice.delta.refusal;
    for (const call of choice?.delta.tool_calls ?? []) {
      const part = (parts[call.index] ??= { id: "", name: "", json: "" });
      part.id ||= call.id ?? "";
      part.name ||= call.function?.name ?? "";
      part.json += call.function?.arguments ?? "";
    }
    said.finish = choice?.finish_reason ?? said.finish;
  }
  said.calls = parts.map(({ id, name, json }) => ({ id, name, input: JSON.parse(json) as unknown }));
  return said;
}

// --- responses -----------------------------------------------------------------

async function respond(client: OpenAI, model: string, wish: Wish): Promise<Said> {
  const said = nothing();
  const { after } = wish;
  const body = {
    model,
    max_output_tokens: MAX,
    instructions: SYSTEM,
    input: [
      {
        role: "user" as const,
        content: [
          { type: "input_text" as const, text: wish.prompt },
          ...(wish.image ? [{ type: "input_image" as const, image_url: `data:image/png;base64,${PIXEL}`, detail: "auto" as const }] : []),
        ],
      },
      ...(after
        ? [
            ...(after.said.turn as OpenAI.Responses.ResponseFunctionToolCall[]),
            ...after.outputs.map((output, i) => ({
              type: "function_call_output" as const,
              call_id: after.said.calls[i]?.id ?? "",
              output,
            })),
          ]
        : []),
    ],
    ...(wish.tools
      ? { tools: TOOLS.map((one) => ({ type: "function" as const, strict: true, ...one, parameters: { ...one.parameters } })) }
      : {}),
    ...(wish.schema ? { text: { format: { type: "json_schema" as const, name: "reply", schema: { ...SCHEMA }, strict: true } } } : {}),
  };
  const take = (answer: OpenAI.Responses.Response): void => {
    for (const item of answer.output) {
      if (item.type === "function_call") said.calls.push({ id: item.call_id, name: item.name, input: JSON.parse(item.arguments) });
      if (item.type === "message") for (const part of item.content) if (part.type === "refusal") said.refusal = part.refusal;
    }
    said.finish = answer.incomplete_details?.reason ?? answer.status;
    said.input = answer.usage?.input_tokens;
    said.output = answer.usage?.output_tokens;
    said.cached = answer.usage?.input_tokens_details.cached_tokens;
    said.turn = answer.output.filter(({ type }) => type === "function_call");
  };
  if (!wish.stream) {
    const answer = await client.responses.create(body);
    heard(said, answer.output_text, wish);
    take(answer);
    return said;
  }
  // The library's own helper puts the pieces together, and refuses events in a wrong order.
  const stream = client.responses.stream(body);
  for await (const event of stream) {
    if (event.type === "response.output_text.delta") heard(said, event.delta, wish);
    if (event.type === "error") throw new Error(event.message);
    if (event.type === "response.completed" || event.type === "response.incomplete") take(event.response);
  }
  return said;
}

// --- Anthropic -----------------------------------------------------------------

async function anthropicAsk(client: Anthropic, model: string, wish: Wish): Promise<Said> {
  const said = nothing();
  const { after } = wish;
  const body: Anthropic.MessageCreateParamsNonStreaming = {
    model,
    max_tokens: MAX,
    system: SYSTEM,
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: wish.prompt },
          ...(wish.image
            ? [{ type: "image" as const, source: { type: "base64" as const, media_type: "image/png" as const, data: PIXEL } }]
            : []),
        ],
      },
      ...(after
        ? [
            { role: "assistant" as const, content: after.said.turn as Anthropic.ContentBlockParam[] },
            {
              role: "user" as const,
              content: after.outputs.map((content, i) => ({
                type: "tool_result" as const,
                tool_use_id: after.said.calls[i]?.id ?? "",
                content,
              })),
            },
          ]
        : []),
    ],
    ...(wish.tools
      ? {
          tools: TOOLS.map(({ name, description, parameters }) => ({
            name,
            description,
            input_schema: { ...parameters, required: [...parameters.required] },
          })),
        }
      : {}),
    ...(wish.schema ? { output_config: { format: { type: "json_schema", schema: SCHEMA } } } : {}),
  };
  const take = (message: Anthropic.Message): void => {
    for (const block of message.content)
      if (block.type === "tool_use") said.calls.push({ id: block.id, name: block.name, input: block.input });
    said.finish = message.stop_reason ?? undefined;
    said.refusal = message.stop_reason === "refusal" ? "refusal" : undefined;
    said.input = message.usage.input_tokens + (message.usage.cache_read_input_tokens ?? 0);
    said.output = message.usage.output_tokens;
    said.cached = message.usage.cache_read_input_tokens ?? undefined;
    said.turn = message.content;
  };
  if (!wish.stream) {
    const message = await client.messages.create(body);
    for (const block of message.content) if (block.type === "text") heard(said, block.text, wish);
    take(message);
    return said;
  }
  const stream = client.messages.stream(body);
  stream.on("text", (piece) => heard(said, piece, wish));
  take(await stream.finalMessage());
  return said;
}

// --- Google --------------------------------------------------------------------

async function googleAsk(client: GoogleGenAI, model: string, wish: Wish): Promise<Said> {
  const said = nothing();
  const { after } = wish;
  const request = {
    model,
    contents: [
      { role: "user", parts: [{ text: wish.prompt }, ...(wish.image ? [{ inlineData: { mimeType: "image/png", data: PIXEL } }] : [])] },
      ...(after
        ? [
            after.said.turn as Content,
            {
              role: "user",
              parts: after.outputs.map((output, i) => ({
                functionResponse: { name: after.said.calls[i]?.name ?? "", response: { output } },
              })),
            },
          ]
        : []),
    ],
    config: {
      systemInstruction: SYSTEM,
      maxOutputTokens: MAX,
      ...(wish.tools
        ? {
            tools: [
              {
                functionDeclarations: TOOLS.map(({ name, description, parameters }) => ({
                  name,
                  description,
                  parametersJsonSchema: parameters,
                })),
              },
            ],
          }
        : {}),
      ...(wish.schema ? { responseMimeType: "application/json", responseJsonSchema: SCHEMA } : {}),
    },
  };
  const parts: unknown[] = [];
  const stream = wish.stream ? await client.models.generateContentStream(request) : [await client.models.generateContent(request)];
  for await (const chunk of stream) {
    const [candidate] = chunk.candidates ?? [];
    for (const part of candidate?.content?.parts ?? []) {
      parts.push(part);
      heard(said, part.text ?? "", wish);
      if (part.functionCall) said.calls.push({ id: "", name: part.functionCall.name ?? "", input: part.functionCall.args });
    }
    said.refusal = chunk.promptFeedback?.blockReason ?? said.refusal;
    said.finish = candidate?.finishReason ?? said.finish;
    said.input = chunk.usageMetadata?.promptTokenCount;
    said.output = (chunk.usageMetadata?.candidatesTokenCount ?? 0) + (chunk.usageMetadata?.thoughtsTokenCount ?? 0);
    said.cached = chunk.usageMetadata?.cachedContentTokenCount;
  }
  said.turn = { role: "model", parts };
  return said;
}

// --- Mistral -------------------------------------------------------------------

async function mistralAsk(client: Mistral, model: string, wish: Wish): Promise<Said> {
  const said = nothing();
  const { after } = wish;
  const request = {
    model,
    maxTokens: MAX,
    messages: [
      { role: "system" as const, content: SYSTEM },
      {
        role: "user" as const,
        content: [
          { type: "text" as const, text: wish.prompt },
          ...(wish.image ? [{ type: "image_url" as const, imageUrl: `data:image/png;base64,${PIXEL}` }] : []),
        ],
      },
      ...(after
        ? [
            {
              role: "assistant" as const,
              content: "",
              toolCalls: after.said.calls.map(({ id, name, input }) => ({ id, function: { name, arguments: JSON.stringify(input) } })),
            },
            ...after.outputs.map((content, i) => ({ role: "tool" as const, toolCallId: after.said.calls[i]?.id ?? "", content })),
          ]
        : []),
    ],
    ...(wish.tools
      ? { tools: TOOLS.map((one) => ({ type: "function" as const, function: { ...one, parameters: { ...one.parameters } } })) }
      : {}),
    ...(wish.schema
      ? { responseFormat: { type: "json_schema" as const, jsonSchema: { name: "reply", schemaDefinition: { ...SCHEMA }, strict: true } } }
      : {}),
  };
  const take = (calls: readonly { id?: string | undefined; function: { name: string; arguments: unknown } }[] | null | undefined): void => {
    for (const { id = "", function: called } of calls ?? []) {
      const given = called.arguments;
      said.calls.push({ id, name: called.name, input: typeof given === "string" ? (JSON.parse(given) as unknown) : given });
    }
  };
  const textOf = (content: unknown): string => (typeof content === "string" ? content : "");
  if (!wish.stream) {
    const answer = await client.chat.complete(request);
    const [choice] = answer.choices;
    heard(said, textOf(choice?.message?.content), wish);
    take(choice?.message?.toolCalls);
    said.finish = choice?.finishReason;
    said.input = answer.usage.promptTokens;
    said.output = answer.usage.completionTokens;
    return said;
  }
  for await (const { data } of await client.chat.stream(request)) {
    const [choice] = data.choices;
    heard(said, textOf(choice?.delta.content), wish);
    take(choice?.delta.toolCalls);
    said.finish = choice?.finishReason ?? said.finish;
    said.input = data.usage?.promptTokens ?? said.input;
    said.output = data.usage?.completionTokens ?? said.output;
  }
  return said;
}

// --- the AI SDK ----------------------------------------------------------------

async function aiAsk(model: LanguageModel, wish: Wish): Promise<Said> {
  const said = nothing();
  const outputs = [...(wish.after?.outputs ?? [])];
  const settings = {
    model,
    instructions: SYSTEM,
    maxOutputTokens: MAX,
    maxRetries: 0,
    messages: [
      {
        role: "user" as const,
        content: [
          { type: "text" as const, text: wish.prompt },
          ...(wish.image ? [{ type: "file" as const, data: PIXEL, mediaType: "image/png" }] : []),
        ],
      },
    ],
    ...(wish.timeoutMs === undefined ? {} : { abortSignal: AbortSignal.timeout(wish.timeoutMs) }),
    ...(wish.tools
      ? {
          // With outputs the SDK calls the tools and asks again by itself.
          stopWhen: stepCountIs(outputs.length > 0 ? 2 : 1),
          tools: Object.fromEntries(
            TOOLS.map(({ name, description, parameters }) => [
              name,
              tool({
                description,
                inputSchema: jsonSchema(parameters),
                execute: () => outputs.shift() ?? "",
              }),
            ]),
          ),
        }
      : {}),
    ...(wish.schema ? { output: Output.object({ schema: jsonSchema(SCHEMA) }) } : {}),
  };
  const count = (usage: Awaited<ReturnType<typeof generateText>>["usage"]): void => {
    said.input = usage.inputTokens;
    said.output = usage.outputTokens;
    said.cached = usage.inputTokenDetails.cacheReadTokens;
  };
  if (!wish.stream) {
    const answer = await generateText(settings);
    heard(said, answer.text, wish);
    said.calls = answer.toolCalls.map(({ toolCallId, toolName, input }) => ({ id: toolCallId, name: toolName, input: input as unknown }));
    said.finish = answer.finishReason;
    count(answer.usage);
    return said;
  }
  const answer = streamText({ ...settings, onError: () => {} });
  for await (const part of answer.fullStream) {
    if (part.type === "error") throw part.error;
    if (part.type === "abort") throw new Error("aborted");
    if (part.type === "text-delta") heard(said, part.text, wish);
    if (part.type === "tool-call") said.calls.push({ id: part.toolCallId, name: part.toolName, input: part.input as unknown });
    if (part.type === "finish") {
      said.finish = part.finishReason;
      count(part.totalUsage);
    }
  }
  return said;
}
const aiFailure = (error: unknown): Failed => {
  if (!APICallError.isInstance(error)) {
    const { name, message } = asError(error);
    return { kind: name, status: undefined, retryAfter: undefined, says: message };
  }
  return { kind: error.name, status: error.statusCode, retryAfter: error.responseHeaders?.["retry-after"], says: error.message };
};
const ai = (name: string, vendor: Vendor, model: (base: string, key: string, id: string) => LanguageModel): Client => ({
  name: `ai, ${name}`,
  vendor,
  sdk: "ai",
  ask: (base, key, wish) => aiAsk(model(base, wish.key ?? key, wish.model ?? MODELS[vendor]), wish),
  failure: aiFailure,
});

// --- all -----------------------------------------------------------------------

const openai = (base: string, key: string, wish: Wish): OpenAI =>
  new OpenAI({
    baseURL: base,
    apiKey: wish.key ?? key,
    maxRetries: 0,
    ...(wish.timeoutMs === undefined ? {} : { timeout: wish.timeoutMs }),
  });
const modelsOf = async (base: string, key: string): Promise<string[]> =>
  (await openai(base, key, { prompt: "" }).models.list()).data.map(({ id }) => id);
/** Clients of OpenAI's library; xAI documents it for its own API. */
const throughOpenai = (name: string, vendor: Vendor, wire: (client: OpenAI, model: string, wish: Wish) => Promise<Said>): Client => ({
  name: `openai, ${name}`,
  vendor,
  sdk: "own",
  ask: (base, key, wish) => wire(openai(base, key, wish), wish.model ?? MODELS[vendor], wish),
  failure: generated,
  models: modelsOf,
});

export const CLIENTS: readonly Client[] = [
  throughOpenai("responses", "openai", respond),
  throughOpenai("chat completions", "openai", chat),
  throughOpenai("responses of xAI", "xai", respond),
  throughOpenai("chat completions of xAI", "xai", chat),
  throughOpenai("a server on one's own machine", "compatible", chat),
  {
    name: "@anthropic-ai/sdk",
    vendor: "anthropic",
    sdk: "own",
    ask: (base, key, wish) => anthropicAsk(anthropic(base, wish.key ?? key, wish), wish.model ?? MODELS.anthropic, wish),
    failure: generated,
    models: async (base, key) => (await anthropic(base, key, { prompt: "" }).models.list()).data.map(({ id }) => id),
  },
  {
    name: "@google/genai",
    vendor: "google",
    sdk: "own",
    ask: (base, key, wish) => googleAsk(google(base, wish.key ?? key, wish), wish.model ?? MODELS.google, wish),
    // Its errors carry no headers.
    failure: (error) => ({ kind: asError(error).name, status: asError(error).status, retryAfter: undefined, says: asError(error).message }),
    models: async (base, key) =>
      (await google(base, key, { prompt: "" }).models.list()).page.map(({ name = "" }) => name.replace("models/", "")),
  },
  {
    name: "@mistralai/mistralai",
    vendor: "mistral",
    sdk: "own",
    ask: (base, key, wish) => mistralAsk(mistral(base, wish.key ?? key, wish), wish.model ?? MODELS.mistral, wish),
    failure: (error) => {
      const { name, statusCode, headers, message } = asError(error);
      return { kind: name, status: statusCode, retryAfter: headers?.get("retry-after") ?? undefined, says: message };
    },
    models: async (base, key) =>
      ((await mistral(base, key, { prompt: "" }).models.list()).data ?? []).map((one) => ("id" in one ? one.id : "unknown")),
  },
  {
    name: "groq-sdk",
    vendor: "groq",
    sdk: "own",
    ask: (base, key, wish) => chat(groq(base, wish.key ?? key, wish) as unknown as ChatClient, wish.model ?? MODELS.groq, wish),
    failure: generated,
    models: async (base, key) => (await groq(base, key, { prompt: "" }).models.list()).data.map(({ id }) => id),
  },
  ai("openai responses", "openai", (baseURL, apiKey, id) => createOpenAI({ baseURL, apiKey })(id)),
  ai("openai chat completions", "openai", (baseURL, apiKey, id) => createOpenAI({ baseURL, apiKey }).chat(id)),
  ai("anthropic", "anthropic", (baseURL, apiKey, id) => createAnthropic({ baseURL, apiKey })(id)),
  ai("google", "google", (baseURL, apiKey, id) => createGoogleGenerativeAI({ baseURL, apiKey })(id)),
  ai("mistral", "mistral", (baseURL, apiKey, id) => createMistral({ baseURL, apiKey })(id)),
  ai("xai", "xai", (baseURL, apiKey, id) => createXai({ baseURL, apiKey })(id)),
  ai("groq", "groq", (baseURL, apiKey, id) => createGroq({ baseURL, apiKey })(id)),
  ai("openai-compatible", "compatible", (baseURL, _key, id) =>
    createOpenAICompatible({ name: "local", baseURL, includeUsage: true, supportsStructuredOutputs: true })(id),
  ),
];

/** Without the path of the API, which these libraries add. */
const hostOf = (base: string, path: string): string => base.slice(0, -path.length);
const timeoutOf = ({ timeoutMs }: Wish): { timeout?: number } => (timeoutMs === undefined ? {} : { timeout: timeoutMs });
const anthropic = (base: string, apiKey: string, wish: Wish): Anthropic =>
  new Anthropic({ baseURL: hostOf(base, "/v1"), apiKey, maxRetries: 0, ...timeoutOf(wish) });
const groq = (base: string, apiKey: string, wish: Wish): Groq =>
  new Groq({ baseURL: hostOf(base, "/openai/v1"), apiKey, maxRetries: 0, ...timeoutOf(wish) });
const mistral = (base: string, apiKey: string, { timeoutMs }: Wish): Mistral =>
  new Mistral({
    serverURL: hostOf(base, "/v1"),
    apiKey,
    retryConfig: { strategy: "none" },
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
const google = (base: string, apiKey: string, wish: Wish): GoogleGenAI =>
  new GoogleGenAI({ apiKey, httpOptions: { baseUrl: hostOf(base, "/v1beta"), apiVersion: "v1beta", ...timeoutOf(wish) } });
