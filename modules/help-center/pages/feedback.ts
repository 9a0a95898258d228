// Handles feedback on articles: plain forms, without scripts or cookies.
import { keyFor, mac, sha256 } from "#kernel/auth/index.ts";
import { Refusal } from "#kernel/errors/index.ts";
import { parseFields, readFormOrJson, type RequestCtx } from "#kernel/http/index.ts";
import { type ArticleId, idOf, isId } from "#kernel/ids/index.ts";
import { ClientId } from "#kernel/wire/values.ts";
import * as v from "valibot";
import { recordFeedback } from "#modules/help-insights";
import { type ContactForm, contactForm } from "../extension.ts";
import { articlePath, href } from "./addresses.ts";
import type { Center } from "./center.ts";
import { busyPage, thanksPage } from "./templates/dynamic-pages.ts";
import { localeAt } from "./languages.ts";
import { readListed } from "./queries.ts";
import { missingResponse, pageResponse, noHelpCenterResponse, openCenter, redirect } from "./responses.ts";

const Fields = v.object({
  article: idOf("article"),
  helpful: v.optional(v.picklist(["0", "1"]), "0"),
  /** The reader's key, which the page after the first answer carries. */
  reader: v.optional(ClientId),
  comment: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(2000))),
  /** The address for an answer. With it, the comment is also sent as a contact request. */
  email: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(1000)), ""),
});

/**
 * One vote per reader and article. The reader is identified by a keyed hash of address and browser: the same person can change their vote,
 * and nobody can be identified by it.
 */
async function readerOf(ctx: RequestCtx, center: Center, articleId: ArticleId): Promise<string> {
  const key = await keyFor(ctx.env, ctx.db, "help-readers");
  const told = `${center.projectId}:${articleId}:${ctx.address ?? ""}:${ctx.request.headers.get("user-agent") ?? ""}`;
  const hex = sha256(await mac(key, told));
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(12, 15)}`, `8${hex.slice(15, 18)}`, hex.slice(18, 30)].join("-");
}

/** The contact form, if it is on. */
const contactFormOf = (ctx: RequestCtx, center: Center): ContactForm | undefined =>
  center.contactForm ? ctx.registry.extensions.of(contactForm)[0] : undefined;

async function placeOf(ctx: RequestCtx, slug: string, given: string): Promise<{ center: Center; locale: string } | undefined> {
  const center = await openCenter(ctx, slug);
  return center && { center, locale: localeAt(given, center.locales) ?? center.defaultLocale };
}

async function backTo(ctx: RequestCtx, center: Center, locale: string, article: ArticleId): Promise<string | undefined> {
  const [[listed]] = await ctx.db.read(readListed(center.projectId, [locale, center.defaultLocale], [article]));
  return listed && href(center, articlePath(locale, listed.slug));
}

export async function receiveFeedback(ctx: RequestCtx, slug: string, given: string): Promise<Response> {
  const place = await placeOf(ctx, slug, given);
  if (!place) return noHelpCenterResponse(ctx.request);
  const { center, locale } = place;
  const { fields } = await readFormOrJson(ctx.request);
  const { article, helpful, reader, comment, email } = parseFields(Fields, fields);
  const clientId = reader ?? (await readerOf(ctx, center, article));
  const said = comment === undefined ? (helpful === "1" ? "yes" : "no") : "sent";
  const form = contactFormOf(ctx, center);
  const wantsAnswer = form !== undefined && comment !== undefined && comment !== "" && email !== "";
  if (wantsAnswer && !form.isEmail(email)) {
    const ask = { article, helpful, reader: clientId };
    const back = await backTo(ctx, center, locale, article);
    return pageResponse(center, thanksPage(center, locale, "no", back, ask, form.emailField(locale, email, true), comment), 400);
  }
  try {
    await recordFeedback(ctx, {
      projectId: center.projectId,
      articleId: article,
      locale,
      clientId,
      helpful: helpful === "1",
      ...(comment === undefined ? {} : { comment }),
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.status === 404) return missingResponse(center, locale);
    if (error.status === 429) return pageResponse(center, busyPage(center, locale), 429, error.headers);
    throw error;
  }
  if (wantsAnswer) return await form.send(ctx, place, { email, message: comment, article, reader: clientId, form: clientId });
  // A redirect, so that reloading the page does not send the form again.
  const query = new URLSearchParams({ article, said, ...(said === "no" ? { reader: clientId } : {}) });
  return redirect(`${href(center, `${locale}/feedback`)}?${query}`, 303);
}

export async function thankReader(ctx: RequestCtx, slug: string, given: string): Promise<Response> {
  const place = await placeOf(ctx, slug, given);
  if (!place) return noHelpCenterResponse(ctx.request);
  const { center, locale } = place;
  const asked = (name: string): string => ctx.url.searchParams.get(name) ?? "";
  const [article, reader] = [asked("article"), v.safeParse(ClientId, asked("reader"))];
  const said = (["yes", "no", "sent"] as const).find((one) => one === asked("said"));
  if (!said || !isId("article", article)) return missingResponse(center, locale);
  const back = await backTo(ctx, center, locale, article);
  const ask = { article, helpful: "0", ...(reader.success ? { reader: reader.output } : {}) };
  return pageResponse(center, thanksPage(center, locale, said, back, ask, contactFormOf(ctx, center)?.emailField(locale, "", false)));
}
