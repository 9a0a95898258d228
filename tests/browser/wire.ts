// A wire between browser and product that a test can cut: for the page, its service worker and its sockets alike.
import { createServer, connect, type AddressInfo, type Socket } from "node:net";

export interface Wire {
  /** The product's address at the browser's end. */
  readonly url: string;
  cut(): void;
  mend(): void;
  /** Leads to another port from now on. */
  lead(port: number): void;
  stop(): Promise<void>;
}

/** Lays a wire to the product at `url`. */
export async function layWire(url: string): Promise<Wire> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let isCut = false;
  let to = Number(port);
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(to, hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((listening) => void server.listen(0, "127.0.0.1", listening));
  const dropAll = (): void => sockets.forEach((socket) => socket.destroy());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      isCut = true;
      dropAll();
    },
    mend: () => void (isCut = false),
    lead: (port) => {
      to = port;
      dropAll();
    },
    stop: async () => {
      dropAll();
      await new Promise((closed) => server.close(closed));
    },
  };
}
