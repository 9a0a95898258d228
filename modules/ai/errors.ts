// Why a call of a model was not made, or failed.
import { notConfigured, Refusal } from "#kernel/errors/index.ts";
import { m } from "#messages";
import { nextDay } from "./rules.ts";

/**
 * A ceiling of the day is reached. Which one is shown only to the team, on the usage page, because visitors get this refusal too.
 */
export function aiUnavailable(now: number): Refusal {
  const retryAfter = Math.max(1, Math.ceil((nextDay(now) - now) / 1000));
  return new Refusal(429, "ai_unavailable", m.ai_unavailable(), { retryAfter }, { "retry-after": String(retryAfter) });
}

/** `variables`: those that are missing; none if a model has to be chosen. */
export const modelNotConfigured = (variables: readonly string[], message: string): Refusal =>
  notConfigured("AI reply", [...variables], message);

/** The variables that such a refusal names; none of any other. */
export const missingVariables = ({ details }: Refusal): string[] =>
  Array.isArray(details["variables"]) ? details["variables"].map(String) : [];

/**
 * `key`: refused, or its account cannot pay. `model`: unknown to the provider. `input`: this request was refused, others may be accepted. `content`:
 * refused for what it says. `busy`, `down`, `late`, `unreachable`: it may work later. `unreadable`: the answer was none of its API. `stopped`: the
 * caller gave it up.
 */
export type ModelErrorKind =
  | "key"
  | "quota"
  | "model"
  | "input"
  | "content"
  | "busy"
  | "down"
  | "late"
  | "unreachable"
  | "unreadable"
  | "stopped";

/** Why a call failed. The message is a sentence without secrets and without anybody's text. */
export class ModelError extends Error {
  readonly kind: ModelErrorKind;
  /** The provider's own words, without keys. They may quote the request, so they are shown only to who wrote that. */
  readonly words: string;
  /** Seconds after which to try again, if the provider said so. */
  readonly after: number | undefined;
  constructor(kind: ModelErrorKind, message: string, { words = "", after }: { words?: string; after?: number | undefined } = {}) {
    super(message);
    this.name = "ModelError";
    this.kind = kind;
    this.words = words;
    this.after = after;
  }
}
