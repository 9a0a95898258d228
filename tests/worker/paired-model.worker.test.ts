// Devices, grants and what revokes them, against a small model: after every step each device is what the model says, and its token works
// exactly while it should.
import fc from "fast-check";
import { expect, test } from "vitest";
import { LONG } from "./long.ts";
import { base, heartbeat, NEW_GRANT, pair } from "./paired-kit.ts";
import { makeWorld, type World } from "./world.ts";

type Step =
  | { readonly do: "pair" }
  | { readonly do: "add" | "revoke grant"; readonly grant: number }
  | { readonly do: "revoke device" | "unpair" | "rotate" | "reuse"; readonly device: number }
  | { readonly do: "expire" };
const which = fc.nat(7);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Step>({ do: "pair" }) },
  { weight: 4, arbitrary: which.map((grant): Step => ({ do: "add", grant })) },
  { weight: 3, arbitrary: which.map((device): Step => ({ do: "revoke device", device })) },
  { weight: 2, arbitrary: which.map((device): Step => ({ do: "unpair", device })) },
  { weight: 3, arbitrary: which.map((device): Step => ({ do: "rotate", device })) },
  { weight: 2, arbitrary: which.map((device): Step => ({ do: "reuse", device })) },
  { weight: 1, arbitrary: which.map((grant): Step => ({ do: "revoke grant", grant })) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: "expire" }) },
);

interface Grant {
  readonly id: string;
  readonly expiresAt: number;
  why: string | null;
}
interface Device {
  readonly id: string;
  readonly grant: Grant;
  /** The newest first. */
  readonly tokens: string[];
  why: string | null;
}

class Desk {
  readonly #world: World;
  readonly grants: Grant[] = [];
  readonly devices: Device[] = [];
  #paired = 0;
  constructor(world: World) {
    this.#world = world;
  }
  async signIn(): Promise<void> {
    this.#world.cookie = ((await this.#world.signIn()).headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  }
  async #pair(grant?: Grant): Promise<void> {
    // The limits of codes are not what is tested here.
    if ((this.#paired += 1) % 25 === 0) this.#world.clock.advance({ hours: 1 });
    const made = await pair(this.#world, grant ? { grant: grant.id } : {});
    const of = grant ?? { id: made.grantId, expiresAt: this.#world.clock.now() + NEW_GRANT.days * 86_400_000, why: null };
    if (!grant) this.grants.push(of);
    this.devices.push({ id: made.deviceId, grant: of, tokens: [made.token], why: null });
  }
  /** The model: what a step ends, by the table of the module's SPEC. */
  #end(devices: readonly Device[], why: (device: Device) => string): void {
    for (const device of devices) device.why ??= why(device);
  }
  #under = (grant: Grant): Device[] => this.devices.filter((device) => device.grant === grant && device.why === null);

  async take(taken: Step): Promise<void> {
    const world = this.#world;
    if (taken.do === "pair") return await this.#pair();
    if (taken.do === "expire") {
      world.clock.advance({ days: NEW_GRANT.days / 2 });
      await this.signIn();
      await world.tick();
      for (const grant of this.grants.filter((each) => each.why === null && each.expiresAt <= world.clock.now())) {
        grant.why = "expired";
        this.#end(this.#under(grant), () => "expired");
      }
      return;
    }
    if ("grant" in taken) {
      const grant = this.grants[taken.grant % Math.max(1, this.grants.length)];
      if (!grant) return;
      if (taken.do === "add") {
        if (grant.why === null && this.devices.filter((device) => device.grant === grant).length < 20) await this.#pair(grant);
        return;
      }
      await world.as(`${base(world)}/device-grants/${grant.id}`, { method: "DELETE" });
      if (grant.why !== null) return;
      grant.why = "revoked";
      return this.#end(this.#under(grant), () => "with_grant");
    }
    const device = this.devices[taken.device % Math.max(1, this.devices.length)];
    if (!device) return;
    const [token = "", ...older] = device.tokens;
    const isLive = device.why === null;
    switch (taken.do) {
      case "revoke device":
        await world.as(`${base(world)}/devices/${device.id}`, { method: "DELETE" });
        if (isLive) this.#end(this.#under(device.grant), (each) => (each === device ? "revoked" : "with_device"));
        return;
      case "unpair":
        await world.call("/api/connector/unpair", { body: {}, headers: { authorization: `Bearer ${token}` } });
        return this.#end(isLive ? [device] : [], () => "unpaired");
      case "rotate": {
        world.clock.advance({ days: 1 });
        await heartbeat(world, token);
        const next = (await heartbeat(world, token)).body.token;
        if (typeof next === "string" && (await heartbeat(world, next)).status === 200) device.tokens.unshift(next);
        return;
      }
      case "reuse": {
        const [old] = older;
        if (old === undefined) return;
        expect((await heartbeat(world, old)).status).toBe(401);
        if (isLive) this.#end(this.#under(device.grant), (each) => (each === device ? "token_reused" : "with_device"));
      }
    }
  }
  async check(): Promise<void> {
    const world = this.#world;
    const rows = await world.rows<{ id: string; revoked_why: string | null }>(
      "SELECT id, revoked_why FROM devices WHERE id IN (SELECT value FROM json_each(?)) UNION ALL SELECT id, revoked_why FROM device_grants WHERE id IN (SELECT value FROM json_each(?))",
      JSON.stringify(this.devices.map(({ id }) => id)),
      JSON.stringify(this.grants.map(({ id }) => id)),
    );
    const now = world.clock.now();
    // A grant that has expired since the last minute is ended by the next one, and refused meanwhile.
    expect(new Map(rows.map(({ id, revoked_why }) => [id, revoked_why]))).toEqual(
      new Map([...this.devices, ...this.grants].map(({ id, why }) => [id, why])),
    );
    for (const { tokens, why, grant } of this.devices)
      expect((await heartbeat(world, tokens[0] ?? "")).status).toBe(why === null && grant.expiresAt > now ? 200 : 401);
  }
}

test("devices and grants end as the table says, whatever happens in which order", { timeout: LONG ? 3_600_000 : 60_000 }, async () => {
  const world = await makeWorld({ now: "2030-01-01T00:00:00Z" });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: LONG ? 40 : 16 }), async (steps) => {
      const desk = new Desk(world);
      world.clock.advance({ hours: 1 });
      await desk.signIn();
      for (const each of steps) {
        await desk.take(each);
        await desk.check();
      }
      for (const grant of desk.grants) await world.as(`${base(world)}/device-grants/${grant.id}`, { method: "DELETE" });
    }),
    { numRuns: LONG ? 300 : 12 },
  );
});
