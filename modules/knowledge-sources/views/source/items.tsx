// Lists the items of a source, newest first, with their problems.
import { call, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Select } from "#dashboard/ui/field.tsx";
import { SearchInput } from "#dashboard/ui/search-input.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { formatFileSize } from "#dashboard/ui/size.ts";
import { RelativeTime } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { pathOf } from "#kernel/wire/route.ts";
import { useDebounced } from "#dashboard/ui/use-debounced.ts";
import { m } from "#messages";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Download, ExternalLink, FileText, Search, Trash2 } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { type Item, listItems, readOriginal, readSource, removeItem, type Source } from "../../contract.ts";
import type { SourceKind } from "#modules/retrieval/contract";
import { isRunning, itemState, itemTone } from "../labels.ts";

const SnippetDialog = lazy(async () => ({ default: (await import("./snippet-dialog.tsx")).SnippetDialog }));
const TextDialog = lazy(async () => ({ default: (await import("./text-dialog.tsx")).TextDialog }));

const EMPTY: Readonly<Record<SourceKind, () => string>> = {
  articles: m.knowledge_items_none_articles,
  snippets: m.knowledge_items_none_snippets,
  files: m.knowledge_items_none_files,
  answers: m.knowledge_items_none_answers,
  website: m.knowledge_items_none_website,
};
const STATES = ["ready", "draft", "waiting", "skipped", "failed"] as const;
type Listed = (typeof STATES)[number];

