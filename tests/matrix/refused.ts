// Checks every refusal: a documented status and code, an explanation, and no trace.
import type { TestAnswer } from "./requests.ts";
import type { World } from "./world.ts";

/** Statuses and their codes, as the wire's contract documents them. */
const DOCUMENTED: Readonly<Record<number, readonly string[]>> = {
  400: ["invalid_request"],
  401: ["unauthenticated"],
  403: ["forbidden"],
  404: ["not_found"],
  409: ["stale_frontier", "conflict", "setup_closed"],
  411: ["length_required"],
  413: ["too_large"],
  415: ["unsupported_type"],
  426: ["upgrade_required"],
  429: ["rate_limited", "ai_unavailable"],
  503: ["not_configured", "misconfigured"],
};

/** The problem with an answer that should have status `expected`; empty when there is none. Restores the world. */
export function refusalProblem(world: World, answer: TestAnswer, expected: number): string {
  const changed = world.undo();
  if (answer.status !== expected) return `${answer.status} instead of ${expected}: ${answer.text.slice(0, 200)}`;
  if (changed !== "") return `refused with ${answer.status}, and yet ${changed}`;
  let body: Record<string, unknown>;
  try {
    body = JSON.parse(answer.text) as Record<string, unknown>;
  } catch {
    return `${answer.status} without JSON: ${answer.text.slice(0, 200)}`;
  }
  const { error, code, issues } = body;
  if (typeof error !== "string" || error === "" || typeof code !== "string" || DOCUMENTED[answer.status]?.includes(code) !== true)
    return `${answer.status} with an undocumented body: ${answer.text.slice(0, 200)}`;
  if (
    answer.status === 400 &&
    !(
      Array.isArray(issues) &&
      issues.length > 0 &&
      issues.every((i: Record<string, unknown>) => typeof i["path"] === "string" && typeof i["message"] === "string")
    )
  )
    return `400 without issues: ${answer.text.slice(0, 200)}`;
  if (/\bat .*\.(js|ts):\d|SQLITE|D1_ERROR|SELECT |INSERT /.test(answer.text)) return `tells of the inside: ${answer.text.slice(0, 200)}`;
  return "";
}
