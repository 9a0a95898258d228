// Chooses source and mapping of an import, with earlier runs listed below.
import type { AnswerOf } from "#kernel/wire/route.ts";
import { refusalOf, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { Field, Select, Switch, TextInput } from "#dashboard/ui/field.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { m } from "#messages";
import { useNavigate } from "@tanstack/react-router";
import { useId, useState } from "react";
import {
  type DeskImportOptions,
  type From,
  listDeskImports,
  openDeskImports,
  type Platform,
  PLATFORMS,
  previewDeskImport,
  readDeskSources,
  REGIONS,
  startDeskImport,
} from "../contract.ts";
import { firstPlace, fromOf, importsPath, PLATFORM_NAMES, REGION_NAMES } from "./labels.ts";
import { MappingForm } from "./mapping-form.tsx";
import { EXPORT_PLATFORMS, type DeskExport } from "#modules/desk-exports/contract";
import { ExportUpload } from "#modules/desk-exports/views";
import { PreviewCounts } from "./preview-counts.tsx";
import { RunList } from "./run-list.tsx";

type Sources = AnswerOf<typeof readDeskSources>;

export function ImportStart({ projectId }: { projectId: string }) {
  const { data, error, refetch } = useRouteQuery(readDeskSources, { params: { projectId } });
  if (!data) return error ? <ProblemState error={error} onRetry={() => void refetch()} /> : <SectionsPending />;
  return (
    <>
      {(data.mayOpen || !data.allowed) && <Access projectId={projectId} sources={data} />}
      <NewImport projectId={projectId} sources={data} />
      <RunList projectId={projectId} />
    </>
  );
}

/** Lets the first owner allow this project to use the installation's tokens. */
function Access({ projectId, sources }: { projectId: string; sources: Sources }) {
  const open = useRouteMutation(openDeskImports, { invalidates: [readDeskSources] });
  if (!sources.mayOpen)
    return (
      <Section title={m.desk_import_not_allowed()}>
        <p className="text-muted">{m.desk_import_not_allowed_lead()}</p>
      </Section>
    );
  return (
    <Section title={m.desk_import_access()}>
      <Switch
        label={m.desk_import_access_label({ project: sources.project.name })}
        hint={m.desk_import_access_hint()}
        checked={sources.opened}
        disabled={open.isPending}
        onChange={(value) => open.mutate({ params: { projectId }, body: { open: value } })}
      />
    </Section>
  );
}

const MAPPING = { statuses: {}, people: {}, tags: {}, fields: {}, teams: {} };
const OPTIONS: DeskImportOptions = { ...MAPPING, files: true, replies: true, companies: true, ratings: true, everything: false };
const newId = (): string => crypto.randomUUID();

function NewImport({ projectId, sources }: { projectId: string; sources: Sources }) {
  const navigate = useNavigate();
  const [platform, setPlatform] = useState<Platform>("zendesk");
  const [place, setPlace] = useState("");
  const [options, setOptions] = useState(OPTIONS);
  const [typed, setTyped] = useState<string>();
  const name = typed ?? m.desk_import_name_from({ platform: PLATFORM_NAMES[platform] });
  // One id per form, so that a retry returns the run of the first attempt.
  const [clientId, setClientId] = useState(newId);
  const preview = useRouteMutation(previewDeskImport, { suppressToast: true });
  const start = useRouteMutation(startDeskImport, {
    suppressToast: true,
    invalidates: [listDeskImports],
    done: ({ run }) => void navigate({ to: `${importsPath(projectId)}/${run.id}` }),
  });
  // Files need no token, and no permission to use one.
  const [way, setWay] = useState<"api" | "file">(sources.allowed ? "api" : "file");
  const [exportId, setExportId] = useState<DeskExport["id"]>();
  const exported = EXPORT_PLATFORMS.find((one) => one === platform);
  const isFile = way === "file" && exported !== undefined;
  const asked = fromOf(platform, place);
  const from =
    asked && isFile ? (exportId === undefined ? undefined : ({ ...asked, exportId } as From)) : sources.allowed ? asked : undefined;
  const missing = isFile || !sources.allowed ? [] : (sources.platforms.find((one) => one.platform === platform)?.missing ?? []);
  const choose = (next: Platform, at: string): void => {
    setPlatform(next);
    setPlace(at);
    setExportId(undefined);
    begin();
  };
  const begin = (): void => {
    setOptions(OPTIONS);
    preview.reset();
    start.reset();
  };
  return (
    <>
      <Section title={m.desk_import_from()} lead={m.desk_import_from_lead()}>
        <SourceForm sources={sources} platform={platform} place={place} onChange={choose} />
        {exported !== undefined && sources.allowed && (
          <Field label={m.desk_import_way()} className="max-w-90">
            <Select
              value={way}
              onChange={(value) => {
                setWay(value === "file" ? "file" : "api");
                setExportId(undefined);
                begin();
              }}
              options={[
                { value: "api", label: m.desk_import_way_api() },
                { value: "file", label: m.desk_import_way_file() },
              ]}
            />
          </Field>
        )}
        {isFile && (
          <ExportUpload
            key={exported}
            projectId={projectId}
            platform={exported}
            onReady={(ready) => {
              setExportId(ready);
              begin();
            }}
          />
        )}
        {missing.length > 0 ? (
          <Missing variables={missing} />
        ) : (
          <div className="flex flex-wrap items-center gap-3">
            <Button
              variant={preview.data ? "secondary" : "primary"}
              busy={preview.isPending}
              disabled={!from}
              onClick={() => from && preview.mutate({ params: { projectId }, body: { from } })}
            >
              {m.desk_import_look()}
            </Button>
            <p className="text-xs text-muted">{m.desk_import_look_hint()}</p>
          </div>
        )}
        <div role="status" className="contents">
          {preview.isPending && <p className="text-muted">{m.desk_import_looking()}</p>}
          {preview.data && <PreviewCounts counts={preview.data} />}
        </div>
        {preview.error && (
          <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad-text">
            {refusalOf(preview.error)}
          </p>
        )}
      </Section>
      {preview.data && from && (
        <MappingForm
          found={preview.data}
          options={options}
          name={name}
          busy={start.isPending}
          error={refusalOf(start.error)}
          onOptions={setOptions}
          onName={setTyped}
          onStart={(dry) =>
            start.mutate(
              { params: { projectId }, body: { clientId, name: name.trim(), from, options, dry } },
              { onSettled: () => setClientId(newId()) },
            )
          }
        />
      )}
    </>
  );
}

interface SourceFormProps {
  readonly sources: Sources;
  readonly platform: Platform;
  readonly place: string;
  onChange(platform: Platform, place: string): void;
}
function SourceForm({ sources, platform, place, onChange }: SourceFormProps) {
  const group = useId();
  return (
    <>
      <fieldset className="grid grid-cols-1 gap-2 sm:grid-cols-2">
        <legend className="sr-only">{m.desk_import_platform()}</legend>
        {PLATFORMS.map((one) => (
          <label
            key={one}
            className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-md border border-line px-3 py-2 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={group}
              value={one}
              checked={platform === one}
              onChange={() => onChange(one, firstPlace(one))}
              className="size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0 flex-1 font-medium">{PLATFORM_NAMES[one]}</span>
            {(sources.platforms.find((each) => each.platform === one)?.missing.length ?? 0) > 0 && <Chip>{m.desk_import_no_token()}</Chip>}
          </label>
        ))}
      </fieldset>
      <PlaceField platform={platform} place={place} onChange={(next) => onChange(platform, next)} />
    </>
  );
}

/** Where the help desk is: a name, a region or a number, as each has it. */
function PlaceField({ platform, place, onChange }: { platform: Platform; place: string; onChange(place: string): void }) {
  if (platform === "helpscout") return <p className="text-xs text-muted">{m.desk_import_helpscout_hint()}</p>;
  if (platform === "intercom")
    return (
      <Field label={m.desk_import_region()} hint={m.desk_import_region_hint()} className="max-w-90">
        <Select value={place} onChange={onChange} options={REGIONS.map((value) => ({ value, label: REGION_NAMES[value]() }))} />
      </Field>
    );
  const isAccount = platform === "chatwoot";
  const wrong = place.trim() !== "" && fromOf(platform, place) === undefined;
  const names = { name: PLATFORM_NAMES[platform], domain: `${platform}.com` };
  return (
    <Field
      label={isAccount ? m.desk_import_account() : m.desk_import_subdomain(names)}
      hint={isAccount ? m.desk_import_account_hint() : m.desk_import_subdomain_hint(names)}
      error={wrong ? (isAccount ? m.desk_import_account_wrong() : m.desk_import_subdomain_wrong(names)) : undefined}
      className="max-w-90"
    >
      <TextInput
        value={place}
        onChange={(event) => onChange(event.target.value)}
        placeholder={isAccount ? "1" : "acme"}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        dir="ltr"
      />
    </Field>
  );
}

const Missing = ({ variables }: { variables: readonly string[] }) => (
  <div className="grid gap-1 rounded-md bg-warn-soft px-3 py-2.5 text-warn-text">
    <p className="font-medium">{m.desk_import_missing()}</p>
    <ul className="flex flex-wrap gap-x-3 gap-y-1">
      {variables.map((name) => (
        <li key={name}>
          <code className="text-xs">{name}</code>
        </li>
      ))}
    </ul>
    <p className="text-xs">{m.desk_import_missing_hint()}</p>
  </div>
);
