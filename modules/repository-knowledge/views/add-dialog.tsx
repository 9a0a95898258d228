// Dialog that adds a source from GitHub: first which repository, then what of it, and for whom.
import { refusalOf, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Field, Select } from "#dashboard/ui/field.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { m } from "#messages";
import { readCodeHosting } from "#modules/code-hosting/contract";
import { listSources, sourcePath } from "#modules/knowledge-sources/contract";
import { settingsPath } from "#modules/projects/contract";
import { type Audience, TEAM_ONLY } from "#modules/retrieval/contract";
import { Link, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { createRepositorySource, readRepositoryChoices } from "../contract.ts";
import { bodyOf, type FormValue, NEW, RepositoryFields } from "./repository-fields.tsx";

interface Props {
  readonly projectId: string;
  readonly languages: readonly string[];
  onClose(): void;
}
export function AddDialog({ projectId, languages, onClose }: Props) {
  const { data, error, refetch } = useRouteQuery(readCodeHosting, { params: { projectId } });
  const there = data?.repositories.filter((name) => !data.deleted.includes(name)) ?? [];
  return (
    <Dialog open onClose={onClose} title={m.repository_knowledge_add()} size="md">
      {!data ? (
        error ? (
          <ProblemState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-40 w-full" />
        )
      ) : data.connection === null || there.length === 0 ? (
        <div className="grid justify-items-start gap-4">
          <p>{data.connection === null ? m.repository_knowledge_connect_first() : m.repository_knowledge_choose_first()}</p>
          <Link to={settingsPath(projectId, "code-hosting")} className="font-medium text-accent-text underline">
            {m.repository_knowledge_open_settings()}
          </Link>
        </div>
      ) : (
        <AddForm projectId={projectId} languages={languages} repositories={there} onClose={onClose} />
      )}
    </Dialog>
  );
}

function AddForm({ projectId, languages, repositories, onClose }: Props & { readonly repositories: readonly string[] }) {
  const [repository, setRepository] = useState(repositories[0] ?? "");
  const [value, setValue] = useState<FormValue>({ ...NEW, locale: languages[0] ?? "en" });
  const [clientId] = useState(() => crypto.randomUUID());
  const navigate = useNavigate();
  const choices = useRouteQuery(readRepositoryChoices, { params: { projectId }, query: { repository } });
  const isPrivate = choices.data?.isPrivate ?? true;
  // What is private is for the team, until somebody chooses otherwise.
  const audience: Audience = value.audience ?? (isPrivate ? TEAM_ONLY : "public");
  const shown = { ...value, audience };
  const add = useRouteMutation(createRepositorySource, {
    suppressToast: true,
    invalidates: [listSources],
    done: ({ sourceId }) => {
      onClose();
      void navigate({ to: sourcePath(projectId, sourceId) });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const name = shown.name.trim() || repository;
    add.mutate({ params: { projectId }, body: { clientId, repository, ...bodyOf({ ...shown, name }) } });
  };
  const refused = refusalOf(add.error);
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field label={m.repository_knowledge_repository()}>
        <Select
          value={repository}
          options={repositories.map((one) => ({ value: one, label: one }))}
          onChange={(one) => {
            setRepository(one);
            setValue({ ...value, audience: undefined, discussions: null, confirmed: false });
          }}
        />
      </Field>
      {choices.data ? (
        <RepositoryFields value={shown} onChange={setValue} choices={choices.data} languages={languages} error={add.error} />
      ) : choices.error ? (
        <ProblemState error={choices.error} onRetry={() => void choices.refetch()} />
      ) : (
        <Skeleton className="h-60 w-full" />
      )}
      {refused && (
        <p role="alert" className="text-bad-text">
          {refused}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{m.knowledge_cancel()}</Button>
        <Button type="submit" variant="primary" busy={add.isPending} disabled={!choices.data}>
          {m.knowledge_create()}
        </Button>
      </div>
    </form>
  );
}
