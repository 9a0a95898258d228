// The scopes of API tokens that the tools need.
import { m } from "#messages";
import type { TokenScope } from "#modules/api-tokens";

export const KNOWLEDGE_READ = "knowledge:read";
export const CONVERSATIONS_READ = "conversations:read";
export const NOTES_WRITE = "notes:write";

export const scopes: readonly TokenScope[] = [
  { name: KNOWLEDGE_READ, title: m.mcp_scope_knowledge, body: m.mcp_scope_knowledge_body },
  { name: CONVERSATIONS_READ, title: m.mcp_scope_conversations, body: m.mcp_scope_conversations_body },
  { name: NOTES_WRITE, title: m.mcp_scope_notes, body: m.mcp_scope_notes_body },
];
