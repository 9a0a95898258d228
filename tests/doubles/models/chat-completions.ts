// The wire of …/chat/completions, as OpenAI defines it and Mistral, xAI, Groq and servers on one's own machine follow it, each with its differences.
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
  const messages = list(body["messages"]);
  if (messages.length === 0) throw new Invalid("Missing required parameter: 'messages'.");
  const turns: Turn[] = [];
  const images: string[] = [];
  const toolResults: { id: string; text: string }[] = [];
  const instructions: string[] = [];
  const called = new Set<string>();
  for (const message of messages) {
    const said = contentOf(message["content"], images);
    if (message["role"] === "system" || message["role"] === "developer") instructions.push(said);
    else if (message["role"] === "user") turns.push({ role: "user", text: said });
    else if (message["role"] === "tool") {
      const id = text(message["tool_call_id"]);
      if (!called.has(id))
        throw new Invalid("Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.");
      toolResults.push({ id, text: said });
    } else if (message["role"] === "assistant") {
      for (const call of list(message["tool_calls"])) {
        called.add(text(call["id"]));
        const given = record(call["function"])["arguments"];
        if (typeof given !== "string") throw new Invalid("Invalid type for 'messages.tool_calls.function.arguments': expected a string.");
      }
      if (said !== "") turns.push({ role: "assistant", text: said });
    } else throw new Invalid(`Invalid value: '${String(message["role"])}'. Supported values are: 'system', 'assistant', 'user', 'tool'.`);
  }
  const tools = list(body["tools"]).map((tool) => {
    if (tool["type"] !== "function") throw new Invalid("Invalid value for 'tools[0].type'.");
    return mustText(record(tool["function"])["name"], "tools[0].function.name");
  });
  const format = record(body["response_format"]);
  return {
    model: mustText(body["model"], "model"),
    stream: body["stream"] === true,
    instructions: instructions.join("\n"),
    turns,
    tools,
    toolResults,
    images,
    schema: format["type"] === "json_schema" ? record(record(format["json_schema"])["schema"]) : undefined,
    maxTokens: numberOr(body["max_completion_tokens"] ?? body["max_tokens"]),
  };
}
function contentOf(content: unknown, images: string[]): string {
  if (typeof content === "string") return content;
  const said: string[] = [];
  for (const part of list(content)) {
    if (part["type"] === "text") said.push(text(part["text"]));
    else if (part["type"] === "image_url") {
      const image = part["image_url"];
      images.push(imageOf(typeof image === "string" ? image : text(record(image)["url"])));
    } else if (part["type"] !== "thinking" && part["type"] !== "file" && part["type"] !== "refusal")
      throw new Invalid(`Invalid value: '${String(part["type"])}'. Supported values are: 'text', 'image_url'.`);
  }
  return said.join("\n");
}

/** Mistral and Groq have no field for a refusal: the model says it. */
const saysRefusal = ({ vendor }: Asked): boolean => vendor === "mistral" || vendor === "groq";
const finishOf = (reply: Reply): string => (reply.tooLong ? "length" : reply.toolCalls.length > 0 ? "tool_calls" : "stop");
const callsOf = ({ toolCalls }: Reply): Json[] =>
  toolCalls.map(({ id, name, input }) => ({ id, type: "function", function: { name, arguments: JSON.stringify(input) } }));

