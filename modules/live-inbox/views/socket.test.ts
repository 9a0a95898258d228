import { expect, test } from "vitest";
import type { MemberFrame } from "#modules/conversations/contract";
import { backoff, openSocket, type SocketPorts, type SocketStatus } from "./socket.ts";

class FakeSocket {
  readyState = 1;
  sent: string[] = [];
  onmessage: ((event: { data: string }) => void) | undefined;
  onclose: ((event: { code: number }) => void) | undefined;
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.readyState = 3;
  }
  say(frame: MemberFrame | "pong"): void {
    this.onmessage?.({ data: frame === "pong" ? frame : JSON.stringify(frame) });
  }
  drop(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

function context(change: Partial<SocketPorts> = {}) {
  let now = 0;
  let timers: { at: number; run: () => void }[] = [];
  const sockets: { socket: FakeSocket; after: number | undefined; protocols: string[] }[] = [];
  const statuses: SocketStatus[] = [];
  const frames: MemberFrame[] = [];
  const ports: SocketPorts = {
    ticket: async () => "t1",
    from: () => 0,
    open: (after, protocols) => {
      const socket = new FakeSocket();
      sockets.push({ socket, after, protocols });
      return socket as unknown as WebSocket;
    },
    onFrame: (frame) => frames.push(frame),
    onStatus: (status) => statuses.push(status),
    refused: () => undefined,
    random: () => 1,
    wait: (ms, run) => {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => (timers = timers.filter((other) => other !== timer));
    },
    ...change,
  };
  const pass = async (ms: number) => {
    const until = now + ms;
    for (;;) {
      await Promise.resolve().then(() => undefined);
      await new Promise((done) => setTimeout(done, 0));
      const due = timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      now = due.at;
      timers = timers.filter((timer) => timer !== due);
      due.run();
    }
    now = until;
  };
  const last = () => sockets.at(-1)!;
  return { ports, sockets, statuses, frames, pass, last };
}
const event = (seq: number) => ({ type: "event", seq }) as MemberFrame;

test("the backoff doubles from half a second to thirty seconds, with jitter down to zero", () => {
  expect([1, 2, 3, 7, 50].map((failures) => backoff(failures, 1))).toEqual([500, 1000, 2000, 30_000, 30_000]);
  expect(backoff(5, 0)).toBe(0);
});

test("a connection offers protocol and ticket, and resumes after the last sequence it saw", async () => {
  const { ports, last, pass, frames, sockets } = context();
  openSocket({ ...ports, from: () => 7 });
  await pass(0);
  expect(last()).toMatchObject({ after: 7, protocols: ["seed.v1", "ticket.t1"] });
  last().socket.say(event(8));
  last().socket.say({ type: "live", head: 8 });
  last().socket.say(event(9));
  last().socket.drop();
  await pass(500);
  expect(sockets).toHaveLength(2);
  expect(last().after).toBe(9);
  expect(frames).toHaveLength(3);
});

test("a connection is pinged every 25 seconds and dropped if it stays silent", async () => {
  const { ports, last, pass, sockets } = context();
  openSocket(ports);
  await pass(0);
  last().socket.say({ type: "live", head: 0 });
  await pass(25_000);
  expect(last().socket.sent).toEqual(["ping"]);
  last().socket.say("pong");
  await pass(25_000);
  expect(last().socket.sent).toEqual(["ping", "ping"]);
  await pass(10_500);
  expect(sockets).toHaveLength(2);
});

test("failures are counted until a connection was stable", async () => {
  const { ports, last, pass, statuses } = context();
  openSocket(ports);
  for (let i = 0; i < 3; i++) {
    await pass(i === 0 ? 0 : 4000);
    last().socket.drop();
  }
  expect(statuses.at(-1)).toEqual({ kind: "lost", failures: 3 });
  await pass(2000);
  last().socket.say({ type: "live", head: 0 });
  expect(statuses.at(-1)).toEqual({ kind: "live", failures: 0 });
  await pass(10_000);
  last().socket.drop();
  expect(statuses.at(-1)).toEqual({ kind: "lost", failures: 1 });
});

test("a reset clears the cursor, and a closed frame ends the connection for good", async () => {
  const { ports, last, pass, statuses, sockets } = context();
  openSocket({ ...ports, from: () => 900 });
  await pass(0);
  last().socket.say({ type: "reset", reason: "future_cursor" });
  last().socket.say({ type: "live", head: 12 });
  last().socket.drop();
  await pass(500);
  expect(last().after).toBe(12);
  last().socket.say({ type: "closed", reason: "membership_lost" });
  last().socket.drop(4401);
  await pass(60_000);
  expect(sockets).toHaveLength(2);
  expect(statuses.at(-1)).toEqual({ kind: "ended", reason: "membership_lost" });
});

test("a ticket that is refused for good ends the connection, and so does stop", async () => {
  const gone = context({ ticket: () => Promise.reject(new Error("404")), refused: () => "membership_lost" });
  openSocket(gone.ports);
  await gone.pass(0);
  expect(gone.statuses.at(-1)).toEqual({ kind: "ended", reason: "membership_lost" });
  const stopped = context();
  openSocket(stopped.ports).stop();
  await stopped.pass(60_000);
  expect(stopped.sockets).toHaveLength(0);
});

test("the connection is retried at once when the network is back", async () => {
  const { ports, last, pass, sockets } = context();
  const live = openSocket(ports);
  await pass(0);
  last().socket.drop();
  live.wake();
  await pass(0);
  expect(sockets).toHaveLength(2);
});

test("a tab that a newer one displaced reconnects when it is used, not by itself and not with the network", async () => {
  const { ports, last, pass, sockets, statuses } = context();
  const live = openSocket(ports);
  await pass(0);
  last().socket.say({ type: "live", head: 0 });
  live.resume();
  await pass(0);
  expect(sockets).toHaveLength(1);
  last().socket.drop(4409);
  await pass(600_000);
  live.wake();
  await pass(600_000);
  expect(sockets).toHaveLength(1);
  expect(statuses.at(-1)).toEqual({ kind: "paused", failures: 0 });
  live.resume();
  live.resume();
  await pass(0);
  expect(sockets).toHaveLength(2);
  last().socket.say({ type: "live", head: 0 });
  // A normal disconnect reconnects automatically again.
  last().socket.drop();
  await pass(600_000);
  expect(sockets.length).toBeGreaterThan(2);
});

test("tabs beyond the connection limit do not evict each other, but pause until they are used", async () => {
  const places = 3;
  const tabs = Array.from({ length: 5 }, () => context());
  const seated: FakeSocket[] = [];
  const enter = (socket: FakeSocket): void => {
    seated.push(socket);
    if (seated.length > places) seated.shift()?.drop(4409);
    setTimeout(() => socket.say({ type: "live", head: 0 }), 0);
  };
  const lives = [];
  // No pings are sent within 25 s, so a server that only sends "live" is enough.
  const rest = async (): Promise<void> => {
    for (const tab of tabs) await tab.pass(20_000);
  };
  for (const tab of tabs) {
    const { open } = tab.ports;
    const enters: SocketPorts["open"] = (after, protocols) => {
      const socket = open(after, protocols);
      enter(socket as unknown as FakeSocket);
      return socket;
    };
    lives.push(openSocket({ ...tab.ports, open: enters }));
    await tab.pass(0);
  }
  const state = () => tabs.map(({ statuses, sockets }) => `${statuses.at(-1)?.kind} ${sockets.length}`);
  await rest();
  expect(state()).toEqual(["paused 1", "paused 1", "live 1", "live 1", "live 1"]);
  lives[0]?.resume();
  await tabs[0]?.pass(0);
  for (const live of lives) live.wake();
  for (const tab of tabs) await tab.pass(1000);
  expect(state()).toEqual(["live 2", "paused 1", "paused 1", "live 1", "live 1"]);
});
