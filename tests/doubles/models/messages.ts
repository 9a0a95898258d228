// The wire of Anthropic's …/messages.
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

function read(body: Json): Prompt {
  const model = mustText(body["model"], "model");
  if (typeof body["max_tokens"] !== "number") throw new Invalid("max_tokens: Field required");
  const messages = list(body["messages"]);
  if (messages.length === 0) throw new Invalid("messages: at least one message is required");
  if (messages[0]?.["role"] !== "user") throw new Invalid('messages: first message must use the "user" role');
  const turns: Turn[] = [];
  const images: string[] = [];
  const toolResults: { id: string; text: string }[] = [];
  let called: string[] = [];
  for (const [index, { role, content }] of messages.entries()) {
    if (role !== "user" && role !== "assistant") throw new Invalid(`messages.${index}.role: Input should be 'user' or 'assistant'`);
    const blocks = typeof content === "string" ? [{ type: "text", text: content }] : list(content);
    if (blocks.length === 0) throw new Invalid(`messages.${index}: all messages must have non-empty content`);
    const said: string[] = [];
    const answered: string[] = [];
    const calls: string[] = [];
    for (const block of blocks as readonly Json[]) {
      if (block["type"] === "text") {
        if (text(block["text"]) === "") throw new Invalid("messages: text content blocks must be non-empty");
        said.push(text(block["text"]));
      } else if (block["type"] === "image") {
        const source = record(block["source"]);
        images.push(text(source["media_type"]) || imageOf(text(source["url"])));
      } else if (block["type"] === "tool_use") {
        if (typeof block["input"] !== "object") throw new Invalid(`messages.${index}: tool_use.input: Input should be a valid dictionary`);
        calls.push(mustText(block["id"], "id"));
      } else if (block["type"] === "tool_result") {
        const id = text(block["tool_use_id"]);
        if (!called.includes(id))
          throw new Invalid(`messages.${index}.content.0: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}.`);
        answered.push(id);
        toolResults.push({ id, text: resultOf(block["content"]) });
      } else if (block["type"] !== "thinking" && block["type"] !== "redacted_thinking" && block["type"] !== "document")
        throw new Invalid(
          `messages.${index}.content.0: Input tag '${String(block["type"])}' found using 'type' does not match any of the expected tags`,
        );
    }
    const missing = called.filter((id) => !answered.includes(id));
    if (missing.length > 0)
      throw new Invalid(
        `messages.${index - 1}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.join(", ")}.`,
      );
    called = calls;
    if (said.length > 0) turns.push({ role, text: said.join("\n") });
  }
  const system = body["system"];
  const format = record(record(body["output_config"])["format"]);
  const tools = list(body["tools"]);
  const forced = jsonTool(body);
  return {
    model,
    stream: body["stream"] === true,
    instructions:
      typeof system === "string"
        ? system
        : list(system)
            .map((block) => text(block["text"]))
            .join("\n"),
    turns,
    tools: tools.map((tool) => mustText(tool["name"], "tools.0.name")).filter((name) => name !== forced?.["name"]),
    toolResults,
    images,
    schema: format["type"] === "json_schema" ? record(format["schema"]) : forced ? record(forced["input_schema"]) : undefined,
    maxTokens: numberOr(body["max_tokens"]),
  };
}
const resultOf = (content: unknown): string =>
  typeof content === "string"
    ? content
    : list(content)
        .map((block) => text(block["text"]))
        .join("\n");
/** The tool through which clients get structured output from models without a format for it. */
const jsonTool = (body: Json): Json | undefined => list(body["tools"]).find((tool) => tool["name"] === "json");

/** The blocks of the answer. */
function blocksOf(asked: Asked, reply: Reply): Json[] {
  if (reply.refusal !== undefined) return [];
  const format = record(record(asked.body["output_config"])["format"]);
  const forced = jsonTool(asked.body);
  const calls = reply.toolCalls.map(({ id, name, input }) => ({ type: "tool_use", id, name, input }));
  if (forced && asked.schema && format["type"] === undefined && calls.length === 0) {
    try {
      return [{ type: "tool_use", id: `toolu_${reply.id.slice(4)}`, name: "json", input: JSON.parse(reply.text) as unknown }];
    } catch {} // a model that says a plain text although it should not
  }
  return [...(reply.text === "" && calls.length > 0 ? [] : [{ type: "text", text: reply.text }]), ...calls];
}
const usageOf = ({ usage }: Reply): Json => ({
  // Without what comes from the cache.
  input_tokens: usage.input - usage.cached,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: usage.cached,
  cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
  output_tokens: usage.output,
  service_tier: "standard",
});
const messageOf = (asked: Asked, reply: Reply): Json => {
  const content = blocksOf(asked, reply);
  return {
    id: reply.id,
    type: "message",
    role: "assistant",
    model: asked.model,
    content,
    stop_reason: stopOf(reply, content),
    stop_sequence: null,
    usage: usageOf(reply),
  };
};
const stopOf = (reply: Reply, content: readonly Json[]): string => {
  if (reply.refusal !== undefined) return "refusal";
  if (reply.tooLong) return "max_tokens";
  return content.some((block) => block["type"] === "tool_use") ? "tool_use" : "end_turn";
};

function stream(asked: Asked, reply: Reply): readonly Frame[] {
  const frames: Frame[] = [];
  const put = (type: string, more: Json): void => void frames.push({ event: type, data: { type, ...more } });
  const message = messageOf(asked, reply);
  put("message_start", {
    message: { ...message, content: [], stop_reason: null, usage: { ...usageOf(reply), output_tokens: 1 } },
  });
  for (const [index, block] of list(message["content"]).entries()) {
    const call = block["type"] === "tool_use";
    put("content_block_start", { index, content_block: call ? { ...block, input: {} } : { type: "text", text: "" } });
    if (index === 0) put("ping", {});
    if (call) {
      put("content_block_delta", { index, delta: { type: "input_json_delta", partial_json: "" } });
      for (const partial_json of reply.split(JSON.stringify(block["input"])))
        put("content_block_delta", { index, delta: { type: "input_json_delta", partial_json } });
    } else for (const piece of reply.pieces) put("content_block_delta", { index, delta: { type: "text_delta", text: piece } });
    put("content_block_stop", { index });
  }
  put("message_delta", { delta: { stop_reason: message["stop_reason"], stop_sequence: null }, usage: usageOf(reply) });
  put("message_stop", {});
  return frames;
}

/** POST …/messages. */
export const messages: Wire = {
  read,
  whole: messageOf,
  stream,
  failure: (error) => [{ event: "error", data: error }],
};
