// The live connection: ticket, socket, pings, reconnecting. The controller interprets the frames.
import type { VisitorFrame } from "#modules/conversations/contract";
import type { ClientFrame } from "#modules/live-updates/contract";
import { call, type Refusal } from "../api.ts";
import { panelPaths } from "./paths.ts";
import { STABLE, waitBefore } from "./backoff.ts";
import type { Session } from "../session.ts";

export type ConnectionState = "off" | "connecting" | "live" | "lost";

export interface SocketWorld {
  readonly session: Session;
  cursor(): number;
  onFrame(frame: VisitorFrame): void;
  onLine(line: ConnectionState): void;
  /** Called before every retry after three failures: networks that block sockets may still allow requests. */
  onStubborn(): void;
}

/** A connection that is kept until `stop`, or until too many tabs have one. What the browser says of the network is a hint only. */
export function makeSocket(world: SocketWorld) {
  const { session } = world;
  let socket: WebSocket | undefined;
  let wanted = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pings: ReturnType<typeof setInterval> | undefined;
  // Each connection has a number, so that events of an abandoned one are ignored.
  let current = 0;

  async function connect() {
    const token = session.stored()?.token;
    if (!wanted || socket || !token) return;
    const mine = ++current;
    if (failures === 0) world.onLine("connecting");
    let ticket: string;
    try {
      ({ ticket } = await call<{ ticket: string }>(session.origin + panelPaths.ticket, token, {}));
    } catch (caught) {
      if (mine !== current) return;
      session.judge(caught, token);
      return lose((caught as Partial<Refusal>).retryAfter);
    }
    if (mine !== current || !wanted) return;
    const opened = (socket = new WebSocket(session.origin.replace(/^http/, "ws") + panelPaths.socket(world.cursor()), [
      "seed.v1",
      `ticket.${ticket}`,
    ]));
    let since = 0;
    opened.onopen = () => {
      since = Date.now();
      pings = setInterval(() => opened.readyState === 1 && opened.send("ping"), 25_000);
    };
    opened.onmessage = ({ data }) => {
      if (mine !== current || data === "pong") return;
      const frame = JSON.parse(String(data)) as VisitorFrame;
      if (frame.type === "live") world.onLine("live");
      world.onFrame(frame);
    };
    opened.onclose = ({ code }) => {
      if (mine !== current) return;
      // A newer tab took its place. It reconnects only when it is used; otherwise tabs would displace each other in turns.
      if (code === 4409) wanted = false;
      clearInterval(pings);
      socket = undefined;
      if (since && Date.now() - since > STABLE) failures = 0;
      lose();
    };
  }

  function lose(seconds?: number) {
    if (!wanted) return;
    const wait = seconds ? seconds * 1000 : waitBefore(failures);
    failures++;
    // A short interruption is repaired before the visitor needs to know.
    if (failures > 1 || !navigator.onLine) world.onLine("lost");
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (failures >= 3) world.onStubborn();
      void connect();
    }, wait);
  }

  function drop() {
    current++;
    clearTimeout(timer);
    clearInterval(pings);
    socket?.close(1000);
    socket = undefined;
  }

  const again = () => {
    if (!wanted) return;
    // Even if the socket still says open: it may not have survived the interruption.
    drop();
    failures = 0;
    void connect();
  };
  addEventListener("online", again);
  // A page restored from the back-forward cache has a dead socket.
  addEventListener("pageshow", ({ persisted }) => persisted && again());
  // Only the server knows: one on the same computer, or in its network, answers without the internet.
  addEventListener("offline", again);

  return {
    /** Keeps a connection from now on; does nothing if there is one. */
    start() {
      if (wanted) return;
      wanted = true;
      failures = 0;
      void connect();
    },
    stop() {
      wanted = false;
      drop();
      world.onLine("off");
    },
    /** Sends something that may be lost. */
    say(frame: ClientFrame) {
      if (socket?.readyState === 1) socket.send(JSON.stringify(frame));
    },
  };
}
