// Sends HTTP that no well-behaved client sends: bytes on a socket, and the first answer to them.
import { connect } from "node:net";

export interface RawAnswer {
  /** 0 when the connection ended without an answer. */
  readonly status: number;
  /** Status line and headers as received. */
  readonly head: string;
  readonly text: string;
}
interface Sent {
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Written one after the other, until an answer arrives. */
  readonly chunks?: Iterable<Uint8Array>;
  /** Closes our side after the last chunk, like a client that gives up. */
  readonly giveUp?: boolean;
}

/** Sends exactly these headers and bytes. `host` may be overridden. */
export function rawRequest(url: string, { method = "POST", headers, chunks = [], giveUp = false }: Sent): Promise<RawAnswer> {
  const { hostname, port, host, pathname, search } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(port), host: hostname, noDelay: true });
    let got = "";
    let answered = false;
    const done = (): void => {
      answered = true;
      socket.destroy();
      const [head = "", ...rest] = got.split("\r\n\r\n");
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, text: unchunked(head, rest.join("\r\n\r\n")) });
    };
    socket.setTimeout(10_000, () => {
      socket.destroy();
      reject(new Error(`no answer from ${pathname}`));
    });
    socket.on("data", (data) => {
      got += data.toString("utf8");
      if (isWhole(got)) done();
    });
    socket.on("close", () => (answered ? undefined : done()));
    // A server that has answered may close before everything is written.
    socket.on("error", () => undefined);
    socket.on("connect", () => {
      const lines = Object.entries({ host, connection: "close", ...headers }).map(([name, value]) => `${name}: ${value}`);
      socket.write(`${method} ${pathname}${search} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
      void (async () => {
        for (const chunk of chunks) {
          if (answered) return;
          if (!socket.write(chunk)) await new Promise((free) => setTimeout(free, 5));
        }
        if (giveUp && !answered) socket.end();
      })();
    });
  });
}

function isWhole(got: string): boolean {
  const at = got.indexOf("\r\n\r\n");
  if (at < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(got.slice(0, at + 2))?.[1];
  if (length !== undefined) return Buffer.byteLength(got.slice(at + 4)) >= Number(length);
  return /\r\ntransfer-encoding: chunked/i.test(got.slice(0, at + 2)) && got.endsWith("0\r\n\r\n");
}
function unchunked(head: string, body: string): string {
  if (!/transfer-encoding: chunked/i.test(head)) return body;
  return body.replaceAll(/(?:^|\r\n)[0-9a-f]+\r\n/gi, "").trim();
}

/** The bytes in `transfer-encoding: chunked`; `ends: false` leaves the body unfinished. */
export function* framed(bytes: Uint8Array, size: number, ends = true): Generator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += size) {
    const part = bytes.subarray(at, at + size);
    yield Buffer.concat([Buffer.from(`${part.byteLength.toString(16)}\r\n`), part, Buffer.from("\r\n")]);
  }
  if (ends) yield Buffer.from("0\r\n\r\n");
}
