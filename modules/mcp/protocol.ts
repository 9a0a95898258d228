// Messages of the Model Context Protocol: which revision a request speaks, and whether its headers and envelope are right. Pure.
import * as v from "valibot";

/** The revision in which every request describes itself. */
export const SELF_DESCRIBING = "2026-07-28";
/** Revisions that begin with `initialize`, best first. */
export const WITH_HANDSHAKE = ["2025-11-25", "2025-06-18"];

/** JSON-RPC 2.0, section 5.1, and section “Error codes” of the protocol. */
export const CODE = {
  methodNotFound: -32_601,
  invalidParams: -32_602,
  headerMismatch: -32_020,
  unsupportedVersion: -32_022,
} as const;

const Params = v.record(v.string(), v.unknown());
/** A request, or a notification if it has no id. Responses are refused: the server asks nothing. */
export const Message = v.object({
  jsonrpc: v.literal("2.0"),
  id: v.optional(v.union([v.string(), v.pipe(v.number(), v.safeInteger())])),
  method: v.string(),
  params: v.optional(Params, {}),
});
export type Message = v.InferOutput<typeof Message>;
export const ToolCall = v.object({ name: v.string(), arguments: v.optional(Params, {}) });

const PREFIX = "io.modelcontextprotocol/";
export const SERVER_INFO = `${PREFIX}serverInfo`;
const Envelope = v.object({
  [`${PREFIX}protocolVersion`]: v.string(),
  [`${PREFIX}clientCapabilities`]: Params,
});

export interface Fault {
  /** HTTP status. */
  readonly status: number;
  readonly code: number;
  /** For the developer of the client. */
  readonly message: string;
  readonly data?: unknown;
}
/** Whether the request describes itself or belongs to a connection that began with `initialize`; or what is wrong with it. */
export function revisionOf({ method, params }: Message, headers: Headers): "self-describing" | "with handshake" | Fault {
  const header = headers.get("mcp-protocol-version");
  const meta = v.safeParse(Params, params["_meta"]);
  const claims = meta.success && Object.hasOwn(meta.output, `${PREFIX}protocolVersion`);
  if (!claims && header !== SELF_DESCRIBING)
    return header === null || WITH_HANDSHAKE.includes(header) ? "with handshake" : unsupported(header);
  const envelope = v.safeParse(Envelope, params["_meta"]);
  if (!envelope.success)
    return { status: 400, code: CODE.invalidParams, message: `_meta: ${envelope.issues.map(({ message }) => message).join("; ")}` };
  const version = envelope.output[`${PREFIX}protocolVersion`] as string;
  const name = method === "tools/call" && typeof params["name"] === "string" ? params["name"] : undefined;
  for (const [header, value] of [
    ["mcp-protocol-version", version],
    ["mcp-method", method],
    ...(name === undefined ? [] : [["mcp-name", name] as const]),
  ] as const)
    if (headers.get(header) !== value)
      return { status: 400, code: CODE.headerMismatch, message: `${header} must be the same as in the body` };
  return version === SELF_DESCRIBING ? "self-describing" : unsupported(version);
}
const unsupported = (requested: string): Fault => ({
  status: 400,
  code: CODE.unsupportedVersion,
  message: "unsupported protocol version",
  data: { supported: [SELF_DESCRIBING, ...WITH_HANDSHAKE], requested },
});

/** The revision that `initialize` agrees on: the requested one, or the best there is. */
export const agreedRevision = (requested: unknown): string => WITH_HANDSHAKE.find((one) => one === requested) ?? WITH_HANDSHAKE[0] ?? "";
