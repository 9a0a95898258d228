// Pairing computers, their tokens, and what revoking them ends.
import { beforeAll, expect, test, vi } from "vitest";
import { buildRegistry, defineModule, provide } from "#kernel/module/index.ts";
import { sql } from "#kernel/db/index.ts";
import { modules, registry } from "../../edition/manifest.ts";
import { authorityWithdrawn } from "../../modules/paired-computers/extension.ts";
import { LONG } from "./long.ts";
import { join } from "./member-kit.ts";
import { approve, authorize, base, deny, grants, heartbeat, MACHINE, NEW_GRANT, open, pair, poll } from "./paired-kit.ts";
import { makeWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld({ now: "2030-01-01T00:00:00Z" });
});
const revokeDevice = (id: string, cookie = world.cookie, at = world) =>
  at.as<{ devices: number }>(`${base(at)}/devices/${id}`, { method: "DELETE" }, cookie);
const revokeGrant = (id: string, cookie = world.cookie, at = world) =>
  at.as<{ devices: number }>(`${base(at)}/device-grants/${id}`, { method: "DELETE" }, cookie);
/** The cookie of a new session; without a person, of the owner. */
const signedIn = async (at: World, person?: { readonly email: string; readonly password: string }): Promise<string> =>
  ((await at.signIn(person?.email, person?.password)).headers.get("set-cookie") ?? "").split(";")[0] ?? "";
const deviceRow = async (id: string) =>
  (await world.rows<{ revoked_at: number | null; revoked_why: string | null }>("SELECT * FROM devices WHERE id = ?", id))[0];
const audited = async (action: string) =>
  (await world.rows<{ detail: string }>("SELECT detail FROM audit_log WHERE project_id = ? AND action = ?", world.projectId, action)).map(
    ({ detail }) => JSON.parse(detail) as Record<string, string>,
  );

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
  // A repetition gets the same answer, and gives no second grant; with another grant it is none.
  expect((await approve(world, opened.body.pairing)).body).toEqual(approved.body);
  for (const more of [{ days: 7 }, { jobsPerDay: 6 }, { kinds: ["report", "reply"] }])
    expect((await approve(world, opened.body.pairing, { ...NEW_GRANT, ...more })).status).toBe(409);

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
  expect(await audited("device.paired")).toEqual([{ name: "Build box", grant: "new" }]);
});

test("a poll that comes too early makes the connector wait longer, up to a minute", async () => {
  const { body } = await authorize(world);
  const answer = async () => (await poll(world, body.deviceCode)).body;
  expect(await answer()).toMatchObject({ code: "authorization_pending", interval: 5 });
  world.clock.advance({ seconds: 4 });
  expect(await answer()).toMatchObject({ code: "slow_down", interval: 10 });
  world.clock.advance({ seconds: 10 });
  expect(await answer()).toMatchObject({ code: "authorization_pending", interval: 10 });
  for (let i = 0; i < 15; i += 1) await answer();
  expect(await answer()).toMatchObject({ code: "slow_down", interval: 60 });
});

test("a code is for whoever enters it first; it can be denied, expires, and decides once", async () => {
  const mate = await join(world, "operator");
  const { body: first } = await authorize(world);
  const mine = await open(world, first.userCode);
  const other = await open(world, first.userCode, mate.cookie);
  expect(other).toMatchObject({ status: 404, body: { code: "not_found" } });
  // Knowing the pairing's id is not enough either, and is answered like an id of nothing.
  expect((await approve(world, mine.body.pairing, NEW_GRANT, mate.cookie)).status).toBe(404);
  expect((await deny(world, mine.body.pairing, mate.cookie)).status).toBe(404);
  expect((await open(world, "BBBB-BBBB")).body).toEqual(other.body);
  expect((await open(world, "AEIO-U123")).status).toBe(404);
  expect(await deny(world, mine.body.pairing)).toMatchObject({ status: 200, body: { pairing: { state: "denied" } } });
  expect((await approve(world, mine.body.pairing)).status).toBe(409);
  expect(await poll(world, first.deviceCode)).toMatchObject({ status: 400, body: { code: "access_denied" } });

  const { body: second } = await authorize(world);
  const late = (await open(world, second.userCode)).body.pairing;
  world.clock.advance({ minutes: 15 });
  expect(await approve(world, late)).toMatchObject({ status: 409, body: { reason: "expired" } });
  expect((await open(world, second.userCode)).status).toBe(404);
  expect(await poll(world, second.deviceCode)).toMatchObject({ status: 400, body: { code: "expired_token" } });
});

