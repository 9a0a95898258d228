// Why GitHub created no issue, and what to do.
import { m } from "#messages";
import type { IssueCreation } from "../contract.ts";

export const FAILURES: Record<NonNullable<IssueCreation["fault"]>, () => string> = {
  withdrawn: m.issue_creation_failed_withdrawn,
  unauthorized: m.issue_creation_failed_unauthorized,
  sso: m.issue_creation_failed_sso,
  forbidden: m.issue_creation_failed_forbidden,
  missing: m.issue_creation_failed_missing,
  gone: m.issue_creation_failed_gone,
  limited: m.issue_creation_failed_limited,
  invalid: m.issue_creation_failed_invalid,
  unavailable: m.issue_creation_failed_unavailable,
  unknown: m.issue_creation_failed_unknown,
};
