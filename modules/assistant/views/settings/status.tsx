// Whether the assistant answers customers, what it lacks, and the button that switches it.
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { m } from "#messages";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { AssistantSettings } from "../../contract.ts";

interface StatusProps {
  readonly projectId: string;
  readonly settings: AssistantSettings;
  readonly mayChange: boolean;
  readonly busy: boolean;
  onSwitch(enabled: boolean): void;
}

export function Status({ projectId, settings: { enabled, obstacle }, mayChange, busy, onSwitch }: StatusProps) {
  const { mayI } = useProject();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Section
        title={
          <span className="flex flex-wrap items-center gap-2">
            {m.assistant_status_title()}
            <Chip tone={enabled ? (obstacle ? "warn" : "ok") : "neutral"}>
              {enabled ? m.assistant_status_on() : m.assistant_status_off()}
            </Chip>
          </span>
        }
        lead={enabled ? (obstacle ? m.assistant_status_stuck() : m.assistant_status_on_lead()) : m.assistant_status_off_lead()}
        actions={
          mayChange && (
            <Button
              variant={enabled ? "secondary" : "primary"}
              busy={busy}
              onClick={() => (enabled || obstacle === null ? onSwitch(!enabled) : setAsking(true))}
            >
              {enabled ? m.assistant_switch_off() : m.assistant_switch_on()}
            </Button>
          )
        }
      >
        {obstacle && (
          <div className="grid grid-cols-1 gap-1.5 rounded-md bg-warn-soft px-3 py-2 text-warn-text">
            <p>{obstacle.sentence}</p>
            {obstacle.variables.length > 0 && <code className="font-mono text-xs wrap-anywhere">{obstacle.variables.join(", ")}</code>}
            {mayI("admin") && (
              <Link to={`/projects/${projectId}/settings/ai`} className="justify-self-start font-medium underline underline-offset-2">
                {m.assistant_to_models()}
              </Link>
            )}
          </div>
        )}
      </Section>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          onSwitch(true);
        }}
        title={m.assistant_switch_anyway_title()}
        body={obstacle?.sentence}
        action={m.assistant_switch_anyway()}
        tone="primary"
      >
        <p>{m.assistant_switch_anyway_body()}</p>
      </ConfirmDialog>
    </>
  );
}
