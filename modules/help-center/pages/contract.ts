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
/** Characters of a search. */
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
/** Where readers reach people. */
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
  /** Readers write from the pages, where mail lets them. */
  contactForm: v.boolean(),
  /** What they need of mail. */
  contactFormNeeds: v.object({
    /** Names of the variables that are missing. */
    variables: v.array(v.string()),
    /** The project has an address that answers come back to. */
    replyAddress: v.boolean(),
  }),
  revision: Revision,
  /** The public address. */
  address: v.string(),
  /** The website that "contact us" leads to without an address of its own. */
  website: v.nullable(v.string()),
  rendering: v.object({
    /** `none` = never; `waiting` = changes are on their way to readers. */
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
/** Saves all of them. `revision` = the one that the admin saw; the same settings sent again are answered with what is. */
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
      /** Left out: as it is. */
      contactForm: v.optional(v.boolean()),
    }),
    v.check((given) => new Set(given.locales).size === given.locales.length, m.help_center_language_twice),
    v.check((given) => given.locales.includes(given.defaultLocale), m.help_center_default_language),
  ),
  reply: HelpSettings,
  errors: ["stale_frontier"],
});
/** Draws every page anew, in the background. */
export const renderHelpCenter = route({
  name: "renderHelpCenter",
  method: "POST",
  path: "/api/management/projects/:projectId/help/render",
  who: "admin",
  params: inProject,
  body: v.strictObject({}),
  reply: HelpSettings,
});
/** The draft as its page will look. */
export const previewArticle = route({
  name: "previewArticle",
  method: "GET",
  path: ARTICLE_PREVIEW,
  who: "member",
  params: { ...inProject, articleId: idOf("article") },
  query: v.object({ locale: v.optional(Locale) }),
  reply: "raw",
});

// Whatever a reader types is looked for: what is no slug is answered like one that nobody has.
const Slug = v.pipe(v.string(), v.maxLength(500));
const AnyLocale = v.pipe(v.string(), v.maxLength(20));
/** The best language of the reader. */
export const openHelpCenter = route({
  name: "openHelpCenter",
  method: "GET",
  path: "/help/:projectSlug",
  who: "anyone",
  params: { projectSlug: Slug },
  reply: "raw",
});
/** The search, for readers without scripts. */
export const searchHelpCenter = route({
  name: "searchHelpCenter",
  method: "GET",
  path: "/help/:projectSlug/:locale/search",
  who: "anyone",
  params: { projectSlug: Slug, locale: AnyLocale },
  reply: "raw",
  errors: ["rate_limited"],
});
/** What was said, thanked for; after a "no" with a form for a comment. */
export const thankReader = route({
  name: "thankReader",
  method: "GET",
  path: "/help/:projectSlug/:locale/feedback",
  who: "anyone",
  params: { projectSlug: Slug, locale: AnyLocale },
  reply: "raw",
});
/** Yes or no below an article, then a comment: forms without scripts. */
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
/** Every other page: read from the bucket, without the database. */
export const readHelpPage = route({
  name: "readHelpPage",
  method: "GET",
  path: "/help/:projectSlug/*",
  who: "anyone",
  params: { projectSlug: Slug },
  reply: "raw",
});
