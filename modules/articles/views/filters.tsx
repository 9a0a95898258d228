// Filters of the article list. They are part of the URL, so that reloading and returning from an article keep them.
import { Button } from "#dashboard/ui/button.tsx";
import { Select } from "#dashboard/ui/field.tsx";
import { languageName } from "#dashboard/ui/language-name.ts";
import { SearchInput } from "#dashboard/ui/search-input.tsx";
import { useDebounced } from "#dashboard/ui/use-debounced.ts";
import { m } from "#messages";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { ARTICLE_STATES, type ArticleState, articlesPath, type CollectionList } from "../contract.ts";
import { rememberFilters } from "./back-link.tsx";
import { collectionName, stateName } from "./labels.tsx";

export interface Filters {
  readonly q: string;
  readonly state: ArticleState | undefined;
  /** An id, or `none`. */
  readonly collection: string | undefined;
  /** Written in this language. */
  readonly locale: string | undefined;
  /** Not written in this language. */
  readonly missing: string | undefined;
}
type Search = Partial<Record<"q" | "state" | "in" | "language" | "missing", string>>;

/** The filters from the URL, without unknown values. */
export function useFilters(projectId: string, list: CollectionList | undefined) {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  useEffect(() => rememberFilters(projectId, search));
  const filters: Filters = {
    q: (search.q ?? "").slice(0, 100),
    state: ARTICLE_STATES.find((each) => each === search.state),
    collection: search.in === "none" ? "none" : list?.items.find(({ id }) => id === search.in)?.id,
    locale: list?.locales.find((each) => each === search.language),
    missing: list?.locales.find((each) => each === search.missing),
  };
  const set = (change: Search): void =>
    void navigate({ to: articlesPath(projectId), search: { ...search, ...change } as never, replace: true, resetScroll: false });
  const clear = (): void => void navigate({ to: articlesPath(projectId), search: {} as never, replace: true });
  const narrows = Object.values(filters).some((each) => each !== undefined && each !== "");
  return { filters, set, clear, narrows };
}

interface Props {
  readonly list: CollectionList | undefined;
  readonly filters: Filters;
  readonly narrows: boolean;
  readonly children?: ReactNode;
  set(change: Search): void;
  clear(): void;
}
export function FilterBar({ list, filters, narrows, set, clear, children }: Props) {
  const [typed, setTyped] = useState(filters.q);
  // The filters can also be cleared from elsewhere, such as below an empty list.
  const [known, setKnown] = useState(filters.q);
  if (known !== filters.q) {
    setKnown(filters.q);
    if (filters.q === "") setTyped("");
  }
  const q = useDebounced(typed.trim());
  const settle = useEffectEvent(() => {
    if (q !== filters.q) set({ q });
  });
  useEffect(() => settle(), [q]);
  const locales = list && list.locales.length > 1 ? list.locales : [];
  const language = filters.locale ? `in:${filters.locale}` : filters.missing ? `no:${filters.missing}` : "";
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3">
      <div className="flex min-w-48 flex-1 max-sm:basis-full sm:max-w-90">
        <SearchInput label={m.help_search_titles()} value={typed} onType={setTyped} />
      </div>
      <Select
        aria-label={m.help_state()}
        value={filters.state ?? ""}
        onChange={(state) => set({ state })}
        className="w-auto max-sm:min-w-36 max-sm:flex-1 sm:max-w-44"
        options={[{ value: "", label: m.help_any_state() }, ...ARTICLE_STATES.map((value) => ({ value, label: stateName(value) }))]}
      />
      {list && list.items.length > 0 && (
        <Select
          aria-label={m.help_collection()}
          value={filters.collection ?? ""}
          onChange={(value) => set({ in: value })}
          className="w-auto max-sm:min-w-36 max-sm:flex-1 sm:max-w-52"
          options={[
            { value: "", label: m.help_any_collection() },
            ...list.items.map((collection) => ({ value: collection.id, label: collectionName(collection, list.defaultLocale) })),
            { value: "none", label: m.help_without_collection() },
          ]}
        />
      )}
      {locales.length > 0 && (
        <Select
          aria-label={m.help_language()}
          value={language}
          onChange={(value) =>
            set({ language: value.startsWith("in:") ? value.slice(3) : "", missing: value.startsWith("no:") ? value.slice(3) : "" })
          }
          className="w-auto max-sm:min-w-36 max-sm:flex-1 sm:max-w-52"
          options={[
            { value: "", label: m.help_any_language() },
            ...locales.map((tag) => ({ value: `in:${tag}`, label: m.help_written_in({ language: languageName(tag) }) })),
            ...locales.map((tag) => ({ value: `no:${tag}`, label: m.help_missing_in({ language: languageName(tag) }) })),
          ]}
        />
      )}
      {narrows && (
        <Button variant="ghost" onClick={clear}>
          {m.help_clear()}
        </Button>
      )}
      {children}
    </div>
  );
}
