// The help center as its pages show it: the project's branding and settings. Stored as a small site config that every page request reads
// first.
import type { FileId, ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import type { PublicProfile } from "#modules/projects";
import type { ImageUse } from "../images/contract.ts";
import type { LegalLink } from "./contract.ts";

/** Name and description in one language. */
export interface CenterText {
  readonly title: string;
  readonly description: string;
}
/** An image of the help center and its size in pixels. */
export interface CenterImage {
  readonly fileId: FileId;
  readonly width: number;
  readonly height: number;
}
export type CenterImages = { readonly [use in ImageUse]?: CenterImage };

export interface Settings {
  readonly open: boolean;
  readonly title: string;
  readonly description: string;
  readonly defaultLocale: string;
  readonly locales: readonly string[];
  /** By locale, for other languages than the default one. An empty text falls back to the default language's. */
  readonly translations: Readonly<Record<string, CenterText>>;
  readonly images: CenterImages;
  /** The company's own origin in front of the pages; null for the installation's. */
  readonly domain: string | null;
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
  translations: {},
  images: {},
  domain: null,
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
  /** Absent, like the next two, in site configs of older versions. */
  readonly translations?: Settings["translations"];
  readonly images?: CenterImages;
  readonly domain?: string | null;
  readonly color: string;
  /** Whether articles name their authors. Absent in site configs of older versions. */
  readonly authors?: boolean;
  /** Whether "Contact us" leads to the contact form. */
  readonly contactForm: boolean;
  /** The address behind "Contact us" without the form; null for none. */
  readonly contact: string | null;
  /** The origin that absolute addresses name: the company's own domain, else the application's; "" if neither is configured. */
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
    translations: settings.translations,
    images: settings.images,
    domain: settings.domain,
    links: settings.links,
    color: profile.look.color,
    authors: settings.authors,
    contactForm: settings.contactForm && mail,
    contact: settings.contact ?? profile.websiteOrigin,
    origin: settings.domain ?? origin,
  };
}

/** Name and description in a language; what is missing falls back to the default language. */
export function textIn(of: CenterText & { readonly translations?: Settings["translations"] }, locale: string): CenterText {
  const own = of.translations?.[locale];
  return { title: own?.title || of.title, description: own?.description || of.description };
}
/** The help center with its name and description in a language. */
export const inLocale = (center: Center, locale: string): Center => ({ ...center, ...textIn(center, locale) });

/** The part of a context that rendering a page needs, in a request or a job. */
export type RenderCtx = Pick<Ctx, "env" | "db" | "config" | "clock" | "log" | "fetch" | "after" | "registry">;
