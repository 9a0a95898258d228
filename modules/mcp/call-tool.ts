// Calls a tool and words its result for the assistant.
import { Refusal } from "#kernel/errors/index.ts";
import { m } from "#messages";
import { countCall } from "#modules/api-tokens";
import * as v from "valibot";
import type { Tool, ToolCtx } from "./tool.ts";
import { draftReply } from "./tools/draft-reply.ts";
import { listConversations } from "./tools/list-conversations.ts";
import { proposeReply } from "./tools/propose-reply.ts";
import { readConversation } from "./tools/read-conversation.ts";
import { searchKnowledge } from "./tools/search-knowledge.ts";

const TOOLS: readonly Tool[] = [searchKnowledge, listConversations, readConversation, proposeReply, draftReply];
export const toolNamed = (name: string): Tool | undefined => TOOLS.find((tool) => tool.name === name);

const text = (content: string) => ({ type: "text", text: content });

/** The tools that the token may call, as `tools/list` describes them. */
export async function describeTools({ caller }: ToolCtx): Promise<object[]> {
  // Loaded on use, because nothing else in the worker needs it.
  const { toJsonSchema } = await import("@valibot/to-json-schema");
  return TOOLS.filter(({ scope }) => caller.scopes.includes(scope)).map((tool) => ({
    name: tool.name,
    title: tool.title(),
    description: tool.description(),
    inputSchema: toJsonSchema(tool.input, { typeMode: "input", errorMode: "ignore" }),
    annotations: { readOnlyHint: tool.readOnly, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  }));
}

/** Throws only what is wrong with the call as such; what the assistant can correct is a result with `isError`. */
export async function callTool(ctx: ToolCtx, tool: Tool, given: unknown): Promise<object> {
  await countCall(ctx);
  const log = { tool: tool.name, tokenId: ctx.caller.tokenId };
  const refused = (message: string, code: string): object => {
    ctx.log.info("tool refused", { ...log, code });
    return { content: [text(message)], isError: true };
  };
  if (!ctx.caller.scopes.includes(tool.scope)) return refused(m.mcp_no_scope({ scope: tool.scope }), "forbidden");
  const input = v.safeParse(tool.input, given);
  if (!input.success) {
    const issues = input.issues.map((issue) => `${v.getDotPath(issue) ?? tool.name}: ${issue.message}`);
    return refused(issues.join("\n"), "invalid_request");
  }
  try {
    const { data, count, foreign } = await tool.run(ctx, input.output);
    ctx.log.info("tool called", { ...log, count });
    const content = [...(foreign ? [text(m.mcp_data_notice())] : []), text(JSON.stringify(data))];
    return { content, structuredContent: data };
  } catch (error) {
    if (error instanceof Refusal) return refused(error.message, error.code);
    throw error;
  }
}
