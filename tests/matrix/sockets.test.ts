// Sockets on the emitted build: refused upgrades, and frames that close a connection.
import assert from "node:assert/strict";
import { afterAll, beforeAll, test } from "vitest";
import type { Socket } from "../support/desk.ts";
import { assertNone } from "./none.ts";
import { refusalProblem } from "./refused.ts";
import { anyTicket, send, upgrade } from "./requests.ts";
import { makeWorld, type World } from "./world.ts";

let world: World;
let memberUrl: string;
let visitorUrl: string;
beforeAll(async () => {
  world = await makeWorld();
  memberUrl = `${world.served.url}/api/dashboard/projects/${world.own.projectId}/socket`;
  visitorUrl = `${world.served.url}/api/widget/socket`;
});
afterAll(() => world.stop());

const ticketOf = (principal: "operator" | "visitor" | "rival"): Promise<string> =>
  anyTicket(world, world.headersOf(principal), principal === "rival" ? world.foreign.projectId : world.own.projectId);
const decode = (part: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, "base64url").toString("utf8")) as Record<string, unknown>;
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

test("a ticket that was tampered with is refused", async () => {
  const wrong: string[] = [];
  for (const [principal, url, origin] of [
    ["operator", memberUrl, world.served.url],
    ["visitor", visitorUrl, world.own.origin],
  ] as const) {
    const ticket = await ticketOf(principal);
    const [payload = "", signature = ""] = ticket.split(".");
    const claims = decode(payload);
    const subscriber = claims["subscriber"] as Record<string, unknown>;
    const forged = (change: Record<string, unknown>): string => `${encode({ ...claims, ...change })}.${signature}`;
    const other = await ticketOf("rival");
    const tampered: Record<string, string> = {
      "a later end": forged({ expires: Date.now() + 1e9 }),
      "another origin": forged({ origin: "https://evil.example" }),
      "another id": forged({ id: "another" }),
      "another project": forged({ subscriber: { ...subscriber, projectId: world.foreign.projectId } }),
      "another person": forged({ subscriber: { ...subscriber, accountId: world.own.accountId, contactId: world.foreign.contactId } }),
      "another kind": forged({ subscriber: { ...subscriber, kind: principal === "visitor" ? "member" : "visitor" } }),
      "the signature of another": `${payload}.${other.split(".")[1]}`,
      "half the signature": `${payload}.${signature.slice(0, 20)}`,
      "a signature of nothing": `${payload}.`,
      "no signature": payload,
      "no payload": `.${signature}`,
      "a payload of our own": `${encode({ subscriber, origin, expires: Date.now() + 60_000, id: "x" })}.${signature}`,
      "not base64": "~~~.~~~",
      nothing: "",
      "something long": "a".repeat(6000),
    };
    for (const [what, given] of Object.entries(tampered)) {
      const answer = await upgrade(url, ["seed.v1", `ticket.${given}`], { origin }).catch((error: unknown) => ({
        status: 0,
        headers: new Headers(),
        text: String(error),
      }));
      const problem = refusalProblem(world, answer, 401);
      // The client itself refuses values that are not valid subprotocols.
      if (problem !== "" && answer.status !== 0) wrong.push(`${principal}, ${what}: ${problem}`);
    }
    // After all these attempts the ticket itself still works, once.
    assert.equal((await upgrade(url, ["seed.v1", `ticket.${ticket}`], { origin })).status, 101);
    assert.equal(refusalProblem(world, await upgrade(url, ["seed.v1", `ticket.${ticket}`], { origin }), 401), "", "used twice");
  }
  assertNone(wrong);
});

test("a ticket opens only the socket that it was issued for, and only from its origin", async () => {
  const wrong: string[] = [];
  const foreignUrl = memberUrl.replace(world.own.projectId, world.foreign.projectId);
  const site = world.own.origin;
  const base = world.served.url;
  const refused: readonly (readonly [string, string, string, Record<string, string>, number])[] = [
    ["a member's on the visitor's route", visitorUrl, await ticketOf("operator"), { origin: base }, 401],
    ["a visitor's on the members' route", memberUrl, await ticketOf("visitor"), { origin: site }, 401],
    ["at another project", foreignUrl, await ticketOf("operator"), { origin: base }, 401],
    ["a rival's here", memberUrl, await ticketOf("rival"), { origin: base }, 401],
    ["a member's from a foreign page", memberUrl, await ticketOf("operator"), { origin: "https://evil.example" }, 403],
    ["a member's from the website", memberUrl, await ticketOf("operator"), { origin: site }, 403],
    ["a member's from nowhere", memberUrl, await ticketOf("operator"), {}, 403],
    ["a member's from null", memberUrl, await ticketOf("operator"), { origin: "null" }, 403],
    ["a visitor's from another site", visitorUrl, await ticketOf("visitor"), { origin: world.foreign.origin }, 403],
    ["a visitor's from a subdomain", visitorUrl, await ticketOf("visitor"), { origin: "https://www.harbour.example" }, 403],
  ];
  for (const [what, url, ticket, headers, status] of refused) {
    const problem = refusalProblem(world, await upgrade(url, ["seed.v1", `ticket.${ticket}`], headers), status);
    if (problem !== "") wrong.push(`${what}: ${problem}`);
  }
  const ticket = await ticketOf("operator");
  for (const protocols of [[], ["seed.v1"], [`ticket.${ticket}`], ["seed.v2", `ticket.${ticket}`], ["SEED.V1", `ticket.${ticket}`]]) {
    const problem = refusalProblem(
      world,
      await upgrade(memberUrl, protocols, { origin: base, cookie: world.headersOf("owner")["cookie"] ?? "" }),
      401,
    );
    if (problem !== "") wrong.push(`protocols ${protocols.map((p) => p.slice(0, 10)).join(", ")}: ${problem}`);
  }
  for (const after of ["x", "-1", "1.5", "99999999999999999999"]) {
    const problem = refusalProblem(
      world,
      await upgrade(`${memberUrl}?after=${after}`, ["seed.v1", `ticket.${ticket}`], { origin: base }),
      400,
    );
    if (problem !== "") wrong.push(`after=${after}: ${problem}`);
  }
  const plain = refusalProblem(world, await send(memberUrl, "GET", {}, { origin: base }), 426);
  if (plain !== "") wrong.push(`without an upgrade: ${plain}`);
  assertNone(wrong);
});

