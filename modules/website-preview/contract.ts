// Wire contract of the website preview. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { judgeAddress } from "#kernel/wire/address.ts";
import { route } from "#kernel/wire/route.ts";
import { ClientId, Done, Empty, Time } from "#kernel/wire/values.ts";
import { m } from "#messages";
import * as v from "valibot";

const inProject = { projectId: idOf("project") };
const ofGrant = { ...inProject, previewGrantId: idOf("previewGrant") };

export const MAX_PATHS = 20;
export const MAX_FILE_ORIGINS = 10;
export const MAX_HOURS = 24 * 30;
export const MIN_REQUESTS = 10;
export const MAX_REQUESTS = 20_000;

/** Whether it is an origin whose pages a worker may fetch: https, a public name, the default port. */
export function isSiteOrigin(text: string): boolean {
  const judged = judgeAddress(text, { own: [] });
  return "url" in judged && judged.url.origin === text;
}
/** Whether it is a path without dots, query and encoded slashes, so that a prefix means what it says. */
export const isPathPrefix = (text: string): boolean =>
  /^\/[^?#\\\s]*$/.test(text) &&
  !text.includes("//") &&
  URL.canParse(text, "https://site.example") &&
  new URL(text, "https://site.example").pathname === text;

const SiteOrigin = v.pipe(v.string(), v.maxLength(300), v.check(isSiteOrigin, m.website_preview_origin));
const PathPrefix = v.pipe(v.string(), v.maxLength(500), v.check(isPathPrefix, m.website_preview_path));

/** Who may open a preview: every member, owners and admins, or the members that are named. */
export const Opens = v.picklist(["members", "admins", "named"]);
export type Opens = v.InferOutput<typeof Opens>;

export const PreviewGrant = v.object({
  id: idOf("previewGrant"),
  /** The website's origin. */
  site: v.string(),
  /** Further origins for styles, pictures, fonts and scripts. */
  fileOrigins: v.array(v.string()),
  /** Pages are shown under these paths. */
  paths: v.array(v.string()),
  opens: Opens,
  /** Ids and names of the members who may open it, if `opens` is `named`. A name is null if the account is gone. */
  members: v.array(v.object({ id: idOf("account"), name: v.nullable(v.string()) })),
  /** Whether the website's own scripts run. */
  scripts: v.boolean(),
  requestLimit: v.number(),
  used: v.number(),
  /** Name of who created it; null if the account is gone. */
  createdBy: v.nullable(v.string()),
  createdAt: Time,
  expiresAt: Time,
  revokedAt: v.nullable(Time),
  lastOpenedAt: v.nullable(Time),
  lastOpenedBy: v.nullable(v.string()),
  /** `spent`: all requests are used. `moved`: the project's website is another one by now. */
  state: v.picklist(["valid", "expired", "revoked", "spent", "moved"]),
  /** Whether the caller may open it. */
  mayOpen: v.boolean(),
});
export type PreviewGrant = v.InferOutput<typeof PreviewGrant>;

/** Newest first. Operators get the grants that they may open. `origin` null: PREVIEW_ORIGIN is not set. `site`: the project's website. */
export const listPreviewGrants = route({
  name: "listPreviewGrants",
  method: "GET",
  path: "/api/management/projects/:projectId/preview-grants",
  who: "member",
  params: inProject,
  reply: v.object({ items: v.array(PreviewGrant), next: v.null(), origin: v.nullable(v.string()), site: v.nullable(v.string()) }),
});
/** `site` must be the project's website. Pages of it are shown for `validHours`, up to `requestLimit` requests. */
export const createPreviewGrant = route({
  name: "createPreviewGrant",
  method: "POST",
  path: "/api/management/projects/:projectId/preview-grants",
  who: "admin",
  personOnly: true,
  params: inProject,
  body: v.strictObject({
    clientId: ClientId,
    site: SiteOrigin,
    fileOrigins: v.pipe(v.array(SiteOrigin), v.maxLength(MAX_FILE_ORIGINS)),
    paths: v.pipe(v.array(PathPrefix), v.minLength(1, m.website_preview_path), v.maxLength(MAX_PATHS)),
    opens: Opens,
    members: v.pipe(v.array(idOf("account")), v.maxLength(100)),
    scripts: v.boolean(),
    validHours: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_HOURS)),
    requestLimit: v.pipe(
      v.number(),
      v.integer(),
      v.minValue(MIN_REQUESTS, m.website_preview_requests),
      v.maxValue(MAX_REQUESTS, m.website_preview_requests),
    ),
  }),
  reply: PreviewGrant,
  status: 201,
  errors: ["not_configured", "conflict"],
});
/** Ends the grant at once: also for those who have it open. */
export const revokePreviewGrant = route({
  name: "revokePreviewGrant",
  method: "DELETE",
  path: "/api/management/projects/:projectId/preview-grants/:previewGrantId",
  who: "admin",
  personOnly: true,
  params: ofGrant,
  reply: Done,
});
/**
 * Makes an address on the preview's own origin that can be opened once, within a minute. As queries it may be given `path`, the page to
 * begin with, and `article`, the id of a public article that the widget opens there.
 */
export const openPreview = route({
  name: "openPreview",
  method: "POST",
  path: "/api/management/projects/:projectId/preview-grants/:previewGrantId/open",
  who: "member",
  personOnly: true,
  params: ofGrant,
  body: Empty,
  reply: v.object({ url: v.string(), expiresAt: Time }),
  errors: ["not_configured", "conflict"],
});

/** Fragment of the first page's address with which the widget opens an article; its id follows. `client/preview.ts` of the widget reads it. */
export const ARTICLE_HASH = "#seed-desk-article=";

/** What a previewed page tells the dashboard around it. */
export interface PreviewedPage {
  readonly type: "seed-desk-preview-page";
  /** Path, query and fragment at the website. */
  readonly path: string;
  readonly title: string;
}
/** What the dashboard tells a previewed page: the look that was not saved yet. */
export interface PreviewedLook {
  readonly type: "seed-desk-preview-look";
  readonly look: object;
}
