// Reads and saves the settings of a project's help center.
import { actorOf, type MemberPrincipal } from "#kernel/auth/index.ts";
import { isoOrNull } from "#kernel/clock/index.ts";
import { notFound, Refusal } from "#kernel/errors/index.ts";
import { appOrigin, type RequestCtx } from "#kernel/http/index.ts";
import { wakeJobs, writeJobs } from "#kernel/jobs/index.ts";
import { readTakesAnswers } from "#modules/email";
import { type PublicProfile, isMember, readPublicProfile, writeAudit } from "#modules/projects";
import { sql } from "#kernel/db/index.ts";
import { mailRequirements } from "./mail-requirements.ts";
import { initialSettings, type Settings } from "./center.ts";
import type { HelpSettings } from "./contract.ts";
import { renderAll } from "#modules/articles";
import { m } from "#messages";
import { readRendering } from "./run-queries.ts";
import { settingsChanges } from "./settings-audit.ts";
import { type GivenSettings, readSettings, writeSettings } from "./settings-queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;
type Rendering = { renderedAt: number | null; waiting: boolean; failed: boolean };

function shown(
  ctx: Ctx,
  profile: PublicProfile | undefined,
  saved: Settings | undefined,
  rendering: Rendering | undefined,
  answers: boolean,
): HelpSettings {
  if (!profile || profile.gone) throw notFound();
  const { open, title, description, defaultLocale, locales, links, contact, authors, contactForm, revision } =
    saved ?? initialSettings(profile.name);
  const { renderedAt = null, waiting = false, failed = false } = rendering ?? {};
  return {
    open,
    title,
    description,
    defaultLocale,
    locales: [...locales],
    links: [...links],
    contact,
    authors,
    contactForm,
    contactFormNeeds: mailRequirements(ctx.config, answers),
    revision,
    address: `${appOrigin(ctx.config, ctx.url)}/help/${profile.slug}`,
    website: profile.websiteOrigin,
    rendering: {
      state: failed ? "failed" : waiting ? "waiting" : renderedAt === null ? "none" : "done",
      renderedAt: isoOrNull(renderedAt),
    },
  };
}
const parts = (ctx: Ctx) => {
  const { projectId } = ctx.caller;
  return [readPublicProfile(projectId), readSettings(projectId), readRendering(projectId), readTakesAnswers(projectId)] as const;
};

export async function helpSettings(ctx: Ctx): Promise<HelpSettings> {
  return shown(ctx, ...(await ctx.db.read(...parts(ctx))));
}

const ADMINS = ["owner", "admin"] as const;
/**
 * Saves the settings and renders all pages. Identical settings succeed without a change; an outdated revision is refused with the newer
 * settings.
 */
export async function saveSettings(ctx: Ctx, given: GivenSettings): Promise<HelpSettings> {
  const { projectId, accountId } = ctx.caller;
  const now = ctx.clock.now();
  const [before] = await ctx.db.read(readSettings(projectId));
  const job = renderAll(projectId, now);
  const saved = sql`EXISTS (SELECT 1 FROM help_centers WHERE project_id = ${projectId} AND revision = ${given.revision + 1} AND updated_at = ${now} AND updated_by = ${accountId})`;
  const rows = await ctx.db.commitAndRead(
    [
      writeSettings(projectId, given, accountId, now, isMember(projectId, accountId, ADMINS)),
      writeJobs([job], now, saved),
      writeAudit(
        { projectId, actor: actorOf(ctx.caller), action: "help.settings_changed", changes: settingsChanges(before, given), now },
        saved,
      ),
    ],
    ...parts(ctx),
  );
  const answer = shown(ctx, ...rows);
  if (!isSame(answer, given))
    throw new Refusal(409, "stale_frontier", m.help_center_settings_moved(), {
      revision: answer.revision,
      settings: answer,
    });
  if (answer.revision === given.revision + 1) wakeJobs(ctx, [job.id]);
  return answer;
}
function isSame(now: HelpSettings, given: GivenSettings): boolean {
  const { open, title, description, defaultLocale, locales, links, contact, authors, contactForm = now.contactForm } = given;
  return (
    JSON.stringify([open, title, description, defaultLocale, locales, links, contact, authors, contactForm]) ===
    JSON.stringify([
      now.open,
      now.title,
      now.description,
      now.defaultLocale,
      now.locales,
      now.links,
      now.contact,
      now.authors,
      now.contactForm,
    ])
  );
}

/** Renders every page again, for instance after an upgrade changed their design. */
export async function renderAgain(ctx: Ctx): Promise<HelpSettings> {
  const { projectId, accountId } = ctx.caller;
  const now = ctx.clock.now();
  const job = renderAll(projectId, now);
  const rows = await ctx.db.commitAndRead([writeJobs([job], now, isMember(projectId, accountId, ADMINS))], ...parts(ctx));
  wakeJobs(ctx, [job.id]);
  return shown(ctx, ...rows);
}
