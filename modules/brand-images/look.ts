// What cards of a project are drawn from: its settings, the widget's colour, the help center's name and logo.
import { notFound } from "#kernel/errors/index.ts";
import type { QueryResults } from "#kernel/db/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import { readSettings, textIn } from "#modules/help-center";
import { readPublicProfile } from "#modules/projects";
import { filePath } from "#modules/files/contract";
import { type CardLook, type Look, lookHash } from "./rules.ts";
import { readStoredSettings } from "./queries.ts";

/** What `lookFrom` needs, to be read together with something else. */
export const lookReads = (projectId: ProjectId) =>
  [readPublicProfile(projectId), readSettings(projectId), readStoredSettings(projectId)] as const;

/** 404 without the project. */
export function lookFrom([profile, center, settings]: QueryResults<ReturnType<typeof lookReads>>) {
  if (!profile || profile.gone) throw notFound();
  const logo = center?.images.logo?.fileId ?? null;
  const color = settings.color ?? profile.look.color;
  return {
    settings,
    logo,
    widgetColor: profile.look.color,
    open: center?.open === true,
    locales: center?.locales ?? [],
    /** What a card is drawn from in a language, and its hash. */
    in: (locale: string): CardLook => {
      const { title: name } = center ? textIn(center, locale) : { title: profile.name };
      const look: Look = { design: settings.design, color, name, logo };
      return { name, look: lookHash(look), design: settings.design, color, logo: logo === null ? null : filePath(logo) };
    },
  };
}
export type ProjectLook = ReturnType<typeof lookFrom>;
