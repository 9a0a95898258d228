// Double of the platform's REST API on loopback: real envelopes, error codes, and pages, state in memory, every call recorded, scripted
// faults. `/client/v4` is the API, `/origin/<host>` the published application.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Answer, notAuthenticated, notPermitted, refuse } from "./answers.ts";
import { domainRoutes } from "./domains.ts";
import { healthAt, isPreviewHost } from "./origin.ts";
import type { Route } from "./routes.ts";
import { freshState, type PlatformState } from "./state.ts";
import { storeRoutes } from "./stores.ts";
import { workerRoutes } from "./workers.ts";

export type { Permission, PlatformState } from "./state.ts";
export { makeDatabase, replaceScript } from "./state.ts";

export interface RecordedCall {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly body: string;
}

/**
 * `answer` refuses instead of executing; `lose` executes and then cuts the connection; `hang` never answers; `reset` cuts before executing.
 */
export type Trouble = Answer | "lose" | "hang" | "reset";

export interface Fault {
  /** Matched against "METHOD /path"; or the number of the call, from 0. */
  readonly on: RegExp | number;
  /** Without it the call is executed as usual. */
  readonly trouble?: Trouble;
  /** This many matching calls pass first. */
  readonly after?: number;
  /** How often it applies; once by default. */
  readonly times?: number;
  /** Runs when the call arrives, before anything else. */
  readonly meanwhile?: () => void;
}

export interface PlatformDouble {
  /** Without a trailing slash. */
  readonly url: string;
  readonly token: string;
  readonly state: PlatformState;
  readonly calls: RecordedCall[];
  fault(fault: Fault): void;
  /** Removes all faults; the next call is number 0. */
  calm(): void;
  stop(): Promise<void>;
}

const ROUTES: readonly Route[] = [...storeRoutes, ...domainRoutes, ...workerRoutes];
const TOKEN = "token-of-the-double-0123456789abcdef";

function answerTo(state: PlatformState, method: string, url: URL, request: { body: Buffer; contentType: string; bearer: string }): Answer {
  const path = url.pathname.slice("/client/v4".length);
  const found = ROUTES.find((route) => route.method === method && route.pattern.test(path));
  if (!found) return refuse(404, 7000, `No route for ${method} ${path}`);
  const account = /^\/accounts\/([0-9a-f]{32})/.exec(path)?.[1];
  // Assets are uploaded with the session's token instead.
  if (!path.endsWith("/assets/upload")) {
    const permissions = state.tokens.get(request.bearer);
    if (!permissions) return notAuthenticated();
    if (!permissions.has(found.needs) || (account !== undefined && account !== state.accountId)) return notPermitted();
  }
  const at = found.pattern.exec(path)?.slice(1) ?? [];
  return found.answer(state, { query: url.searchParams, at, body: request.body, contentType: request.contentType });
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function send(response: ServerResponse, { status, body, headers }: Answer): void {
  response.writeHead(status, { "content-type": "application/json", "cf-ray": "double", ...headers }).end(JSON.stringify(body));
}

/** Starts the double on a free port of 127.0.0.1. Ids are random unless they are given. */
export async function startPlatformDouble(
  ids: { readonly accountId?: string; readonly databaseId?: string } = {},
): Promise<PlatformDouble> {
  const state = freshState(TOKEN, ids.accountId, ids.databaseId);
  const calls: RecordedCall[] = [];
  const faults: { fault: Fault; skip: number; left: number }[] = [];
  let arrived = 0;
  const nextFault = (line: string): Fault | undefined => {
    const at = arrived++;
    const hits = ({ on }: Fault): boolean => (typeof on === "number" ? at >= on : on.test(line));
    const matching = faults.filter(({ fault, left }) => left > 0 && hits(fault));
    const found = matching.find((one) => one.skip-- <= 0);
    if (found) found.left -= 1;
    return found?.fault;
  };
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? "/", "http://double");
      const method = request.method ?? "GET";
      const body = await bodyOf(request);
      const fault = nextFault(`${method} ${url.pathname}`);
      fault?.meanwhile?.();
      const origin = /^\/origin\/([^/]+)\/health$/.exec(url.pathname)?.[1];
      const record = (status: number): void =>
        void calls.push({ method, path: url.pathname + url.search, status, body: body.toString("utf8") });
      if (fault?.trouble === "hang") return record(0);
      const host = /^\/origin\/([^/]+)\//.exec(url.pathname)?.[1];
      if (host !== undefined && fault === undefined && isPreviewHost(state, host)) {
        record(404);
        return void response.writeHead(404, { "content-security-policy": "sandbox allow-scripts" }).end();
      }
      if (fault?.trouble === "reset") {
        record(0);
        return void request.socket.destroy();
      }
      const scripted = typeof fault?.trouble === "object" ? fault.trouble : undefined;
      const bearer = (request.headers.authorization ?? "").replace(/^Bearer /, "");
      const contentType = request.headers["content-type"] ?? "";
      const answer =
        scripted ?? (origin === undefined ? answerTo(state, method, url, { body, contentType, bearer }) : healthAt(state, origin));
      record(answer.status);
      if (fault?.trouble === "lose") return void request.socket.destroy();
      send(response, answer);
    })();
  });
  await new Promise<void>((listening) => void server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: TOKEN,
    state,
    calls,
    fault: (fault) => void faults.push({ fault, skip: fault.after ?? 0, left: fault.times ?? 1 }),
    calm: () => {
      faults.length = 0;
      arrived = 0;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      for (const { db } of state.databases.values()) db.close();
    },
  };
}