test("a decision is bound to what was shown, and to what the computer asked for", async () => {
  const { body } = await authorize(world, { kinds: ["report"] });
  const shown = (await open(world, body.userCode)).body.pairing;
  expect((await approve(world, { ...shown, revision: shown.revision + 1 })).status).toBe(409);
  expect((await approve(world, shown, { ...NEW_GRANT, kinds: ["reply"] })).status).toBe(400);
  expect((await approve(world, shown, { ...NEW_GRANT, days: 8 })).status).toBe(400);
  expect((await approve(world, shown, { ...NEW_GRANT, jobsPerDay: 0 })).status).toBe(400);
  expect((await approve(world, shown, { id: `dgr_${"0".repeat(26)}` })).status).toBe(409);
  expect((await approve(world, shown)).status).toBe(200);
});

test("a computer is added to no grant that allows more than it asked for", async () => {
  const wide = await pair(world, { grant: { kinds: ["report", "reply"], days: 30, jobsPerDay: 5 } });
  const narrow = await pair(world);
  const { body: asked } = await authorize(world, { kinds: ["report"] });
  const { body } = await open(world, asked.userCode);
  expect((await approve(world, body.pairing, { id: wide.grantId })).status).toBe(409);
  world.clock.advance({ seconds: 1 });
  expect((await approve(world, body.pairing, { id: narrow.grantId })).status).toBe(200);
  expect(await audited("device.paired")).toContainEqual({ name: "Build box", grant: "given before" });
  // A repetition names the same grant; another one is no repetition.
  expect((await approve(world, body.pairing, { id: narrow.grantId })).status).toBe(200);
  for (const another of [{ id: wide.grantId }, NEW_GRANT]) expect((await approve(world, body.pairing, another)).status).toBe(409);
});

test("a computer says nothing about itself that could disguise what a person decides on", async () => {
  for (const text of ["box\u202e.exe", "a\u2067b", "x\u001b[2J", "tab\there"]) {
    expect((await authorize(world, { name: text })).status).toBe(400);
    expect((await authorize(world, { system: text })).status).toBe(400);
  }
  expect((await authorize(world, { name: "מחשב של Zoë" })).status).toBe(200);
});

test("two confirmations of one code give one grant and one device", async () => {
  for (let round = 0; round < (LONG ? 200 : 5); round += 1) {
    if (round % 20 === 19) world.clock.advance({ hours: 1 });
    const { body } = await authorize(world);
    const shown = (await open(world, body.userCode)).body.pairing;
    const before = await world.rows("SELECT id FROM device_grants");
    const answers = await Promise.all([approve(world, shown), deny(world, shown), approve(world, shown)]);
    const state = (await world.rows<{ state: string }>("SELECT state FROM device_pairings WHERE id = ?", shown.id))[0]?.state;
    expect(answers.map(({ status }) => status)).toEqual(state === "approved" ? [200, 409, 200] : [409, 200, 409]);
    expect((await world.rows("SELECT id FROM device_grants")).length - before.length).toBe(state === "approved" ? 1 : 0);
    // Two polls at once are one device with one token.
    const polls = await Promise.all([poll(world, body.deviceCode), poll(world, body.deviceCode)]);
    if (state === "approved") {
      expect(polls[0].body).toEqual(polls[1].body);
      expect(
        await world.rows("SELECT id FROM devices d JOIN device_pairings p ON p.device_id = d.id WHERE p.id = ?", shown.id),
      ).toHaveLength(1);
    } else for (const each of polls) expect(each.body.code).toBe("access_denied");
    const [made] = await grants(world);
    if (state === "approved") await revokeGrant(made?.id ?? "");
  }
});

