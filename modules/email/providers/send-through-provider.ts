// Makes one call to the provider, with a deadline. Never throws: failures are outcomes.
import { type EmailConfig } from "../variables.ts";
import { seconds } from "#kernel/clock/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { m } from "#messages";
import { cloudflare } from "./cloudflare.ts";
import type { OutboundMail, Outcome, Provider } from "./provider.ts";
import { resend } from "./resend.ts";
import { sendgrid } from "./sendgrid.ts";
import type { EmailProvider } from "../variables.ts";

const PROVIDERS: Readonly<Record<EmailProvider, Provider>> = { resend, cloudflare, sendgrid };
export const providerOf = (name: EmailProvider): Provider => PROVIDERS[name];

/** Deadline of a call; providers usually answer in less than a second. */
const DEADLINE = seconds(10);
/** Largest response that is read, in bytes; genuine ones are far shorter. */
const MAX_ANSWER = 64 * 1024;

/** Hands the mail to the provider. */
export async function sendThroughProvider(
  ctx: Pick<Ctx, "fetch" | "clock" | "log">,
  provider: Provider,
  mail: OutboundMail,
  email: EmailConfig,
): Promise<Outcome> {
  const { url, headers, body } = provider.requestOf(mail, email);
  if (!provider.idempotent && !(await isReachable(ctx, url)))
    return { kind: "retry", reason: m.email_provider_unreachable({ title: provider.title }) };
  try {
    const response = await ctx.fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json", "user-agent": "seed-desk", ...headers },
      body: JSON.stringify(body),
      redirect: "manual",
      signal: AbortSignal.timeout(DEADLINE),
    });
    const answer = { status: response.status, headers: response.headers, body: await jsonOf(response) };
    return provider.outcomeOf(answer, mail, ctx.clock.now());
  } catch (error) {
    ctx.log.warn("a mail provider did not answer", { provider: provider.name, error: String(error) });
    const late = error instanceof Error && error.name === "TimeoutError";
    const reason = late ? m.email_provider_late({ title: provider.title }) : m.email_provider_broke_off({ title: provider.title });
    return { kind: "ambiguous", reason, again: provider.idempotent };
  }
}

/**
 * Whether the provider is reachable. The runtime does not distinguish a connection that was never established from one that broke off, so
 * this is checked first where a retry is not safe: without network, not every mail must end in a review.
 */
async function isReachable(ctx: Pick<Ctx, "fetch">, url: string): Promise<boolean> {
  try {
    await ctx.fetch(new URL(url).origin, { method: "HEAD", redirect: "manual", signal: AbortSignal.timeout(DEADLINE) });
    return true;
  } catch {
    return false;
  }
}

async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text.length > MAX_ANSWER) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
