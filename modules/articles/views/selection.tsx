// Selects several articles for a bulk action.
import { m } from "#messages";
import { createContext, type ReactNode, use, useMemo, useState } from "react";
import type { ArticleSummary } from "../contract.ts";

type Chosen = ReadonlyMap<string, ArticleSummary>;
interface Selection {
  readonly chosen: Chosen;
  set(articles: readonly ArticleSummary[], chosen: boolean): void;
}
const SelectionContext = createContext<Selection | undefined>(undefined);

/** Undefined outside of selection mode. */
export const useSelection = (): Selection | undefined => use(SelectionContext);

/** The selected articles. Selection mode is on while `on`; ending it clears the selection. */
export function useChosen() {
  const [chosen, setChosen] = useState<Chosen>();
  const selection = useMemo(
    (): Selection | undefined =>
      chosen && {
        chosen,
        set: (articles, isChosen) => {
          const next = new Map(chosen);
          for (const article of articles)
            if (isChosen) next.set(article.id, article);
            else next.delete(article.id);
          setChosen(next);
        },
      },
    [chosen],
  );
  return {
    selection,
    begin: () => setChosen(new Map()),
    choose: (articles: readonly ArticleSummary[]) => setChosen(new Map(articles.map((article) => [article.id, article]))),
    end: () => setChosen(undefined),
  };
}
export const SelectionScope = ({ selection, children }: { selection: Selection | undefined; children: ReactNode }) => (
  <SelectionContext value={selection}>{children}</SelectionContext>
);

const BOX = "grid size-7 shrink-0 cursor-pointer place-items-center pointer-coarse:size-11";

/** The checkbox of a row; empty outside of selection mode. */
export function SelectBox({ article, title }: { article: ArticleSummary; title: string }) {
  const selection = useSelection();
  if (!selection) return null;
  return (
    // The whole row toggles the checkbox: following a link by mistake would lose the selection.
    <label className={`${BOX} after:absolute after:inset-0 after:z-10`}>
      <input
        type="checkbox"
        aria-label={m.help_choose({ title })}
        checked={selection.chosen.has(article.id)}
        onChange={(event) => selection.set([article], event.target.checked)}
        className="relative z-20 size-4 accent-accent"
      />
    </label>
  );
}

/** Selects all articles that a list shows. */
export function SelectAll({ articles }: { articles: readonly ArticleSummary[] }) {
  const selection = useSelection();
  if (!selection || articles.length < 2) return null;
  const count = articles.filter(({ id }) => selection.chosen.has(id)).length;
  const all = count === articles.length;
  return (
    <label className="flex min-h-9 w-fit cursor-pointer items-center gap-1.5 text-xs text-muted pointer-coarse:min-h-11">
      <span className={BOX}>
        <input
          type="checkbox"
          checked={all}
          ref={(input) => {
            if (input) input.indeterminate = count > 0 && !all;
          }}
          onChange={() => selection.set(articles, !all)}
          className="size-4 accent-accent"
        />
      </span>
      {m.help_choose_shown({ count: articles.length })}
    </label>
  );
}