test("codes and pairings are counted, for one person and for one address", async () => {
  const at = await makeWorld({ now: "2031-01-01T00:00:00Z" });
  const from = { "cf-connecting-ip": "203.0.113.9" };
  for (let i = 0; i < 30; i += 1) expect((await authorize(at, {}, from)).status).toBe(200);
  expect(await authorize(at, {}, from)).toMatchObject({ status: 429, body: { code: "rate_limited", limit: "pairingsPerIpHour" } });
  expect((await authorize(at, {}, { "cf-connecting-ip": "203.0.113.10" })).status).toBe(200);
  for (let i = 0; i < 30; i += 1) expect((await open(at, "BBBB-BBBB")).status).toBe(404);
  const right = await authorize(at);
  expect(await open(at, right.body.userCode)).toMatchObject({ status: 429, body: { limit: "pairingTriesPerPersonHour" } });
  at.clock.advance({ hours: 1 });
  expect((await open(at, (await authorize(at)).body.userCode)).status).toBe(200);
});

test("an old connector is told what to do", async () => {
  const { token } = await pair(world);
  const refused = await authorize(world, { version: "0.0.9" });
  expect(refused).toMatchObject({ status: 426, body: { code: "connector_outdated", minimum: "0.1.0", current: "0.1.0" } });
  expect(await heartbeat(world, token, { version: "0.0.10" })).toMatchObject({ status: 426, body: { code: "connector_outdated" } });
  expect((await heartbeat(world, token, { version: "12.0.0" })).status).toBe(200);
});

test("a token is replaced once a day; the old one works until the next was used, and the same next one is given again", async () => {
  const { token: first, deviceId } = await pair(world);
  world.clock.advance({ days: 1 });
  const { token: second } = (await heartbeat(world, first)).body;
  expect(second).toMatch(/^sdd_/);
  expect((await heartbeat(world, first)).body.token).toBe(second);
  world.clock.advance({ hours: 30 });
  await heartbeat(world, first);
  expect((await heartbeat(world, first)).body.token, "the answer was lost for a day").toBe(second);
  expect(await heartbeat(world, second ?? "")).toMatchObject({ status: 200 });
  // Used, the next one has replaced it.
  expect(await heartbeat(world, first)).toMatchObject({ status: 401, body: { code: "unauthenticated", reason: "superseded" } });
  expect(await deviceRow(deviceId)).toMatchObject({ revoked_why: "token_reused" });
  expect(await heartbeat(world, second ?? "")).toMatchObject({ status: 401, body: { reason: "revoked" } });
  expect((await audited("device.token_reused")).at(-1)).toEqual({ name: "Build box" });
});

test("a token of two generations ago ends the device and its neighbours too", async () => {
  const { token: first, deviceId, grantId } = await pair(world);
  const neighbour = await pair(world, { grant: grantId });
  const apart = await pair(world);
  let token = first;
  for (let generation = 0; generation < 2; generation += 1) {
    world.clock.advance({ days: 1 });
    await heartbeat(world, token);
    token = (await heartbeat(world, token)).body.token ?? "";
    expect((await heartbeat(world, token)).status).toBe(200);
  }
  expect((await heartbeat(world, first)).status).toBe(401);
  expect([(await deviceRow(deviceId))?.revoked_why, (await deviceRow(neighbour.deviceId))?.revoked_why]).toEqual([
    "token_reused",
    "with_device",
  ]);
  expect((await deviceRow(apart.deviceId))?.revoked_at).toBeNull();
});

