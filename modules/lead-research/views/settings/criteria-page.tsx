// Settings page of the criteria by which leads are judged, saved as one list.
import { issueOf, queryClient, reading, refusalOf, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Field, Select, TextArea, TextInput } from "#dashboard/ui/field.tsx";
import { FormFooter } from "#dashboard/ui/form-footer.tsx";
import { Page } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { Plus, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import {
  type Criteria,
  type Criterion,
  MAX_CRITERIA,
  MAX_DESCRIPTION,
  MAX_NAME,
  readLeadCriteria,
  saveLeadCriteria,
} from "../../contract.ts";

/** Everybody sees the criteria; owners and admins change them. */
export default function CriteriaPage() {
  const { id: projectId } = useProject();
  return (
    <Page title={m.lead_research_criteria_title()} lead={m.lead_research_criteria_lead()}>
      <Loaded key={projectId} projectId={projectId} />
    </Page>
  );
}

function Loaded({ projectId }: { projectId: string }) {
  const { mayI } = useProject();
  const { data, error, refetch } = useRouteQuery(readLeadCriteria, { params: { projectId } as never });
  if (!data) return error ? <ProblemState error={error} onRetry={() => void refetch()} /> : <SectionsPending />;
  if (!mayI("admin")) return <CriteriaList criteria={data.criteria} />;
  return <CriteriaForm key={data.revision} projectId={projectId} criteria={data} />;
}

/** For those who may not change them: text, because a form without a usable field could not be scrolled by keyboard. */
const CriteriaList = ({ criteria }: { criteria: readonly Criterion[] }) => (
  <>
    <p className="mb-4 text-muted">{m.lead_research_criteria_admins()}</p>
    {criteria.length === 0 && <p className="text-muted">{m.lead_research_criteria_empty()}</p>}
    <ol className="grid gap-4">
      {criteria.map(({ id, name, description, weight }) => (
        <li key={id} className="rounded-lg border border-line bg-surface p-4">
          <p className="font-medium wrap-anywhere">
            <bdi>{name}</bdi>
          </p>
          {description !== "" && (
            <p dir="auto" className="wrap-anywhere">
              {description}
            </p>
          )}
          <p className="text-sm text-muted">
            {m.lead_research_weight()} {WEIGHTS.find(({ value }) => value === String(weight))?.label()}
          </p>
        </li>
      ))}
    </ol>
  </>
);

interface Draft {
  readonly key: string;
  readonly id?: Criterion["id"];
  readonly name: string;
  readonly description: string;
  readonly weight: Criterion["weight"];
}
const draftsOf = (criteria: readonly Criterion[]): Draft[] => criteria.map((one) => ({ key: one.id, ...one }));
const WEIGHTS = [
  { value: "1", label: m.lead_research_weight_1 },
  { value: "2", label: m.lead_research_weight_2 },
  { value: "3", label: m.lead_research_weight_3 },
] as const;

function CriteriaForm({ projectId, criteria: held }: { projectId: string; criteria: Criteria }) {
  const [drafts, setDrafts] = useState(() => draftsOf(held.criteria));
  const args = { params: { projectId } as never };
  const save = useRouteMutation(saveLeadCriteria, {
    suppressToast: true,
    done: (saved) => {
      toast({ tone: "ok", title: m.lead_research_criteria_saved() });
      queryClient.setQueryData(reading(readLeadCriteria, args).queryKey, saved);
    },
  });
  const plainOf = (list: readonly Draft[]): string =>
    JSON.stringify(list.map(({ id, name, description, weight }) => [id, name, description, weight]));
  const changed = plainOf(drafts) !== plainOf(draftsOf(held.criteria));
  const invalid = drafts.some(
    ({ name, description }) => name.trim() === "" || name.length > MAX_NAME || description.length > MAX_DESCRIPTION,
  );
  const set = (key: string, change: Partial<Draft>): void =>
    setDrafts(drafts.map((one) => (one.key === key ? { ...one, ...change } : one)));
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (!changed || invalid || save.isPending) return;
    const criteria = drafts.map(({ id, name, description, weight }) => ({
      ...(id === undefined ? {} : { id }),
      ...{ name: name.trim(), description: description.trim(), weight },
    }));
    save.mutate({ ...args, body: { revision: held.revision, criteria } });
  }
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      {drafts.length === 0 && <p className="text-muted">{m.lead_research_criteria_empty()}</p>}
      <ol className="grid gap-4">
        {drafts.map((one, i) => (
          <li key={one.key}>
            <fieldset className="grid gap-3 rounded-lg border border-line bg-surface p-4">
              <legend className="px-1 font-medium">{m.lead_research_criterion({ number: i + 1 })}</legend>
              <Field label={m.lead_research_name()} hint={m.lead_research_name_hint()} error={issueOf(save.error, `criteria.${i}.name`)}>
                <TextInput
                  dir="auto"
                  autoComplete="off"
                  limit={MAX_NAME}
                  value={one.name}
                  onChange={(event) => set(one.key, { name: event.target.value })}
                />
              </Field>
              <Field
                label={m.lead_research_description()}
                hint={m.lead_research_optional()}
                error={issueOf(save.error, `criteria.${i}.description`)}
              >
                <TextArea
                  dir="auto"
                  rows={2}
                  limit={MAX_DESCRIPTION}
                  value={one.description}
                  onChange={(event) => set(one.key, { description: event.target.value.replace(/[\r\n]+/g, " ") })}
                />
              </Field>
              <div className="flex flex-wrap items-end justify-between gap-3">
                <Field label={m.lead_research_weight()} className="w-40">
                  <Select
                    value={String(one.weight)}
                    onChange={(value) => set(one.key, { weight: Number(value) as Criterion["weight"] })}
                    options={WEIGHTS.map(({ value, label }) => ({ value, label: label() }))}
                  />
                </Field>
                <Button
                  icon={Trash2}
                  aria-label={m.lead_research_remove_criterion({ number: i + 1 })}
                  onClick={() => setDrafts(drafts.filter(({ key }) => key !== one.key))}
                >
                  {m.lead_research_remove()}
                </Button>
              </div>
            </fieldset>
          </li>
        ))}
      </ol>
      <div>
        <Button
          icon={Plus}
          disabled={drafts.length >= MAX_CRITERIA}
          onClick={() => setDrafts([...drafts, { key: crypto.randomUUID(), name: "", description: "", weight: 1 }])}
        >
          {m.lead_research_add_criterion()}
        </Button>
      </div>
      <FormFooter
        problem={refusalOf(save.error)}
        changed={changed}
        busy={save.isPending}
        invalid={invalid}
        onDiscard={() => setDrafts(draftsOf(held.criteria))}
      />
    </form>
  );
}
