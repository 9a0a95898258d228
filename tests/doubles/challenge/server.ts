// Serves the double of the challenge service on loopback, with a script that stands in for its widget.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Turnstile } from "./turnstile.ts";

export interface ChallengeDouble {
  readonly url: string;
  readonly turnstile: Turnstile;
  /** The script in place of api.js: it passes every form of the page at once. */
  script(hostname: string): string;
  stop(): Promise<void>;
}
export async function startChallenge(): Promise<ChallengeDouble> {
  const turnstile = new Turnstile();
  const server = createServer((incoming, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      const body = incoming.method === "POST" ? { body: Buffer.concat(chunks) } : {};
      const answer = await turnstile.answer(new Request(`http://double${incoming.url}`, { method: incoming.method ?? "GET", ...body }));
      response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
    })().catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((listening) => void server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    turnstile,
    script: (hostname) =>
      `for (const box of document.querySelectorAll(".cf-turnstile")) {
        const input = document.createElement("input");
        input.type = "hidden"; input.name = "cf-turnstile-response";
        input.value = ${JSON.stringify({ register: turnstile.pass("register", hostname), recover: turnstile.pass("recover", hostname) })}[box.dataset.action];
        box.append("You are a person.", input);
      }`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