test("a heartbeat that says nothing new writes no row, whatever else there is, and is known to five minutes all the same", async () => {
  const { token, deviceId, grantId } = await pair(world);
  const seen = async () =>
    (await world.rows<{ last_seen_at: number }>("SELECT last_seen_at FROM devices WHERE id = ?", deviceId))[0]?.last_seen_at;
  const costs: { rowsRead: number; rowsWritten: number }[] = [];
  const measure = async (): Promise<void> => {
    const lines: string[] = [];
    const log = vi.spyOn(console, "debug").mockImplementation((line: string) => void lines.push(line));
    try {
      const { status } = await world.call("/api/connector/heartbeat", {
        body: { version: MACHINE.version, system: MACHINE.system, state: "idle" },
        headers: { authorization: `Bearer ${token}` },
        env: { ...world.env, LOG_REQUESTS: "1" } as never,
      });
      expect(status).toBe(200);
    } finally {
      log.mockRestore();
    }
    const found = lines
      .map((line) => JSON.parse(line) as { message: string; rowsRead: number; rowsWritten: number })
      .find(({ message }) => message === "answered");
    if (found) costs.push(found);
  };
  const first = await seen();
  const shown = async (): Promise<string | null | undefined> =>
    (await grants(world)).flatMap(({ devices }) => devices).find(({ id }) => id === deviceId)?.lastSeenAt;
  for (let i = 0; i < 20; i += 1) {
    world.clock.advance({ seconds: 30 });
    await measure();
  }
  expect(await seen()).toBe(first);
  expect(world.clock.now() - Date.parse((await shown()) ?? "")).toBeLessThanOrEqual(5 * 60_000);
  expect(costs).toHaveLength(20);
  expect(costs.every(({ rowsWritten }) => rowsWritten === 0)).toBe(true);
  const alone = costs[0]?.rowsRead ?? 0;
  // One that says something new writes one row.
  world.clock.advance({ seconds: 31 });
  expect((await heartbeat(world, token, { state: "working" })).status).toBe(200);
  expect(await seen()).toBe(world.clock.now());
  await measure();
  expect([costs.at(-1)?.rowsWritten, await seen()]).toEqual([1, world.clock.now()]);

  // A thousand others of the project, under as many grants and this one.
  await world.rows(
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) INSERT INTO devices (id, project_id, grant_id, account_id, name, system, version, state, generation, paired_at) SELECT 'dev_' || i, project_id, CASE WHEN i < 20 THEN id ELSE 'dgr_' || i END, account_id, 'Other', 'Linux', '0.1.0', 'idle', 1, 1 FROM n, device_grants WHERE id = ?",
    grantId,
  );
  await world.rows(
    "INSERT INTO device_tokens (token_hash, project_id, device_id, generation, issued_at) SELECT 'hash ' || id, project_id, id, 1, 1 FROM devices WHERE id LIKE 'dev\\__%' ESCAPE '\\' AND name = 'Other'",
  );
  world.clock.advance({ seconds: 30 });
  await measure();
  expect(costs.at(-1)).toMatchObject({ rowsRead: alone, rowsWritten: 0 });
  await world.rows("DELETE FROM device_tokens WHERE token_hash LIKE 'hash %'");
  await world.rows("DELETE FROM devices WHERE name = 'Other'");
});

