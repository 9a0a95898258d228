// Serves the contact form and the confirmation page, without scripts and cookies. The origin of a form is checked as everywhere; if another
// site got past that check, it could cause no more than a pending request and one confirmation mail.
import { Refusal } from "#kernel/errors/index.ts";
import { readFormOrJson, type RequestCtx } from "#kernel/http/index.ts";
import { newId } from "#kernel/ids/index.ts";
import {
  contactPath,
  href,
  missingResponse,
  pageResponse,
  noHelpCenterResponse,
  openCenter,
  redirect,
  type Center,
  localeAt,
} from "#modules/help-center";
import { readArticleLines } from "#modules/articles";
import { confirmRequest } from "./confirm-request.ts";
import { checkPage, confirmPage, formPage, resultPage, type FormState } from "./draw-pages.ts";
import { requestOfLink } from "./confirmation-link.ts";
import { readIsSent, readPending } from "./queries.ts";
import { formIdOf, parseOrigin, isBot, parseFields, errorsOf } from "./rules.ts";
import { storeRequest } from "./store-request.ts";

interface Place {
  readonly center: Center;
  readonly locale: string;
}
/** The help center and the language, or a 404 page. */
async function placeOf(ctx: RequestCtx, slug: string, given: string): Promise<Place | Response> {
  const center = await openCenter(ctx, slug);
  if (!center) return noHelpCenterResponse(ctx.request);
  const locale = localeAt(given, center.locales) ?? center.defaultLocale;
  return { center, locale };
}
/** Redirects to the alternative address where the project takes messages. */
const elsewhere = ({ center, locale }: Place): Response =>
  center.contact === null ? missingResponse(center, locale) : redirect(center.contact, 302);

/** The form, naming the article that the reader comes from; only public articles have a title here. */
async function formResponse(
  ctx: RequestCtx,
  { center, locale }: Place,
  state: FormState,
  status = 200,
  headers: Record<string, string> = {},
) {
  const { article } = state.origin;
  const [[line]] = article === undefined ? [[]] : await ctx.db.read(readArticleLines(center.projectId, [article], locale));
  return pageResponse(center, formPage(center, locale, { ...state, title: line?.title }), status, headers);
}

export async function showForm(ctx: RequestCtx, slug: string, given: string): Promise<Response> {
  const place = await placeOf(ctx, slug, given);
  if (place instanceof Response) return place;
  const { center, locale } = place;
  if (ctx.url.searchParams.has("sent")) return pageResponse(center, checkPage(center, locale));
  if (!center.contactForm) return elsewhere(place);
  if (locale !== given || slug !== center.slug) return redirect(href(center, contactPath(locale)) + ctx.url.search, 302);
  const origin = parseOrigin(Object.fromEntries(ctx.url.searchParams));
  return await formResponse(ctx, place, { origin, formId: newId("contactRequest", ctx.clock.now()) });
}

export async function receiveRequest(ctx: RequestCtx, slug: string, given: string): Promise<Response> {
  const place = await placeOf(ctx, slug, given);
  if (place instanceof Response) return place;
  if (!place.center.contactForm) return elsewhere(place);
  const { fields } = await readFormOrJson(ctx.request);
  return await handleFields(ctx, place, fields);
}
/** Stores what a form sent, or shows the form again with the errors and everything that was typed. */
export async function handleFields(ctx: RequestCtx, place: Place, fields: Readonly<Record<string, unknown>>): Promise<Response> {
  const { center, locale } = place;
  const sent = redirect(`${href(center, contactPath(locale))}?sent=1`, 303);
  if (isBot(fields)) return sent;
  const [typed, origin, formId] = [parseFields(fields), parseOrigin(fields), formIdOf(fields)];
  const errors = errorsOf(typed);
  const state = { typed, origin, formId: formId ?? newId("contactRequest", ctx.clock.now()) };
  if (Object.keys(errors).length > 0) return await formResponse(ctx, place, { ...state, errors }, 400);
  try {
    await storeRequest(ctx, center, { locale, typed, origin, formId });
    return sent;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.status === 404) return elsewhere(place);
    if (error.status !== 429) throw error;
    return await formResponse(ctx, place, { ...state, busy: true }, 429, error.headers);
  }
}

export async function showConfirmation(ctx: RequestCtx, slug: string, given: string, token: string): Promise<Response> {
  const place = await placeOf(ctx, slug, given);
  if (place instanceof Response) return place;
  const { center, locale } = place;
  const id = await requestOfLink(ctx, center.projectId, token);
  const [request, isSent] =
    id === undefined ? [] : await ctx.db.read(readPending(center.projectId, id, ctx.clock.now()), readIsSent(center.projectId, id));
  if (request) return pageResponse(center, confirmPage(center, locale, token));
  return pageResponse(center, resultPage(center, locale, isSent === true ? "already" : "gone"), isSent === true ? 200 : 404);
}
export async function confirmFromLink(ctx: RequestCtx, slug: string, given: string, token: string): Promise<Response> {
  const place = await placeOf(ctx, slug, given);
  if (place instanceof Response) return place;
  const { center, locale } = place;
  const id = await requestOfLink(ctx, center.projectId, token);
  const result = id === undefined ? "gone" : await confirmRequest(ctx, center.projectId, id);
  return pageResponse(center, resultPage(center, locale, result), result === "gone" ? 404 : 200);
}
