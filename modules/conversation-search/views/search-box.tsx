// The search's field, with suggestions for filters and their values at the caret.
import { useProject } from "#dashboard/session.tsx";
import { m } from "#messages";
import { Autocomplete } from "@base-ui/react/autocomplete";
import { clsx } from "clsx";
import { Search, X } from "lucide-react";
import { type KeyboardEvent, type RefObject, useState } from "react";
import { MAX_QUERY } from "../contract.ts";
import type { OfferedFilter } from "./filter-slot.ts";
import { suggest, type Suggestion } from "./suggest.ts";

const today = (): string => {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
};
const ago = (days: number): string => (days === 0 ? m.conversation_search_today() : m.conversation_search_days_ago({ count: days }));
/** What each filter finds, in words. */
export const filterLabels = (): Readonly<Record<string, string>> => ({
  from: m.conversation_search_filter_from(),
  to: m.conversation_search_filter_to(),
  assignee: m.conversation_search_filter_assignee(),
  before: m.conversation_search_filter_before(),
  after: m.conversation_search_filter_after(),
  has: m.conversation_search_filter_has(),
  is: m.conversation_search_filter_is(),
  in: m.conversation_search_filter_in(),
});

interface SearchBoxProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly value: string;
  onType(value: string): void;
  /** Enter without a suggestion. */
  onSubmit(): void;
  /** The arrow down where there is no suggestion. */
  onDown(): void;
  readonly problem: string | undefined;
  readonly others: readonly OfferedFilter[];
}
export function SearchBox({ field, value, onType, onSubmit, onDown, problem, others }: SearchBoxProps) {
  const { members } = useProject();
  const [caret, setCaret] = useState(value.length);
  const [isDismissed, setDismissed] = useState(true);
  const suggesting = isDismissed
    ? undefined
    : suggest(value, Math.min(caret, value.length), { members, today: today(), labels: filterLabels(), ago, others });
  const items = suggesting?.items ?? [];
  const isOpen = items.length > 0;

  function choose(one: Suggestion): void {
    if (!suggesting) return;
    const next = value.slice(0, suggesting.from) + one.insert + value.slice(suggesting.to).trimStart();
    const at = suggesting.from + one.insert.length;
    onType(next);
    setCaret(at);
    // A filter's name goes on with its values.
    setDismissed(!one.insert.endsWith(":"));
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(at, at);
    });
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isOpen && event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      return setDismissed(true);
    }
    if (isOpen || event.nativeEvent.isComposing) return;
    if (event.key === "Enter") onSubmit();
    else if (event.key === "ArrowDown") {
      event.preventDefault();
      onDown();
    }
  };
  return (
    <Autocomplete.Root
      items={items}
      mode="none"
      // Beside the field rather than in a popup, which would hide the page from assistive technology while its controls can be focused.
      inline
      open={isOpen}
      onOpenChange={(open, { reason }) => {
        // What is chosen, and what is typed, decide for themselves whether suggestions go on.
        if (!open && reason !== "input-change" && reason !== "input-clear" && reason !== "item-press") setDismissed(true);
      }}
      value={value}
      itemToStringValue={(one: Suggestion) => one.insert}
      onValueChange={(typed, { reason }) => {
        if (reason === "item-press") return;
        onType(typed);
        setCaret(field.current?.selectionStart ?? typed.length);
        setDismissed(false);
      }}
    >
      <div className="relative" onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setDismissed(true)}>
        <Search className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4 text-muted" aria-hidden />
        <Autocomplete.Input
          ref={field}
          type="search"
          maxLength={MAX_QUERY}
          aria-label={m.conversation_search_field()}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem === undefined ? undefined : "search-problem"}
          placeholder={m.conversation_search_placeholder()}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          dir="auto"
          enterKeyHint="search"
          onKeyDown={onKeyDown}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? value.length)}
          className="field h-10 w-full ps-9 pe-10 text-sm pointer-coarse:h-11 [&::-webkit-search-cancel-button]:hidden"
        />
        {value !== "" && (
          <button
            type="button"
            aria-label={m.conversation_search_clear()}
            onClick={() => {
              onType("");
              field.current?.focus();
            }}
            className="absolute inset-y-0 end-1 my-auto grid size-8 place-items-center rounded-sm text-muted hover:text-text pointer-coarse:size-11"
          >
            <X className="size-4" aria-hidden />
          </button>
        )}
        <div
          className={clsx(
            "absolute inset-x-0 top-full z-40 mt-1 max-h-[min(50dvh,320px)] max-w-120 overflow-y-auto rounded-md border border-line bg-surface p-1.5 shadow-2",
            !isOpen && "hidden",
          )}
        >
          <Autocomplete.List aria-label={m.conversation_search_suggestions()}>
            {(one: Suggestion) => (
              <Autocomplete.Item key={one.insert} value={one} onClick={() => choose(one)} className="item">
                <span className="shrink-0 font-mono text-xs">{one.insert.trim()}</span>
                {one.label !== undefined && (
                  <span dir="auto" className="min-w-0 truncate text-muted">
                    {one.label}
                  </span>
                )}
              </Autocomplete.Item>
            )}
          </Autocomplete.List>
        </div>
      </div>
    </Autocomplete.Root>
  );
}