test("revoking a device revokes the others under its grant; earlier ones and other grants are untouched", async () => {
  const a = await pair(world, { name: "A" });
  const gone = await pair(world, { name: "Gone", grant: a.grantId });
  const c = await pair(world, { name: "C", grant: a.grantId });
  const apart = await pair(world, { name: "Apart" });
  await world.call("/api/connector/unpair", { body: {}, headers: { authorization: `Bearer ${gone.token}` } });
  const earlier = await deviceRow(gone.deviceId);
  expect(earlier).toMatchObject({ revoked_why: "unpaired" });
  expect((await heartbeat(world, a.token)).status).toBe(200);
  world.clock.advance({ minutes: 1 });
  expect((await revokeDevice(a.deviceId)).body).toEqual({ devices: 2 });
  expect((await revokeDevice(a.deviceId)).body).toEqual({ devices: 0 });
  expect(await deviceRow(gone.deviceId)).toEqual(earlier);
  expect([(await deviceRow(a.deviceId))?.revoked_why, (await deviceRow(c.deviceId))?.revoked_why]).toEqual(["revoked", "with_device"]);
  for (const each of [a, c]) expect(await heartbeat(world, each.token)).toMatchObject({ status: 401, body: { reason: "revoked" } });
  expect((await heartbeat(world, apart.token)).status).toBe(200);
  expect((await audited("device.revoked")).at(-1)).toEqual({ name: "A", devices: "2" });
  // The grant stays, and another computer can be added to it.
  const again = await pair(world, { grant: a.grantId });
  expect((await revokeGrant(a.grantId)).body).toEqual({ devices: 1 });
  expect(await deviceRow(again.deviceId)).toMatchObject({ revoked_why: "with_grant" });
  expect((await deviceRow(a.deviceId))?.revoked_why).toBe("revoked");
  expect((await heartbeat(world, apart.token)).status).toBe(200);
  const asked = await authorize(world);
  const shown = (await open(world, asked.body.userCode)).body.pairing;
  expect((await approve(world, shown, { id: a.grantId })).status).toBe(409);
});

test("a grant that is revoked between approval and collection gives no token", async () => {
  const asked = await authorize(world);
  const shown = (await open(world, asked.body.userCode)).body.pairing;
  await approve(world, shown);
  const [made] = await grants(world);
  await revokeGrant(made?.id ?? "");
  expect(await poll(world, asked.body.deviceCode)).toMatchObject({ status: 400, body: { code: "access_denied" } });
});

test("members see and revoke their own, owners and admins everybody's", async () => {
  const at = await makeWorld({ now: "2030-01-01T00:00:00Z" });
  const [one, two, admin] = [await join(at, "operator"), await join(at, "operator"), await join(at, "admin")];
  const [own, others] = [await pair(at, { name: "One", cookie: one.cookie }), await pair(at, { name: "Two", cookie: two.cookie })];
  expect((await grants(at, "", one.cookie)).flatMap(({ devices }) => devices.map(({ name }) => name))).toEqual(["One"]);
  expect(await grants(at, "", admin.cookie)).toHaveLength(2);
  expect(await grants(at, "?own=1", admin.cookie)).toEqual([]);
  // More grants of others than a page has do not hide one's own.
  await at.rows(
    `WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 49)
     INSERT INTO device_grants (id, project_id, account_id, kinds, jobs_per_day, created_at, expires_at)
     SELECT substr(id, 1, 28) || i, project_id, account_id, kinds, jobs_per_day, created_at, expires_at FROM device_grants, n WHERE id = ?`,
    others.grantId,
  );
  expect((await grants(at, "?own=1", one.cookie)).map(({ id }) => id)).toEqual([own.grantId]);
  expect((await grants(at, "?own=1", two.cookie)).map(({ id }) => id)).toContain(others.grantId);
  expect((await revokeDevice(others.deviceId, one.cookie, at)).status).toBe(404);
  expect((await revokeGrant(others.grantId, one.cookie, at)).status).toBe(404);
  // Nobody adds a computer to somebody else's grant.
  const asked = await authorize(at);
  const shown = (await open(at, asked.body.userCode, admin.cookie)).body.pairing;
  expect((await approve(at, shown, { id: own.grantId }, admin.cookie)).status).toBe(409);
  expect((await revokeDevice(own.deviceId, one.cookie, at)).body).toEqual({ devices: 1 });
  expect((await revokeGrant(others.grantId, admin.cookie, at)).body).toEqual({ devices: 1 });
  const [ended] = await grants(at, "?ended=1", two.cookie);
  expect(ended).toMatchObject({ state: "revoked", revoked: { why: "revoked" }, devices: [{ revoked: { why: "with_grant" } }] });
});

