// Wire contract of the public pages and the help center's settings. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { line, prose, Revision, Time } from "#kernel/wire/values.ts";
import { ARTICLE_PREVIEW } from "#modules/articles/contract";
import { Locale } from "#modules/retrieval/contract";
import { m } from "#messages";
import * as v from "valibot";

export const MAX_LOCALES = 20;
export const MAX_LINKS = 10;
/** Maximum length of a search query, in characters. */
export const MAX_QUERY = 200;

// @__NO_SIDE_EFFECTS__
const webAddress = (says: () => string, schemes: readonly string[]) =>
  v.pipe(
    line(500),
    v.check(
      (text) => URL.canParse(text) && schemes.includes(new URL(text).protocol) && !/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(text),
      says,
    ),
  );
export const LegalLink = v.strictObject({
  label: line(60),
  url: webAddress(m.help_center_https_address, ["https:", "http:"]),
});
export type LegalLink = v.InferOutput<typeof LegalLink>;
/** Where "Contact us" leads without the contact form. */
export const Contact = webAddress(m.help_center_https_or_mailto, ["https:", "http:", "mailto:"]);

export const HelpSettings = v.object({
  open: v.boolean(),
  title: v.string(),
  description: v.string(),
  defaultLocale: Locale,
  locales: v.array(Locale),
  links: v.array(LegalLink),
  contact: v.nullable(v.string()),
  /** Whether articles name the member who published them. */
  authors: v.boolean(),
  /** Whether the contact form is on. It also needs working mail. */
  contactForm: v.boolean(),
  /** What the contact form still lacks for mail. */
  contactFormNeeds: v.object({
    /** Names of the missing environment variables. */
    variables: v.array(v.string()),
    /** Whether the project has a reply address, so that answers reach it. */
    replyAddress: v.boolean(),
  }),
  revision: Revision,
  /** The public address. */
  address: v.string(),
  /** The website that "Contact us" leads to if no address is set. */
  website: v.nullable(v.string()),
  rendering: v.object({
    /** `none`: never rendered. `waiting`: changes have not reached readers yet. */
    state: v.picklist(["none", "waiting", "done", "failed"]),
    renderedAt: v.nullable(Time),
  }),
});
export type HelpSettings = v.InferOutput<typeof HelpSettings>;

const inProject = { projectId: idOf("project") };
export const readHelpSettings = route({
  name: "readHelpSettings",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/help/settings",
  who: "member",
  params: inProject,
  reply: HelpSettings,
});
/** Saves all settings. `revision`: the one that the admin saw. Saving identical settings again succeeds without a change. */
export const saveHelpSettings = route({
  name: "saveHelpSettings",
  method: "PUT",
  path: "/api/management/projects/:projectId/help/settings",
  who: "admin",
  params: inProject,
  body: v.pipe(
    v.strictObject({
      revision: Revision,
      open: v.boolean(),
      title: line(100),
      description: prose(400, 0),
      defaultLocale: Locale,
      locales: v.pipe(
        v.array(Locale),
        v.minLength(1),
        v.maxLength(MAX_LOCALES, () => m.help_center_too_many_languages({ max: MAX_LOCALES })),
      ),
      links: v.pipe(
        v.array(LegalLink),
        v.maxLength(MAX_LINKS, () => m.help_center_too_many_links({ max: MAX_LINKS })),
      ),
      contact: v.nullable(Contact),
      authors: v.optional(v.boolean(), false),
      /** Absent: keeps the stored value. */
      contactForm: v.optional(v.boolean()),
    }),
    v.check((given) => new Set(given.locales).size === given.locales.length, m.help_center_language_twice),
    v.check((given) => given.locales.includes(given.defaultLocale), m.help_center_default_language),
  ),
  reply: HelpSettings,
  errors: ["stale_frontier"],
});
/** Renders every page again, in the background. */
export const renderHelpCenter = route({
  name: "renderHelpCenter",
  method: "POST",
  path: "/api/management/projects/:projectId/help/render",
  who: "admin",
  params: inProject,
  body: v.strictObject({}),
  reply: HelpSettings,
});
/** Returns the draft as its page will look. */
export const previewArticle = route({
  name: "previewArticle",
  method: "GET",
  path: ARTICLE_PREVIEW,
  who: "member",
  params: { ...inProject, articleId: idOf("article") },
  query: v.object({ locale: v.optional(Locale) }),
  reply: "raw",
});

// Deliberately lenient: an invalid slug gets the same "not found" page as an unknown one.
const Slug = v.pipe(v.string(), v.maxLength(500));
const AnyLocale = v.pipe(v.string(), v.maxLength(20));
/** Redirects to the reader's best language. */
export const openHelpCenter = route({
  name: "openHelpCenter",
  method: "GET",
  path: "/help/:projectSlug",
  who: "anyone",
  params: { projectSlug: Slug },
  reply: "raw",
});
/** The search page for readers without scripts. */
export const searchHelpCenter = route({
  name: "searchHelpCenter",
  method: "GET",
  path: "/help/:projectSlug/:locale/search",
  who: "anyone",
  params: { projectSlug: Slug, locale: AnyLocale },
  reply: "raw",
  errors: ["rate_limited"],
});
/** The page after feedback; after a "no" it has a form for a comment. */
export const thankReader = route({
  name: "thankReader",
  method: "GET",
  path: "/help/:projectSlug/:locale/feedback",
  who: "anyone",
  params: { projectSlug: Slug, locale: AnyLocale },
  reply: "raw",
});
/** Takes yes or no below an article, and then a comment. Plain forms, so that it works without scripts. */
export const sendFeedback = route({
  name: "sendFeedback",
  method: "POST",
  path: "/help/:projectSlug/:locale/feedback",
  who: "anyone",
  params: { projectSlug: Slug, locale: AnyLocale },
  body: "raw",
  reply: "raw",
  status: 303,
  errors: ["rate_limited"],
});
/** Serves every other page from the object store, without a database query. */
export const readHelpPage = route({
  name: "readHelpPage",
  method: "GET",
  path: "/help/:projectSlug/*",
  who: "anyone",
  params: { projectSlug: Slug },
  reply: "raw",
});
