// Labels of articles, collections and publication states.
import { Chip, type Tone } from "#dashboard/ui/chip.tsx";
import { m } from "#messages";
import type { ArticleLocale, ArticleState, ArticleSummary, Collection } from "../contract.ts";

const inLocale = <T extends { readonly locale: string }>(texts: readonly T[], locale: string): T | undefined =>
  texts.find((text) => text.locale === locale) ?? texts[0];
/** The title in the default language, else in another one. */
export const titleOf = (article: ArticleSummary, locale: string): string => inLocale(article.locales, locale)?.title || m.help_untitled();
export const collectionName = (collection: Collection, locale: string): string => inLocale(collection.texts, locale)?.name ?? "";

type Stateful = Pick<ArticleLocale, "version" | "changed" | "publishAt">;
export const stateOf = ({ version, changed }: Stateful): "draft" | "published" | "changed" =>
  version === null ? "draft" : changed ? "changed" : "published";
/** The states of an article's languages, the most urgent first. */
export function statesOf(article: ArticleSummary): ArticleState[] {
  if (article.archivedAt !== null) return ["archived"];
  const states = new Set(article.locales.map(stateOf));
  const found: ArticleState[] = article.locales.some(({ publishAt }) => publishAt !== null) ? ["scheduled"] : [];
  if (states.has("changed")) found.push("changed");
  else if (states.has("published")) found.push("published");
  else if (found.length === 0) found.push("draft");
  return found;
}
const TONES: Readonly<Record<ArticleState, Tone>> = {
  draft: "neutral",
  published: "ok",
  changed: "warn",
  scheduled: "accent",
  archived: "neutral",
};
const LABELS: Readonly<Record<ArticleState, () => string>> = {
  draft: m.help_state_draft,
  published: m.help_state_published,
  changed: m.help_state_changed,
  scheduled: m.help_state_scheduled,
  archived: m.help_state_archived,
};
export const stateName = (state: ArticleState): string => LABELS[state]();
export const StateChip = ({ state }: { state: ArticleState }) => <Chip tone={TONES[state]}>{stateName(state)}</Chip>;
