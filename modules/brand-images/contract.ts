// Wire contract of social cards: the images with which other sites show links to help pages. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { Cursor, Done, line, page, Revision } from "#kernel/wire/values.ts";
import { m } from "#messages";
import { FileIdField, UploadQuery } from "#modules/files/contract";
import { Locale } from "#modules/retrieval/contract";
import * as v from "valibot";

/** Pixels of a drawn card: the size that sites with large link previews ask for. */
export const CARD_SIZE = { width: 1200, height: 630 } as const;
/** Below this, those sites show a small preview or none. */
export const MIN_CARD = { width: 600, height: 315 } as const;
/** 5 MB: sites that show link previews give up on larger ones. */
export const MAX_CARD_BYTES = 5_000_000;
export const MAX_ALT = 300;

/** The subject of the card of the start page, which also stands for collections and for articles without a card. */
export const START = "start";
const Subject = v.union([v.literal(START), idOf("article")]);
export type CardSubject = v.InferOutput<typeof Subject>;

/** The ground of drawn cards: the brand's colour, a light one or a dark one. */
export const DESIGNS = ["color", "light", "dark"] as const;
const Design = v.picklist(DESIGNS);
export type CardDesign = v.InferOutput<typeof Design>;
const Color = v.pipe(
  v.string(),
  v.regex(/^#[0-9a-f]{6}$/i, m.brand_images_color),
  v.transform((color) => color.toLowerCase()),
);

export const CardSettings = v.object({
  /** Whether cards are drawn. Uploaded ones are shown either way. */
  drawn: v.boolean(),
  design: Design,
  /** Six-digit hex; null: the widget's. */
  color: v.nullable(v.string()),
  widgetColor: v.string(),
  /** The help center's logo; null without one. */
  logo: v.nullable(v.string()),
  revision: v.number(),
  /** Whether readers can open the help center. */
  open: v.boolean(),
});
export type CardSettings = v.InferOutput<typeof CardSettings>;

export const SocialCard = v.object({
  subject: Subject,
  locale: v.string(),
  /** What a drawn card says: the article's published title, or the help center's name. */
  title: v.string(),
  /** The help center's name in this language. */
  name: v.string(),
  /** A hash of everything but the title that a card is drawn from: the name, and what follows. */
  look: v.string(),
  design: Design,
  /** Six-digit hex. */
  color: v.string(),
  /** The address of the help center's logo. */
  logo: v.nullable(v.string()),
  /** `missing`: not drawn yet. `outdated`: title or look have changed since. `own`: uploaded. */
  state: v.picklist(["missing", "outdated", "drawn", "own"]),
  /** Null while `missing`. */
  image: v.nullable(v.object({ url: v.string(), width: v.number(), height: v.number(), alt: v.string() })),
});
export type SocialCard = v.InferOutput<typeof SocialCard>;
/** Whether a browser has to draw it. */
export const isDue = ({ state }: SocialCard): boolean => state === "missing" || state === "outdated";

const inProject = { projectId: idOf("project") };
const ofCard = { ...inProject, subject: Subject, locale: Locale };

export const readCardSettings = route({
  name: "readCardSettings",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/social-card-settings",
  who: "member",
  params: inProject,
  reply: CardSettings,
});
/** 409 with the newer settings if `revision` is not the latest. */
export const saveCardSettings = route({
  name: "saveCardSettings",
  method: "PATCH",
  path: "/api/management/projects/:projectId/social-card-settings",
  who: "admin",
  params: inProject,
  body: v.strictObject({ revision: v.union([v.literal(0), Revision]), drawn: v.boolean(), design: Design, color: v.nullable(Color) }),
  reply: CardSettings,
  errors: ["conflict"],
});
/** Cards of the start page, and of published, public articles by id. Pages may be short, because each looks at a bounded number of texts. */
export const listSocialCards = route({
  name: "listSocialCards",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/social-cards",
  who: "member",
  params: inProject,
  query: v.object({ cursor: v.optional(Cursor) }),
  reply: page(SocialCard),
});
/** Null unless readers can open the article in this language. */
export const readSocialCard = route({
  name: "readSocialCard",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/social-cards/:subject/:locale",
  who: "member",
  params: ofCard,
  reply: v.object({ card: v.nullable(SocialCard) }),
});
/**
 * Stores a card. `drawn`: what a browser drew from `title` and `look`, a PNG of `CARD_SIZE`; 409 if they are not the present ones, or if
 * somebody has uploaded a card. `own`: an uploaded image with its alternative text.
 */
export const storeSocialCard = route({
  name: "storeSocialCard",
  method: "POST",
  path: "/api/management/projects/:projectId/social-cards/:subject/:locale",
  who: "admin",
  params: ofCard,
  query: v.object({
    ...UploadQuery.entries,
    kind: v.picklist(["drawn", "own"]),
    alt: v.optional(line(MAX_ALT)),
    title: v.optional(v.pipe(v.string(), v.maxLength(500))),
    look: v.optional(v.pipe(v.string(), v.maxLength(64))),
  }),
  body: "raw",
  reply: v.object({ file: SocialCard }),
  status: 201,
  errors: ["length_required", "too_large", "unsupported_type", "conflict"],
});
/** Changes the alternative text of an uploaded card. */
export const describeSocialCard = route({
  name: "describeSocialCard",
  method: "PATCH",
  path: "/api/management/projects/:projectId/social-cards/:subject/:locale",
  who: "admin",
  params: ofCard,
  body: v.strictObject({ alt: line(MAX_ALT) }),
  reply: v.object({ card: SocialCard }),
});
/** Removes an uploaded card, so that one is drawn again. */
export const removeSocialCard = route({
  name: "removeSocialCard",
  method: "DELETE",
  path: "/api/management/projects/:projectId/social-cards/:subject/:locale",
  who: "admin",
  params: ofCard,
  reply: Done,
});
/** A card for everybody. Its address has the hash of its bytes, so it may be cached for ever. */
export const readCardImage = route({
  name: "readCardImage",
  method: "GET",
  path: "/files/:fileId/:hash",
  who: "anyone",
  params: { fileId: FileIdField, hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)) },
  reply: "raw",
});
