// What a source from GitHub is filled with, and how its sync goes.
import { queryClient, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { formatDay, formatTime, RelativeTime } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { listItems, readSource, type Source } from "#modules/knowledge-sources/contract";
import { ExternalLink, RefreshCw, Settings } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { KEPT_DAYS, readRepositorySource, type RepositorySource, startRepositorySync, type Sync } from "../contract.ts";
import { FAULTS, NOTE_TEXTS } from "./labels.ts";
import { SCHEDULES } from "./repository-fields.tsx";

const SettingsDialog = lazy(async () => ({ default: (await import("./settings-dialog.tsx")).SettingsDialog }));
const isUnderWay = (sync: Sync | null): boolean => sync?.state === "running" || sync?.state === "waiting";

interface Props {
  readonly projectId: string;
  readonly source: Source;
  readonly languages: readonly string[];
  readonly may: boolean;
}
export default function SourcePanel({ projectId, source, languages, may }: Props) {
  const [polls, setPolls] = useState(false);
  const params = { projectId, sourceId: source.id };
  const { data, error, refetch } = useRouteQuery(readRepositorySource, { params }, polls ? { every: 2500, staleTime: 0 } : {});
  const runs = isUnderWay(data?.sync ?? null);
  if (data && runs !== polls) setPolls(runs);
  const wasRunning = useRef(false);
  useEffect(() => {
    if (wasRunning.current && !runs) {
      void queryClient.invalidateQueries({ queryKey: [readSource.name] });
      void queryClient.invalidateQueries({ queryKey: [listItems.name] });
    }
    wasRunning.current = runs;
  }, [runs]);
  if (!data) return error ? <ProblemState error={error} onRetry={() => void refetch()} /> : <Skeleton className="mb-6 h-28 w-full" />;
  return <Panel {...{ projectId, source, languages, may, of: data }} />;
}

function Panel({ projectId, source, languages, may, of }: Props & { readonly of: RepositorySource }) {
  const [isOpen, setOpen] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const start = useRouteMutation(startRepositorySync, { invalidates: [readRepositorySource, readSource] });
  const parts = [
    of.readme && m.repository_knowledge_readme(),
    of.docs !== null && (of.docs === "" ? m.repository_knowledge_all_files() : m.repository_knowledge_files_of({ folder: of.docs })),
    of.releases && m.repository_knowledge_releases(),
    of.discussions !== null && m.repository_knowledge_discussions(),
    of.commits && m.repository_knowledge_commits(),
  ].filter((one) => one !== false);
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={of.repository}
      className="mb-6 grid gap-2.5 rounded-lg border border-line bg-surface px-5 py-4 outline-none"
    >
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
          <span className="flex flex-wrap items-center gap-2">
            <a
              href={of.url}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-6 items-center gap-1.5 font-medium wrap-anywhere hover:underline"
            >
              {of.repository}
              <ExternalLink className="size-3.5 shrink-0 text-muted" aria-hidden />
            </a>
            {of.isPrivate && <Chip>{m.repository_knowledge_private()}</Chip>}
          </span>
          <span className="text-xs text-muted wrap-anywhere">{parts.join(" · ")}</span>
        </div>
        {may && (
          <span className="flex items-center gap-1">
            <Button
              icon={RefreshCw}
              busy={start.isPending}
              disabled={isUnderWay(of.sync)}
              onClick={() => {
                start.mutate({ params: { projectId, sourceId: source.id }, body: {} });
                // The button is disabled while a sync runs, which would lose the focus.
                panel.current?.focus();
              }}
            >
              {m.repository_knowledge_sync()}
            </Button>
            <IconButton size="md" label={m.knowledge_settings()} icon={Settings} onClick={() => setOpen(true)} />
          </span>
        )}
      </div>
      {of.sync && <SyncState sync={of.sync} />}
      <p className="text-xs text-muted">
        {SCHEDULES[of.schedule]()}
        {of.nextAt !== null && ` · ${m.repository_knowledge_next({ time: formatTime(of.nextAt) })}`}
      </p>
      <Suspense>{isOpen && <SettingsDialog {...{ projectId, source, of, languages }} onClose={() => setOpen(false)} />}</Suspense>
    </section>
  );
}

const STATES = {
  running: { tone: "accent", says: m.repository_knowledge_running },
  waiting: { tone: "warn", says: m.repository_knowledge_waiting },
  done: { tone: "ok", says: m.repository_knowledge_done },
  failed: { tone: "bad", says: m.repository_knowledge_failed },
} as const;
function SyncState({ sync }: { sync: Sync }) {
  const { tone, says } = STATES[sync.state];
  const done = Math.min(sync.stored + sync.skipped, sync.found);
  const counts = [
    sync.found > 0 && m.repository_knowledge_found({ count: sync.found }),
    sync.stored > 0 && m.repository_knowledge_stored({ count: sync.stored }),
    sync.skipped > 0 && m.repository_knowledge_skipped({ count: sync.skipped }),
    sync.removed > 0 && m.repository_knowledge_removed({ count: sync.removed }),
  ].filter((one) => one !== false);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span role="status">
          <Chip tone={tone}>{says()}</Chip>
        </span>
        <RelativeTime at={sync.finishedAt ?? sync.startedAt} className="text-muted" />
      </div>
      {isUnderWay(sync) && (
        <progress
          aria-label={says()}
          {...(sync.found > 0 && done > 0 ? { value: done, max: sync.found } : {})}
          className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-active accent-accent [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-active [&::-webkit-progress-value]:bg-accent"
        />
      )}
      {counts.length > 0 && <p className="text-muted tabular-nums">{counts.join(" · ")}</p>}
      {sync.fault !== null && (
        <p className={`wrap-anywhere ${sync.state === "failed" ? "text-bad-text" : "text-warn-text"}`}>
          {FAULTS[sync.fault]()}
          {sync.until !== null && ` ${m.repository_knowledge_goes_on({ time: formatTime(sync.until) })}`}
        </p>
      )}
      {sync.state === "failed" && sync.lostAt !== null && (
        <p className="text-muted">
          {m.repository_knowledge_kept({
            days: KEPT_DAYS,
            day: formatDay(new Date(Date.parse(sync.lostAt) + KEPT_DAYS * 86_400_000).toISOString()),
          })}
        </p>
      )}
      {sync.notes.length > 0 && (
        <ul className="grid gap-1 text-warn-text">
          {sync.notes.map((note) => (
            <li key={note}>{NOTE_TEXTS[note]()}</li>
          ))}
        </ul>
      )}
    </>
  );
}
