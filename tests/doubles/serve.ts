// Serves a double that answers a fetch on loopback.
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Served {
  readonly url: string;
  stop(): Promise<void>;
}
/** Sends each piece as it comes. */
async function stream(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).flushHeaders();
  const pieces = answer.body?.getReader();
  response.on("close", () => void pieces?.cancel().catch(() => {}));
  for (;;) {
    const piece = await pieces?.read();
    if (piece?.value === undefined) break;
    response.write(piece.value);
  }
  response.end();
}
/** Starts on a free port of 127.0.0.1. An answer that throws cuts the connection. */
export async function serveDouble(double: { answer(request: Request): Promise<Response> }): Promise<Served> {
  const server = createServer((incoming, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      const method = incoming.method ?? "GET";
      const gone = new AbortController();
      response.on("close", () => {
        if (!response.writableFinished) gone.abort();
      });
      const headers = new Headers(
        Object.entries(incoming.headers).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
      );
      const answer = await double.answer(
        new Request(`http://${incoming.headers.host ?? "double"}${incoming.url ?? "/"}`, {
          method,
          headers,
          signal: gone.signal,
          ...(method === "GET" ? {} : { body: Buffer.concat(chunks) }),
        }),
      );
      if (answer.headers.get("content-type")?.startsWith("text/event-stream")) return await stream(answer, response);
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()));
    })().catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((listening) => void server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
