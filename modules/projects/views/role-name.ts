// Labels of roles, and what each may do.
import { m } from "#messages";
import type { Role } from "../contract.ts";

export const roleName = (role: Role): string =>
  ({ owner: m.projects_role_owner, admin: m.projects_role_admin, operator: m.projects_role_operator })[role]();
/** One line on what the role allows. */
export const roleMeans = (role: Role): string =>
  ({ owner: m.projects_role_owner_means, admin: m.projects_role_admin_means, operator: m.projects_role_operator_means })[role]();