export function Items({ projectId, source, may }: { projectId: string; source: Source; may: boolean }) {
  const [typed, setTyped] = useState("");
  const [state, setState] = useState<Listed | "">("");
  const [open, setOpen] = useState<Item>();
  const [removing, setRemoving] = useState<Item>();
  const list = useRef<HTMLDivElement>(null);
  const q = useDebounced(typed.trim());
  // A running crawl changes the list: each change of its counts refetches it.
  const standing = `${source.documents} ${source.drafts} ${source.waiting} ${source.failed}`;
  const params = { projectId, sourceId: source.id };
  const items = useInfiniteQuery({
    queryKey: [listItems.name, params, q, state, standing],
    queryFn: ({ pageParam, signal }) =>
      call(listItems, {
        params,
        query: { ...(pageParam === "" ? {} : { cursor: pageParam }), ...(q === "" ? {} : { q }), ...(state === "" ? {} : { state }) },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
    enabled: source.kind !== "articles",
  });
  const remove = useRouteMutation(removeItem, {
    suppressToast: true,
    invalidates: [listItems, readSource],
    done: () => {
      setRemoving(undefined);
      // The button that opened the dialog disappeared with its row.
      requestAnimationFrame(() => list.current?.focus());
      toast({ tone: "ok", title: m.knowledge_item_removed() });
    },
  });
  const all = items.data?.pages.flatMap((page) => page.items) ?? [];
  const narrowed = q !== "" || state !== "";
  if (source.kind === "articles") return <p className="text-muted">{m.knowledge_items_none_articles()}</p>;
  return (
    <>
      {(narrowed || typed !== "" || items.isPending || all.length > 0) && (
        <div className="mb-3 flex flex-wrap items-center gap-3">
          <SearchInput label={m.knowledge_search()} value={typed} onType={setTyped} />
          <Select
            aria-label={m.knowledge_state()}
            className="w-auto"
            value={state}
            options={[{ value: "", label: m.knowledge_any_state() }, ...STATES.map((one) => ({ value: one, label: itemState[one]() }))]}
            onChange={(value) => setState(value as Listed | "")}
          />
        </div>
      )}
      <div ref={list} tabIndex={-1} role="group" aria-label={source.name} className="outline-none">
        {items.error && !items.data ? (
          <ProblemState error={items.error} onRetry={() => void items.refetch()} />
        ) : items.isPending ? (
          <Skeleton>
            <div className="grid gap-8 pt-4">
              {Array.from({ length: 5 }, (_, index) => (
                <Bar key={index} className="h-3 w-64" />
              ))}
            </div>
          </Skeleton>
        ) : all.length === 0 ? (
          narrowed ? (
            <EmptyState
              icon={Search}
              title={m.knowledge_items_not_found()}
              action={
                <Button
                  onClick={() => {
                    setTyped("");
                    setState("");
                  }}
                >
                  {m.knowledge_items_clear()}
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={FileText}
              title={m.knowledge_items_none()}
              body={
                isRunning(source.run) ? m.knowledge_items_soon() : source.filled ? m.knowledge_items_none_filled() : EMPTY[source.kind]()
              }
            />
          )
        ) : (
          <ul className="grid">
            {all.map((item) => (
              <Row
                key={item.id}
                projectId={projectId}
                kind={source.kind}
                item={item}
                may={may && !source.filled}
                onOpen={() => setOpen(item)}
                onRemove={() => setRemoving(item)}
              />
            ))}
          </ul>
        )}
        {items.hasNextPage && (
          <div className="grid place-items-center p-4">
            <Button busy={items.isFetchingNextPage} onClick={() => void items.fetchNextPage()}>
              {m.knowledge_more()}
            </Button>
          </div>
        )}
      </div>
      <Suspense>
        {open && source.kind === "files" && <TextDialog projectId={projectId} item={open} onClose={() => setOpen(undefined)} />}
        {open && (source.kind === "snippets" || source.kind === "answers") && (
          <SnippetDialog
            projectId={projectId}
            sourceId={source.id}
            kind={source.kind}
            item={open}
            may={may}
            onClose={() => setOpen(undefined)}
          />
        )}
      </Suspense>
      <ConfirmDialog
        open={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        onConfirm={() => removing && remove.mutate({ params: { projectId, itemId: removing.id } })}
        title={m.knowledge_item_remove_title({ title: plain(removing?.title ?? "") })}
        body={m.knowledge_item_remove_body()}
        action={m.knowledge_item_remove()}
        busy={remove.isPending}
        error={refusalOf(remove.error)}
      />
    </>
  );
}

interface RowProps {
  readonly projectId: string;
  readonly kind: SourceKind;
  readonly item: Item;
  readonly may: boolean;
  onOpen(): void;
  onRemove(): void;
}
function Row({ projectId, kind, item, may, onOpen, onRemove }: RowProps) {
  const title = plain(item.title);
  const stuck = kind === "files" && item.state === "waiting" && item.type !== null && !item.type.startsWith("text/") && item.parts === 0;
  return (
    <li className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 last:border-b-0">
      <span className="grid min-w-0 flex-1 basis-52">
        {kind === "website" ? (
          <span dir="auto" className="truncate font-medium">
            {title}
          </span>
        ) : (
          <button type="button" onClick={onOpen} dir="auto" className="min-h-6 truncate text-start font-medium hover:underline">
            {title}
          </button>
        )}
        <span className="truncate text-xs text-muted">
          {item.url !== null && item.url !== item.title && <>{item.url} · </>}
          {item.size > 0 && <>{formatFileSize(item.size)} · </>}
          {item.parts > 1 && <>{m.knowledge_parts({ count: item.parts })} · </>}
          <RelativeTime at={item.updatedAt} />
        </span>
        {(item.error ?? stuck) && (
          <span className={`text-xs wrap-anywhere ${item.state === "skipped" ? "text-muted" : "text-bad-text"}`}>
            {item.error ?? m.knowledge_needs_text()}
          </span>
        )}
      </span>
      <Chip tone={itemTone[item.state]}>{itemState[item.state]()}</Chip>
      <span className="flex items-center gap-1">
        {item.url !== null && /^https?:/.test(item.url) && (
          <a
            href={item.url}
            target="_blank"
            rel="noreferrer"
            aria-label={`${m.knowledge_open_page()}: ${title}`}
            className="grid size-8 place-items-center rounded-sm text-muted hover:bg-hover hover:text-text pointer-coarse:size-11"
          >
            <ExternalLink className="size-4" strokeWidth={1.75} aria-hidden />
          </a>
        )}
        {kind === "files" && item.size > 0 && (
          <a
            href={pathOf(readOriginal, { projectId, itemId: item.id })}
            download
            aria-label={`${m.knowledge_download()}: ${title}`}
            className="grid size-8 place-items-center rounded-sm text-muted hover:bg-hover hover:text-text pointer-coarse:size-11"
          >
            <Download className="size-4" strokeWidth={1.75} aria-hidden />
          </a>
        )}
        {may && <IconButton label={m.knowledge_item_remove_of({ title })} icon={Trash2} onClick={onRemove} />}
      </span>
    </li>
  );
}