function usageOf({ vendor }: Asked, { usage }: Reply): Json {
  const counts = {
    prompt_tokens: usage.input,
    // xAI counts reasoning beside the completion, the others within it.
    completion_tokens: vendor === "xai" ? usage.output - usage.reasoning : usage.output,
    total_tokens: usage.input + usage.output,
  };
  if (vendor === "mistral") return { ...counts, prompt_tokens_details: { cached_tokens: usage.cached }, num_cached_tokens: usage.cached };
  const details = {
    ...counts,
    prompt_tokens_details: { cached_tokens: usage.cached, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: usage.reasoning,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
  if (vendor === "groq")
    return {
      ...counts,
      queue_time: 0.02,
      prompt_time: 0.01,
      completion_time: 0.05,
      total_time: 0.06,
      ...(usage.cached > 0 ? { prompt_tokens_details: { cached_tokens: usage.cached } } : {}),
      ...(usage.reasoning > 0 ? { completion_tokens_details: { reasoning_tokens: usage.reasoning } } : {}),
    };
  if (vendor === "xai")
    return { ...details, num_sources_used: 0, ...(usage.cost === undefined ? {} : { cost_in_usd_ticks: Math.round(usage.cost * 1e10) }) };
  return details;
}

function whole(asked: Asked, reply: Reply): Json {
  const refused = reply.refusal !== undefined && !saysRefusal(asked);
  const said = reply.refusal !== undefined && saysRefusal(asked) ? reply.refusal : reply.text;
  const calls = callsOf(reply);
  return {
    id: reply.id,
    object: "chat.completion",
    created: reply.created,
    model: asked.model,
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          // Mistral sends an empty text beside calls, the others null.
          content: refused ? null : said === "" && calls.length > 0 ? (asked.vendor === "mistral" ? "" : null) : said,
          ...(asked.vendor === "openai" || asked.vendor === "xai" ? { refusal: refused ? reply.refusal : null } : {}),
          ...(asked.vendor === "openai" ? { annotations: [] } : {}),
          ...(asked.vendor === "compatible" && refused ? { refusal: reply.refusal } : {}),
          ...(calls.length > 0 ? { tool_calls: calls } : asked.vendor === "mistral" ? { tool_calls: null } : {}),
        },
        ...(asked.vendor === "mistral" ? {} : { logprobs: null }),
        finish_reason: finishOf(reply),
      },
    ],
    usage: usageOf(asked, reply),
    ...(asked.vendor === "groq" ? { x_groq: { id: reply.id.replace("chatcmpl-", "req_") } } : {}),
    ...(asked.vendor === "mistral" ? {} : { system_fingerprint: "fp_44709d6fcb" }),
  };
}

function stream(asked: Asked, reply: Reply): readonly Frame[] {
  const chunk = (delta: Json, finish: string | null = null, more: Json = {}): Frame => ({
    data: {
      id: reply.id,
      object: "chat.completion.chunk",
      created: reply.created,
      model: asked.model,
      ...(asked.vendor === "mistral" ? {} : { system_fingerprint: "fp_44709d6fcb" }),
      choices: [{ index: 0, delta, ...(asked.vendor === "mistral" ? {} : { logprobs: null }), finish_reason: finish }],
      ...more,
    },
  });
  const refused = reply.refusal !== undefined && !saysRefusal(asked);
  const pieces = reply.refusal !== undefined && !refused ? reply.split(reply.refusal) : reply.pieces;
  const frames: Frame[] = [
    chunk({ role: "assistant", content: "" }, null, asked.vendor === "groq" ? { x_groq: { id: "req_double" } } : {}),
  ];
  if (refused) frames.push(...reply.split(reply.refusal ?? "").map((refusal) => chunk({ refusal })));
  else frames.push(...pieces.map((content) => chunk({ content })));
  for (const [index, { id, name, input }] of reply.toolCalls.entries()) {
    const call = { index, id, type: "function", function: { name, arguments: JSON.stringify(input) } };
    // These send each call in one piece.
    if (asked.vendor === "mistral" || asked.vendor === "xai" || asked.vendor === "groq") frames.push(chunk({ tool_calls: [call] }));
    else {
      frames.push(chunk({ tool_calls: [{ ...call, function: { name, arguments: "" } }] }));
      for (const piece of reply.split(call.function.arguments))
        frames.push(chunk({ tool_calls: [{ index, function: { arguments: piece } }] }));
    }
  }
  const usage = usageOf(asked, reply);
  const finish = finishOf(reply);
  const wanted = record(asked.body["stream_options"])["include_usage"] === true;
  const last = asked.vendor === "mistral" ? { content: "" } : {};
  if (asked.vendor === "mistral" || asked.vendor === "xai") frames.push(chunk(last, finish, { usage }));
  else if (asked.vendor === "groq") frames.push(chunk(last, finish, { x_groq: { id: "req_double", usage } }));
  else frames.push(chunk(last, finish));
  if (wanted && (asked.vendor === "openai" || asked.vendor === "compatible")) {
    const end = record(chunk({}).data);
    frames.push({ data: { ...end, choices: [], usage } });
  }
  frames.push({ data: "[DONE]" });
  return frames;
}

/** POST …/chat/completions. */
export const chatCompletions: Wire = { read, whole, stream, failure: (error) => [{ data: error }] };
