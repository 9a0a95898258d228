// Reviews that wait for a decision: what got worse first, then accepting or dismissing it.
import { issueOf, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { useProject } from "#dashboard/session.tsx";
import { Button, buttonLink } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { ConfirmDialog, Dialog } from "#dashboard/ui/dialog.tsx";
import { DialogFooter } from "#dashboard/ui/dialog-footer.tsx";
import { Field, TextArea } from "#dashboard/ui/field.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { RelativeTime } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { comparePath } from "#modules/evaluation/contract";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { decideRegression, MAX_REASON, readRegressions, type Regression, type Regressions } from "../contract.ts";
import { CAUSES, differenceOf } from "./words.ts";

export function Reviews({ projectId, reviews }: { projectId: string; reviews: Regressions["reviews"] }) {
  const { mayI } = useProject();
  const hasGuarded = reviews.some(({ worse }) => worse.some(({ guarded }) => guarded));
  return (
    <Section title={`${m.regressions_reviews()} (${reviews.length})`} lead={m.regressions_reviews_lead()}>
      <ul className="grid grid-cols-1 gap-4">
        {reviews.map((review) => (
          <Review key={review.regression.id} projectId={projectId} review={review} admin={mayI("admin")} />
        ))}
      </ul>
      {hasGuarded && <p className="text-xs text-muted">{m.regressions_guarded_hint()}</p>}
      {!mayI("admin") && <p className="text-muted">{m.regressions_reviews_members()}</p>}
    </Section>
  );
}

interface ReviewProps {
  readonly projectId: string;
  readonly review: Regressions["reviews"][number];
  readonly admin: boolean;
}
function Review({ projectId, review: { regression, worse }, admin }: ReviewProps) {
  const { id, setName, cause, at, compared, better, runId, baselineRunId } = regression;
  const difference = differenceOf(regression);
  return (
    <li id={id} className="grid grid-cols-1 gap-3 rounded-md border border-line p-4">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <h3 className="min-w-0 font-medium wrap-anywhere">{m.regressions_worse_of({ worse: regression.worse, compared })}</h3>
        <RelativeTime at={at} short className="ms-auto text-xs text-faint" />
      </div>
      <div className="flex min-w-0 flex-wrap gap-x-3 gap-y-1 text-xs text-muted">
        <bdi className="wrap-anywhere">{setName}</bdi>
        <span>{CAUSES[cause]()}</span>
        {better > 0 && <span>{m.regressions_better({ count: better })}</span>}
        {difference !== undefined && <span>{difference}</span>}
      </div>
      <ul className="grid grid-cols-1 gap-1">
        {worse.map(({ question, topic, guarded }, place) => (
          <li key={place} className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-1">
            <span dir="auto" className={`min-w-0 wrap-anywhere ${question === "" ? "text-muted" : ""}`}>
              {question || m.regressions_erased()}
            </span>
            {topic !== "" && <Chip>{topic}</Chip>}
            {guarded && <Chip tone="warn">{m.regressions_guarded()}</Chip>}
          </li>
        ))}
      </ul>
      {regression.worse > worse.length && (
        <p className="text-muted">{m.regressions_more_worse({ count: regression.worse - worse.length })}</p>
      )}
      <div className="flex flex-wrap gap-2">
        {admin && <Accept projectId={projectId} id={id} />}
        {admin && <Dismiss projectId={projectId} id={id} />}
        {runId !== null && baselineRunId !== null && (
          <Link to={comparePath(projectId, runId, baselineRunId)} className={buttonLink}>
            {m.regressions_comparison()}
          </Link>
        )}
      </div>
    </li>
  );
}

function Accept({ projectId, id }: { projectId: string; id: Regression["id"] }) {
  const [open, setOpen] = useState(false);
  const accept = useRouteMutation(decideRegression, {
    suppressToast: true,
    invalidates: [readRegressions],
    done: () => setOpen(false),
  });
  const params = { projectId, regressionId: id } as never;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{m.regressions_accept()}</Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={() => accept.mutate({ params, body: { state: "accepted", reason: "" } })}
        title={m.regressions_accept_title()}
        body={m.regressions_accept_body()}
        action={m.regressions_accept_action()}
        tone="primary"
        busy={accept.isPending}
        error={refusalOf(accept.error)}
      />
    </>
  );
}

function Dismiss({ projectId, id }: { projectId: string; id: Regression["id"] }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{m.regressions_dismiss()}</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={m.regressions_dismiss_title()} body={m.regressions_dismiss_body()} fills>
        <DismissForm projectId={projectId} id={id} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}
function DismissForm({ projectId, id, onClose }: { projectId: string; id: Regression["id"]; onClose(): void }) {
  const [reason, setReason] = useState("");
  const dismiss = useRouteMutation(decideRegression, { suppressToast: true, invalidates: [readRegressions], done: onClose });
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (dismiss.isPending) return;
    dismiss.mutate({ params: { projectId, regressionId: id } as never, body: { state: "dismissed", reason: reason.trim() } });
  }
  return (
    <form noValidate onSubmit={onSubmit} className="grid grid-cols-1 gap-4">
      <Field label={m.regressions_reason()} error={issueOf(dismiss.error, "reason")}>
        <TextArea rows={3} limit={MAX_REASON} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
      <DialogFooter problem={refusalOf(dismiss.error)} busy={dismiss.isPending} label={m.regressions_dismiss_action()} onCancel={onClose} />
    </form>
  );
}
