// Search terms with their counts.
import { locale } from "#dashboard/locale.ts";
import { m } from "#messages";
import { articlePath } from "#modules/articles/contract";
import { Link } from "@tanstack/react-router";
import type { SearchedTerms } from "../contract.ts";

interface SearchedProps {
  readonly projectId: string;
  readonly label: string;
  readonly words: readonly SearchedTerms[];
  readonly by: "searches" | "without";
}
export function Searched({ projectId, label, words, by }: SearchedProps) {
  if (words.length === 0) return <p className="text-muted">{m.help_insights_no_words()}</p>;
  const several = new Set(words.map(({ locale }) => locale)).size > 1;
  return (
    <div className="max-h-[min(50dvh,380px)] overflow-auto" tabIndex={0} role="group" aria-label={label}>
      <table className="w-full">
        <thead>
          <tr className="text-xs text-muted">
            <th scope="col" className="pe-3 pb-2 text-start font-medium">
              {m.help_insights_words()}
            </th>
            <th scope="col" className="pb-1.5 text-end font-medium">
              {by === "searches" ? m.help_insights_searches() : m.help_insights_without()}
            </th>
            {by === "searches" && (
              <th scope="col" className="hidden ps-3 pb-2 text-end font-medium sm:table-cell">
                {m.help_insights_opened()}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {words.map((it) => (
            <tr key={`${it.locale} ${it.terms}`} className="border-t border-line align-top">
              <td className="py-1.5 pe-3 wrap-anywhere">
                <bdi lang={it.locale}>{it.terms}</bdi>
                {several && <span className="ms-2 text-2xs text-muted">{it.locale}</span>}
                {it.nearest && (
                  <p className="flex flex-wrap gap-x-1 text-xs text-muted">
                    {m.help_insights_maybe()}
                    <Link
                      to={articlePath(projectId, it.nearest.articleId)}
                      dir="auto"
                      className="text-accent-text underline-offset-2 wrap-anywhere hover:underline"
                    >
                      {it.nearest.title || m.help_insights_untitled()}
                    </Link>
                  </p>
                )}
              </td>
              <td className="py-1.5 text-end tabular-nums">{it[by].toLocaleString(locale)}</td>
              {by === "searches" && (
                <td className="hidden py-1.5 ps-3 text-end text-muted tabular-nums sm:table-cell">{it.opened.toLocaleString(locale)}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
