// The contact form and the link of its mail, as a reader's browser asks for them: no script, no cookie. The origin of a form is
// asked as everywhere; if one of another site came through, a letter would wait and one mail ask the address, no more.
import { Refusal } from "#kernel/errors/index.ts";
import { readFormOrJson, type RequestCtx } from "#kernel/http/index.ts";
import { newId } from "#kernel/ids/index.ts";
import {
  contactPath,
  href,
  missingResponse,
  momentResponse,
  nothing,
  openCenter,
  redirect,
  type Center,
  localeAt,
} from "#modules/help-center";
import { readArticleLines } from "#modules/articles";
import { confirmLetter } from "./confirm-request.ts";
import { checkPage, confirmPage, contactPage, endPage, type Shown } from "./draw-pages.ts";
import { letterOfLink } from "./confirmation-link.ts";
import { readIsSent, readWaiting } from "./queries.ts";
import { formIdOf, fromOf, isProgram, typedOf, wrongOf } from "./rules.ts";
import { writeFromReader } from "./store-request.ts";

interface Place {
  readonly center: Center;
  readonly locale: string;
}
/** The help center and the language; an answer when readers cannot write here. */
async function placeOf(ctx: RequestCtx, slug: string, given: string): Promise<Place | Response> {
  const center = await openCenter(ctx, slug);
  if (!center) return nothing(ctx.request);
  const locale = localeAt(given, center.locales) ?? center.defaultLocale;
  return { center, locale };
}
/** Readers are led to where the project takes messages instead. */
const elsewhere = ({ center, locale }: Place): Response =>
  center.contact === null ? missingResponse(center, locale) : redirect(center.contact, 302);

/** The form, with what the article is called that the reader comes from: only what everybody may read has a title here. */
async function formResponse(ctx: RequestCtx, { center, locale }: Place, shown: Shown, status = 200, headers: Record<string, string> = {}) {
  const { article } = shown.from;
  const [[line]] = article === undefined ? [[]] : await ctx.db.read(readArticleLines(center.projectId, [article], locale));
  return momentResponse(center, contactPage(center, locale, { ...shown, title: line?.title }), status, headers);
}

export async function showForm(ctx: RequestCtx, slug: string, given: string): Promise<Response> {
  const place = await placeOf(ctx, slug, given);
  if (place instanceof Response) return place;
  const { center, locale } = place;
  if (ctx.url.searchParams.has("sent")) return momentResponse(center, checkPage(center, locale));
  if (!center.letters) return elsewhere(place);
  if (locale !== given || slug !== center.slug) return redirect(href(center, contactPath(locale)) + ctx.url.search, 302);
  const from = fromOf(Object.fromEntries(ctx.url.searchParams));
  return await formResponse(ctx, place, { from, formId: newId("helpLetter", ctx.clock.now()) });
}

export async function receiveLetter(ctx: RequestCtx, slug: string, given: string): Promise<Response> {
  const place = await placeOf(ctx, slug, given);
  if (place instanceof Response) return place;
  if (!place.center.letters) return elsewhere(place);
  const { fields } = await readFormOrJson(ctx.request);
  return await takeLetter(ctx, place, fields);
}
/** What a form sent: kept, or shown again with what is wrong and all that was typed. */
export async function takeLetter(ctx: RequestCtx, place: Place, fields: Readonly<Record<string, unknown>>): Promise<Response> {
  const { center, locale } = place;
  const sent = redirect(`${href(center, contactPath(locale))}?sent=1`, 303);
  if (isProgram(fields)) return sent;
  const [typed, from, formId] = [typedOf(fields), fromOf(fields), formIdOf(fields)];
  const wrong = wrongOf(typed);
  const shown = { typed, from, formId: formId ?? newId("helpLetter", ctx.clock.now()) };
  if (Object.keys(wrong).length > 0) return await formResponse(ctx, place, { ...shown, wrong }, 400);
  try {
    await writeFromReader(ctx, center, { locale, typed, from, formId });
    return sent;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.status === 404) return elsewhere(place);
    if (error.status !== 429) throw error;
    return await formResponse(ctx, place, { ...shown, busy: true }, 429, error.headers);
  }
}

export async function showLetter(ctx: RequestCtx, slug: string, given: string, link: string): Promise<Response> {
  const place = await placeOf(ctx, slug, given);
  if (place instanceof Response) return place;
  const { center, locale } = place;
  const id = await letterOfLink(ctx, center.projectId, link);
  const [letter, isSent] =
    id === undefined ? [] : await ctx.db.read(readWaiting(center.projectId, id, ctx.clock.now()), readIsSent(center.projectId, id));
  if (letter) return momentResponse(center, confirmPage(center, locale, link));
  return momentResponse(center, endPage(center, locale, isSent === true ? "already" : "gone"), isSent === true ? 200 : 404);
}
export async function sendLetter(ctx: RequestCtx, slug: string, given: string, link: string): Promise<Response> {
  const place = await placeOf(ctx, slug, given);
  if (place instanceof Response) return place;
  const { center, locale } = place;
  const id = await letterOfLink(ctx, center.projectId, link);
  const how = id === undefined ? "gone" : await confirmLetter(ctx, center.projectId, id);
  return momentResponse(center, endPage(center, locale, how), how === "gone" ? 404 : 200);
}
