// The lead's sequence on its page: what was sent, what happens next and when, and how to stop it.
import { call, toastProblem } from "#dashboard/api.ts";
import type { PropsOf } from "#dashboard/screen.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import type { leadPanels } from "#modules/leads/views";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { changeOutreach, draftOutreach, requestOutreachReview, reviewsPath, type Sequence, stopOutreach } from "../contract.ts";
import { DraftForm, type DraftMail } from "./draft-form.tsx";
import { nextOf, STATES } from "./labels.ts";
import { MailText } from "./mail-text.tsx";
import { MissingList } from "./missing-list.tsx";
import { ModelDraft } from "./model-draft.tsx";
import { keep, leadOutreachQuery } from "./queries.ts";
import { StopButton } from "./stop-button.tsx";

export default function LeadPanel({ projectId, lead }: PropsOf<typeof leadPanels>) {
  const { data, error, refetch } = useQuery(leadOutreachQuery(projectId, lead.id));
  const [writing, setWriting] = useState<{ readonly of: Sequence | null; readonly drafted?: boolean }>();
  const [busy, setBusy] = useState(false);
  if (!data)
    return (
      <Section title={m.outreach_title()}>
        {error ? (
          <div role="alert" className="grid justify-items-start gap-2">
            <p className="text-muted">{messageOf(error)}</p>
            <Button size="sm" onClick={() => void refetch()}>
              {m.dashboard_retry()}
            </Button>
          </div>
        ) : (
          <Skeleton>
            <Bar className="h-16 w-full" />
          </Skeleton>
        )}
      </Section>
    );
  const { sequence, missing, templates, drafting } = data;
  const isOpen = sequence !== null && sequence.state !== "ended";
  const params = (one: Sequence) => ({ projectId, sequenceId: one.id }) as never;
  async function act(does: () => Promise<{ sequence: Sequence }>): Promise<void> {
    setBusy(true);
    try {
      await keep(projectId, (await does()).sequence);
    } catch (cause) {
      toastProblem(cause);
      await refetch();
    } finally {
      setBusy(false);
    }
  }
  async function save(mails: readonly DraftMail[]): Promise<void> {
    const of = writing?.of ?? null;
    const body = { mails: [...mails] };
    const saved =
      of === null
        ? await call(draftOutreach, { params: { projectId, leadId: lead.id } as never, body: { clientId: crypto.randomUUID(), ...body } })
        : await call(changeOutreach, { params: params(of), body: { revision: of.revision, ...body } });
    setWriting(undefined);
    await keep(projectId, saved.sequence);
    toast({ tone: "ok", title: m.outreach_saved() });
  }
  async function take(drafted: Sequence): Promise<void> {
    await keep(projectId, drafted);
    setWriting({ of: drafted, drafted: true });
    toast({ tone: "ok", title: m.outreach_model_done() });
  }
  const mayDraft = lead.email !== null && lead.stage !== "won" && lead.stage !== "lost";
  return (
    <Section
      title={m.outreach_title()}
      lead={sequence ? nextOf(sequence) : mayDraft ? m.outreach_none() : m.outreach_not_possible()}
      actions={sequence && <Chip tone={STATES[sequence.state].tone}>{STATES[sequence.state].label()}</Chip>}
    >
      <MissingList missing={missing} />
      {writing ? (
        <DraftForm
          key={writing.of ? `${writing.of.id} ${writing.of.revision}` : ""}
          projectId={projectId}
          lead={lead}
          templates={templates}
          sequence={writing.of}
          focused={writing.drafted === true}
          above={
            // What was sent stays as it is, so the rest is written by hand.
            writing.of?.mails.some(({ delivery }) => delivery !== null) !== true && (
              <ModelDraft
                projectId={projectId}
                leadId={lead.id}
                sequence={writing.of}
                templates={templates}
                drafting={drafting}
                onDrafted={take}
              />
            )
          }
          onSave={save}
          onCancel={() => setWriting(undefined)}
        />
      ) : (
        <>
          {sequence?.mails.map((mail) => (
            <MailText key={mail.position} sequence={sequence} mail={mail} />
          ))}
          <div className="flex flex-wrap gap-2">
            {!isOpen && mayDraft && <Button onClick={() => setWriting({ of: null })}>{m.outreach_draft()}</Button>}
            {isOpen && <Button onClick={() => setWriting({ of: sequence })}>{m.outreach_edit()}</Button>}
            {sequence?.state === "draft" && (
              <Button
                variant="primary"
                busy={busy}
                disabled={missing.length > 0}
                onClick={() =>
                  void act(() => call(requestOutreachReview, { params: params(sequence), body: { revision: sequence.revision } }))
                }
              >
                {m.outreach_ask_review()}
              </Button>
            )}
            {isOpen && <StopButton busy={busy} onStop={() => act(() => call(stopOutreach, { params: params(sequence), body: {} }))} />}
            {sequence?.state === "in_review" && (
              <Link to={reviewsPath(projectId)} className="self-center text-accent-text hover:underline">
                {m.outreach_to_reviews()}
              </Link>
            )}
          </div>
        </>
      )}
    </Section>
  );
}
