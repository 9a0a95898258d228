// Counts of what the source holds, before anything is stored.
import { locale } from "#dashboard/locale.ts";
import { Counts } from "#dashboard/ui/counts.tsx";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { languageName } from "#dashboard/ui/language-name.ts";
import { m } from "#messages";
import type { previewImport } from "../contract.ts";

export function PreviewCounts({ counts }: { counts: AnswerOf<typeof previewImport> }) {
  const facts: readonly (readonly [string, number])[] = [
    [m.help_import_count_articles(), counts.articles],
    [m.help_import_count_collections(), counts.collections],
    [m.help_import_count_drafts(), counts.drafts],
    [m.help_import_count_restricted(), counts.restricted],
    [m.help_import_count_images(), counts.images],
    ...(counts.narrowed === 0 ? [] : [[m.help_import_would_narrow(), counts.narrowed] as const]),
  ];
  return (
    <div className="grid gap-3 rounded-md bg-subtle p-4">
      <Counts all={facts} columns="sm:grid-cols-5" isPartial={!counts.complete} />
      {counts.locales.length > 0 && (
        <p className="text-muted">
          {(counts.locales.length === 1 && counts.complete ? m.help_import_count_language : m.help_import_count_languages)({
            list: counts.locales
              .map(({ locale, texts }) => `${languageName(locale)} (${texts.toLocaleString(locale)}${counts.complete ? "" : "+"})`)
              .join(", "),
          })}
        </p>
      )}
      {counts.articles === 0 && <p className="text-warn-text">{m.help_import_count_none()}</p>}
      {!counts.complete && (
        <p className="text-xs text-muted">
          {counts.total === null ? m.help_import_count_more() : m.help_import_count_more_of({ total: counts.total.toLocaleString(locale) })}
        </p>
      )}
    </div>
  );
}
