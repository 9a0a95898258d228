// Section for the widget's public key.
import { useState } from "react";
import { queryClient, reading, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { CopyButton } from "#dashboard/ui/copy.tsx";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { readWidgetSettings, rotateWidgetKey } from "../../contract.ts";

interface KeyProps {
  readonly projectId: string;
  readonly widgetKey: string;
  readonly mayChange: boolean;
}

/** Shows the key, and replaces it after a warning. */
export function KeySection({ projectId, widgetKey, mayChange }: KeyProps) {
  const [asking, setAsking] = useState(false);
  const rotate = useRouteMutation(rotateWidgetKey, {
    suppressToast: true,
    done: (settings) => {
      queryClient.setQueryData(reading(readWidgetSettings, { params: { projectId } }).queryKey, settings);
      setAsking(false);
      toast({ tone: "ok", title: m.projects_key_rotated() });
    },
  });
  return (
    <Section title={m.projects_key_title()} lead={m.projects_key_lead()}>
      <div className="flex flex-wrap items-center gap-2">
        <code className="min-w-0 flex-1 basis-60 truncate rounded-sm bg-subtle px-2.5 py-1.5 font-mono text-xs select-all">
          {widgetKey}
        </code>
        <CopyButton text={widgetKey} label={m.dashboard_copy()} />
        <Button size="sm" disabled={!mayChange} onClick={() => setAsking(true)}>
          {m.projects_key_rotate()}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => rotate.mutate({ params: { projectId }, body: {} })}
        title={m.projects_key_rotate_title()}
        body={m.projects_key_rotate_body()}
        action={m.projects_key_rotate()}
        busy={rotate.isPending}
        error={refusalOf(rotate.error)}
      />
    </Section>
  );
}
