// The extension point by which modules end what rests on a device or a grant, in the batch that revokes it.
import type { SQL } from "#kernel/db/index.ts";
import type { DeviceRevocationId, ProjectId } from "#kernel/ids/index.ts";
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
