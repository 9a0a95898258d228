// The help center as its pages show it: the project's branding and settings. Stored as a small site config that every page request reads
// first.
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import type { PublicProfile } from "#modules/projects";
import type { LegalLink } from "./contract.ts";

export interface Settings {
  readonly open: boolean;
  readonly title: string;
  readonly description: string;
  readonly defaultLocale: string;
  readonly locales: readonly string[];
  readonly links: readonly LegalLink[];
  readonly contact: string | null;
  /** Whether articles name the member who published them. */
  readonly authors: boolean;
  /** Whether the contact form is on. It also needs working mail; see mail-requirements.ts. */
  readonly contactForm: boolean;
  readonly revision: number;
}
/** Settings of a project that has not saved any. */
export const initialSettings = (name: string): Settings => ({
  open: false,
  title: name,
  description: "",
  defaultLocale: "en",
  locales: ["en"],
  links: [],
  contact: null,
  authors: false,
  contactForm: true,
  revision: 0,
});

/**
 * Everything that the frame of a page is rendered from. Also the content of the site config, so that pages rendered on request need no database
 * query for their frame.
 */
export interface Center {
  readonly projectId: ProjectId;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly defaultLocale: string;
  readonly locales: readonly string[];
  readonly links: readonly LegalLink[];
  readonly color: string;
  /** Whether articles name their authors. Absent in site configs of older versions. */
  readonly authors?: boolean;
  /** Whether "Contact us" leads to the contact form. */
  readonly contactForm: boolean;
  /** The address behind "Contact us" without the form; null for none. */
  readonly contact: string | null;
  /** The application's origin; "" if none is configured. */
  readonly origin: string;
}

/** Undefined while the help center is closed or its project deleted. `mail`: whether mail is set up as the contact form needs it. */
export function centerOf(
  projectId: ProjectId,
  profile: PublicProfile | undefined,
  settings: Settings | undefined,
  origin: string,
  mail: boolean,
): Center | undefined {
  if (!profile || profile.gone || settings?.open !== true) return undefined;
  return {
    projectId,
    slug: profile.slug,
    title: settings.title,
    description: settings.description,
    defaultLocale: settings.defaultLocale,
    locales: settings.locales,
    links: settings.links,
    color: profile.look.color,
    authors: settings.authors,
    contactForm: settings.contactForm && mail,
    contact: settings.contact ?? profile.websiteOrigin,
    origin,
  };
}

/** The part of a context that rendering a page needs, in a request or a job. */
export type RenderCtx = Pick<Ctx, "env" | "db" | "config" | "clock" | "log" | "fetch" | "after" | "registry">;
