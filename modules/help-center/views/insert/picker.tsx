// The article picker of the composer: searches while typing. Arrow keys move, Enter inserts the link, ⌘ or Ctrl with Enter the text.
import { call, refusalOf, toastProblem, useRouteQuery } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { TextInput } from "#dashboard/ui/field.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { useDebounced } from "#dashboard/ui/use-debounced.ts";
import { m } from "#messages";
import { type KeyboardEvent, useDeferredValue, useId, useState } from "react";
import { findToInsert, type Insertable, readToInsert } from "../../contract.ts";
import { forMessage, linkFor } from "./for-message.ts";

export interface InsertProps {
  readonly projectId: string;
  readonly kind: "reply" | "note";
  insert(text: string): void;
  onClose(): void;
}

export default function InsertPicker({ projectId, kind, insert, onClose }: InsertProps) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const q = useDeferredValue(useDebounced(typed.trim(), 150));
  const { data, error } = useRouteQuery(findToInsert, { params: { projectId }, query: { q } }, { enabled: q !== "" });
  const [chosen, setChosen] = useState(0);
  const [asking, setAsking] = useState<Insertable>();
  const [busy, setBusy] = useState(false);
  const items = q === "" ? [] : (data?.items ?? []);
  const at = Math.min(chosen, items.length - 1);
  const item = items[at];

  function put(text: string): void {
    onClose();
    // After closing, because the dialog returns the focus to the composer.
    setTimeout(() => insert(text), 0);
  }
  async function putText(one: Insertable, sure: boolean): Promise<void> {
    if (kind === "reply" && one.audience === "members" && !sure) return setAsking(one);
    setBusy(true);
    try {
      const whole = one.article
        ? (await call(readToInsert, { params: { projectId, articleId: one.article.id }, query: { locale: one.article.locale } })).content
        : one.text;
      put(forMessage(whole, location.origin));
    } catch (problem) {
      toastProblem(problem);
    } finally {
      setBusy(false);
    }
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && items.length > 0) {
      event.preventDefault();
      setChosen((at + step + items.length) % items.length);
      setAsking(undefined);
    } else if (event.key === "Enter") {
      event.preventDefault();
      // The results on screen may still belong to the previous query.
      if (!item || q !== typed.trim() || !data) return;
      if (item.url !== null && !event.metaKey && !event.ctrlKey) put(linkFor(item.title, item.url));
      else void putText(item, asking === item);
    } else if (event.key === "/" && typed === "") {
      // A third "/": the member wanted the characters themselves.
      event.preventDefault();
      put("//");
    }
  }
  return (
    <Dialog open onClose={onClose} title={m.help_insert()} size="md">
      <div className="grid grid-cols-1 gap-3">
        <TextInput
          data-first-focus
          type="search"
          role="combobox"
          dir="auto"
          autoComplete="off"
          aria-label={m.help_insert_search()}
          aria-expanded={items.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={item ? `${id}-${at}` : undefined}
          placeholder={m.help_insert_search()}
          value={typed}
          maxLength={200}
          onChange={(event) => {
            setTyped(event.target.value);
            setChosen(0);
            setAsking(undefined);
          }}
          onKeyDown={onKeyDown}
        />
        {error && (
          <p role="alert" className="text-bad-text">
            {refusalOf(error)}
          </p>
        )}
        {q === "" && <p className="text-muted">{m.help_insert_hint()}</p>}
        {q !== "" && !data && !error && (
          <Skeleton>
            <div className="grid gap-3">
              <Bar className="h-10 w-full" />
              <Bar className="h-10 w-full" />
            </div>
          </Skeleton>
        )}
        {data?.readAs && <p className="text-xs text-muted">{m.help_insert_read_as({ query: data.readAs })}</p>}
        {data?.semantic === "down" && <p className="text-xs text-warn-text">{m.help_insert_words_only()}</p>}
        <p role="status" className={data && q !== "" && (items.length === 0 || !data.fits) ? "text-muted" : "sr-only"}>
          {!data || q === ""
            ? ""
            : items.length === 0
              ? m.help_insert_nothing()
              : data.fits
                ? m.help_insert_count({ count: items.length })
                : m.help_insert_nothing_fits()}
        </p>
        <div role="listbox" id={`${id}-list`} aria-label={m.help_insert()} className="grid max-h-72 grid-cols-1 gap-0.5 overflow-y-auto">
          {items.map((one, index) => (
            <div
              key={one.documentId}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              ref={(element) => {
                if (index === at) element?.scrollIntoView({ block: "nearest" });
              }}
              onClick={() => {
                setChosen(index);
                setAsking(undefined);
              }}
              className={`grid grid-cols-1 gap-0.5 rounded-sm px-2.5 py-2 ${index === at ? "bg-active" : "hover:bg-hover"}`}
            >
              <span className="flex min-w-0 items-center gap-2">
                <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
                  {one.title}
                </span>
                <span className="text-2xs text-muted">{one.locale}</span>
                {one.audience !== "public" && <Chip>{m.help_insert_team_only()}</Chip>}
              </span>
              <span dir="auto" lang={one.locale} className="line-clamp-2 text-xs text-muted">
                {one.quote}
              </span>
            </div>
          ))}
        </div>
        {asking !== undefined && asking === item && (
          <p role="alert" className="rounded-sm bg-warn-soft px-2.5 py-2 text-warn-text">
            {m.help_insert_sure()}
          </p>
        )}
        {item && (
          <div className="flex flex-wrap items-center justify-end gap-2">
            {item.url === null && (
              <span id={`${id}-why`} className="flex-1 text-xs text-muted">
                {item.audience === "public" ? m.help_insert_no_address() : m.help_insert_no_link()}
              </span>
            )}
            <Button busy={busy} kbd="$mod+Enter" onClick={() => void putText(item, asking === item)}>
              {asking === item ? m.help_insert_anyway() : item.article ? m.help_insert_text() : m.help_insert_passage()}
            </Button>
            <Button
              variant="primary"
              kbd="Enter"
              disabled={item.url === null}
              aria-describedby={item.url === null ? `${id}-why` : undefined}
              onClick={() => item.url !== null && put(linkFor(item.title, item.url))}
            >
              {m.help_insert_link()}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}
