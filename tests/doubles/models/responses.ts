// The wire of …/responses, as OpenAI defines it and xAI follows it.
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
  const turns: Turn[] = [];
  const images: string[] = [];
  const toolResults: { id: string; text: string }[] = [];
  const instructions = [text(body["instructions"])];
  const called = new Set<string>();
  const input = body["input"];
  if (typeof input === "string") turns.push({ role: "user", text: input });
  else {
    if (!Array.isArray(input) || input.length === 0) throw new Invalid("Missing required parameter: 'input'.");
    for (const item of list(input)) {
      if (item["type"] === "function_call") {
        called.add(mustText(item["call_id"], "input.call_id"));
        if (typeof item["arguments"] !== "string") throw new Invalid("Invalid type for 'input.arguments': expected a string.");
      } else if (item["type"] === "function_call_output") {
        const id = mustText(item["call_id"], "input.call_id");
        if (!called.has(id)) throw new Invalid(`No tool call found for function call output with call_id ${id}.`);
        toolResults.push({ id, text: contentOf(item["output"], images) });
      } else if (item["type"] === undefined || item["type"] === "message") {
        const said = contentOf(item["content"], images);
        if (item["role"] === "system" || item["role"] === "developer") instructions.push(said);
        else if (item["role"] === "user" || item["role"] === "assistant") turns.push({ role: item["role"], text: said });
        else
          throw new Invalid(
            `Invalid value: '${String(item["role"])}'. Supported values are: 'assistant', 'system', 'developer', and 'user'.`,
          );
      } else if (item["type"] !== "reasoning" && item["type"] !== "item_reference")
        throw new Invalid(`Invalid value: '${String(item["type"])}' for 'input.type'.`);
    }
  }
  const answered = new Set(toolResults.map(({ id }) => id));
  for (const id of called) if (!answered.has(id)) throw new Invalid(`No tool output found for function call ${id}.`);
  const tools = list(body["tools"]).map((tool) => {
    if (tool["type"] === "function") return mustText(tool["name"], "tools[0].name");
    return text(tool["type"]);
  });
  const format = record(record(body["text"])["format"]);
  if (format["type"] === "json_schema") {
    mustText(format["name"], "text.format.name");
    const schema = record(format["schema"]);
    // With strict, OpenAI accepts only closed objects.
    if (format["strict"] === true && schema["type"] === "object" && schema["additionalProperties"] !== false)
      throw new Invalid(
        `Invalid schema for response_format '${text(format["name"])}': 'additionalProperties' is required to be supplied and to be false.`,
      );
  }
  return {
    model: mustText(body["model"], "model"),
    stream: body["stream"] === true,
    instructions: instructions.filter((one) => one !== "").join("\n"),
    turns,
    tools,
    toolResults,
    images,
    schema: format["type"] === "json_schema" ? record(format["schema"]) : undefined,
    maxTokens: numberOr(body["max_output_tokens"]),
  };
}
function contentOf(content: unknown, images: string[]): string {
  if (typeof content === "string") return content;
  const said: string[] = [];
  for (const part of list(content)) {
    if (part["type"] === "input_text" || part["type"] === "output_text") said.push(text(part["text"]));
    else if (part["type"] === "input_image") images.push(imageOf(text(part["image_url"])));
    else if (part["type"] !== "input_file" && part["type"] !== "refusal")
      throw new Invalid(
        `Invalid value: '${String(part["type"])}'. Supported values are: 'input_text', 'input_image', 'output_text', 'refusal', 'input_file'.`,
      );
  }
  return said.join("\n");
}

