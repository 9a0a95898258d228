// Generates load for benchmarks: a client with one kept connection and one request at a time, and sockets that note when a frame arrives.
import { Agent, request } from "node:http";
import WebSocket from "ws";

export type Headers = Readonly<Record<string, string>>;

/** A client of one connection. */
export class OneConnection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  /** Milliseconds until the whole answer was read. */
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

/** Sockets that count the frames containing a mark. */
export class Subscribers {
  readonly #sockets: WebSocket[] = [];
  #mark = "";
  #left = 0;
  #heard: (() => void) | undefined;

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
        if (this.#left === 0) this.#heard?.();
      });
      this.#sockets.push(socket);
    });
  }
  /** Milliseconds from the send until the last socket has received the marked frame. */
  async timeUntilReceived(mark: string, send: () => Promise<unknown>, timeout = 10_000): Promise<number> {
    this.#mark = mark;
    this.#left = this.#sockets.length;
    const all = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${this.#left} of ${this.#sockets.length} sockets heard nothing`)), timeout);
      this.#heard = () => {
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
