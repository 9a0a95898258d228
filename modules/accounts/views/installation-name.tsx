// The section in which the first owner names the installation: its home page, the pages before sign-in, and account mails show the name.
import { type FormEvent, useState } from "react";
import { issueOf, queryClient, reading, refusalOf, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Field, TextInput } from "#dashboard/ui/field.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { UnsavedChanges } from "#dashboard/ui/unsaved-changes.tsx";
import { m } from "#messages";
import { changeInstallationName, readInstallationName } from "../contract.ts";

export function InstallationName() {
  const { data, error, refetch } = useRouteQuery(readInstallationName, {});
  return (
    <Section title={m.accounts_installation_name()} lead={m.accounts_installation_name_lead()}>
      {data ? (
        <NameForm saved={data.name ?? ""} />
      ) : error ? (
        <ProblemState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-9" />
      )}
    </Section>
  );
}

function NameForm({ saved }: { saved: string }) {
  const [name, setName] = useState(saved);
  const save = useRouteMutation(changeInstallationName, {
    suppressToast: true,
    done: (answer) => {
      queryClient.setQueryData(reading(readInstallationName, {}).queryKey, answer);
      // The server trims it.
      setName(answer.name ?? "");
      toast({ tone: "ok", title: m.accounts_saved() });
    },
  });
  const changed = name.trim() !== saved;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (changed) save.mutate({ body: { name } });
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-start gap-2">
      <UnsavedChanges when={changed} />
      <Field
        className="min-w-0 flex-1 basis-60"
        hideLabel
        label={m.accounts_installation_name()}
        error={issueOf(save.error, "name") ?? refusalOf(save.error)}
      >
        <TextInput
          dir="auto"
          value={name}
          limit={60}
          autoComplete="organization"
          placeholder={m.accounts_installation_name_example()}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" className="h-9" busy={save.isPending} disabled={!changed}>
        {m.accounts_save()}
      </Button>
    </form>
  );
}
