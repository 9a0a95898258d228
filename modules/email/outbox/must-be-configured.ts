import { emailConfig, missingForSending } from "../variables.ts";
import { notConfigured } from "#kernel/errors/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { m } from "#messages";

/** Throws `not_configured` with the names of the missing variables when no mail can be sent. */
export function mustBeConfigured(ctx: Pick<Ctx, "config">): void {
  const missing = missingForSending(emailConfig(ctx.config));
  if (missing.length > 0) throw notConfigured("email", missing, m.email_not_configured({ missing: missing.join(", ") }));
}
