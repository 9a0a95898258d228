// One rule of the list: its switch, what it looks for and does, and the buttons that edit and delete it.
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { queryClient, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { IconButton } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { SwitchInput } from "#dashboard/ui/field.tsx";
import { languageName } from "#dashboard/ui/language-name.ts";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { changeMonitoringRule, deleteMonitoringRule, listMonitoringRules, type Rule } from "../../contract.ts";
import { actionOf, KIND_LABELS } from "../labels.ts";
import { fieldsOf } from "./rule-fields.ts";

export function RuleRow({ projectId, rule, onEdit }: { projectId: string; rule: Rule; onEdit(): void }) {
  const [asking, setAsking] = useState(false);
  const { name, kind, enabled } = rule;
  const change = useRouteMutation(changeMonitoringRule, { invalidates: [listMonitoringRules] });
  const set = (on: boolean, undo?: () => void): void =>
    change.mutate(
      { params: { projectId, ruleId: rule.id } as never, body: { ...fieldsOf(rule), enabled: on } },
      {
        onSuccess: () =>
          toast({
            tone: "ok",
            title: on ? m.monitoring_did_switch_on({ name }) : m.monitoring_did_switch_off({ name }),
            ...(undo === undefined ? {} : { undo }),
          }),
      },
    );
  const remove = useRouteMutation(deleteMonitoringRule, {
    suppressToast: true,
    invalidates: [listMonitoringRules],
    done: () => {
      setAsking(false);
      toast({ tone: "ok", title: m.monitoring_did_delete({ name }) });
      void queryClient.invalidateQueries({ queryKey: [listMonitoringRules.name] });
    },
  });
  return (
    <li className="flex items-start gap-3 border-b border-line py-3 last:border-b-0">
      <SwitchInput
        aria-label={m.monitoring_switch({ name })}
        checked={enabled}
        disabled={change.isPending}
        onChange={(event) => set(event.target.checked, () => set(enabled))}
        className="mt-0.5"
      />
      <span className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <span dir="auto" className="min-w-0 truncate font-medium">
            {name}
          </span>
          <Chip tone={KIND_LABELS[kind].tone}>{KIND_LABELS[kind].label()}</Chip>
        </span>
        {kind === "topic" && (
          <span dir="auto" className="wrap-anywhere text-muted">
            {rule.looksFor}
          </span>
        )}
        <span className="text-xs text-muted">{[...limitsOf(rule), actionOf(rule)].join(" ")}</span>
      </span>
      <span className="flex shrink-0">
        <IconButton label={m.monitoring_edit({ name })} icon={Pencil} onClick={onEdit} />
        <IconButton label={m.monitoring_delete_of({ name })} icon={Trash2} onClick={() => setAsking(true)} />
      </span>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate({ params: { projectId, ruleId: rule.id } as never })}
        title={m.monitoring_delete_title({ name })}
        body={m.monitoring_delete_body()}
        action={m.monitoring_delete()}
        busy={remove.isPending}
        error={refusalOf(remove.error)}
      />
    </li>
  );
}

/** What a rule is limited to, in sentences. */
function limitsOf({ kind, minutes, channels, languages }: Rule): string[] {
  return [
    ...(kind === "waiting" ? [m.monitoring_after({ count: minutes ?? 0 })] : []),
    ...(channels.length === 1 ? [channels[0] === "widget" ? m.monitoring_only_widget() : m.monitoring_only_email()] : []),
    ...(languages.length > 0 ? [m.monitoring_only_languages({ names: languages.map(languageName).join(", ") })] : []),
  ];
}
