// Bulk actions: confirmed once, with progress, a way to stop, and a list of failures.
import { Button } from "#dashboard/ui/button.tsx";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { Menu } from "#dashboard/ui/menu.tsx";
import { m } from "#messages";
import { Archive, ArchiveRestore, ChevronDown, Send } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { ArticleSummary, CollectionList } from "../contract.ts";
import { rereadLists } from "./queries.ts";
import { archive, forEachOf, moveTo, type Outcome, publishAll, restore } from "./bulk-actions.ts";
import { collectionName, titleOf } from "./labels.tsx";

interface Props {
  readonly projectId: string;
  readonly list: CollectionList;
  readonly chosen: readonly ArticleSummary[];
  /** Sets the selected articles. */
  onChoose(articles: readonly ArticleSummary[]): void;
  onEnd(): void;
}
type Act = (projectId: string, article: ArticleSummary) => Promise<unknown>;

export function BulkBar({ projectId, list, chosen, onChoose, onEnd }: Props) {
  const [asks, setAsks] = useState<"publish" | "archive">();
  const [running, setRunning] = useState<{ readonly at: number; readonly of: number }>();
  const [outcome, setOutcome] = useState<Outcome>();
  const stop = useRef(false);
  const bar = useRef<HTMLElement>(null);
  // Leaving the list stops the action.
  useEffect(() => () => void (stop.current = true), []);
  const run = async (act: Act): Promise<void> => {
    setAsks(undefined);
    setOutcome(undefined);
    stop.current = false;
    setRunning({ at: 0, of: chosen.length });
    const result = await forEachOf(chosen, (article) => act(projectId, article), {
      onStep: (at) => setRunning({ at, of: chosen.length }),
      stopped: () => stop.current,
    });
    await rereadLists(projectId);
    setRunning(undefined);
    setOutcome(result);
    // The Stop button had the focus and disappeared.
    requestAnimationFrame(() => document.activeElement === document.body && bar.current?.focus());
    onChoose([...result.failed.map(({ article }) => article), ...result.left]);
  };
  const archived = chosen.length > 0 && chosen.every(({ archivedAt }) => archivedAt !== null);
  const none = chosen.length === 0;
  const count = chosen.length;
  return (
    <section
      ref={bar}
      tabIndex={-1}
      aria-label={m.help_choose_several()}
      className="sticky bottom-3 z-20 mt-4 grid grid-cols-1 gap-2 rounded-md border border-line-strong bg-surface p-3 shadow-3"
    >
      {running ? (
        <div className="flex flex-wrap items-center gap-3">
          <span className="tabular-nums">{m.help_several_running({ at: running.at + 1, of: running.of })}</span>
          <progress
            aria-label={m.help_several_progress()}
            max={running.of}
            value={running.at}
            className="h-2 min-w-32 flex-1 accent-accent"
          />
          <Button onClick={() => void (stop.current = true)}>{m.help_several_stop()}</Button>
        </div>
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          <p className="me-auto font-medium tabular-nums">{m.help_several_chosen({ count })}</p>
          {archived ? (
            <Button icon={ArchiveRestore} onClick={() => void run(restore)}>
              {m.help_restore()}
            </Button>
          ) : (
            <>
              <Button icon={Send} disabled={none} onClick={() => setAsks("publish")}>
                {m.help_publish()}
              </Button>
              <Menu
                align="end"
                items={[
                  ...list.items.map((collection) => ({
                    label: collectionName(collection, list.defaultLocale),
                    onSelect: () => void run(moveTo(collection.id)),
                  })),
                  { label: m.help_without_collection(), onSelect: () => void run(moveTo(null)) },
                ]}
                trigger={
                  <Button disabled={none}>
                    {m.help_move_to()}
                    <ChevronDown className="size-3.5" aria-hidden />
                  </Button>
                }
              />
              <Button icon={Archive} disabled={none} onClick={() => setAsks("archive")}>
                {m.help_archive()}
              </Button>
            </>
          )}
          <Button variant="ghost" onClick={onEnd}>
            {m.help_several_end()}
          </Button>
        </div>
      )}
      <div role="status" className="grid grid-cols-1 gap-1 empty:hidden">
        {outcome && (
          <p className={outcome.failed.length + outcome.left.length > 0 ? "text-warn-text" : "text-ok-text"}>
            {m.help_several_done({ count: outcome.done })}
            {outcome.failed.length > 0 && ` ${m.help_several_failed({ count: outcome.failed.length })}`}
            {outcome.left.length > 0 && ` ${m.help_several_left({ count: outcome.left.length })}`}
          </p>
        )}
      </div>
      {outcome && outcome.failed.length > 0 && (
        <ul className="grid max-h-40 grid-cols-1 gap-0.5 overflow-y-auto text-xs" tabIndex={0} aria-label={m.help_several_reasons()}>
          {outcome.failed.map(({ article, why }) => (
            <li key={article.id} className="wrap-anywhere">
              <span dir="auto" className="font-medium">
                {titleOf(article, list.defaultLocale)}
              </span>
              : {why}
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={asks === "publish"}
        onClose={() => setAsks(undefined)}
        title={m.help_several_publish_title({ count })}
        body={m.help_several_publish_body()}
        action={m.help_publish()}
        tone="primary"
        onConfirm={() => void run(publishAll)}
      />
      <ConfirmDialog
        open={asks === "archive"}
        onClose={() => setAsks(undefined)}
        title={m.help_several_archive_title({ count })}
        body={m.help_archive_body()}
        action={m.help_archive()}
        onConfirm={() => void run(archive)}
      />
    </section>
  );
}
