// Counts what a help desk holds, without storing anything.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { seconds } from "#kernel/clock/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { From, ImportOptions } from "./contract.ts";
import { notAllowed, helpDeskRefusal } from "./errors.ts";
import { HelpDeskError, sourceOf } from "./platforms/index.ts";
import { readAccess, readImportedItems } from "./queries.ts";
import { followFor, languagesOf } from "./rules.ts";

/** Time limit: a member is waiting for the answer. */
const LONG = seconds(20);
const MAX_PAGES = 20;
/** The widest options: what is still narrower than these is narrower in the source. */
const WIDEST: ImportOptions = { drafts: "draft", restricted: "members", locales: null, publish: true, audience: "public" };

export async function previewImport(ctx: RequestCtx<MemberPrincipal>, { platform, place }: From) {
  const [access] = await ctx.db.read(readAccess(ctx.caller.projectId));
  if (!access) throw notFound();
  const source = await sourceOf(ctx, platform, place);
  if (!access.own && !access.opened) throw notAllowed();
  const began = ctx.clock.now();
  const ids = new Set<string>();
  const narrowed = new Set<string>();
  const locales = new Map<string, number>();
  let [texts, drafts, restricted, images, pages] = [0, 0, 0, 0, 0];
  let total: number | null = null;
  try {
    let step = await source.outline(null);
    while (step.next !== null && ctx.clock.now() - began <= LONG) step = await source.outline({ outline: step.outline, at: step.next });
    const { outline } = step;
    const languageOf = languagesOf(outline.locales, access.locales, access.defaultLocale);
    let at: string | null = null;
    for (;;) {
      const page = await source.page(outline, at);
      pages += 1;
      total = page.total ?? total;
      const [imported] = await ctx.db.read(
        readImportedItems({ projectId: ctx.caller.projectId, platform, site: place }, [...new Set(page.articles.map(({ id }) => id))]),
      );
      for (const article of page.articles) {
        const follow = followFor(
          article,
          languageOf(article.locale),
          imported.filter((one) => one.sourceId === article.id),
          "unchanged",
          WIDEST,
        );
        if (follow?.narrows === true || follow?.unpublish === true) narrowed.add(article.id);
        ids.add(article.id);
        texts += 1;
        if (article.draft) drafts += 1;
        if (article.restricted) restricted += 1;
        images += article.html.match(/<img\b/gi)?.length ?? 0;
        const locale = languageOf(article.locale) ?? article.locale.slice(0, 30);
        locales.set(locale, (locales.get(locale) ?? 0) + 1);
      }
      at = page.next;
      if (at === null || pages >= MAX_PAGES || ctx.clock.now() - began > LONG) break;
    }
    const complete = at === null && step.next === null;
    // Languages that the preview did not reach can still be chosen.
    if (!complete)
      for (const written of outline.locales) locales.set(languageOf(written) ?? written, locales.get(languageOf(written) ?? written) ?? 0);
    return {
      collections: outline.collections.filter(({ outer }) => !outer).length,
      articles: ids.size,
      ...{ texts, drafts, restricted, narrowed: narrowed.size, images, total },
      locales: [...locales].map(([locale, count]) => ({ locale, texts: count })).toSorted((a, b) => b.texts - a.texts),
      complete,
    };
  } catch (error) {
    if (error instanceof HelpDeskError) throw helpDeskRefusal(error);
    throw error;
  }
}
