// Pairing computers, their tokens, and what revoking them ends.
import { beforeAll, expect, test } from "vitest";
import { approve, authorize, base, deny, grants, heartbeat, MACHINE, NEW_GRANT, open, pair, poll } from "./paired-kit.ts";
import { makeWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld({ now: "2030-01-01T00:00:00Z" });
});
const revokeDevice = (id: string, cookie = world.cookie) =>
  world.as<{ devices: number }>(`${base(world)}/devices/${id}`, { method: "DELETE" }, cookie);
const revokeGrant = (id: string, cookie = world.cookie) =>
  world.as<{ devices: number }>(`${base(world)}/device-grants/${id}`, { method: "DELETE" }, cookie);

test("a computer pairs: code, review, grant, token, heartbeat", async () => {
  const asked = await authorize(world);
  expect(asked.status).toBe(200);
  expect(asked.body).toMatchObject({ expiresIn: 900, interval: 5, verificationUri: "http://localhost:8787/account/pair" });
  expect(asked.body.userCode).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  expect(asked.body.verificationUriComplete).toBe(`${asked.body.verificationUri}?code=${asked.body.userCode}`);
  expect(await poll(world, asked.body.deviceCode)).toMatchObject({ status: 400, body: { code: "authorization_pending", interval: 5 } });

  const opened = await open(world, ` ${asked.body.userCode.toLowerCase().replace("-", " ")} `);
  expect(opened).toMatchObject({ status: 200, body: { pairing: { ...MACHINE, state: "pending" } } });
  const approved = await approve(world, opened.body.pairing);
  expect(approved).toMatchObject({ status: 200, body: { pairing: { state: "approved" } } });
  // A repetition gets the same answer, and gives no second grant.
  expect((await approve(world, opened.body.pairing)).body).toEqual(approved.body);

  const collected = await poll(world, asked.body.deviceCode);
  expect(collected).toMatchObject({ status: 200, body: { project: { id: world.projectId }, grant: { kinds: ["report"], jobsPerDay: 5 } } });
  expect(collected.body.token).toMatch(/^sdd_[0-9A-Za-z]{49}$/);
  // The answer may have been lost: asked again, it is the same.
  expect((await poll(world, asked.body.deviceCode)).body).toEqual(collected.body);
  const beat = await heartbeat(world, collected.body.token);
  expect(beat).toMatchObject({ status: 200, body: { device: { name: "Build box" }, token: null, nextHeartbeat: 30 } });
  // Used once, the code opens nothing any more.
  expect(await poll(world, asked.body.deviceCode)).toMatchObject({ status: 400, body: { code: "expired_token" } });

  const listed = await grants(world);
  expect(listed).toHaveLength(1);
  expect(listed[0]).toMatchObject({
    state: "valid",
    expiresAt: "2030-01-31T00:00:00.000Z",
    devices: [{ name: "Build box", version: "0.1.0", lastSeenAt: new Date(world.clock.now()).toISOString(), revoked: null }],
  });
  const stored = JSON.stringify([await world.rows("SELECT * FROM device_tokens"), await world.rows("SELECT * FROM device_pairings")]);
  expect(stored).not.toContain(collected.body.token.slice(4));
  expect(stored).not.toContain(asked.body.userCode);
  expect(stored).not.toContain(asked.body.deviceCode);
});