test("expiry, leaving, a sign-out everywhere and a deleted project end what they should", async () => {
  const at = await makeWorld({ now: "2030-01-01T00:00:00Z" });
  const why = async (id: string) =>
    (await at.rows<{ revoked_why: string | null }>("SELECT revoked_why FROM devices WHERE id = ?", id))[0]?.revoked_why;
  const [leaver, mate] = [await join(at, "operator"), await join(at, "operator")];
  const ofOwner = await pair(at, { grant: { ...NEW_GRANT, days: 365 } });
  const brief = await pair(at, { grant: { ...NEW_GRANT, days: 7 } });
  const left = await pair(at, { cookie: leaver.cookie });
  const signedOut = await pair(at, { cookie: mate.cookie });

  at.clock.advance({ days: 7 });
  // Refused at once, and ended by the next minute.
  expect(await heartbeat(at, brief.token)).toMatchObject({ status: 401, body: { reason: "ended" } });
  await at.tick();
  expect(await why(brief.deviceId)).toBe("expired");
  at.cookie = await signedIn(at);
  expect((await grants(at, "?ended=1"))[0]).toMatchObject({ id: brief.grantId, revoked: { why: "expired", by: null } });

  const [cookie, elsewhere] = [await signedIn(at, mate), await signedIn(at, mate)];
  await at.call("/logout", { raw: "", headers: { cookie: elsewhere, "content-type": "application/x-www-form-urlencoded" } });
  expect(await why(signedOut.deviceId), "one browser signed out").toBeNull();
  await at.as("/api/account/sessions/end-others", { body: {} }, cookie);
  expect(await why(signedOut.deviceId)).toBe("signed_out");

  await at.as(`/api/dashboard/projects/${at.projectId}/leave`, { body: {} }, await signedIn(at, leaver));
  expect(await why(left.deviceId)).toBe("membership_lost");
  expect(await heartbeat(at, left.token)).toMatchObject({ status: 401, body: { reason: "revoked" } });

  at.cookie = await signedIn(at);
  expect((await heartbeat(at, ofOwner.token)).status).toBe(200);
  expect((await at.as(`/api/management/projects/${at.projectId}`, { method: "DELETE", body: { confirm: "Acme" } })).status).toBe(200);
  expect(await why(ofOwner.deviceId)).toBe("project_deleted");
  expect(await why(brief.deviceId)).toBe("expired");
  expect((await heartbeat(at, ofOwner.token)).status).toBe(401);
});
test("a new password ends the computers, in the batch that sets it; a wrong one ends nothing", async () => {
  const at = await makeWorld({ now: "2030-01-01T00:00:00Z" });
  const person = await join(at, "operator");
  const paired = await pair(at, { cookie: person.cookie });
  const change = (current: string) => at.as("/api/account/password", { body: { current, next: "an entirely new one" } }, person.cookie);
  expect((await change("not the password")).status).toBe(403);
  expect((await heartbeat(at, paired.token)).status).toBe(200);
  expect((await change(person.password)).status).toBe(200);
  expect(await heartbeat(at, paired.token)).toMatchObject({ status: 401, body: { reason: "revoked" } });
});

test("a locked account's computers do nothing, and go on when it is unlocked", async () => {
  const at = await makeWorld({ now: "2030-01-01T00:00:00Z" });
  const person = await join(at, "operator");
  const { token } = await pair(at, { cookie: person.cookie });
  await at.rows("UPDATE accounts SET disabled_at = 1 WHERE id = ?", person.accountId);
  expect(await heartbeat(at, token)).toMatchObject({ status: 401, body: { reason: "ended" } });
  expect((await grants(at))[0]?.state).toBe("void");
  await at.rows("UPDATE accounts SET disabled_at = NULL WHERE id = ?", person.accountId);
  expect((await heartbeat(at, token)).status).toBe(200);
});

