// Page of one source: state, items, actions.
import { useRouteQuery } from "#dashboard/api.ts";
import { Slot } from "#dashboard/screen.ts";
import { useProject } from "#dashboard/session.tsx";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { languageName } from "#dashboard/ui/language-name.ts";
import { Page } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { m } from "#messages";
import { Link, useParams } from "@tanstack/react-router";
import { ChevronLeft, Plus, Settings, Upload } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { readSource, type Source, sourcesPath } from "../../contract.ts";
import { audienceName, documentsText, isRunning, kindOf, sourceStatus } from "../labels.ts";
import { filledPanel } from "../source-slots.ts";
import { Items } from "./items.tsx";
import { RunPanel } from "./run-panel.tsx";

const SettingsDialog = lazy(async () => ({ default: (await import("./settings-dialog.tsx")).SettingsDialog }));
const SnippetDialog = lazy(async () => ({ default: (await import("./snippet-dialog.tsx")).SnippetDialog }));
const UploadDialog = lazy(async () => ({ default: (await import("./upload-dialog.tsx")).UploadDialog }));

type Opened = "settings" | "snippet" | "upload";

export default function SourcePage() {
  const { id: projectId, mayI } = useProject();
  const { sourceId = "" } = useParams({ strict: false }) as { sourceId?: string };
  const [opened, setOpened] = useState<Opened>();
  const [busy, setBusy] = useState(false);
  const { data, error, refetch } = useRouteQuery(readSource, { params: { projectId, sourceId } }, busy ? { every: 4000 } : {});
  const source = data?.source;
  const waits =
    source !== undefined &&
    (isRunning(source.run) || source.filled?.state === "running" || (source.kind === "files" && source.waiting > 0));
  if (waits !== busy) setBusy(waits);
  const may = mayI("admin");
  const close = (): void => setOpened(undefined);
  return (
    <Page
      title={source?.name ?? m.knowledge_sources()}
      width="wide"
      actions={source && <Actions source={source} may={may} onOpen={setOpened} />}
      lead={
        <Link to={sourcesPath(projectId)} className="inline-flex min-h-6 items-center gap-1 hover:text-text pointer-coarse:min-h-11">
          <ChevronLeft className="size-4 rtl:rotate-180" aria-hidden />
          {m.knowledge_back()}
        </Link>
      }
    >
      {error && !source ? (
        <ProblemState error={error} onRetry={() => void refetch()} />
      ) : !source || !data ? (
        <Loading />
      ) : (
        <>
          <Facts source={source} />
          <Suspense>
            {source.filled && <Slot of={filledPanel} projectId={projectId} source={source} languages={data.languages} may={may} />}
          </Suspense>
          {source.website && <RunPanel projectId={projectId} source={source} may={may} />}
          <Items projectId={projectId} source={source} may={may} />
          <Suspense>
            {opened === "settings" && (
              <SettingsDialog projectId={projectId} source={source} crawler={data.crawler} languages={data.languages} onClose={close} />
            )}
            {opened === "snippet" && <SnippetDialog projectId={projectId} sourceId={source.id} kind="snippets" may={may} onClose={close} />}
            {opened === "upload" && <UploadDialog projectId={projectId} sourceId={source.id} onClose={close} />}
          </Suspense>
        </>
      )}
    </Page>
  );
}

function Actions({ source, may, onOpen }: { source: Source; may: boolean; onOpen(what: Opened): void }) {
  return (
    <>
      {source.kind === "snippets" && (
        <Button variant="primary" icon={Plus} onClick={() => onOpen("snippet")}>
          {m.knowledge_snippet_new()}
        </Button>
      )}
      {source.kind === "files" && may && (
        <Button variant="primary" icon={Upload} onClick={() => onOpen("upload")}>
          {m.knowledge_upload()}
        </Button>
      )}
      {may && source.kind !== "articles" && !source.filled && (
        <IconButton size="md" label={m.knowledge_settings()} icon={Settings} onClick={() => onOpen("settings")} />
      )}
    </>
  );
}

function Facts({ source }: { source: Source }) {
  const { text, tone } = sourceStatus(source);
  return (
    <p className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-muted">
      <Chip tone={tone}>{text}</Chip>
      <span>{kindOf(source)}</span>
      <span aria-hidden>·</span>
      <span>{documentsText(source.documents)}</span>
      {source.kind !== "articles" && (
        <>
          <span aria-hidden>·</span>
          <span>{audienceName[source.audience]()}</span>
          <span aria-hidden>·</span>
          <span>{languageName(source.locale)}</span>
        </>
      )}
    </p>
  );
}

const Loading = () => (
  <Skeleton>
    <div className="grid gap-8 pt-2">
      <Bar className="h-3 w-72" />
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className="flex items-center gap-3">
          <Bar className="h-3 w-56" />
          <Bar className="ms-auto h-3 w-20" />
        </div>
      ))}
    </div>
  </Skeleton>
);
