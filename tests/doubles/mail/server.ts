// Serves a mail provider's double on loopback: keeps accepted mails and fails on demand.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly raw: string;
  /** Undefined when the body is not a JSON object. */
  readonly body: Record<string, unknown> | undefined;
}
export interface Answer {
  readonly status: number;
  /** A string is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}
/** A mail that the provider accepted. */
export interface Taken {
  readonly from: string;
  readonly to: string;
  readonly replyTo: string | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly bytes: Buffer }[];
  readonly id: string;
}
/**
 * A failure instead of the usual answer; `lose` accepts the mail and cuts the connection, `hang` accepts it and never answers, `reset` cuts
 * before accepting it.
 */
export type Trouble = Answer | "lose" | "hang" | "reset";

export interface MailDouble {
  readonly url: string;
  /** Every request, also refused ones. */
  readonly requests: Request[];
  /** Accepted mails. */
  readonly mails: Taken[];
  /** Applied to the next requests, one each. */
  trouble(...troubles: readonly Trouble[]): void;
  stop(): Promise<void>;
}

async function read(request: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const raw = Buffer.concat(chunks).toString("utf8");
  let body: unknown;
  try {
    body = JSON.parse(raw);
  } catch {
    body = undefined;
  }
  const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
  return {
    method: request.method ?? "",
    path: request.url ?? "",
    headers: request.headers,
    raw,
    body: isObject ? (body as Record<string, unknown>) : undefined,
  };
}

function send(response: ServerResponse, { status, body, headers }: Answer): void {
  const text = body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body);
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(text);
}

/** Starts a provider on a free port of 127.0.0.1. `answer` adds accepted mails to `mails`. */
export async function startMailDouble(answer: (request: Request, mails: Taken[]) => Answer): Promise<MailDouble> {
  const requests: Request[] = [];
  const mails: Taken[] = [];
  const troubles: Trouble[] = [];
  const server = createServer((incoming, response) => {
    void (async () => {
      // A probe that only checks whether the port is open.
      if (incoming.method === "HEAD") return void response.writeHead(404).end();
      const request = await read(incoming);
      requests.push(request);
      const trouble = troubles.shift();
      if (trouble === "reset") return void incoming.socket.destroy();
      if (typeof trouble === "object") return void send(response, trouble);
      const given = answer(request, mails);
      if (trouble === "lose") return void incoming.socket.destroy();
      if (trouble !== "hang") send(response, given);
    })();
  });
  await new Promise<void>((listening) => void server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    mails,
    trouble: (...more) => void troubles.push(...more),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

export const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
export const isAddress = (value: unknown): value is string => isText(value) && /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(value);
/** The headers, or undefined if one could not be sent: no provider passes on a line break. */
export const headersOf = (value: unknown): Record<string, string> | undefined => {
  const given = (value ?? {}) as Record<string, unknown>;
  const right = Object.entries(given).every(
    ([name, text]) => /^[\x21-\x39\x3b-\x7e]+$/.test(name) && isText(text) && !/[\r\n\0]/.test(text),
  );
  return right ? (given as Record<string, string>) : undefined;
};
