// Page of one lead: who it is, where it stands, what is to be done next, and what the desk knows already.
import { call } from "#dashboard/api.ts";
import { Slot } from "#dashboard/screen.ts";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { Field, Select, TextArea, TextInput } from "#dashboard/ui/field.tsx";
import { FormFooter } from "#dashboard/ui/form-footer.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { RelativeTime } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { CallError } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { contactPath } from "#modules/contacts/contract";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { ArrowLeft, Trash2 } from "lucide-react";
import { type FormEvent, Suspense, useState } from "react";
import { changeLead, type Lead, LEAD_STAGES, leadPath, leadsPath, type LeadStage, MAX_NOTES } from "../contract.ts";
import { FIELD_NAMES, FIELDS, type Texts, textsOf } from "./fields.ts";
import { OwnerSelect } from "./owner-select.tsx";
import { problemsOf } from "./problems.ts";
import { leadName, leadQuery, putLead, remove, rereadLeads } from "./queries.ts";
import { leadPanels } from "./slots.ts";
import { STAGE_LABELS, STAGE_TONES } from "./stages.ts";

export default function LeadScreen() {
  const { project } = useProject();
  const { leadId = "" } = useParams({ strict: false }) as { leadId?: string };
  const { data, error, refetch } = useQuery(leadQuery(project.id, leadId));
  if (!data)
    return (
      <Page title={m.leads_one()} lead={<Back projectId={project.id} />} width="wide">
        {error ? (
          <ProblemState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton>
            <Bar className="my-3 h-8 w-64" />
            <Bar className="my-3 h-40 w-full" />
          </Skeleton>
        )}
      </Page>
    );
  return <LeadPage key={leadId} projectId={project.id} {...data} />;
}

interface Props {
  readonly projectId: string;
  readonly lead: Lead;
  readonly others: readonly Lead[];
  readonly mailable: boolean;
}
function LeadPage({ projectId, lead, others, mailable }: Props) {
  const navigate = useNavigate();
  const name = leadName(lead);
  async function discard(): Promise<void> {
    // What was typed goes with the lead: nobody is asked whether to stay on a page that is gone.
    if (await remove(projectId, lead)) void navigate({ to: leadsPath(projectId), ignoreBlocker: true });
  }
  return (
    <Page
      title={name}
      width="wide"
      lead={<Back projectId={projectId} />}
      actions={
        <Button icon={Trash2} onClick={() => void discard()}>
          {m.leads_delete()}
        </Button>
      }
    >
      <div className="grid gap-x-8 lg:grid-cols-[minmax(0,1fr)_300px]">
        <div className="min-w-0">
          <LeadForm key={lead.id} projectId={projectId} lead={lead} mailable={mailable} />
          <Suspense>
            <Slot of={leadPanels} projectId={projectId} lead={lead} />
          </Suspense>
        </div>
        <div>
          <Section title={m.leads_known()}>
            <dl className="grid grid-cols-[96px_minmax(0,1fr)] gap-x-2 gap-y-1.5">
              <dt className="text-muted">{m.leads_stage()}</dt>
              <dd>
                <Chip tone={STAGE_TONES[lead.stage]}>{STAGE_LABELS[lead.stage]()}</Chip>
              </dd>
              {lead.domain !== null && (
                <>
                  <dt className="text-muted">{m.leads_domain_label()}</dt>
                  <dd className="min-w-0 break-words">
                    <a
                      href={`https://${lead.domain}/`}
                      target="_blank"
                      rel="noopener noreferrer"
                      className="text-accent-text hover:underline"
                    >
                      <bdi>{plain(lead.domain)}</bdi>
                    </a>
                  </dd>
                </>
              )}
              <dt className="text-muted">{m.leads_created()}</dt>
              <dd>
                <RelativeTime at={lead.createdAt} />
              </dd>
              <dt className="text-muted">{m.leads_changed()}</dt>
              <dd>
                <RelativeTime at={lead.updatedAt} />
              </dd>
            </dl>
            {lead.contactId === null ? (
              <p className="text-muted">{lead.email === null ? m.leads_no_address() : m.leads_no_contact()}</p>
            ) : (
              <Link to={contactPath(projectId, lead.contactId)} className="text-accent-text hover:underline">
                {m.leads_to_contact()}
              </Link>
            )}
          </Section>
          {others.length > 0 && (
            <Section title={m.leads_same_company()}>
              <ul className="grid gap-1.5">
                {others.map((other) => (
                  <li key={other.id} className="flex items-center gap-2">
                    <Link to={leadPath(projectId, other.id)} className="min-w-0 flex-1 truncate text-accent-text hover:underline">
                      <bdi>{leadName(other)}</bdi>
                    </Link>
                    <Chip tone={STAGE_TONES[other.stage]}>{STAGE_LABELS[other.stage]()}</Chip>
                  </li>
                ))}
              </ul>
            </Section>
          )}
        </div>
      </div>
    </Page>
  );
}

