// The scopes with which a program acts for the member who created its token.
import { m } from "#messages";
import type { TokenScope } from "./extension.ts";

export const API_READ = "api:read";
export const API_WRITE = "api:write";

export const scopes: readonly TokenScope[] = [
  { name: API_READ, title: m.api_tokens_scope_read, body: m.api_tokens_scope_read_body },
  { name: API_WRITE, title: m.api_tokens_scope_write, body: m.api_tokens_scope_write_body },
];
