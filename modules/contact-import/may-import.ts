// Who may import and export contacts: owners and admins.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import type { SQL } from "#kernel/db/index.ts";
import { isMember } from "#modules/projects";

/** Condition: the caller is still an owner or admin. */
export const mayImport = ({ caller }: { readonly caller: MemberPrincipal }): SQL =>
  isMember(caller.projectId, caller.accountId, ["owner", "admin"]);