/** The items of the answer; a refusal is a part of the message. */
function outputOf(reply: Reply, done: boolean): Json[] {
  const parts: Json[] = [];
  if (reply.refusal !== undefined) parts.push({ type: "refusal", refusal: reply.refusal });
  else if (reply.text !== "" || reply.toolCalls.length === 0)
    parts.push({ type: "output_text", annotations: [], logprobs: [], text: reply.text });
  const status = done ? "completed" : "incomplete";
  return [
    ...(parts.length > 0 ? [{ id: reply.id.replace("resp_", "msg_"), type: "message", status, content: parts, role: "assistant" }] : []),
    ...reply.toolCalls.map(({ id, name, input }) => ({
      id: id.replace("call_", "fc_"),
      type: "function_call",
      status,
      arguments: JSON.stringify(input),
      call_id: id,
      name,
    })),
  ];
}
const usageOf = ({ vendor }: Asked, { usage }: Reply): Json => ({
  input_tokens: usage.input,
  input_tokens_details: { cached_tokens: usage.cached },
  output_tokens: usage.output,
  output_tokens_details: { reasoning_tokens: usage.reasoning },
  total_tokens: usage.input + usage.output,
  ...(vendor === "xai" ? { num_sources_used: 0, num_server_side_tools_used: 0 } : {}),
  ...(vendor === "xai" && usage.cost !== undefined ? { cost_in_usd_ticks: Math.round(usage.cost * 1e10) } : {}),
});
const responseOf = (asked: Asked, reply: Reply, status: string, output: readonly Json[], usage: Json | null): Json => ({
  id: reply.id,
  object: "response",
  created_at: reply.created,
  status,
  background: false,
  error: null,
  incomplete_details: status === "incomplete" ? { reason: "max_output_tokens" } : null,
  instructions: asked.body["instructions"] ?? null,
  max_output_tokens: asked.maxTokens ?? null,
  model: asked.model,
  output,
  parallel_tool_calls: true,
  previous_response_id: null,
  reasoning: { effort: null, summary: null },
  service_tier: "default",
  store: asked.body["store"] ?? true,
  temperature: asked.body["temperature"] ?? 1,
  text: asked.body["text"] ?? { format: { type: "text" } },
  tool_choice: asked.body["tool_choice"] ?? "auto",
  tools: asked.body["tools"] ?? [],
  top_p: 1,
  truncation: "disabled",
  usage,
  user: null,
  metadata: {},
});
const statusOf = (reply: Reply): string => (reply.tooLong ? "incomplete" : "completed");

function stream(asked: Asked, reply: Reply): readonly Frame[] {
  const events: Json[] = [];
  const put = (type: string, more: Json): void => void events.push({ type, sequence_number: events.length, ...more });
  const started = responseOf(asked, reply, "in_progress", [], null);
  put("response.created", { response: started });
  put("response.in_progress", { response: started });
  const output = outputOf(reply, !reply.tooLong);
  for (const [index, item] of output.entries()) {
    const at = { item_id: item["id"], output_index: index };
    if (item["type"] === "message") {
      put("response.output_item.added", { output_index: index, item: { ...item, status: "in_progress", content: [] } });
      const part = record(list(item["content"])[0]);
      const refused = part["type"] === "refusal";
      const content = { ...at, content_index: 0 };
      put("response.content_part.added", { ...content, part: refused ? { type: "refusal", refusal: "" } : { ...part, text: "" } });
      for (const delta of refused ? reply.split(text(part["refusal"])) : reply.pieces)
        put(refused ? "response.refusal.delta" : "response.output_text.delta", { ...content, delta, ...(refused ? {} : { logprobs: [] }) });
      if (refused) put("response.refusal.done", { ...content, refusal: part["refusal"] });
      else put("response.output_text.done", { ...content, text: part["text"], logprobs: [] });
      put("response.content_part.done", { ...content, part });
    } else {
      const given = text(item["arguments"]);
      put("response.output_item.added", { output_index: index, item: { ...item, status: "in_progress", arguments: "" } });
      // xAI sends the arguments in one piece.
      for (const delta of asked.vendor === "xai" ? [given] : reply.split(given))
        put("response.function_call_arguments.delta", { ...at, delta });
      put("response.function_call_arguments.done", { ...at, name: item["name"], arguments: given });
    }
    put("response.output_item.done", { output_index: index, item });
  }
  const status = statusOf(reply);
  put(`response.${status}`, { response: responseOf(asked, reply, status, output, usageOf(asked, reply)) });
  return events.map((data) => ({ event: text(data["type"]), data }));
}

/** POST …/responses. */
export const responses: Wire = {
  read,
  stream,
  whole: (asked, reply) => responseOf(asked, reply, statusOf(reply), outputOf(reply, !reply.tooLong), usageOf(asked, reply)),
  failure: (error) => {
    const said = record(error["error"]);
    const message = text(said["message"]) || text(error["error"]);
    const code = text(said["code"]) || "server_error";
    return [{ event: "error", data: { type: "error", sequence_number: 99, code, message, param: null } }];
  },
};
