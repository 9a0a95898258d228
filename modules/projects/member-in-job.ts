// The member for whom a job works, as a caller.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { type AccountId, newId, type ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import type { Membership } from "./queries.ts";

/**
 * A job has no session, so the principal has a new id in its place, which opens nothing; nor is it the installation's first owner. `person`:
 * left out where nothing that the job does shows who it is.
 */
export const memberInJob = (
  { clock }: Pick<Ctx, "clock">,
  of: { readonly projectId: ProjectId; readonly accountId: AccountId },
  { role, projectName }: Membership,
  person: { readonly name: string; readonly email: string } = { name: "", email: "" },
): MemberPrincipal => ({
  ...{ kind: "member", projectId: of.projectId, accountId: of.accountId, role, projectName },
  ...{ ...person, sessionId: newId("session", clock.now()), isFirstOwner: false, language: null },
});

/** The member for whom a program acts by an API token. Never the installation's first owner: what only they may do is left to them. `program`: the name of the token. */
export const memberByToken = (
  of: {
    readonly projectId: ProjectId;
    readonly accountId: AccountId;
    readonly name: string;
    readonly email: string;
    readonly program: string;
  },
  membership: Membership,
  now: number,
): MemberPrincipal => ({
  ...memberInJob({ clock: { now: () => now } }, of, membership, { name: of.name, email: of.email }),
  program: of.program,
});
