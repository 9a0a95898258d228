// Settings page of response-time targets: the policies in their order. Saved as a whole.
import { queryClient, reading, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { FormFooter } from "#dashboard/ui/form-footer.tsx";
import { Page } from "#dashboard/ui/page.tsx";
import { messageOf, ProblemState } from "#dashboard/ui/problem.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { CallError } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { type BusinessHours, readBusinessHours } from "#modules/business-hours/contract";
import { listTags } from "#modules/tags/contract";
import { listTeams } from "#modules/teams/contract";
import { Plus, Timer } from "lucide-react";
import { type FormEvent, useState } from "react";
import { changeResponsePolicies, MAX_POLICIES, type Policy, readResponsePolicies, type ResponsePolicies } from "../../contract.ts";
import type { Choices } from "./choices.ts";
import { PolicyItem } from "./policy-item.tsx";

/** Everybody sees the policies; owners and admins change them. */
export default function PoliciesPage() {
  const { id: projectId } = useProject();
  const params = { projectId } as never;
  const { data, error, refetch } = useRouteQuery(readResponsePolicies, { params });
  const { data: hours } = useRouteQuery(readBusinessHours, { params });
  const { data: teams } = useRouteQuery(listTeams, { params });
  const { data: tags } = useRouteQuery(listTags, { params });
  return (
    <Page title={m.response_targets_title()} lead={m.response_targets_lead()} width="form">
      {data ? (
        <PoliciesForm
          key={projectId}
          projectId={projectId}
          stored={data}
          hours={hours}
          choices={{
            teams: teams?.items.filter(({ state }) => state === "active") ?? [],
            tags: tags?.items.filter(({ state }) => state === "active") ?? [],
            known: teams !== undefined && tags !== undefined,
          }}
        />
      ) : error ? (
        <ProblemState error={error} onRetry={() => void refetch()} />
      ) : (
        <SectionsPending />
      )}
    </Page>
  );
}

const newPolicy = (): Policy => ({
  ...{ id: crypto.randomUUID(), name: "", priorities: [], teamId: null, tagId: null, channel: null },
  ...{ first: 60, next: 240, resolution: null, counts: "business", warn: 15, assistantCounts: false },
});

interface FormProps {
  readonly projectId: string;
  readonly stored: ResponsePolicies;
  readonly hours: BusinessHours | undefined;
  readonly choices: Choices;
}
function PoliciesForm({ projectId, stored, hours, choices }: FormProps) {
  const { mayI } = useProject();
  const params = { projectId } as never;
  const [saved, setSaved] = useState(stored);
  const [policies, setPolicies] = useState<readonly Policy[]>(stored.policies);
  const [open, setOpen] = useState<string>();
  const take = (now: ResponsePolicies): void => {
    queryClient.setQueryData(reading(readResponsePolicies, { params }).queryKey, now);
    setSaved(now);
    setPolicies(now.policies);
    setOpen(undefined);
  };
  const save = useRouteMutation(changeResponsePolicies, {
    suppressToast: true,
    done: (now) => {
      take(now);
      toast({ tone: "ok", title: m.response_targets_saved() });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate({ params, body: { policies: [...policies], revision: saved.revision } });
  };
  const may = mayI("admin");
  const isLate = save.error instanceof CallError && save.error.problem.code === "conflict";
  const reload = async (): Promise<void> => {
    save.reset();
    take(await queryClient.fetchQuery({ ...reading(readResponsePolicies, { params }), staleTime: 0 }));
  };
  const move = (from: number, to: number): void => {
    const next = [...policies];
    next.splice(to, 0, ...next.splice(from, 1));
    setPolicies(next);
  };
  const add = (): void => {
    const policy = newPolicy();
    setPolicies([...policies, policy]);
    setOpen(policy.id);
  };
  const addButton = (
    <Button icon={Plus} onClick={add}>
      {m.response_targets_add()}
    </Button>
  );
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
      {!may && <p className="text-muted">{m.response_targets_forbidden()}</p>}
      {policies.length === 0 ? (
        <EmptyState
          icon={Timer}
          title={m.response_targets_none()}
          body={m.response_targets_none_body()}
          action={may ? addButton : undefined}
        />
      ) : (
        <>
          <ol className="grid grid-cols-1 gap-3">
            {policies.map((policy, at) => (
              <PolicyItem
                key={policy.id}
                policy={policy}
                at={at}
                count={policies.length}
                hours={hours}
                choices={choices}
                error={save.error}
                open={open === policy.id}
                may={may}
                onOpen={(on) => setOpen(on ? policy.id : undefined)}
                onMove={(to) => move(at, to)}
                onRemove={() => setPolicies(policies.filter((one) => one !== policy))}
                onChange={(part) => setPolicies(policies.map((one) => (one === policy ? { ...policy, ...part } : one)))}
              />
            ))}
          </ol>
          {may && policies.length < MAX_POLICIES && <div>{addButton}</div>}
        </>
      )}
      {isLate && (
        <div>
          <Button onClick={() => void reload()}>{m.response_targets_reload()}</Button>
        </div>
      )}
      {may && (policies.length > 0 || saved.policies.length > 0) && (
        <FormFooter
          problem={save.error ? messageOf(save.error) : undefined}
          changed={JSON.stringify(policies) !== JSON.stringify(saved.policies)}
          busy={save.isPending}
          onDiscard={() => {
            save.reset();
            setPolicies(saved.policies);
            setOpen(undefined);
          }}
        />
      )}
    </form>
  );
}