test("what rests on a device ends in the batch that revokes it, on every path", async () => {
  const withdrawn = defineModule({
    name: "withdrawn",
    provides: [
      provide(authorityWithdrawn, {
        name: "withdrawn",
        statements: (id) => [
          sql`INSERT INTO abuse_counters (key, window, n, expires_at) SELECT 'withdrawn:' || d.id, 0, 1, 9e15 FROM devices d WHERE d.revocation_id = ${id}`,
        ],
      }),
    ],
  });
  const at = await makeWorld({ now: "2030-01-01T00:00:00Z", registry: buildRegistry([...modules, withdrawn], registry.variables) });
  const ended = async () =>
    (await at.rows<{ key: string }>("SELECT key FROM abuse_counters WHERE key LIKE 'withdrawn:%'")).map(({ key }) => key.slice(10));
  const expectEnded = async (id: string): Promise<void> => expect(await ended()).toContain(id);
  const byDevice = await pair(at);
  await revokeDevice(byDevice.deviceId, at.cookie, at);
  await expectEnded(byDevice.deviceId);
  const byGrant = await pair(at);
  await revokeGrant(byGrant.grantId, at.cookie, at);
  await expectEnded(byGrant.deviceId);
  const itself = await pair(at);
  await at.call("/api/connector/unpair", { body: {}, headers: { authorization: `Bearer ${itself.token}` } });
  await expectEnded(itself.deviceId);
  const person = await join(at, "operator");
  const everywhere = await pair(at, { cookie: person.cookie });
  await at.as("/api/account/sessions/end-others", { body: {} }, person.cookie);
  await expectEnded(everywhere.deviceId);
  const leaving = await pair(at, { cookie: person.cookie });
  await at.as(`/api/dashboard/projects/${at.projectId}/leave`, { body: {} }, person.cookie);
  await expectEnded(leaving.deviceId);
  const expiring = await pair(at, { grant: { ...NEW_GRANT, days: 7 } });
  const last = await pair(at, { grant: { ...NEW_GRANT, days: 365 } });
  at.clock.advance({ days: 7 });
  await at.tick();
  await expectEnded(expiring.deviceId);
  at.cookie = await signedIn(at);
  await at.as(`/api/management/projects/${at.projectId}`, { method: "DELETE", body: { confirm: "Acme" } });
  await expectEnded(last.deviceId);
  expect(await ended()).toHaveLength(7);
});

test("a revocation and a heartbeat at once: whichever comes first, the next heartbeat is refused", async () => {
  for (let round = 0; round < (LONG ? 200 : 5); round += 1) {
    const { token, deviceId, grantId } = await pair(world);
    world.clock.advance({ days: 1 });
    if (round % 7 === 0) world.cookie = await signedIn(world);
    await heartbeat(world, token);
    const [beat] = await Promise.all([heartbeat(world, token), revokeDevice(deviceId)]);
    expect([200, 401]).toContain(beat.status);
    for (const one of [token, beat.body.token ?? token])
      expect(await heartbeat(world, one)).toMatchObject({ status: 401, body: { reason: "revoked" } });
    await revokeGrant(grantId);
  }
});

test("old pairings and replaced tokens are deleted by the minute schedule", async () => {
  const at = await makeWorld({ now: "2032-01-01T00:00:00Z" });
  const { token } = await pair(at, { grant: { ...NEW_GRANT, days: 365 } });
  at.clock.advance({ days: 1 });
  await heartbeat(at, token);
  const next = (await heartbeat(at, token)).body.token ?? "";
  await heartbeat(at, next);
  at.clock.advance({ days: 91 });
  await at.tick();
  const mine = (table: string) => at.rows(`SELECT * FROM ${table} WHERE project_id = ?`, at.projectId);
  expect(await mine("device_pairings")).toEqual([]);
  expect(await mine("device_tokens")).toHaveLength(1);
  expect(await heartbeat(at, token)).toMatchObject({ status: 401, body: { reason: "unknown" } });
  expect((await heartbeat(at, next)).status).toBe(200);
});
