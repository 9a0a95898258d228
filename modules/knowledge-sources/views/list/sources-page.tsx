// Lists the project's knowledge sources with their state.
import { useRouteQuery } from "#dashboard/api.ts";
import { Slot } from "#dashboard/screen.ts";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Page } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { SectionTabs } from "#dashboard/ui/section-tabs.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { RelativeTime } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { Link } from "@tanstack/react-router";
import { BookOpen, FileText, FolderGit2, Globe, Library, MessageSquareQuote, NotebookPen, Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { listSources, type Source, sourcePath } from "../../contract.ts";
import { audienceName, documentsText, isRunning, kindOf, sourceStatus } from "../labels.ts";
import { addSource } from "../source-slots.ts";
import { SearchStateLine } from "./search-state.tsx";

const AddDialog = lazy(async () => ({ default: (await import("./add-dialog.tsx")).AddDialog }));
const CrawlerAccess = lazy(async () => ({ default: (await import("./crawler-access.tsx")).CrawlerAccess }));
const TryBox = lazy(async () => ({ default: (await import("./try-box.tsx")).TryBox }));
const ICONS = { articles: BookOpen, snippets: NotebookPen, files: FileText, answers: MessageSquareQuote, website: Globe } as const;

export default function SourcesPage() {
  const { id: projectId, mayI } = useProject();
  const [adding, setAdding] = useState(false);
  const [running, setRunning] = useState(false);
  const { data, error, refetch } = useRouteQuery(listSources, { params: { projectId } }, running ? { every: 5000 } : {});
  const runs = data?.items.some(({ run, waiting, filled }) => isRunning(run) || waiting > 0 || filled?.state === "running") ?? false;
  if (runs !== running) setRunning(runs);
  const may = mayI("admin");
  const add = may && (
    <>
      <Suspense>{data && <Slot of={addSource} projectId={projectId} languages={data.languages} />}</Suspense>
      <Button variant="primary" icon={Plus} onClick={() => setAdding(true)} disabled={!data}>
        {m.knowledge_add()}
      </Button>
    </>
  );
  return (
    <Page
      title={m.knowledge_sources()}
      lead={m.knowledge_lead()}
      width="wide"
      actions={add}
      tabs={<SectionTabs of="help" label={m.knowledge_places()} />}
    >
      {error && !data ? (
        <ProblemState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading />
      ) : (
        <>
          <SearchStateLine projectId={projectId} />
          {data.items.length === 0 ? (
            <EmptyState
              icon={Library}
              title={m.knowledge_none()}
              body={may ? m.knowledge_none_body() : `${m.knowledge_none_body()} ${m.knowledge_none_member()}`}
            />
          ) : (
            <>
              <SourceTable projectId={projectId} sources={data.items} />
              <Suspense>
                <TryBox projectId={projectId} />
              </Suspense>
            </>
          )}
          {data.crawler.mayOpen && data.crawler.missing.length === 0 && (
            <Suspense>
              <CrawlerAccess projectId={projectId} enabled={data.crawler.opened} />
            </Suspense>
          )}
          {adding && (
            <Suspense>
              <AddDialog projectId={projectId} languages={data.languages} crawler={data.crawler} onClose={() => setAdding(false)} />
            </Suspense>
          )}
        </>
      )}
    </Page>
  );
}

function SourceTable({ projectId, sources }: { projectId: string; sources: readonly Source[] }) {
  return (
    <table className="w-full table-fixed border-separate [border-spacing:0]">
      <caption className="sr-only">{m.knowledge_sources()}</caption>
      <thead>
        <tr className="text-start text-xs text-muted">
          <Head>{m.knowledge_name()}</Head>
          <Head className="w-36 sm:w-44">{m.knowledge_state()}</Head>
          <Head className="hidden w-40 md:table-cell">{m.knowledge_audience()}</Head>
          <Head className="hidden w-32 sm:table-cell">{m.knowledge_synced()}</Head>
        </tr>
      </thead>
      <tbody>
        {sources.map((source) => (
          <SourceRow key={source.id} projectId={projectId} source={source} />
        ))}
      </tbody>
    </table>
  );
}

function SourceRow({ projectId, source }: { projectId: string; source: Source }) {
  const Glyph = source.filled ? FolderGit2 : ICONS[source.kind];
  const { text, tone } = sourceStatus(source);
  return (
    <tr className="relative h-14 hover:bg-hover has-focus-visible:bg-hover">
      <td className="border-b border-line px-2">
        <Link to={sourcePath(projectId, source.id)} preload="intent" className="flex items-center gap-3 after:absolute after:inset-0">
          <Glyph className="size-4.5 shrink-0 text-muted" strokeWidth={1.75} aria-hidden />
          <span className="grid min-w-0">
            <span dir="auto" className="truncate font-medium">
              {source.name}
            </span>
            <span className="truncate text-xs text-muted">
              {kindOf(source)} · {documentsText(source.documents)}
            </span>
          </span>
        </Link>
      </td>
      <td className="border-b border-line px-2">
        <Chip tone={tone}>{text}</Chip>
      </td>
      <td className="hidden border-b border-line px-2 text-muted md:table-cell">{audienceName[source.audience]()}</td>
      {/* Articles have no sync date: they are indexed when they are published. */}
      <td className="hidden border-b border-line px-2 text-muted tabular-nums sm:table-cell">
        {source.syncedAt ? <RelativeTime at={source.syncedAt} /> : source.kind === "articles" ? "–" : m.knowledge_never()}
      </td>
    </tr>
  );
}

const Head = ({ className = "", children }: { className?: string; children: string }) => (
  <th scope="col" className={`h-8 border-b border-line px-2 text-start font-medium ${className}`}>
    {children}
  </th>
);

const Loading = () => (
  <Skeleton>
    <div className="grid gap-8 pt-8">
      {Array.from({ length: 5 }, (_, index) => (
        <div key={index} className="flex items-center gap-3">
          <Bar className="size-5" />
          <Bar className="h-3 w-48" />
          <Bar className="ms-auto h-3 w-24" />
        </div>
      ))}
    </div>
  </Skeleton>
);
