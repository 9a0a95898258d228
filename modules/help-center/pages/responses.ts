// Responses that several handlers of public pages share.
import { missingForLinks } from "#modules/email";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { Center } from "./center.ts";
import { missingPage } from "./templates/dynamic-pages.ts";
import { noCenterPage } from "./templates/no-center.ts";
import { type Page, pageOf } from "./templates/shell.ts";
import { siteConfigKey, readStored } from "./store.ts";

/** The help center at an address; undefined if there is none or it is closed. */
export async function openCenter(ctx: RequestCtx, slug: string): Promise<Center | undefined> {
  // Slugs are lower-case letters, digits and hyphens. Readers may type capitals; anything else must not become an object key.
  if (!/^[\w-]{1,100}$/.test(slug)) return undefined;
  const stored = await readStored(ctx.env, siteConfigKey(slug.toLowerCase()), true);
  if (!stored || stored.meta["kind"] !== "text") return undefined;
  const center = (await new Response(stored.body).json()) as Center;
  // The site config may have been written while mail was set up, or by a version without the contact form.
  const contactForm = center.contactForm === true && missingForLinks(ctx.config).length === 0;
  return { ...center, contactForm, origin: center.domain ?? ctx.config.appOrigin ?? ctx.url.origin };
}

export const redirect = (to: string, status: 301 | 302 | 303, headers: Record<string, string> = {}): Response =>
  new Response(null, { status, headers: { location: to, "cache-control": "no-cache", ...headers } });

/** A page that is rendered for this request. */
export function pageResponse(center: Center, page: Page, status = 200, headers: Record<string, string> = {}): Response {
  const { body, policy } = pageOf(center, page);
  return new Response(body, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      ...(page.policyInside === true ? {} : { "content-security-policy": policy }),
      "cache-control": "no-store",
      ...headers,
    },
  });
}
/** "Not found" in the reader's language, with a search field. */
export const missingResponse = (center: Center, locale: string): Response => pageResponse(center, missingPage(center, locale), 404);
/** The same response whether there is no help center or it is closed, in the language of the reader's browser. */
export function noHelpCenterResponse(request?: Request): Response {
  const { body, policy } = noCenterPage(request?.headers.get("accept-language") ?? null);
  return new Response(body, {
    status: 404,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "cache-control": "no-cache",
      vary: "Accept-Language",
    },
  });
}
