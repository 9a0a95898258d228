// A socket that resumes: ticket, upgrade, ping, backoff. It knows frames, but neither React nor the cache; everything external comes in
// through `SocketPorts`, so that tests can use a fake clock.
import { type MemberFrame } from "#modules/conversations/contract";
import { type ClientFrame, CLOSE, type ClosedReason, SUBPROTOCOL } from "#modules/live-updates/contract";

export interface SocketPorts {
  ticket(): Promise<string>;
  /** Where to resume as long as no frame has come: the sequence of the oldest data held here, undefined without any. */
  from(): number | undefined;
  /** Opens the socket; `after` undefined: from now on. */
  open(after: number | undefined, protocols: string[]): WebSocket;
  onFrame(frame: MemberFrame): void;
  /** Anything came, also the answer to a ping. */
  onHeard?(): void;
  onStatus(status: SocketStatus): void;
  /** Whether a failed ticket request is final, and the reason. */
  refused(cause: unknown): ClosedReason | undefined;
  random(): number;
  wait(ms: number, run: () => void): () => void;
}
export type SocketStatus =
  | { readonly kind: "connecting" | "live" | "lost" | "paused"; readonly failures: number }
  | { readonly kind: "ended"; readonly reason: ClosedReason };

export interface LiveSocket {
  /** Sends now or drops the frame: typing and viewing are not worth a queue. */
  send(frame: ClientFrame): void;
  /** Retries now (the network came back, the window was shown). Does nothing while paused. */
  wake(): void;
  /** The tab is in use again: takes its connection back from a newer tab of the same member. */
  resume(): void;
  stop(): void;
}

const PING_EVERY = 25_000;
// A pong takes milliseconds; after ten seconds without any frame the connection is dead.
const SILENCE = 10_000;
const STABLE = 10_000;
// A ticket is valid for 60 s, but a host that accepts the upgrade and never responds should not block that long.
const OPEN_WITHIN = 15_000;

/** Full jitter: between zero and a doubling maximum of 0.5 s to 30 s. */
export const backoff = (failures: number, random: number): number =>
  Math.round(random * Math.min(30_000, 500 * 2 ** Math.max(0, failures - 1)));

/** Keeps a socket to the project open until it is stopped or the server ends it for good. */
export function openSocket(ports: SocketPorts): LiveSocket {
  let after: number | undefined;
  let failures = 0;
  let socket: WebSocket | undefined;
  let stopped = false;
  let paused = false;
  let attempt = 0;
  const timers = new Map<string, () => void>();
  const later = (name: string, ms: number, run: () => void): void => {
    timers.get(name)?.();
    timers.set(name, ports.wait(ms, run));
  };
  const forget = (...names: string[]): void => names.forEach((name) => timers.get(name)?.());

  function end(reason: ClosedReason): void {
    stop();
    ports.onStatus({ kind: "ended", reason });
  }

  async function connect(): Promise<void> {
    const mine = ++attempt;
    if (failures === 0) ports.onStatus({ kind: "connecting", failures });
    let ticket: string;
    try {
      ticket = await ports.ticket();
    } catch (cause) {
      if (stopped || mine !== attempt) return;
      const reason = ports.refused(cause);
      return reason ? end(reason) : lost(mine);
    }
    if (stopped || mine !== attempt) return;
    // Asked for only now: what was read while the ticket was fetched may be older than what was there before.
    after ??= ports.from();
    const opened = ports.open(after, [SUBPROTOCOL, `ticket.${ticket}`]);
    socket = opened;
    later("open", OPEN_WITHIN, () => lost(mine));
    opened.onmessage = ({ data }: MessageEvent) => mine === attempt && receive(mine, String(data));
    opened.onclose = ({ code }: CloseEvent) => {
      if (mine !== attempt || stopped) return;
      // The coordinator closes with 4401 for an expired ticket too; the next ticket request shows the reason.
      if (code === CLOSE.tooMany) return pause();
      if (code === CLOSE.flooding) failures = Math.max(failures, 4);
      lost(mine);
    };
  }

  function receive(mine: number, data: string): void {
    forget("silence");
    ports.onHeard?.();
    if (data === "pong") return;
    const frame = JSON.parse(data) as MemberFrame;
    if (frame.type === "event") after = Math.max(after ?? 0, frame.seq);
    if (frame.type === "reset") after = undefined;
    if (frame.type === "closed") return end(frame.reason);
    if (frame.type === "live") {
      after = Math.max(after ?? 0, frame.head);
      forget("open");
      ports.onStatus({ kind: "live", failures: 0 });
      later("stable", STABLE, () => (failures = 0));
      ping(mine);
    }
    ports.onFrame(frame);
  }

  function ping(mine: number): void {
    later("ping", PING_EVERY, () => {
      if (mine !== attempt || !socket) return;
      socket.send("ping");
      later("silence", SILENCE, () => lost(mine));
      ping(mine);
    });
  }

  function letGo(): void {
    attempt++;
    forget("ping", "silence", "stable", "open");
    socket?.close();
    socket = undefined;
  }

  /** Reconnecting by itself would displace another tab, which would then do the same. */
  function pause(): void {
    letGo();
    paused = true;
    failures = 0;
    ports.onStatus({ kind: "paused", failures });
  }

  function lost(mine: number): void {
    if (stopped || mine !== attempt) return;
    letGo();
    failures++;
    ports.onStatus({ kind: "lost", failures });
    later("retry", backoff(failures, ports.random()), () => void connect());
  }

  function stop(): void {
    stopped = true;
    attempt++;
    timers.forEach((cancel) => cancel());
    socket?.close();
  }

  void connect();
  return {
    send: (frame) => socket?.readyState === 1 && socket.send(JSON.stringify(frame)),
    wake: () => {
      if (stopped || socket || paused) return;
      forget("retry");
      void connect();
    },
    resume: () => {
      if (stopped || !paused) return;
      paused = false;
      void connect();
    },
    stop,
  };
}
