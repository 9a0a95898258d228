// A proposed priority with its reason. One click sets it, through the same route as the menu of priorities.
import { useRouteMutation } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { m } from "#messages";
import { type Priority, setPriority } from "#modules/priority/contract";
import { Flag, Undo2 } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { proposePriority } from "../../contract.ts";
import { ownLocale } from "../languages.ts";
import { CutNotice } from "./cut-notice.tsx";
import { Failure, Frame, GoTo, Working } from "./frame.tsx";
import type { PanelProps } from "./panel-props.ts";
import { Spending } from "./spending.tsx";
import { useHelp } from "./use-help.ts";

const NAMES: Readonly<Record<Priority, () => string>> = {
  none: m.priority_none,
  low: m.priority_low,
  normal: m.priority_normal,
  high: m.priority_high,
  urgent: m.priority_urgent,
};

export function PriorityPanel({ projectId, conversationId, showMessage, onClose }: PanelProps) {
  const { help, run } = useHelp(proposePriority);
  const [isSet, setIsSet] = useState(false);
  const setting = useRouteMutation(setPriority);
  const ask = (): void => run({ params: { projectId, conversationId }, body: { locale: ownLocale } });
  const begin = useEffectEvent(ask);
  useEffect(() => begin(), []);
  const found = help.state === "done" ? help.answer : undefined;
  const put = (priority: Priority, done: boolean): void =>
    setting.mutate(
      { params: { projectId, conversationId }, body: { clientId: crypto.randomUUID(), priority } },
      { onSuccess: () => setIsSet(done) },
    );
  return (
    <Frame
      title={m.copilot_priority_title()}
      onClose={onClose}
      footer={
        found && (
          <>
            <span className="min-w-0 flex-1 basis-40">
              <Spending spent={found.spent} />
            </span>
            {isSet ? (
              <Button size="sm" icon={Undo2} busy={setting.isPending} onClick={() => put(found.current, false)}>
                {m.copilot_undo()}
              </Button>
            ) : (
              found.priority !== found.current && (
                <Button size="sm" variant="primary" icon={Flag} busy={setting.isPending} onClick={() => put(found.priority, true)}>
                  {m.copilot_priority_apply({ priority: NAMES[found.priority]() })}
                </Button>
              )
            )}
          </>
        )
      }
    >
      {help.state === "failed" ? (
        <Failure error={help.error} projectId={projectId} onRetry={ask} />
      ) : !found ? (
        <Working>{m.copilot_working_read()}</Working>
      ) : (
        <div role="status" className="grid gap-1.5">
          <p className="font-medium">
            {isSet
              ? m.copilot_priority_applied({ priority: NAMES[found.priority]() })
              : m.copilot_priority_proposes({ priority: NAMES[found.priority]() })}
          </p>
          <p dir="auto" className="wrap-anywhere">
            {plain(found.reason)}
            {found.revisions.map((revision) => (
              <GoTo
                key={revision}
                number={revision}
                label={m.copilot_show_numbered({ number: revision })}
                onClick={() => showMessage(revision)}
              />
            ))}
          </p>
          {!isSet && found.priority === found.current && <p className="text-muted">{m.copilot_priority_same()}</p>}
          <CutNotice extent={found.extent} />
        </div>
      )}
    </Frame>
  );
}
