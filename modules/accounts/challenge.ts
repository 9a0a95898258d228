// Verifies the bot challenge (Cloudflare Turnstile). Any unclear outcome is a refusal.
import { seconds } from "#kernel/clock/index.ts";
import { misconfigured, Refusal } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { m } from "#messages";
import { challengeFailed } from "./errors.ts";
import { accountsConfig } from "./variables.ts";

export type ChallengeAction = "register" | "recover";
const SERVICE = "https://challenges.cloudflare.com";
const DEADLINE = seconds(5);
/** The challenge widget never sends a longer response. */
const MAX_RESPONSE = 2048;
const MAX_ANSWER = 16 * 1024;

/** Refuses unless the challenge was passed for this form, on this installation's own pages. Does nothing without CHALLENGE_SECRET. */
export async function requireChallenge(ctx: RequestCtx, action: ChallengeAction, response: string): Promise<void> {
  const { appOrigin, errors: configErrors } = ctx.config;
  const { challenge } = accountsConfig(ctx.config);
  const invalid = configErrors.map(({ variable }) => variable).filter((name) => name.startsWith("CHALLENGE_"));
  if (invalid.length > 0) throw misconfigured(invalid);
  if (!challenge) return;
  if (response === "" || response.length > MAX_RESPONSE || appOrigin === undefined) throw challengeFailed();
  const remoteip = ctx.request.headers.get("cf-connecting-ip") ?? undefined;
  const answer = await verdictOf(ctx, `${challenge.testBaseUrl ?? SERVICE}/turnstile/v0/siteverify`, {
    secret: challenge.secret,
    response,
    ...(remoteip === undefined ? {} : { remoteip }),
    idempotency_key: ctx.requestId,
  });
  const codes = Array.isArray(answer["error-codes"]) ? (answer["error-codes"] as unknown[]) : [];
  if (codes.some((code) => code === "missing-input-secret" || code === "invalid-input-secret")) throw misconfigured(["CHALLENGE_SECRET"]);
  if (codes.includes("internal-error")) throw unreachable();
  // A response issued for another site or another form is not accepted here.
  const right = answer["success"] === true && answer["hostname"] === new URL(appOrigin).hostname && answer["action"] === action;
  if (!right) throw challengeFailed();
}

async function verdictOf(ctx: RequestCtx, url: string, body: Record<string, string>): Promise<Record<string, unknown>> {
  try {
    const answer = await ctx.fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(body),
      redirect: "manual",
      signal: AbortSignal.timeout(DEADLINE),
    });
    const text = await answer.text();
    const json: unknown = answer.status >= 500 || text.length > MAX_ANSWER ? undefined : JSON.parse(text);
    if (typeof json === "object" && json !== null && !Array.isArray(json)) return json as Record<string, unknown>;
  } catch (error) {
    ctx.log.warn("the challenge service did not answer", { error: String(error) });
  }
  throw unreachable();
}

const unreachable = (): Refusal =>
  new Refusal(503, "unavailable", m.accounts_challenge_unanswered(), { retryAfter: 5 }, { "retry-after": "5" });
