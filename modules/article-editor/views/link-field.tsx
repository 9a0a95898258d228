// The target of a link: a typed address, or an article found by its title. Arrow keys move, Enter selects.
import { refusalOf } from "#dashboard/api.ts";
import { Chip } from "#dashboard/ui/chip.tsx";
import { Field, TextInput } from "#dashboard/ui/field.tsx";
import { useDebounced } from "#dashboard/ui/use-debounced.ts";
import { m } from "#messages";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import type { ArticleEditorProps, LinkTarget } from "./props.ts";

interface Props {
  readonly value: string;
  readonly wrong: boolean;
  readonly findArticles: ArticleEditorProps["findArticles"];
  /** The typed text is an address: Enter applies it, unless an article was selected with the arrow keys. */
  readonly isAddress: boolean;
  onType(value: string): void;
  onTake(target: LinkTarget & { readonly path: string }): void;
}
interface Found {
  readonly q: string;
  readonly items: readonly LinkTarget[];
  readonly problem?: string | undefined;
}

export function LinkField({ value, wrong, findArticles, isAddress, onType, onTake }: Props) {
  const id = useId();
  const q = useDebounced(/^(?:[a-z]+:|[/#])/i.test(value.trim()) ? "" : value.trim(), 150);
  const [found, setFound] = useState<Found>();
  const [chosen, setChosen] = useState<number>();
  useEffect(() => {
    if (q === "" || !findArticles) return;
    const over = new AbortController();
    findArticles(q, over.signal).then(
      (items) => setFound({ q, items }),
      (error: unknown) => !over.signal.aborted && setFound({ q, items: [], problem: refusalOf(error) }),
    );
    return () => over.abort();
  }, [q, findArticles]);
  // The results may still be those of the previous text.
  const isNow = q !== "" && q === value.trim() && found?.q === q;
  const items = q === "" ? [] : (found?.items ?? []);
  const at = chosen ?? (isAddress ? -1 : items.findIndex(({ path }) => path !== null));
  const item = items[at];

  const take = (target: LinkTarget): void => {
    const { path } = target;
    if (path !== null) onTake({ ...target, path });
  };
  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && items.length > 0) {
      event.preventDefault();
      setChosen(at === -1 && step < 0 ? items.length - 1 : (at + step + items.length) % items.length);
    } else if (event.key === "Enter" && item && (chosen !== undefined || (isNow && !isAddress))) {
      event.preventDefault();
      take(item);
    }
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      <Field
        label={findArticles ? m.help_editor_link_to() : m.help_editor_link_address()}
        hint={m.help_editor_link_hint()}
        error={wrong ? m.help_editor_link_wrong() : undefined}
      >
        <TextInput
          data-first-focus
          dir="auto"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={value}
          {...(findArticles
            ? {
                role: "combobox",
                "aria-expanded": items.length > 0,
                "aria-controls": `${id}-list`,
                "aria-autocomplete": "list" as const,
                "aria-activedescendant": item ? `${id}-${at}` : undefined,
              }
            : {})}
          onChange={(event) => {
            onType(event.target.value);
            setChosen(undefined);
          }}
          onKeyDown={onKeyDown}
        />
      </Field>
      {found?.problem && q !== "" && <p className="text-xs text-bad-text">{found.problem}</p>}
      <p role="status" className={isNow && items.length === 0 && !isAddress && !found.problem ? "text-xs text-muted" : "sr-only"}>
        {isNow && !found.problem
          ? items.length === 0
            ? m.help_editor_link_none()
            : m.help_editor_link_count({ count: items.length })
          : ""}
      </p>
      <div
        role="listbox"
        id={`${id}-list`}
        aria-label={m.help_articles()}
        hidden={items.length === 0}
        className="grid max-h-60 grid-cols-1 gap-0.5 overflow-y-auto"
      >
        {items.map((one, index) => (
          <div
            key={one.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            aria-disabled={one.path === null || undefined}
            ref={(element) => {
              if (index === at) element?.scrollIntoView({ block: "nearest" });
            }}
            onClick={() => take(one)}
            className={`flex min-h-9 min-w-0 items-center gap-2 rounded-sm px-2.5 py-1.5 pointer-coarse:min-h-11 ${index === at ? "bg-active" : "hover:bg-hover"}`}
          >
            <span dir="auto" className={`line-clamp-2 min-w-0 flex-1 wrap-anywhere ${one.path === null ? "text-muted" : ""}`}>
              {one.title}
            </span>
            {one.locale && <span className="text-2xs text-muted">{one.locale}</span>}
            {one.teamOnly && <Chip>{m.help_editor_link_team()}</Chip>}
            {one.path === null && <span className="text-2xs text-muted">{m.help_editor_link_draft()}</span>}
          </div>
        ))}
      </div>
    </div>
  );
}
