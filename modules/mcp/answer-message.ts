// Answers one message of the Model Context Protocol.
import { invalidRequest } from "#kernel/errors/index.ts";
import { readJson } from "#kernel/http/index.ts";
import { m } from "#messages";
import * as v from "valibot";
import { callTool, describeTools, toolNamed } from "./call-tool.ts";
import {
  agreedRevision,
  CODE,
  type Fault,
  Message,
  revisionOf,
  SELF_DESCRIBING,
  SERVER_INFO,
  ToolCall,
  WITH_HANDSHAKE,
} from "./protocol.ts";
import type { ToolCtx } from "./tool.ts";

// The tools of a token change with a release only. Private, because they depend on its scopes.
const CACHED = { ttlMs: 3_600_000, cacheScope: "private" };
const CAPABILITIES = { tools: {} };
const serverInfo = () => ({ name: "seed-desk", title: m.mcp_server_title(), version: "1" });

type Id = NonNullable<Message["id"]>;
const answer = (id: Id, result: object): Response => Response.json({ jsonrpc: "2.0", id, result });
const fault = (id: Id, { status, code, message, data }: Fault): Response =>
  Response.json({ jsonrpc: "2.0", id, error: { code, message, ...(data === undefined ? {} : { data }) } }, { status });

export async function answerMessage(ctx: ToolCtx): Promise<Response> {
  const parsed = v.safeParse(Message, await readJson(ctx.request));
  if (!parsed.success) throw invalidRequest([{ path: "", message: m.mcp_not_a_message() }]);
  const message = parsed.output;
  const { id } = message;
  // Of notifications only `initialized` and `cancelled` exist, and there is nothing to do for either.
  if (id === undefined) return new Response(null, { status: 202 });
  const revision = revisionOf(message, ctx.request.headers);
  if (typeof revision === "object") return fault(id, revision);
  return revision === "self-describing" ? await selfDescribing(ctx, id, message) : await withHandshake(ctx, id, message);
}

async function selfDescribing(ctx: ToolCtx, id: Id, message: Message): Promise<Response> {
  const complete = (result: object): object => ({ resultType: "complete", ...result, _meta: { [SERVER_INFO]: serverInfo() } });
  switch (message.method) {
    case "server/discover":
      return answer(
        id,
        complete({
          ...CACHED,
          supportedVersions: [SELF_DESCRIBING, ...WITH_HANDSHAKE],
          capabilities: CAPABILITIES,
          instructions: m.mcp_instructions(),
        }),
      );
    case "tools/list":
      return answer(id, complete({ ...CACHED, tools: await describeTools(ctx) }));
    case "tools/call":
      return await toolCalled(ctx, id, message, complete);
    default:
      return fault(id, { status: 404, code: CODE.methodNotFound, message: "method not found" });
  }
}

async function withHandshake(ctx: ToolCtx, id: Id, message: Message): Promise<Response> {
  const { method, params } = message;
  switch (method) {
    case "initialize":
      return answer(id, {
        protocolVersion: agreedRevision(params["protocolVersion"]),
        capabilities: CAPABILITIES,
        serverInfo: serverInfo(),
        instructions: m.mcp_instructions(),
      });
    case "ping":
      return answer(id, {});
    case "tools/list":
      return answer(id, { tools: await describeTools(ctx) });
    case "tools/call":
      return await toolCalled(ctx, id, message, (result) => result);
    default:
      return fault(id, { status: 200, code: CODE.methodNotFound, message: "method not found" });
  }
}

async function toolCalled(ctx: ToolCtx, id: Id, { params }: Message, complete: (result: object) => object): Promise<Response> {
  const call = v.safeParse(ToolCall, params);
  const tool = call.success ? toolNamed(call.output.name) : undefined;
  if (!call.success || !tool) return fault(id, { status: 200, code: CODE.invalidParams, message: "unknown tool" });
  return answer(id, complete(await callTool(ctx, tool, call.output.arguments)));
}
