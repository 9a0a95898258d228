// Why GitHub created no issue, and what to do.
import { m } from "#messages";
import type { IssueCreation } from "../../contract.ts";

export const FAILURES: Record<NonNullable<IssueCreation["fault"]>, () => string> = {
  withdrawn: m.code_hosting_failed_withdrawn,
  unauthorized: m.code_hosting_failed_unauthorized,
  sso: m.code_hosting_failed_sso,
  forbidden: m.code_hosting_failed_forbidden,
  missing: m.code_hosting_failed_missing,
  gone: m.code_hosting_failed_gone,
  limited: m.code_hosting_failed_limited,
  invalid: m.code_hosting_failed_invalid,
  unavailable: m.code_hosting_failed_unavailable,
  unknown: m.code_hosting_failed_unknown,
};
