// Selects the language, and shows which ones are missing.
import { Select } from "#dashboard/ui/field.tsx";
import { languageName } from "#dashboard/ui/language-name.ts";
import { m } from "#messages";
import type { ArticleSummary, CollectionList } from "../contract.ts";
import { stateName, stateOf } from "./labels.tsx";

interface Props {
  readonly article: ArticleSummary;
  readonly list: CollectionList;
  readonly locale: string;
  onLocale(locale: string): void;
}
export function LanguageSelect({ article, list, locale, onLocale }: Props) {
  const all = [...new Set([...list.locales, ...article.locales.map((text) => text.locale), locale])];
  if (all.length < 2) return null;
  return (
    <Select
      aria-label={m.help_language()}
      value={locale}
      onChange={onLocale}
      className="h-8 max-w-56"
      options={all.map((value) => {
        const text = article.locales.find((each) => each.locale === value);
        return { value, label: `${languageName(value)} · ${text ? stateName(stateOf(text)) : m.help_missing()}` };
      })}
    />
  );
}
