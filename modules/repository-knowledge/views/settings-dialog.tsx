// Dialog for the settings of a source from GitHub, and its removal.
import { refusalOf, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { ConfirmDialog, Dialog } from "#dashboard/ui/dialog.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { listItems, listSources, readSource, removeSource, type Source, sourcesPath } from "#modules/knowledge-sources/contract";
import { TEAM_ONLY } from "#modules/retrieval/contract";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { changeRepositorySource, readRepositoryChoices, readRepositorySource, type RepositorySource } from "../contract.ts";
import { bodyOf, type Choices, type FormValue, RepositoryFields } from "./repository-fields.tsx";

interface Props {
  readonly projectId: string;
  readonly source: Source;
  readonly of: RepositorySource;
  readonly languages: readonly string[];
  onClose(): void;
}
export function SettingsDialog({ projectId, source, of, languages, onClose }: Props) {
  const { name, audience, assistant, locale } = source;
  const { readme, docs, releases, discussions, commits, schedule, repository } = of;
  const [value, setValue] = useState<FormValue>({
    ...{ name, audience, assistant, locale, readme, releases, discussions, commits, schedule },
    ...{ hasDocs: docs !== null, docs: docs ?? "docs" },
    // It was confirmed when this audience was chosen.
    confirmed: of.isPrivate && audience !== TEAM_ONLY,
  });
  const [removing, setRemoving] = useState(false);
  const navigate = useNavigate();
  const choices = useRouteQuery(readRepositoryChoices, { params: { projectId }, query: { repository } });
  const params = { projectId, sourceId: source.id };
  const save = useRouteMutation(changeRepositorySource, {
    suppressToast: true,
    invalidates: [readRepositorySource, readSource, listSources, listItems],
    done: () => {
      onClose();
      toast({ tone: "ok", title: m.knowledge_saved() });
    },
  });
  const remove = useRouteMutation(removeSource, {
    suppressToast: true,
    invalidates: [listSources],
    done: () => {
      toast({ tone: "ok", title: m.knowledge_removed({ name }) });
      void navigate({ to: sourcesPath(projectId) });
    },
  });
  const shown = { ...value, audience: value.audience ?? audience };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate({ params, body: bodyOf({ ...shown, name: shown.name.trim() || repository }) });
  };
  const refused = refusalOf(save.error);
  // Without GitHub's word what is stored is shown, so that the audience can be narrowed.
  const known: Choices = {
    ...{ isPrivate: of.isPrivate, isArchived: false, folders: [], isUnknown: true },
    categories: discussions?.map((slug) => ({ slug, name: slug, isAnswerable: true })) ?? null,
  };
  return (
    <>
      <Dialog open={!removing} onClose={onClose} title={m.knowledge_settings_title({ name })} size="md">
        <form onSubmit={submit} noValidate className="grid gap-4">
          {choices.error && !choices.data && (
            <>
              <ProblemState error={choices.error} onRetry={() => void choices.refetch()} />
              <p className="text-muted">{m.repository_knowledge_still_narrow()}</p>
            </>
          )}
          {choices.data || choices.error ? (
            <RepositoryFields value={shown} onChange={setValue} choices={choices.data ?? known} languages={languages} error={save.error} />
          ) : (
            <Skeleton className="h-60 w-full" />
          )}
          {refused && (
            <p role="alert" className="text-bad-text">
              {refused}
            </p>
          )}
          <div className="flex flex-wrap justify-end gap-2">
            <Button className="me-auto" onClick={() => setRemoving(true)}>
              {m.knowledge_remove()}
            </Button>
            <Button onClick={onClose}>{m.knowledge_cancel()}</Button>
            <Button type="submit" variant="primary" busy={save.isPending} disabled={!choices.data && !choices.error}>
              {m.repository_knowledge_save()}
            </Button>
          </div>
        </form>
      </Dialog>
      <ConfirmDialog
        open={removing}
        onClose={() => setRemoving(false)}
        onConfirm={() => remove.mutate({ params })}
        title={m.knowledge_remove_title({ name })}
        body={m.repository_knowledge_remove_body()}
        action={m.knowledge_remove()}
        busy={remove.isPending}
        error={refusalOf(remove.error)}
      />
    </>
  );
}