test("a member with any name can open a socket", async () => {
  const { operator } = world.operators;
  for (const name of ["Zoë Ünal", "李雷 🌱", "שרה \u202E", "a".repeat(80)]) {
    assert.equal((await operator.call("/api/account/me", { method: "PATCH", body: { name } })).status, 200);
    const socket = await operator.socket(world.own.projectId);
    await socket.until((f) => f.type === "live");
    socket.close();
  }
  world.undo();
});

test("a malformed frame closes the socket with 4400", async () => {
  const { operator } = world.operators;
  const { visitor } = world.visitors;
  const frames: readonly unknown[] = [
    "",
    "x",
    "{",
    "null",
    "[]",
    "1",
    { type: "event" },
    { type: "typing" },
    { type: "typing", conversationId: 1 },
    { type: "typing", conversationId: world.own.conversationId, role: "operator" },
    { type: "viewing", conversationId: "x" },
    { type: "closed", reason: "erased" },
    { type: "__proto__" },
    `{"type":"viewing","conversationId":null,"__proto__":{}}`,
    `{"type":"typing","pad":"${"x".repeat(2000)}"}`,
    "[".repeat(1000),
    "PING",
  ];
  const wrong: string[] = [];
  for (const who of [operator, visitor]) {
    for (const frame of frames) {
      const socket = who === operator ? await operator.socket(world.own.projectId) : await visitor.socket();
      socket.send(frame);
      const { code } = await socket.untilClosed();
      if (code !== 4400) wrong.push(`${who === operator ? "member" : "visitor"} ${JSON.stringify(frame).slice(0, 80)}: ${code}`);
    }
  }
  assertNone(wrong);
});

test("more than 20 frames in 10 s close the socket with 4408; pings do not count", async () => {
  const socket = await world.operators.operator.socket(world.own.projectId);
  await socket.until((f) => f.type === "live");
  for (let i = 0; i < 60; i++) socket.send("ping");
  for (let i = 0; i < 20; i++) socket.send({ type: "viewing", conversationId: null });
  await new Promise((done) => setTimeout(done, 300));
  assert.equal(socket.closed, undefined);
  socket.send({ type: "viewing", conversationId: null });
  assert.equal((await socket.untilClosed()).code, 4408);
});

test("a typing frame for somebody else's conversation is delivered to nobody", async () => {
  const { operators, visitors, own, foreign } = world;
  const [team, rivals, theirs] = [
    await operators.operator.socket(own.projectId),
    await operators.rival.socket(foreign.projectId),
    await visitors.visitor.socket(),
  ];
  for (const socket of [team, rivals, theirs]) await socket.until((f) => f.type === "live");
  const [stranger, rival, member] = [
    await visitors.stranger.socket(),
    await operators.rival.socket(foreign.projectId),
    await operators.admin.socket(own.projectId),
  ];
  for (const socket of [stranger, rival, member]) await socket.until((f) => f.type === "live");
  stranger.send({ type: "typing", conversationId: own.conversationId });
  stranger.send({ type: "typing", conversationId: foreign.conversationId });
  rival.send({ type: "typing", conversationId: own.conversationId });
  rival.send({ type: "viewing", conversationId: own.conversationId });
  member.send({ type: "typing", conversationId: foreign.conversationId });
  await new Promise((done) => setTimeout(done, 300));
  for (const [name, socket] of Object.entries({ team, rivals, theirs }))
    assert.deepEqual(
      socket.frames.filter((f) => f.type === "typing"),
      [],
      name,
    );
  // In their own conversation it is delivered, so the silence above is meaningful.
  member.send({ type: "typing", conversationId: own.conversationId });
  await theirs.until((f) => f.type === "typing");
  assert.ok(!team.frames.some((f) => f.type === "presence" && JSON.stringify(f).includes(foreign.conversationId)));
  for (const socket of [team, rivals, theirs, stranger, rival, member]) socket.close();
});

test("no frame of a visitor's replay contains internal data of the team", async () => {
  const socket: Socket = await world.visitors.visitor.socket(0);
  await socket.until((f) => f.type === "live");
  const text = JSON.stringify(socket.frames);
  assert.match(text, /vcanary-answer/);
  for (const inside of ["vcanary-note", "teamcanary", "mates own draft", "assigned", world.own.accountId, world.own.noteFileId])
    assert.ok(!text.includes(inside), inside);
  const rival = await world.operators.rival.socket(world.foreign.projectId, 0);
  await rival.until((f) => f.type === "live");
  const seen = JSON.stringify(rival.frames);
  assert.match(seen, /qcanary-note/);
  assert.ok(!seen.includes("vcanary") && !seen.includes(world.own.conversationId));
  for (const s of [socket, rival]) s.close();
});
