// What tests of paired computers share: a computer that pairs over the wire, and the person who decides.
import { type Answer, type World } from "./world.ts";

export interface Authorization {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly verificationUri: string;
  readonly verificationUriComplete: string;
  readonly expiresIn: number;
  readonly interval: number;
}
export interface PairingBody {
  readonly id: string;
  readonly revision: number;
  readonly state: string;
  readonly name: string;
  readonly kinds: readonly string[];
}
export interface Heartbeat {
  readonly token: string | null;
  readonly nextHeartbeat: number;
  readonly device: { readonly id: string; readonly name: string };
  readonly project: { readonly name: string };
  readonly grant: { readonly kinds: readonly string[]; readonly jobsPerDay: number; readonly expiresAt: string };
}
export interface ListedDevice {
  readonly id: string;
  readonly name: string;
  readonly lastSeenAt: string | null;
  readonly revoked: { readonly at: string; readonly by: string | null; readonly why: string } | null;
}
export interface ListedGrant {
  readonly id: string;
  readonly state: string;
  readonly person: { readonly id: string; readonly name: string | null };
  readonly revoked: { readonly at: string; readonly by: string | null; readonly why: string } | null;
  readonly devices: readonly ListedDevice[];
}
export const MACHINE = { name: "Build box", system: "Linux 6.8 x64", version: "0.1.0", kinds: ["report", "reply"] };
export const NEW_GRANT = { kinds: ["report"], days: 30, jobsPerDay: 5 };

export const base = (world: World): string => `/api/dashboard/projects/${world.projectId}`;
export const authorize = (world: World, more: object = {}, headers: Record<string, string> = {}): Promise<Answer<Authorization>> =>
  world.call("/api/connector/device-authorization", { body: { ...MACHINE, ...more }, headers });
export const poll = (world: World, deviceCode: string): Promise<Answer<{ token: string; code: string; interval?: number }>> =>
  world.call("/api/connector/token", { body: { deviceCode } });
export const open = (world: World, code: string, cookie = world.cookie): Promise<Answer<{ pairing: PairingBody }>> =>
  world.as("/api/account/pairings/open", { body: { code } }, cookie);
export const approve = (
  world: World,
  { id, revision }: Pick<PairingBody, "id" | "revision">,
  grant: object = NEW_GRANT,
  cookie = world.cookie,
): Promise<Answer<{ pairing: PairingBody; code: string }>> =>
  world.as(`${base(world)}/device-pairings/${id}/approve`, { body: { revision, grant } }, cookie);
export const deny = (world: World, { id, revision }: Pick<PairingBody, "id" | "revision">, cookie = world.cookie) =>
  world.as<{ pairing: PairingBody }>(`/api/account/pairings/${id}/deny`, { body: { revision } }, cookie);
export const heartbeat = (world: World, token: string, more: object = {}): Promise<Answer<Heartbeat & { code: string; reason: string }>> =>
  world.call("/api/connector/heartbeat", {
    body: { version: MACHINE.version, system: MACHINE.system, state: "idle", ...more },
    headers: { authorization: `Bearer ${token}` },
  });
export const grants = async (world: World, query = "", cookie = world.cookie): Promise<readonly ListedGrant[]> =>
  (await world.as<{ items: ListedGrant[] }>(`${base(world)}/device-grants${query}`, {}, cookie)).body.items;

export interface Paired {
  readonly token: string;
  readonly deviceId: string;
  readonly grantId: string;
  readonly deviceCode: string;
}
/** Pairs a computer; `grant`: the id of one to add it to, or a new one. */
export async function pair(
  world: World,
  { name = MACHINE.name, grant, cookie = world.cookie }: { name?: string; grant?: string | object; cookie?: string } = {},
): Promise<Paired> {
  const { body: asked } = await authorize(world, { name });
  const { body } = await open(world, asked.userCode, cookie);
  const given = typeof grant === "string" ? { id: grant } : (grant ?? NEW_GRANT);
  const approved = await approve(world, body.pairing, given, cookie);
  if (approved.status !== 200) throw new Error(`approve: ${approved.status} ${JSON.stringify(approved.body)}`);
  const collected = await poll(world, asked.deviceCode);
  if (collected.status !== 200) throw new Error(`collect: ${collected.status} ${JSON.stringify(collected.body)}`);
  const { device } = (await heartbeat(world, collected.body.token)).body;
  const [row] = await world.rows<{ grant_id: string }>("SELECT grant_id FROM devices WHERE id = ?", device.id);
  return { token: collected.body.token, deviceId: device.id, grantId: row?.grant_id ?? "", deviceCode: asked.deviceCode };
}
