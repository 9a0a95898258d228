// Where an image can be used: social cards, articles, and a square to download.
import { call } from "#dashboard/api.ts";
import { languageName } from "#dashboard/ui/language-name.ts";
import { pathOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import {
  type ArticleImage,
  listArticles,
  MAX_IMAGE_BYTES,
  readArticle,
  saveArticleText,
  uploadForArticle,
} from "#modules/articles/contract";
import { CARD_SIZE, listSocialCards, MAX_CARD_BYTES, storeSocialCard } from "#modules/brand-images/contract";
import type { Size } from "#modules/brand-images/views";
import { upload } from "#modules/files/views";
import { storeWidgetImage, WIDGET_IMAGE_SIDE, type WidgetImageUse } from "#modules/widget-images/contract";

export const USES = ["card", "header", "launcher", "assistant", "square"] as const;
export type Use = (typeof USES)[number];
const SQUARE: Size = { width: WIDGET_IMAGE_SIDE.cut, height: WIDGET_IMAGE_SIDE.cut };
export const SIZES: Readonly<Record<Use, Size>> = {
  card: CARD_SIZE,
  header: { width: 1200, height: 630 },
  launcher: SQUARE,
  assistant: SQUARE,
  square: { width: 512, height: 512 },
};
/** Uses with one place in the project. */
export const isOfWidget = (use: Use): use is WidgetImageUse => use === "launcher" || use === "assistant";

export interface Place {
  readonly key: string;
  readonly id: string;
  readonly locale: string;
  readonly label: string;
}
/** Pages of a list that are offered: some hundred places. */
const MOST_PAGES = 4;
async function allOf<T>(
  read: (cursor: string | undefined) => Promise<{ items: readonly T[]; next: string | null }>,
): Promise<readonly T[]> {
  const all: T[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const { items, next } = await read(cursor);
    all.push(...items);
    if (next === null) break;
    cursor = next;
  }
  return all;
}
const placeOf = (id: string, locale: string, title: string): Place => ({
  ...{ key: `${id}/${locale}`, id, locale },
  label: m.image_studio_place({ title: title === "" ? m.image_studio_untitled() : title, language: languageName(locale) }),
});

/** The places of a use; none for what is only downloaded. */
export async function placesOf(use: Use, projectId: string, signal: AbortSignal): Promise<readonly Place[]> {
  const params = { projectId } as never;
  if (use === "card") {
    const cards = await allOf((cursor) => call(listSocialCards, { params, query: { cursor }, signal }));
    return cards.map(({ subject, locale, title }) => placeOf(subject, locale, title));
  }
  if (use === "square" || isOfWidget(use)) return [];
  const articles = await allOf((cursor) => call(listArticles, { params, query: { cursor }, signal }));
  return articles
    .filter(({ archivedAt }) => archivedAt === null)
    .flatMap(({ id, locales }) => locales.map(({ locale, title }) => placeOf(id, locale, title)));
}

interface Given {
  readonly projectId: string;
  readonly place: Place;
  readonly bytes: Blob;
  readonly alt: string;
  readonly clientId: string;
}
const QUIET = { onProgress: () => undefined };

export async function storeAsCard({ projectId, place: { id, locale }, bytes, alt, clientId }: Given, signal: AbortSignal): Promise<void> {
  if (bytes.size > MAX_CARD_BYTES) throw new Error("the cut image is too large");
  const query = { name: "card.jpg", clientId, kind: "own" as const, alt };
  await upload(pathOf(storeSocialCard, { projectId, subject: id, locale }, query), bytes, { ...QUIET, signal });
}

/** Shows the image on the widget's launcher, or beside what the assistant says. */
export async function storeInWidget(
  { projectId, bytes, clientId }: Pick<Given, "projectId" | "bytes" | "clientId">,
  use: WidgetImageUse,
  signal: AbortSignal,
): Promise<void> {
  await upload(pathOf(storeWidgetImage, { projectId, use }, { name: `${use}.jpg`, clientId }), bytes, { ...QUIET, signal });
}

/** Puts the image at the top of the article's draft, which a person publishes. */
export async function storeAsHeader({ projectId, place: { id, locale }, bytes, alt, clientId }: Given, signal: AbortSignal): Promise<void> {
  if (bytes.size > MAX_IMAGE_BYTES) throw new Error("the cut image is too large");
  const path = pathOf(uploadForArticle, { projectId, articleId: id }, { name: "header.jpg", clientId });
  const { url } = await upload<ArticleImage>(path, bytes, { ...QUIET, signal });
  const params = { projectId, articleId: id } as never;
  const { text } = await call(readArticle, { params, query: { locale }, signal });
  if (!text) throw new Error("the text is gone");
  // A repeated attempt finds the image that the first one put there.
  if (text.content.includes(`](${url})`)) return;
  const { revision, title, slug, slugKept, summary, content } = text;
  await call(saveArticleText, {
    params: { projectId, articleId: id, locale } as never,
    body: { revision, title, slug: slugKept ? slug : null, summary, content: `![${markdownText(alt)}](${url})\n\n${content}` },
  });
}
/** A text in square brackets. */
const markdownText = (text: string): string => text.replaceAll(/[\\[\]*_`<>!]/g, String.raw`\$&`);
