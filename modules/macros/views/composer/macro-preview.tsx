// Shows what a macro would do to the open conversation, and does it.
import { call, queryClient, reading, refusalOf, toastProblem, useRouteQuery } from "#dashboard/api.ts";
import type { composerTool, PropsOf } from "#dashboard/screen.ts";
import { useMe, useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Markdown } from "#dashboard/ui/markdown.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { ActionInWords, useActionFields } from "#modules/bulk-actions/views";
import { fill } from "#modules/canned-replies/contract";
import { valuesOf } from "#modules/canned-replies/views";
import { applyHandled, outboxOf } from "#modules/live-inbox/views";
import { Check, Clock, Minus, TriangleAlert } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { applyMacro, listMacros, type Macro, previewMacro, type StepOutcome, undoMacro } from "../../contract.ts";
import { withReply } from "./with-reply.ts";

interface PreviewProps extends PropsOf<typeof composerTool> {
  readonly macroId: string;
  onClose(): void;
}
export default function MacroPreview({ projectId, conversationId, composer, customer, macroId, onClose }: PreviewProps) {
  const me = useMe();
  const project = useProject();
  const { fields, source } = useActionFields(projectId);
  const params = { projectId, conversationId, macroId } as never;
  const { data, error, refetch } = useRouteQuery(previewMacro, { params });
  // What it would do now is not what it would have done before.
  const forget = useEffectEvent(() => queryClient.removeQueries({ queryKey: reading(previewMacro, { params }).queryKey }));
  useEffect(() => () => forget(), []);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const clientId = useRef(crypto.randomUUID());
  const values = valuesOf(customer, me.name, project.name);

  // Enter applies it once it can be read; whoever has moved the focus meanwhile keeps it.
  const button = useRef<HTMLButtonElement>(null);
  const isRead = data !== undefined;
  useEffect(() => {
    if (isRead && document.activeElement?.matches("body, [role=dialog]")) button.current?.focus();
  }, [isRead]);

  async function apply(macro: Macro): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    const context = { projectId, conversationId, me: me.id };
    try {
      const body = { clientId: clientId.current, version: macro.version, frontier: outboxOf(context).seen };
      const done = await call(applyMacro, { params, body });
      for (const event of done.events) applyHandled(projectId, me.id, event);
      void queryClient.invalidateQueries({ queryKey: [listMacros.name] });
      onClose();
      write(macro, done.steps);
      tell(macro, done.steps, done.events.length > 0 ? () => void undo(done.runId) : undefined);
    } catch (cause) {
      setProblem(cause);
      setBusy(false);
      void refetch();
    }
  }
  async function undo(macroRunId: string): Promise<void> {
    try {
      const { events, kept } = await call(undoMacro, { params: { projectId, macroRunId } as never, body: {} });
      for (const event of events) applyHandled(projectId, me.id, event);
      if (kept > 0) toast({ tone: "bad", title: m.macros_undo_kept({ count: kept }) });
    } catch (cause) {
      toastProblem(cause);
    }
  }
  /** Puts the text behind what is written already, and what is done with the reply above it. */
  function write({ text, kind }: Macro, steps: readonly StepOutcome[]): void {
    if (text.trim() === "") return;
    const { text: filled, missing } = fill(text.trim(), values);
    const before = composer.read(kind).text.trimEnd();
    const whole = [before, filled].filter(Boolean).join("\n\n");
    const [first] = missing;
    const at = first === undefined ? -1 : whole.indexOf(first);
    // What has no value is selected, so that typing replaces it.
    composer.write(whole, { kind, select: first === undefined || at < 0 ? [whole.length, whole.length] : [at, at + first.length] });
    const later = steps.find(({ outcome }) => outcome === "later");
    if (later) composer.intend(withReply(later.value));
  }
  const { text = "", kind = "reply" } = data?.macro ?? {};
  const filled = fill(text, values);
  return (
    <Dialog
      open
      onClose={onClose}
      title={data ? m.macros_preview_of({ title: data.macro.title }) : m.macros_apply()}
      body={m.macros_preview_lead()}
      footer={
        <>
          <Button onClick={onClose}>{m.dashboard_cancel()}</Button>
          <Button
            ref={button}
            data-first-focus
            variant="primary"
            disabled={!data}
            busy={busy}
            onClick={() => data && void apply(data.macro)}
          >
            {m.macros_apply_now()}
          </Button>
        </>
      }
    >
      {source}
      {!data ? (
        error ? (
          <ProblemState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton>
            <div className="grid gap-2.5">
              <Bar className="h-4 w-56 max-w-full" />
              <Bar className="h-4 w-40" />
            </div>
          </Skeleton>
        )
      ) : (
        <div className="grid grid-cols-1 gap-4">
          {data.steps.length > 0 && (
            <ol aria-label={m.macros_steps()} className="grid grid-cols-1 gap-2">
              {data.steps.map((step, index) => (
                <li key={index} className="flex min-w-0 items-start gap-2">
                  <Mark outcome={step.outcome} />
                  <span className="min-w-0 wrap-anywhere">
                    <ActionInWords step={step} fields={fields} />
                    {step.outcome !== "changes" && <span className="block text-xs text-muted">{SAYS[step.outcome]()}</span>}
                  </span>
                </li>
              ))}
            </ol>
          )}
          {text.trim() !== "" && (
            <section aria-label={m.macros_text_preview()} className="grid grid-cols-1 gap-1.5">
              <h3 className="text-sm font-medium">{kind === "note" ? m.macros_writes_note() : m.macros_writes_reply()}</h3>
              <div
                role="group"
                tabIndex={0}
                aria-label={m.macros_text_preview()}
                className={`max-h-60 overflow-y-auto rounded-md px-3.5 py-2.5 ${kind === "note" ? "bg-note-soft" : "bg-subtle"}`}
              >
                <Markdown text={filled.text} />
              </div>
              {filled.missing.length > 0 && (
                <p className="text-xs wrap-anywhere text-warn-text">{m.macros_missing({ names: filled.missing.join(", ") })}</p>
              )}
            </section>
          )}
          {problem !== undefined && (
            <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad-text">
              {refusalOf(problem)}
            </p>
          )}
        </div>
      )}
    </Dialog>
  );
}

const SAYS: Record<Exclude<StepOutcome["outcome"], "changes">, () => string> = {
  same: m.macros_outcome_same,
  later: m.macros_outcome_later,
  stale: m.macros_outcome_stale,
  impossible: m.macros_outcome_impossible,
};
function Mark({ outcome }: { readonly outcome: StepOutcome["outcome"] }) {
  const Icon = outcome === "changes" ? Check : outcome === "later" ? Clock : outcome === "same" ? Minus : TriangleAlert;
  const tone = outcome === "changes" ? "text-ok-text" : outcome === "impossible" || outcome === "stale" ? "text-warn-text" : "text-muted";
  return <Icon className={`mt-0.5 size-4 shrink-0 ${tone}`} aria-hidden />;
}

/** What was left undone is said by name of the macro: its steps show in the thread. */
function tell(macro: Macro, steps: readonly StepOutcome[], undo: (() => void) | undefined): void {
  const left = steps.filter(({ outcome }) => outcome === "stale" || outcome === "impossible").length;
  toast({
    title: left > 0 ? m.macros_did_partly({ title: macro.title, count: left }) : m.macros_did({ title: macro.title }),
    tone: left > 0 ? "bad" : "ok",
    ...(undo ? { undo } : {}),
  });
}
