// The help center as its pages show it: the project's branding and the settings, and the small manifest that every reader's request starts
// with.
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import type { Face } from "#modules/projects";
import type { LegalLink } from "./contract.ts";

export interface Settings {
  readonly open: boolean;
  readonly title: string;
  readonly description: string;
  readonly defaultLocale: string;
  readonly locales: readonly string[];
  readonly links: readonly LegalLink[];
  readonly contact: string | null;
  /** Whether articles name who published them. */
  readonly authors: boolean;
  /** Readers write from the pages, where mail lets them. */
  readonly contactForm: boolean;
  readonly revision: number;
}
/** Of a project that has set nothing yet. */
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

/** What every page is drawn from. It is the manifest's content too, so that pages of the moment need no database for their frame. */
export interface Center {
  readonly projectId: ProjectId;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly defaultLocale: string;
  readonly locales: readonly string[];
  readonly links: readonly LegalLink[];
  readonly color: string;
  /** Whether articles name who published them; a manifest of an older version does not say. */
  readonly authors?: boolean;
  /** "Contact us" leads to the form: readers write here. */
  readonly contactForm: boolean;
  /** Where it leads else: an address, or null for nowhere. */
  readonly contact: string | null;
  /** The application's origin; "" while none is set. */
  readonly origin: string;
}

/** Undefined while readers see nothing: closed, or its project was deleted. `mail` = whether mail works as the contact form needs it. */
export function centerOf(
  projectId: ProjectId,
  face: Face | undefined,
  settings: Settings | undefined,
  origin: string,
  mail: boolean,
): Center | undefined {
  if (!face || face.gone || settings?.open !== true) return undefined;
  return {
    projectId,
    slug: face.slug,
    title: settings.title,
    description: settings.description,
    defaultLocale: settings.defaultLocale,
    locales: settings.locales,
    links: settings.links,
    color: face.look.color,
    authors: settings.authors,
    contactForm: settings.contactForm && mail,
    contact: settings.contact ?? face.websiteOrigin,
    origin,
  };
}

/** What drawing a page takes of a request or a job. */
export type DrawCtx = Pick<Ctx, "env" | "db" | "config" | "clock" | "log" | "fetch" | "after" | "registry">;
