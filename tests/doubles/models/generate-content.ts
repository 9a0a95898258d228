// The wire of Google's …/models/<model>:generateContent and …:streamGenerateContent?alt=sse.
import {
  type Asked,
  type Frame,
  imageOf,
  Invalid,
  type Json,
  list,
  mustText,
  numberOr,
  type Prompt,
  record,
  type Reply,
  text,
  type Turn,
  type Wire,
} from "./script.ts";

const SIGNATURE = "ZG91YmxlLXNpZ25hdHVyZQ==";

function read(body: Json, path: string): Prompt {
  const [, model = "", method = ""] = /\/models\/([^/:]+):(\w+)/.exec(path) ?? [];
  const contents = list(body["contents"]);
  if (contents.length === 0) throw new Invalid("* GenerateContentRequest.contents: contents is not specified");
  const turns: Turn[] = [];
  const images: string[] = [];
  const toolResults: { id: string; text: string }[] = [];
  let called: string[] = [];
  for (const [index, { role = "user", parts }] of contents.entries()) {
    if (role !== "user" && role !== "model" && role !== "function") throw new Invalid("Please use a valid role: user, model.");
    const said: string[] = [];
    const calls: Json[] = [];
    const answered: string[] = [];
    if (list(parts).length === 0) throw new Invalid("* GenerateContentRequest.contents[0].parts: contents.parts must not be empty.");
    for (const part of list(parts)) {
      if (part["functionCall"] !== undefined) calls.push(part);
      else if (part["functionResponse"] !== undefined) {
        const response = record(part["functionResponse"]);
        const name = mustText(response["name"], "function_response.name");
        answered.push(name);
        toolResults.push({ id: text(response["id"]) || name, text: JSON.stringify(response["response"]) });
      } else if (part["inlineData"] !== undefined) images.push(mustText(record(part["inlineData"])["mimeType"], "inline_data.mime_type"));
      else if (part["fileData"] !== undefined) images.push(imageOf(text(record(part["fileData"])["fileUri"])));
      else if (part["thought"] !== true) said.push(text(part["text"]));
    }
    if (answered.length > 0 && answered.length !== called.length)
      throw new Invalid(
        "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.",
      );
    // Gemini 3 wants back the signature that came with the first call.
    if (calls.length > 0 && model.startsWith("gemini-3") && text(calls[0]?.["thoughtSignature"]) === "")
      throw new Invalid(`Function call is missing a thought_signature in functionCall parts. Position ${index}.`);
    called = calls.map((call) => text(record(call["functionCall"])["name"]));
    if (said.length > 0) turns.push({ role: role === "model" ? "assistant" : "user", text: said.join("\n") });
  }
  const config = record(body["generationConfig"]);
  const schema = config["responseJsonSchema"] ?? config["responseSchema"];
  if (schema !== undefined && config["responseMimeType"] !== "application/json")
    throw new Invalid("Function calling with a response mime type: 'text/plain' is unsupported");
  return {
    model,
    stream: method === "streamGenerateContent",
    instructions: list(record(body["systemInstruction"])["parts"])
      .map((part) => text(part["text"]))
      .join("\n"),
    turns,
    tools: list(body["tools"]).flatMap((tool) => list(tool["functionDeclarations"]).map((one) => mustText(one["name"], "name"))),
    toolResults,
    images,
    schema: schema === undefined ? undefined : record(schema),
    maxTokens: numberOr(config["maxOutputTokens"]),
  };
}

function usageOf({ usage }: Reply): Json {
  return {
    promptTokenCount: usage.input,
    candidatesTokenCount: usage.output - usage.reasoning,
    totalTokenCount: usage.input + usage.output,
    ...(usage.cached > 0 ? { cachedContentTokenCount: usage.cached } : {}),
    promptTokensDetails: [{ modality: "TEXT", tokenCount: usage.input }],
    ...(usage.reasoning > 0 ? { thoughtsTokenCount: usage.reasoning } : {}),
  };
}
/** Calls come whole, never in pieces. */
const callsOf = ({ model }: Asked, { toolCalls }: Reply): Json[] =>
  toolCalls.map(({ name, input }, index) => ({
    functionCall: { name, args: input },
    ...(index === 0 && model.startsWith("gemini-3") ? { thoughtSignature: SIGNATURE } : {}),
  }));
const answerOf = (asked: Asked, reply: Reply, parts: readonly Json[], finish?: string): Json => ({
  candidates: [{ content: { parts, role: "model" }, ...(finish === undefined ? {} : { finishReason: finish }), index: 0 }],
  usageMetadata: usageOf(reply),
  modelVersion: asked.model,
  responseId: reply.id,
});
/** A refusal is the filter's, and has no candidate. */
const blockedOf = (asked: Asked, reply: Reply): Json => ({
  promptFeedback: { blockReason: "PROHIBITED_CONTENT" },
  usageMetadata: { promptTokenCount: reply.usage.input, totalTokenCount: reply.usage.input },
  modelVersion: asked.model,
  responseId: reply.id,
});
const finishOf = (reply: Reply): string => (reply.tooLong ? "MAX_TOKENS" : "STOP");

function whole(asked: Asked, reply: Reply): Json {
  if (reply.refusal !== undefined) return blockedOf(asked, reply);
  const calls = callsOf(asked, reply);
  const parts = [...(reply.text === "" && calls.length > 0 ? [] : [{ text: reply.text }]), ...calls];
  return answerOf(asked, reply, parts, finishOf(reply));
}
function stream(asked: Asked, reply: Reply): readonly Frame[] {
  if (reply.refusal !== undefined) return [{ data: blockedOf(asked, reply) }];
  const calls = callsOf(asked, reply);
  return [
    ...reply.pieces.map((piece) => ({ data: answerOf(asked, reply, [{ text: piece }]) })),
    ...(calls.length > 0 ? [{ data: answerOf(asked, reply, calls) }] : []),
    { data: answerOf(asked, reply, [{ text: "" }], finishOf(reply)) },
  ];
}

/** POST …/models/<model>:generateContent. */
export const generateContent: Wire = { read, whole, stream, failure: (error) => [{ data: error }] };
