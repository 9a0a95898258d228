// Shows the latest crawl of a website: progress, results, cost.
import { useRouteQuery, useRouteMutation } from "#dashboard/api.ts";
import { locale } from "#dashboard/locale.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { formatDay, RelativeTime } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { RefreshCw, Square } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { abortCrawl, type Crawl, listItems, readCrawl, readSource, type Source, startCrawl } from "../../contract.ts";
import { queryClient } from "#dashboard/api.ts";
import { isRunning, runName, wayName } from "../labels.ts";

const money = new Intl.NumberFormat(locale, { style: "currency", currency: "USD", maximumFractionDigits: 3 });

export function RunPanel({ projectId, source, may }: { projectId: string; source: Source; may: boolean }) {
  const of = source.run;
  const polled = useRouteQuery(
    readCrawl,
    { params: { projectId, crawlId: of?.id ?? "" } },
    { enabled: of !== null && isRunning(of), every: 2500, staleTime: 0 },
  );
  const run = of !== null && isRunning(of) ? (polled.data?.crawl.id === of.id ? polled.data.crawl : of) : of;
  const ended = of !== null && isRunning(of) && run !== null && !isRunning(run);
  useEffect(() => {
    if (!ended) return;
    void queryClient.invalidateQueries({ queryKey: [readSource.name] });
    void queryClient.invalidateQueries({ queryKey: [listItems.name] });
  }, [ended]);
  const [clientId, setClientId] = useState(() => crypto.randomUUID());
  const start = useRouteMutation(startCrawl, { invalidates: [readSource], done: () => setClientId(crypto.randomUUID()) });
  const stop = useRouteMutation(abortCrawl, { invalidates: [readSource, readCrawl] });
  const panel = useRef<HTMLElement>(null);
  const running = isRunning(run);
  // Start and stop replace each other, so the focus moves to the panel.
  const act = (work: () => void): void => {
    work();
    panel.current?.focus();
  };
  const params = { projectId };
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={m.knowledge_kind_website()}
      className="mb-6 grid gap-2.5 rounded-lg border border-line bg-surface px-5 py-4 outline-none"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="grid min-w-0 flex-1 basis-60">
          <span className="font-medium">{source.website && wayName[source.website.way]()}</span>
          <span className="truncate text-xs text-muted">{source.website?.addresses.join(", ")}</span>
        </div>
        {may &&
          (running && run ? (
            <Button
              icon={Square}
              busy={stop.isPending}
              disabled={run.aborting}
              onClick={() => act(() => stop.mutate({ params: { ...params, crawlId: run.id }, body: {} }))}
            >
              {m.knowledge_run_stop()}
            </Button>
          ) : (
            <Button
              icon={RefreshCw}
              busy={start.isPending}
              onClick={() => act(() => start.mutate({ params: { ...params, sourceId: source.id }, body: { clientId } }))}
            >
              {run ? m.knowledge_run_again() : m.knowledge_run()}
            </Button>
          ))}
      </div>
      {run ? <Run run={run} /> : <p className="text-muted">{m.knowledge_run_none()}</p>}
      {source.website?.nextAt && <p className="text-xs text-muted">{m.knowledge_next_run({ day: formatDay(source.website.nextAt) })}</p>}
    </section>
  );
}

const TONES = { done: "ok", failed: "bad", aborted: "neutral" } as const;
function Run({ run }: { run: Crawl }) {
  const running = isRunning(run);
  const done = run.stored + run.unchanged + run.skipped + run.failed;
  // A crawl can complete without having stored anything.
  const nothing = run.state === "done" && run.failed > 0 && run.stored + run.unchanged === 0;
  const words = run.aborting ? m.knowledge_run_stopping() : nothing ? m.knowledge_run_nothing() : runName[run.state]();
  const counts = [
    run.stored > 0 && m.knowledge_run_stored({ count: run.stored }),
    run.unchanged > 0 && m.knowledge_run_unchanged({ count: run.unchanged }),
    run.skipped > 0 && m.knowledge_run_skipped({ count: run.skipped }),
    run.failed > 0 && m.knowledge_run_broken({ count: run.failed }),
    run.removed > 0 && m.knowledge_run_removed({ count: run.removed }),
    run.costUsd !== null && m.knowledge_run_cost({ cost: money.format(run.costUsd) }),
  ].filter((one) => one !== false);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span role="status">
          <Chip tone={running ? "accent" : nothing ? "bad" : (TONES[run.state as keyof typeof TONES] ?? "neutral")}>{words}</Chip>
        </span>
        {running ? (
          run.found > 0 && (
            <span className="text-muted tabular-nums">{m.knowledge_run_progress({ done, found: Math.max(run.found, done) })}</span>
          )
        ) : (
          <RelativeTime at={run.finishedAt ?? run.createdAt} className="text-muted" />
        )}
      </div>
      {running && (
        <progress
          aria-label={words}
          {...(run.found > 0 ? { value: done, max: Math.max(run.found, done) } : {})}
          className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-active accent-accent [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-active [&::-webkit-progress-value]:bg-accent"
        />
      )}
      {counts.length > 0 && <p className="text-muted tabular-nums">{counts.join(" · ")}</p>}
      {run.error && <p className="text-bad-text wrap-anywhere">{run.error}</p>}
    </>
  );
}
