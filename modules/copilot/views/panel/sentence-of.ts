// Why a request for help failed, as a sentence.
import { locale } from "#dashboard/locale.ts";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { CallError } from "#kernel/wire/route.ts";
import { m } from "#messages";

const time = (at: number): string => new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit" }).format(new Date(at));

export const isCeiling = (error: unknown): error is CallError => error instanceof CallError && error.problem.code === "ai_unavailable";
export const isNotConfigured = (error: unknown): error is CallError =>
  error instanceof CallError && error.problem.code === "not_configured";

/** The server's sentence; for a ceiling when it resets, because the server's own words are those that visitors get. */
export function sentenceOf(error: unknown): string {
  if (!isCeiling(error)) return messageOf(error);
  return m.copilot_failed_ceiling({ time: time(Date.now() + (error.problem.retryAfter ?? 0) * 1000) });
}
