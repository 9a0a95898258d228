// One rule of the list: its switch, its sentence, its place, and the buttons that edit and delete it.
import { queryClient, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { IconButton } from "#dashboard/ui/button.tsx";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { RelativeTime } from "#dashboard/ui/time.tsx";
import { SwitchInput } from "#dashboard/ui/field.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import type { ActionField } from "#modules/bulk-actions/views";
import type { ViewField } from "#modules/inbox/views";
import { Link } from "@tanstack/react-router";
import { ArrowDown, ArrowUp, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { automationPath, type AutomationRule, changeAutomationRule, deleteAutomationRule, listAutomationRules } from "../contract.ts";
import { bodyOf } from "./rule-body.ts";
import { RuleSentence } from "./rule-sentence.tsx";

interface RowProps {
  readonly projectId: string;
  readonly rule: AutomationRule;
  readonly fields: readonly ViewField[];
  readonly actions: readonly ActionField[];
  readonly mayChange: boolean;
  onEdit(): void;
  readonly onUp: (() => void) | undefined;
  readonly onDown: (() => void) | undefined;
}
export function RuleRow({ projectId, rule, fields, actions, mayChange, onEdit, onUp, onDown }: RowProps) {
  const [asking, setAsking] = useState(false);
  const { name, enabled } = rule;
  const params = { projectId, automationRuleId: rule.id } as never;
  const change = useRouteMutation(changeAutomationRule, { invalidates: [listAutomationRules] });
  const set = (on: boolean): void =>
    change.mutate(
      { params, body: { revision: rule.revision, rule: { ...bodyOf(rule), enabled: on } } },
      {
        onSuccess: () => toast({ tone: "ok", title: on ? m.automation_did_switch_on({ name }) : m.automation_did_switch_off({ name }) }),
        onError: () => void queryClient.invalidateQueries({ queryKey: [listAutomationRules.name] }),
      },
    );
  const remove = useRouteMutation(deleteAutomationRule, {
    suppressToast: true,
    invalidates: [listAutomationRules],
    done: () => {
      setAsking(false);
      toast({ tone: "ok", title: m.automation_did_delete({ name }) });
    },
  });
  return (
    <li className="grid grid-cols-1 gap-2 border-b border-line py-3 last:border-b-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <SwitchInput
          aria-label={m.automation_switch({ name })}
          checked={enabled}
          disabled={!mayChange || change.isPending}
          onChange={(event) => set(event.target.checked)}
        />
        <span dir="auto" className="min-w-40 flex-1 font-medium wrap-anywhere">
          {name}
        </span>
        {mayChange && (
          <span className="ms-auto flex shrink-0">
            <IconButton label={m.automation_up({ name })} icon={ArrowUp} disabled={!onUp} onClick={() => onUp?.()} />
            <IconButton label={m.automation_down({ name })} icon={ArrowDown} disabled={!onDown} onClick={() => onDown?.()} />
            <IconButton label={m.automation_edit({ name })} icon={Pencil} onClick={onEdit} />
            <IconButton label={m.automation_delete_of({ name })} icon={Trash2} onClick={() => setAsking(true)} />
          </span>
        )}
      </div>
      <RuleSentence rule={rule} fields={fields} actions={actions} />
      <p className="flex flex-wrap items-center gap-x-3 text-xs text-muted">
        {rule.runs === 0 ? (
          <span>{m.automation_never_ran()}</span>
        ) : (
          <Link
            to={`${automationPath(projectId)}/log?rule=${rule.id}`}
            className="inline-flex min-h-6 items-center underline underline-offset-2"
          >
            {m.automation_ran({ count: rule.runs })}
          </Link>
        )}
        {rule.lastRunAt !== null && (
          <span>
            {m.automation_last_ran()} <RelativeTime at={rule.lastRunAt} />
          </span>
        )}
      </p>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate({ params })}
        title={m.automation_delete_title({ name })}
        body={m.automation_delete_body()}
        action={m.automation_delete()}
        busy={remove.isPending}
        error={refusalOf(remove.error)}
      />
    </li>
  );
}
