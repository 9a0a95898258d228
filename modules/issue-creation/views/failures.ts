// Why GitHub created no issue, or can't be asked about one at the moment, and what to do.
import { m } from "#messages";
import type { IssueCreation } from "../contract.ts";

export const FAILURES: Record<NonNullable<IssueCreation["fault"]>, () => string> = {
  withdrawn: m.issue_creation_failed_withdrawn,
  unauthorized: m.issue_creation_failed_unauthorized,
  sso: m.issue_creation_failed_sso,
  suspended: m.issue_creation_failed_suspended,
  forbidden: m.issue_creation_failed_forbidden,
  missing: m.issue_creation_failed_missing,
  gone: m.issue_creation_failed_gone,
  limited: m.issue_creation_failed_limited,
  invalid: m.issue_creation_failed_invalid,
  unavailable: m.issue_creation_failed_unavailable,
  changed: m.issue_creation_failed_changed,
  unknown: m.issue_creation_failed_unknown,
};
/** While the outcome is open. What is not listed here ends the waiting. */
export const WAITS: Partial<Record<NonNullable<IssueCreation["fault"]>, () => string>> = {
  withdrawn: m.issue_creation_waits_withdrawn,
  unauthorized: m.issue_creation_waits_unauthorized,
  sso: m.issue_creation_waits_sso,
  suspended: m.issue_creation_waits_suspended,
  forbidden: m.issue_creation_waits_forbidden,
  missing: m.issue_creation_waits_missing,
  gone: m.issue_creation_waits_gone,
  limited: m.issue_creation_waits_limited,
  unavailable: m.issue_creation_waits_unavailable,
};
