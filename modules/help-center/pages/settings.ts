// Reads and saves the settings of a project's help center.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { isoOrNull } from "#kernel/clock/index.ts";
import { invalidRequest, notFound, Refusal } from "#kernel/errors/index.ts";
import { appOrigin, type RequestCtx } from "#kernel/http/index.ts";
import { wakeJobs, writeJobs } from "#kernel/jobs/index.ts";
import type { FileId } from "#kernel/ids/index.ts";
import { areUnattached, writeKeep, writeRemoveKept } from "#modules/files";
import { filePath } from "#modules/files/contract";
import { readTakesAnswers } from "#modules/email";
import { type PublicProfile, isMember, readPublicProfile, audit } from "#modules/projects";
import { sql } from "#kernel/db/index.ts";
import { mailRequirements } from "./mail-requirements.ts";
import { type CenterImage, type CenterImages, initialSettings, type Settings } from "./center.ts";
import type { HelpSettings, saveHelpSettings } from "./contract.ts";
import { type HelpImage, IMAGE_USES } from "../images/contract.ts";
import { ownerOfImages, readImageSize } from "../images/store-image.ts";
import { renderAll } from "#modules/articles";
import { m } from "#messages";
import type { InferOutput } from "valibot";
import { readRendering } from "./run-queries.ts";
import { settingsChanges } from "./settings-audit.ts";
import { type GivenSettings, readSettings, writeSettings } from "./settings-queries.ts";

type SettingsBody = InferOutput<(typeof saveHelpSettings)["body"]>;
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
  const { open, title, description, defaultLocale, locales, translations, images, domain, links, contact, authors, contactForm, revision } =
    saved ?? initialSettings(profile.name);
  const { renderedAt = null, waiting = false, failed = false } = rendering ?? {};
  return {
    open,
    title,
    description,
    defaultLocale,
    locales: [...locales],
    translations,
    images: { logo: shownImage(images.logo), logoDark: shownImage(images.logoDark), cover: shownImage(images.cover) },
    domain,
    links: [...links],
    contact,
    authors,
    contactForm,
    contactFormNeeds: mailRequirements(ctx.config, answers),
    revision,
    address: `${domain ?? appOrigin(ctx.config, ctx.url)}/help/${profile.slug}`,
    website: profile.websiteOrigin,
    rendering: {
      state: failed ? "failed" : waiting ? "waiting" : renderedAt === null ? "none" : "done",
      renderedAt: isoOrNull(renderedAt),
    },
  };
}
const shownImage = (image: CenterImage | undefined): HelpImage | null => (image ? { ...image, url: filePath(image.fileId) } : null);
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
export async function saveSettings(ctx: Ctx, body: SettingsBody): Promise<HelpSettings> {
  const { projectId, accountId } = ctx.caller;
  const [profile, before] = await ctx.db.read(readPublicProfile(projectId), readSettings(projectId));
  const current = before ?? initialSettings(profile?.name ?? "");
  const { images, added, dropped } = await imagesToSave(ctx, current.images, body.images);
  const given: GivenSettings = {
    ...body,
    translations: keptTranslations(body.translations ?? current.translations, body),
    images,
    domain: body.domain === undefined ? current.domain : body.domain,
  };
  const now = ctx.clock.now();
  const job = renderAll(projectId, now);
  const saved = sql`EXISTS (SELECT 1 FROM help_centers WHERE project_id = ${projectId} AND revision = ${given.revision + 1} AND updated_at = ${now} AND updated_by = ${accountId})`;
  const rows = await ctx.db.commitAndRead(
    [
      writeSettings(
        projectId,
        given,
        accountId,
        now,
        sql`${isMember(projectId, accountId, ADMINS)} AND ${areUnattached(projectId, ownerOfImages(ctx.caller), added)}`,
      ),
      ...added.map((id) => writeKeep(projectId, id, saved)),
      ...dropped.map((id) => writeRemoveKept(projectId, id, saved)),
      writeJobs([job], now, saved),
      audit(ctx, "help.settings_changed", { changes: settingsChanges(current, given) }, saved),
    ],
    ...parts(ctx),
  );
  const answer = shown(ctx, ...rows);
  const same = isSame(answer, given);
  // Nobody else saved, so the files were missing.
  if (!same && added.length > 0 && answer.revision === given.revision)
    throw invalidRequest([{ path: "images", message: m.help_center_image_gone() }]);
  if (!same)
    throw new Refusal(409, "stale_frontier", m.help_center_settings_moved(), {
      revision: answer.revision,
      settings: answer,
    });
  if (answer.revision === given.revision + 1) wakeJobs(ctx, [job.id]);
  return answer;
}
function isSame(now: HelpSettings, given: GivenSettings): boolean {
  const { images, contactForm = now.contactForm } = given;
  return (
    JSON.stringify([...PARTS.map((part) => given[part]), contactForm, ...IMAGE_USES.map((use) => images[use]?.fileId ?? null)]) ===
    JSON.stringify([...PARTS.map((part) => now[part]), now.contactForm, ...IMAGE_USES.map((use) => now.images[use]?.fileId ?? null)])
  );
}
const PARTS = [
  "open",
  "title",
  "description",
  "defaultLocale",
  "locales",
  "translations",
  "domain",
  "links",
  "contact",
  "authors",
] as const satisfies readonly (keyof GivenSettings)[];

/** The translations to store: of offered languages other than the default one, in their order, and without empty ones. */
function keptTranslations(given: Settings["translations"], { locales, defaultLocale }: SettingsBody): Settings["translations"] {
  const kept = locales.flatMap((locale) => {
    const { title = "", description = "" } = given[locale] ?? {};
    return locale === defaultLocale || (title === "" && description === "") ? [] : [[locale, { title, description }] as const];
  });
  return Object.fromEntries(kept);
}

/** The images to store, the uploads that are new among them, and the files that are no longer shown. */
async function imagesToSave(
  ctx: Ctx,
  before: CenterImages,
  given: SettingsBody["images"],
): Promise<{ images: CenterImages; added: readonly FileId[]; dropped: readonly FileId[] }> {
  if (!given) return { images: before, added: [], dropped: [] };
  const stored = new Map(Object.values(before).map((image) => [image.fileId, image]));
  const wanted = [...new Set(IMAGE_USES.flatMap((use) => given[use] ?? []))];
  const added = wanted.filter((id) => !stored.has(id));
  for (const fileId of added) {
    const size = await readImageSize(ctx, fileId);
    if (!size) throw invalidRequest([{ path: "images", message: m.help_center_image_gone() }]);
    stored.set(fileId, { fileId, ...size });
  }
  const images = Object.fromEntries(
    IMAGE_USES.flatMap((use) => {
      const image = stored.get(given[use] ?? ("" as FileId));
      return image ? [[use, image]] : [];
    }),
  );
  return { images, added, dropped: [...stored.keys()].filter((id) => !wanted.includes(id)) };
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
