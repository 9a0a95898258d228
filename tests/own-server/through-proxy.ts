// A client of https://desk.example that connects through the test's proxy.
import { randomUUID } from "node:crypto";
import { type IncomingMessage, type RequestOptions, request as plain } from "node:http";
import { request as secure } from "node:https";
import WebSocket from "ws";
import type { Proxy } from "./proxies.ts";

export const ORIGIN = "https://desk.example";
/** The certificate is the test's own. */
const TRUSTING = { rejectUnauthorized: false, servername: "desk.example" };

export interface Reply {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
}
export interface Ask {
  readonly method?: string;
  readonly json?: unknown;
  readonly raw?: Uint8Array;
  readonly headers?: Record<string, string>;
}

/** Sends one request to 127.0.0.1 at this port under the public name. */
export function ask(
  { port, tls }: Pick<Proxy, "port" | "tls">,
  path: string,
  { method, json, raw, headers = {} }: Ask = {},
): Promise<Reply> {
  const body = json === undefined ? raw : Buffer.from(JSON.stringify(json));
  const options: RequestOptions = {
    host: "127.0.0.1",
    port,
    path,
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: {
      host: "desk.example",
      origin: ORIGIN,
      ...(json === undefined ? {} : { "content-type": "application/json" }),
      ...(body === undefined ? {} : { "content-length": String(body.length) }),
      ...headers,
    },
  };
  return new Promise((resolve, reject) => {
    const sent = (tls ? secure({ ...options, ...TRUSTING }) : plain(options)).on("error", reject).on("response", (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(chunks).toString() }));
    });
    sent.end(body);
  });
}

/** Starts a visitor's session from this website; `headers` is what a dishonest client adds. */
export const visit = (
  proxy: Pick<Proxy, "port" | "tls">,
  key: string,
  site: string,
  headers: Record<string, string> = {},
): Promise<Reply> => ask(proxy, "/api/widget/sessions", { json: { key, clientId: randomUUID() }, headers: { origin: site, ...headers } });

/** Opens a socket, and reads frames until one of this type. */
export function socketUntil(proxy: Proxy, path: string, ticket: string, type: string): Promise<{ type: string }[]> {
  const frames: { type: string }[] = [];
  const url = `${proxy.tls ? "wss" : "ws"}://127.0.0.1:${proxy.port}${path}`;
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, ["seed.v1", `ticket.${ticket}`], { ...TRUSTING, origin: ORIGIN, headers: { host: "desk.example" } });
    socket.on("error", reject).on("message", (data: Buffer) => {
      frames.push(JSON.parse(data.toString()) as { type: string });
      if (frames.at(-1)?.type !== type) return;
      socket.terminate();
      resolve(frames);
    });
  });
}