interface Draft extends Texts {
  readonly stage: LeadStage;
  readonly ownerId: string;
  readonly nextStep: string;
  readonly nextStepOn: string;
  readonly lostReason: string;
  readonly notes: string;
}
const draftOf = (lead: Lead): Draft => ({
  ...textsOf(lead),
  stage: lead.stage,
  ownerId: lead.ownerId ?? "",
  nextStep: lead.nextStep ?? "",
  nextStepOn: lead.nextStepOn ?? "",
  lostReason: lead.lostReason ?? "",
  notes: lead.notes ?? "",
});
const keysOf = Object.keys as (draft: Draft) => (keyof Draft)[];
/** What differs from what is stored; an emptied text is nothing. */
function changesOf(lead: Lead, draft: Draft): Record<string, string | null> {
  const was = draftOf(lead);
  const all = keysOf(draft).filter((key) => draft[key].trim() !== was[key].trim() && (key !== "lostReason" || draft.stage === "lost"));
  return Object.fromEntries(all.map((key) => [key, draft[key].trim() === "" ? null : key === "notes" ? draft[key] : draft[key].trim()]));
}

function LeadForm({ projectId, lead: latest, mailable }: Pick<Props, "projectId" | "lead" | "mailable">) {
  /** What the changes are of. */
  const [lead, setLead] = useState(latest);
  const [draft, setDraft] = useState(() => draftOf(latest));
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const changes = changesOf(lead, draft);
  const changed = Object.keys(changes).length > 0;
  /** Takes over what is stored, and keeps what the member has changed. */
  function rebase(stored: Lead): void {
    setLead(stored);
    setDraft({ ...draftOf(stored), ...Object.fromEntries(keysOf(draft).flatMap((key) => (key in changes ? [[key, draft[key]]] : []))) });
  }
  // Read again, as after a while in another tab: nothing of what was typed gets lost.
  if (latest.revision > lead.revision) rebase(latest);
  const set = (key: keyof Draft) => (value: string) => setDraft((held) => ({ ...held, [key]: value }));
  const typed = (key: keyof Draft) => ({
    value: draft[key],
    onChange: (event: { target: { value: string } }) => set(key)(event.target.value),
  });
  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!changed || busy) return;
    setBusy(true);
    setProblems({});
    try {
      const params = { projectId, leadId: lead.id } as never;
      const { lead: saved } = await call(changeLead, { params, body: { revision: lead.revision, ...changes } as never });
      toast({ tone: "ok", title: m.leads_saved() });
      setLead(saved);
      setDraft(draftOf(saved));
      putLead(projectId, saved);
      void rereadLeads(projectId);
    } catch (cause) {
      const stored = cause instanceof CallError ? (cause.problem as { lead?: Lead }).lead : undefined;
      if (stored) rebase(stored);
      setProblems(problemsOf(cause, stored || !("email" in changes) ? undefined : "email"));
    } finally {
      setBusy(false);
    }
  }
  const known = new Set<string>([...FIELD_NAMES, "stage", "ownerId", "nextStep", "nextStepOn", "lostReason", "notes"]);
  const rest = Object.entries(problems).find(([path]) => !known.has(path))?.[1];
  return (
    <form onSubmit={(event) => void save(event)} className="mb-8 grid content-start gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        {FIELDS.map(({ name, label, hint, type, limit }) => (
          <Field
            key={name}
            label={label()}
            error={problems[name]}
            {...(name === "email" && !mailable ? { hint: m.leads_unmailable() } : hint ? { hint: hint() } : {})}
          >
            <TextInput {...(type ? { type } : {})} dir="auto" autoComplete="off" limit={limit} {...typed(name)} />
          </Field>
        ))}
        <Field label={m.leads_owner()} error={problems["ownerId"]}>
          <OwnerSelect value={draft.ownerId} onChange={set("ownerId")} />
        </Field>
        <Field label={m.leads_stage()} error={problems["stage"]}>
          <Select
            value={draft.stage}
            onChange={set("stage")}
            options={LEAD_STAGES.map((stage) => ({ value: stage, label: STAGE_LABELS[stage]() }))}
          />
        </Field>
        {draft.stage === "lost" && (
          <Field label={m.leads_lost_reason()} error={problems["lostReason"]}>
            <TextInput dir="auto" autoComplete="off" limit={300} {...typed("lostReason")} />
          </Field>
        )}
      </div>
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_11rem]">
        <Field label={m.leads_next_step()} error={problems["nextStep"]}>
          <TextInput dir="auto" autoComplete="off" limit={300} {...typed("nextStep")} />
        </Field>
        <Field label={m.leads_next_step_on()} error={problems["nextStepOn"]}>
          <TextInput type="date" {...typed("nextStepOn")} />
        </Field>
      </div>
      <Field label={m.leads_notes()} hint={m.leads_notes_hint()} error={problems["notes"]}>
        <TextArea dir="auto" rows={6} limit={MAX_NOTES} {...typed("notes")} />
      </Field>
      <FormFooter problem={rest} changed={changed} busy={busy} onDiscard={() => setDraft(draftOf(lead))} />
    </form>
  );
}

const Back = ({ projectId }: { projectId: string }) => (
  <Link to={leadsPath(projectId)} className="inline-flex items-center gap-1 hover:text-text">
    <ArrowLeft className="size-4 rtl:rotate-180" aria-hidden />
    {m.leads_title()}
  </Link>
);
