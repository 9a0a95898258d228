// Wire contract of the public pages and the help center's settings. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { line, prose, Revision, Time } from "#kernel/wire/values.ts";
import { ARTICLE_PREVIEW } from "#modules/articles/contract";
import { FileIdField } from "#modules/files/contract";
import { HelpImage } from "../images/contract.ts";
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

/** An https origin without a path, such as `https://help.example.com`; a slash at the end is dropped. */
export const Domain = v.pipe(
  line(255),
  v.transform((text) => text.replace(/\/$/, "")),
  v.check((text) => text.startsWith("https://") && URL.canParse(text) && new URL(text).origin === text.toLowerCase(), m.help_center_domain),
  v.transform((text) => text.toLowerCase()),
);

export const HelpSettings = v.object({
  open: v.boolean(),
  title: v.string(),
  description: v.string(),
  defaultLocale: Locale,
  locales: v.array(Locale),
  /** Name and description by language, without the default one. An empty text falls back to the default language's. */
  translations: v.record(Locale, v.object({ title: v.string(), description: v.string() })),
  images: v.object({ logo: v.nullable(HelpImage), logoDark: v.nullable(HelpImage), cover: v.nullable(HelpImage) }),
  /** The company's own origin in front of the pages, which canonical addresses name. */
  domain: v.nullable(v.string()),
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
      /** This and what follows: absent keeps the stored value. Texts of other languages than `locales` are dropped. */
      translations: v.optional(v.record(Locale, v.strictObject({ title: line(100, 0), description: prose(400, 0) }))),
      /** Files of `uploadHelpImage`, or those already stored; null for none. */
      images: v.optional(
        v.strictObject({ logo: v.nullable(FileIdField), logoDark: v.nullable(FileIdField), cover: v.nullable(FileIdField) }),
      ),
      domain: v.optional(v.nullable(Domain)),
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
