// Wire contract of the MCP endpoint. Its messages are those of the protocol (protocol.ts). Browser-safe.
import { route } from "#kernel/wire/route.ts";

/** One JSON-RPC message of the Model Context Protocol. */
export const callMcp = route({
  name: "callMcp",
  method: "POST",
  path: "/api/mcp",
  who: "token",
  body: "raw",
  reply: "raw",
  errors: ["rate_limited"],
});
/** Answers 405: the server opens no stream of its own. */
export const openMcpStream = route({ name: "openMcpStream", method: "GET", path: "/api/mcp", who: "anyone", reply: "raw", status: 405 });
/** Answers 405: there is no session to end. */
export const endMcpSession = route({ name: "endMcpSession", method: "DELETE", path: "/api/mcp", who: "anyone", reply: "raw", status: 405 });
