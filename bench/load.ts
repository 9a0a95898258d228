// A small load generator: one keep-alive connection with one request at a time, and sockets that record when a frame arrives.
import { Agent, request } from "node:http";
import WebSocket from "ws";

export type Headers = Readonly<Record<string, string>>;

/** An HTTP client with a single keep-alive connection. */
export class OneConnection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  /** Posts the body; returns the milliseconds until the whole response was read. Rejects on a status of 300 or higher. */
  post(url: string, body: string, headers: Headers = {}): Promise<number> {
    const began = performance.now();
    return new Promise((resolve, reject) => {
      const sent = request(
        url,
        { agent: this.#agent, method: "POST", headers: { "content-length": String(Buffer.byteLength(body)), ...headers } },
        (answer) => {
          let text = "";
          answer.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
          answer.on("end", () =>
            (answer.statusCode ?? 500) < 300 ? resolve(performance.now() - began) : reject(new Error(`${answer.statusCode} ${text}`)),
          );
        },
      );
      sent.on("error", reject);
      sent.end(body);
    });
  }
  close(): void {
    this.#agent.destroy();
  }
}

/** A group of sockets that measures how long a marked frame takes to reach all of them. */
export class SocketGroup {
  readonly #sockets: WebSocket[] = [];
  #mark = "";
  #left = 0;
  #allReceived: (() => void) | undefined;

  get size(): number {
    return this.#sockets.length;
  }
  join(url: string, protocols: string[], origin: string, isReady: (text: string) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(url.replace(/^http/, "ws"), protocols, { origin, perMessageDeflate: false });
      socket.on("error", reject);
      socket.on("open", () => isReady("") && resolve());
      socket.on("message", (data: Buffer) => {
        const text = data.toString("utf8");
        if (isReady(text)) resolve();
        if (this.#mark === "" || !text.includes(this.#mark)) return;
        this.#left -= 1;
        if (this.#left === 0) this.#allReceived?.();
      });
      this.#sockets.push(socket);
    });
  }
  /** Milliseconds from the send until the last socket has received the marked frame. Rejects after `timeout` milliseconds. */
  async measureDelivery(mark: string, send: () => Promise<unknown>, timeout = 10_000): Promise<number> {
    this.#mark = mark;
    this.#left = this.#sockets.length;
    const all = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${this.#left} of ${this.#sockets.length} sockets received nothing`)), timeout);
      this.#allReceived = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    const began = performance.now();
    const sent = send();
    await all;
    const took = performance.now() - began;
    await sent;
    return took;
  }
  close(): void {
    for (const socket of this.#sockets) socket.terminate();
  }
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};
