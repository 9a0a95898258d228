// Calls the service of an action: opens its secrets, builds the request, and judges the answer. It stores nothing.
import { seconds } from "#kernel/clock/index.ts";
import { decrypt, DecryptionError, encryptionFault } from "#kernel/encryption/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { type CallAnswer, safeCall } from "#kernel/safe-fetch/index.ts";
import type { Outcome } from "../contract.ts";
import type { InputValues } from "../contract/schema.ts";
import { type StoredAction } from "../queries.ts";
import { type ActionRequest, buildRequest, type ContactValues } from "./build-request.ts";
import { type Judged, judgeAnswer } from "./judge-answer.ts";

export const TIMEOUT = seconds(10);
export const MAX_BYTES = 64 * 1024;
/** What needs the key, as refusals name it. */
export const CAPABILITY = "assistant-actions";
export const secretPlace = (projectId: ProjectId, actionId: string) => ({ projectId, purpose: `assistant-actions/headers/${actionId}` });

export interface Called {
  readonly judged: Judged;
  /** Undefined if nothing was sent. */
  readonly request: ActionRequest | undefined;
  readonly answer: CallAnswer | undefined;
  /** To be masked in whatever is shown. */
  readonly secrets: readonly string[];
  /** Milliseconds. */
  readonly took: number;
}
type World = Omit<Ctx, "caller">;

export async function callAction(
  ctx: World,
  action: StoredAction,
  inputs: InputValues,
  contact: ContactValues,
  idempotencyKey: string | undefined,
): Promise<Called> {
  const nothing = (outcome: Outcome): Called => ({
    judged: { state: "failed", outcome, status: null, told: [] },
    ...{ request: undefined, answer: undefined, secrets: [], took: 0 },
  });
  if (!action.hosts.includes(action.host)) return nothing("host");
  const opened = await secretsOf(ctx, action);
  if (typeof opened === "string") return nothing(opened);
  const request = buildRequest(action.definition, inputs, contact, opened, idempotencyKey);
  if (!request) return nothing("inputs");
  const began = ctx.clock.now();
  const answer = await safeCall(ctx, request.url, { ...request, maxBytes: MAX_BYTES, timeout: TIMEOUT });
  const secrets = Object.values(opened);
  return { judged: judgeAnswer(action.definition, answer, secrets), request, answer, secrets, took: ctx.clock.now() - began };
}

/** The values of the secret headers by name, or why they can't be used. */
async function secretsOf(ctx: World, action: StoredAction): Promise<Readonly<Record<string, string>> | Outcome> {
  const { headers } = action.definition;
  if (headers.length === 0) return {};
  if (headers.some((name) => !action.secretNames.includes(name))) return "secret_missing";
  if (encryptionFault(ctx.config, CAPABILITY)) return "not_configured";
  try {
    const stored = await decrypt(ctx.config, secretPlace(action.projectId, action.id), action.secrets ?? "", CAPABILITY);
    const values = JSON.parse(stored) as Record<string, string>;
    return Object.fromEntries(headers.map((name) => [name, values[name] ?? ""]));
  } catch (error) {
    if (error instanceof DecryptionError) return "secret_unreadable";
    throw error;
  }
}
