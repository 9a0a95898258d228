// The extension points of paired computers: what ends with the authority of a device or a grant, and where signs of life are kept.
import type { SQL } from "#kernel/db/index.ts";
import type { DeviceId, DeviceRevocationId, ProjectId } from "#kernel/ids/index.ts";
import { type Ctx, extensionPoint } from "#kernel/module/index.ts";

/**
 * What a module does when authority is withdrawn, by whatever path: by a person, by the device, by an expiry, a sign-out, or with a
 * membership or a project. `statements` run after the rows were revoked. What is concerned are the rows of `devices` and `device_grants`
 * with this `revocation_id`, which may be none, and of any project: join by it and by the project of the row.
 */
export interface AuthorityWithdrawal {
  readonly name: string;
  readonly statements: (revocationId: DeviceRevocationId, now: number) => readonly SQL[];
  /** Tells the members of a project who are connected that authority was withdrawn there. After the batch, whether or not it changed rows. */
  announce?(ctx: Pick<Ctx, "env" | "after">, projectId: ProjectId): void;
}
export const authorityWithdrawn = extensionPoint<AuthorityWithdrawal>("authorityWithdrawn");

/** Where signs of life of devices are kept between the writes of the database, which are few. Correct to five minutes. */
export interface Sightings {
  /** After the response. */
  note(ctx: Pick<Ctx, "env" | "after">, projectId: ProjectId, id: DeviceId, now: number): void;
  /** When each device of the project was seen, in milliseconds, as far as that is known. */
  read(ctx: Pick<Ctx, "env">, projectId: ProjectId): Promise<Readonly<Record<string, number>>>;
}
export const sightings = extensionPoint<Sightings>("sightings");
