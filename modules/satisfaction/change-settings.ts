// Reads and changes how a project asks.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { conflict, notConfigured } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { m } from "#messages";
import { missingForLinks } from "#modules/email";
import { audit, changesBetween } from "#modules/projects";
import type { GivenSettings, SatisfactionSettings } from "./contract.ts";
import { mayChange, readStored, writeStored } from "./settings-queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;

export async function showSettings(ctx: Ctx): Promise<SatisfactionSettings> {
  const [stored] = await ctx.db.read(readStored(ctx.caller.projectId));
  return { ...stored, missing: missingForLinks(ctx.config) };
}

/** Stores the settings; 409 if somebody stored others since the revision that these began with. */
export async function changeSettings(ctx: Ctx, given: GivenSettings): Promise<SatisfactionSettings> {
  const { projectId, accountId } = ctx.caller;
  const missing = missingForLinks(ctx.config);
  if (given.on && given.byMail && missing.length > 0)
    throw notConfigured("email", missing, m.satisfaction_not_configured({ missing: missing.join(", ") }));
  const when = mayChange(projectId, given.revision, accountId);
  const { revision } = given;
  const [before] = await ctx.db.read(readStored(projectId));
  const changes = changesBetween({ ...before, revision }, { ...given });
  const [stored] = await ctx.db.commitAndRead(
    [audit(ctx, "satisfaction.changed", { changes }, when), writeStored(projectId, given, when)],
    readStored(projectId),
  );
  // A repeated request finds what it stored.
  if (JSON.stringify(stored) !== JSON.stringify(inOrder({ ...given, revision: given.revision + 1 })))
    throw conflict(m.satisfaction_changed_meanwhile());
  return { ...stored, missing };
}
/** In the order of what is read, so that texts can be compared. */
const inOrder = (s: GivenSettings): GivenSettings => ({
  ...{ on: s.on, question: s.question, scale: s.scale, inWidget: s.inWidget, byMail: s.byMail },
  ...{ widgetDelay: s.widgetDelay, mailDelay: s.mailDelay, quietDays: s.quietDays },
  ...{ afterBulk: s.afterBulk, afterAssistant: s.afterAssistant, revision: s.revision },
});
