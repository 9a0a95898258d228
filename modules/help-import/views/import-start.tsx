// Chooses source and options of an import, with earlier runs listed below.
import { refusalOf, useRouteQuery, useRouteMutation } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { m } from "#messages";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { type From, type ImportOptions, listImports, previewImport, readImportSources, startImport } from "../contract.ts";
import { importsPath } from "#modules/articles/contract";
import { Access } from "./access.tsx";
import { OptionsForm } from "./options-form.tsx";
import { PreviewCounts } from "./preview-counts.tsx";
import { RunList } from "./run-list.tsx";
import { type Chosen, fromOf } from "./source.ts";
import { SourceForm } from "./source-form.tsx";
import type { Sources } from "./source.ts";
import { PLATFORM_NAMES } from "./labels.ts";

export function ImportStart({ projectId }: { projectId: string }) {
  const { data, error, refetch } = useRouteQuery(readImportSources, { params: { projectId } });
  if (!data) return error ? <ProblemState error={error} onRetry={() => void refetch()} /> : <SectionsPending />;
  return (
    <>
      {(data.mayOpen || !data.allowed) && <Access projectId={projectId} sources={data} />}
      {data.allowed && <NewImport projectId={projectId} sources={data} />}
      <RunList projectId={projectId} />
    </>
  );
}

const OPTIONS: ImportOptions = { drafts: "draft", restricted: "members", locales: null, publish: true, audience: "public" };
const newId = (): string => crypto.randomUUID();

function NewImport({ projectId, sources }: { projectId: string; sources: Sources }) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<Chosen>({ platform: "zendesk", subdomain: "", region: "us" });
  const [options, setOptions] = useState(OPTIONS);
  const [typed, setTyped] = useState<string>();
  const name = typed ?? m.help_import_name_from({ platform: PLATFORM_NAMES[chosen.platform] });
  // One id per form, so that a retry returns the run of the first attempt.
  const [clientId, setClientId] = useState(newId);
  const preview = useRouteMutation(previewImport, { suppressToast: true });
  const start = useRouteMutation(startImport, {
    suppressToast: true,
    invalidates: [listImports],
    done: ({ run }) => void navigate({ to: `${importsPath(projectId)}/${run.id}` }),
  });
  const from: From | undefined = fromOf(chosen);
  const missing = sources.platforms.find(({ platform }) => platform === chosen.platform)?.missing ?? [];
  const choose = (next: Chosen): void => {
    setChosen(next);
    setOptions({ ...options, locales: null });
    preview.reset();
    start.reset();
  };
  const look = (): void => {
    if (from) preview.mutate({ params: { projectId }, body: { from } });
  };
  const begin = (dry: boolean): void => {
    if (!from) return;
    start.mutate(
      { params: { projectId }, body: { clientId, name: name.trim(), from, options, dry } },
      { onSettled: () => setClientId(newId()) },
    );
  };
  return (
    <>
      <Section title={m.help_import_from()} lead={m.help_import_from_lead()}>
        <SourceForm chosen={chosen} sources={sources} onChange={choose} />
        {missing.length > 0 ? (
          <Missing variables={missing} />
        ) : (
          <div className="flex flex-wrap items-center gap-3">
            <Button variant={preview.data ? "secondary" : "primary"} busy={preview.isPending} disabled={!from} onClick={look}>
              {m.help_import_look()}
            </Button>
            <p className="text-xs text-muted">{m.help_import_look_hint()}</p>
          </div>
        )}
        <div role="status" className="contents">
          {preview.isPending && <p className="text-muted">{m.help_import_looking()}</p>}
          {preview.data && <PreviewCounts counts={preview.data} />}
        </div>
        {preview.error && (
          <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad-text">
            {refusalOf(preview.error)}
          </p>
        )}
      </Section>
      {preview.data && from && (
        <OptionsForm
          project={sources.project.name}
          options={options}
          locales={preview.data.locales.map(({ locale }) => locale)}
          name={name}
          busy={start.isPending}
          error={refusalOf(start.error)}
          problem={start.error}
          onOptions={setOptions}
          onName={setTyped}
          onStart={begin}
        />
      )}
    </>
  );
}

const Missing = ({ variables }: { variables: readonly string[] }) => (
  <div className="grid gap-1 rounded-md bg-warn-soft px-3 py-2.5 text-warn-text">
    <p className="font-medium">{m.help_import_missing()}</p>
    <ul className="flex flex-wrap gap-x-3 gap-y-1">
      {variables.map((name) => (
        <li key={name}>
          <code className="text-xs">{name}</code>
        </li>
      ))}
    </ul>
    <p className="text-xs">{m.help_import_missing_hint()}</p>
  </div>
);
