// The dialog that creates or edits a rule, and tries it on past conversations.
import { issueOf, queryClient, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { ConfirmDialog, Dialog } from "#dashboard/ui/dialog.tsx";
import { DialogFooter } from "#dashboard/ui/dialog-footer.tsx";
import { Field, Select, TextArea, TextInput } from "#dashboard/ui/field.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { ActionBuilder, type ActionField, hasChoice, type PreparedAction } from "#modules/bulk-actions/views";
import type { ViewField } from "#modules/inbox/views";
import { ConditionBuilder, conditionsOf, type Line, linesOf } from "#modules/saved-views/views";
import { FlaskConical } from "lucide-react";
import { type FormEvent, type ReactNode, Suspense, useId, useState } from "react";
import {
  type AssistantOutcome,
  type AutomationRule,
  changeAutomationRule,
  createAutomationRule,
  listAutomationRules,
  MAX_NAME,
  MAX_NOTE,
  MAX_STEPS,
  type RuleFields,
  type Trigger,
  TRIGGERS,
  tryAutomationRule,
  WITH_WORDS,
} from "../contract.ts";
import { TRIGGER_LABELS } from "./labels.ts";
import { OutcomeChoice } from "./outcome-choice.tsx";
import { TryResult } from "./try-result.tsx";

interface DialogProps {
  readonly projectId: string;
  readonly edited: AutomationRule | "new";
  readonly fields: readonly ViewField[];
  readonly actions: readonly ActionField[];
  onClose(): void;
}
interface Form {
  readonly name: string;
  readonly trigger: Trigger;
  readonly minutes: string;
  readonly outcomes: readonly AssistantOutcome[];
  /** With commas between them. */
  readonly words: string;
  readonly lines: readonly Line[];
  readonly steps: readonly PreparedAction[];
  readonly note: string;
}
const formOf = (rule: AutomationRule | undefined): Form => ({
  ...{ name: rule?.name ?? "", trigger: rule?.trigger ?? "customer_message", minutes: String(rule?.minutes ?? 60), note: rule?.note ?? "" },
  outcomes: rule?.outcomes ?? [],
  ...{ words: rule?.words.join(", ") ?? "", lines: linesOf(rule?.conditions ?? []), steps: rule?.steps ?? [] },
});
/** What `assistant_outcome` can say too: offered where a rule has it. */
const OLDER: Trigger = "handed_over";
const wordsOf = (typed: string): string[] =>
  typed
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");

export function RuleDialog({ projectId, edited, fields, actions, onClose }: DialogProps) {
  const rule = edited === "new" ? undefined : edited;
  const [begun] = useState(() => formOf(rule));
  const [form, setForm] = useState(begun);
  const [asking, setAsking] = useState(false);
  const [clientId] = useState(() => crypto.randomUUID());
  const [tried, setTried] = useState(false);
  const params = { projectId } as never;
  const saved = (title: string) => () => {
    toast({ tone: "ok", title });
    onClose();
  };
  const options = { suppressToast: true, invalidates: [listAutomationRules] };
  const create = useRouteMutation(createAutomationRule, { ...options, done: saved(m.automation_did_create()) });
  const change = useRouteMutation(changeAutomationRule, { ...options, done: saved(m.automation_did_save()) });
  const dryRun = useRouteMutation(tryAutomationRule, { suppressToast: true });
  const error = dryRun.error ?? (rule ? change.error : create.error);
  const set = (part: Partial<Form>): void => {
    setForm({ ...form, ...part });
    dryRun.reset();
  };
  const withWords = WITH_WORDS.includes(form.trigger);
  const body = (): RuleFields => ({
    ...{ name: form.name, enabled: rule?.enabled ?? true, trigger: form.trigger, note: form.note, steps: [...form.steps] },
    minutes: form.trigger === "waiting" ? Math.round(Number(form.minutes)) : null,
    outcomes: form.trigger === "assistant_outcome" ? [...form.outcomes] : [],
    words: withWords ? wordsOf(form.words) : [],
    conditions: conditionsOf(form.lines),
  });
  /** Whether everything that was begun is filled in. */
  function isWhole(): boolean {
    setTried(true);
    return form.steps.every((step) => hasChoice(step, actions));
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    dryRun.reset();
    if (!isWhole()) return;
    if (rule)
      change.mutate(
        { params: { projectId, automationRuleId: rule.id } as never, body: { revision: rule.revision, rule: body() } },
        // Whoever opens it again then sees how it is now.
        { onError: () => void queryClient.invalidateQueries({ queryKey: [listAutomationRules.name] }) },
      );
    else create.mutate({ params, body: { clientId, rule: body() } });
  }
  const stepsProblem = form.steps.length === 0 && form.note.trim() === "" ? issueOf(error, "rule.steps") : undefined;
  return (
    <Dialog
      open
      // Escape and the cross ask first; Cancel has said it.
      onClose={() => (form === begun ? onClose() : setAsking(true))}
      stays={form !== begun}
      size="lg"
      fills
      title={rule ? m.automation_edit_title() : m.automation_new_title()}
      body={m.automation_dialog_lead()}
    >
      <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-5">
        <Field label={m.automation_field_name()} error={issueOf(error, "rule.name")}>
          <TextInput
            dir="auto"
            value={form.name}
            limit={MAX_NAME}
            autoComplete="off"
            onChange={(event) => set({ name: event.target.value })}
          />
        </Field>
        <Part title={m.automation_when()}>
          <div className="grid grid-cols-1 gap-2 sm:grid-cols-[minmax(0,1fr)_9rem]">
            <Select
              aria-label={m.automation_field_trigger()}
              value={form.trigger}
              onChange={(trigger) => set({ trigger: trigger as Trigger })}
              options={TRIGGERS.filter((value) => value !== OLDER || rule?.trigger === OLDER).map((value) => ({
                value,
                label: TRIGGER_LABELS[value](),
              }))}
            />
            {form.trigger === "waiting" && (
              <Field label={m.automation_field_minutes()} error={issueOf(error, "rule.minutes")}>
                <TextInput
                  type="number"
                  inputMode="numeric"
                  min={1}
                  value={form.minutes}
                  onChange={(event) => set({ minutes: event.target.value })}
                />
              </Field>
            )}
          </div>
          {form.trigger === "assistant_outcome" && (
            <OutcomeChoice chosen={form.outcomes} problem={issueOf(error, "rule.outcomes")} onChange={(outcomes) => set({ outcomes })} />
          )}
          {withWords && (
            <Field label={m.automation_field_words()} hint={m.automation_field_words_hint()} error={issueOf(error, "rule.words")}>
              <TextInput dir="auto" value={form.words} autoComplete="off" onChange={(event) => set({ words: event.target.value })} />
            </Field>
          )}
        </Part>
        <Part title={m.automation_if()} lead={m.automation_if_lead()}>
          <ConditionBuilder lines={form.lines} setLines={(lines) => set({ lines })} fields={fields} />
        </Part>
        <Part title={m.automation_then()} lead={m.automation_then_lead()}>
          <Suspense>
            <ActionBuilder
              steps={form.steps}
              fields={actions}
              max={MAX_STEPS}
              tried={tried}
              problemAt={(place) => issueOf(error, `rule.steps.${place}`)}
              problem={stepsProblem}
              onChange={(steps) => set({ steps })}
            />
          </Suspense>
          <Field label={m.automation_field_note()} hint={m.automation_field_note_hint()} error={issueOf(error, "rule.note")}>
            <TextArea
              dir="auto"
              className="min-h-16"
              value={form.note}
              limit={MAX_NOTE}
              onChange={(event) => set({ note: event.target.value })}
            />
          </Field>
        </Part>
        <div className="grid grid-cols-1 gap-2 rounded-md bg-subtle p-3">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="text-sm text-muted">{m.automation_try_lead()}</p>
            <Button
              size="sm"
              icon={FlaskConical}
              busy={dryRun.isPending}
              onClick={() => isWhole() && dryRun.mutate({ params, body: { rule: body() } })}
            >
              {m.automation_try()}
            </Button>
          </div>
          {dryRun.data && <TryResult projectId={projectId} result={dryRun.data} />}
        </div>
        <DialogFooter
          problem={refusalOf(error)}
          busy={create.isPending || change.isPending}
          label={rule ? m.automation_save() : m.automation_create()}
          onCancel={onClose}
        />
      </form>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={onClose}
        title={m.automation_discard_title()}
        body={m.automation_discard_body()}
        action={m.automation_discard()}
        cancel={m.dashboard_unsaved_stay()}
      />
    </Dialog>
  );
}

/** A named part of the sentence that the form builds. */
function Part({ title, lead, children }: { readonly title: string; readonly lead?: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-2">
      <div>
        <h3 id={id} className="text-sm font-semibold">
          {title}
        </h3>
        {lead !== undefined && <p className="text-xs text-muted">{lead}</p>}
      </div>
      {children}
    </section>
  );
}
