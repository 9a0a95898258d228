// What an answer of the service means. Pure: an error is an outcome, and nothing is ever made up.
import type { CallAnswer } from "#kernel/safe-fetch/index.ts";
import { textOf } from "#kernel/safe-fetch/index.ts";
import type { Outcome, RunState } from "../contract.ts";
import type { ActionDefinition } from "../contract/schema.ts";
import { type Told, toldOf } from "./read-answer.ts";

export interface Judged {
  readonly state: Exclude<RunState, "started">;
  readonly outcome: Outcome;
  readonly status: number | null;
  readonly told: readonly Told[];
}

/** The JSON of an answer; undefined if it is none. */
export function jsonOf(answer: Extract<CallAnswer, { ok: true }>): unknown {
  if (!/^application\/(?:[\w.+-]*\+)?json$/.test(answer.type)) return undefined;
  try {
    return JSON.parse(textOf(answer)) as unknown;
  } catch {
    return undefined;
  }
}

export function judgeAnswer(action: Pick<ActionDefinition, "kind" | "told">, answer: CallAnswer, secrets: readonly string[]): Judged {
  const changes = action.kind === "changes";
  const ends = (state: Judged["state"], outcome: Outcome, told: readonly Told[] = []): Judged => ({
    ...{ state, outcome, told },
    status: answer.status ?? null,
  });
  // The service may have done it before the answer got lost. A repetition could do it twice, so a person has to look.
  const unclear = (outcome: Outcome): Judged => ends(changes ? "unknown" : "failed", outcome);
  if (!answer.ok) {
    switch (answer.reason) {
      case "address":
        return ends("failed", "address");
      case "redirects":
        return unclear("redirect");
      // The status says what happened; only the details are lost.
      case "too_large":
        return changes && isSuccess(answer.status ?? 0) ? ends("done", "done") : unclear("too_large");
      case "timeout":
      case "unreachable":
        return unclear(answer.reason);
    }
  }
  const { status } = answer;
  if (status >= 500 || status === 408) return unclear("down");
  if (status === 429) return ends("failed", "busy");
  if (status === 404 || status === 410) return ends("failed", "not_found");
  if (!isSuccess(status)) return ends("failed", "refused");
  const json = jsonOf(answer);
  const told = json === undefined ? [] : toldOf(json, action.told, secrets);
  if (changes) return ends("done", "done", told);
  if (json === undefined) return ends("failed", "not_json");
  return told.length === 0 ? ends("failed", "nothing_told") : ends("done", "done", told);
}
const isSuccess = (status: number): boolean => status >= 200 && status < 300;
