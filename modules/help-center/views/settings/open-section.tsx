// Opens and closes the help center, and shows its address and render state.
import { refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { Button, buttonClasses } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { CopyButton } from "#dashboard/ui/copy.tsx";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { formatFull } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { ExternalLink, RefreshCw } from "lucide-react";
import { useState } from "react";
import { type HelpSettings, renderHelpCenter, saveHelpSettings } from "../../contract.ts";
import { fieldsOf, payloadOf } from "./settings-payload.ts";

interface OpenProps {
  readonly projectId: string;
  readonly settings: HelpSettings;
  readonly mayChange: boolean;
  onSaved(settings: HelpSettings): void;
}

export function OpenSection({ projectId, settings, mayChange, onSaved }: OpenProps) {
  const [asking, setAsking] = useState(false);
  const { open, address } = settings;
  const save = useRouteMutation(saveHelpSettings, {
    suppressToast: true,
    done: (next) => {
      onSaved(next);
      setAsking(false);
      toast({ tone: "ok", title: next.open ? m.help_settings_opened() : m.help_settings_closed() });
    },
  });
  return (
    <Section
      title={
        <span className="flex flex-wrap items-center gap-2">
          {m.help_settings_readers()}
          <Chip tone={open ? "ok" : "neutral"}>{open ? m.help_settings_is_open() : m.help_settings_is_closed()}</Chip>
        </span>
      }
      lead={open ? m.help_settings_open_lead() : m.help_settings_closed_lead()}
      actions={
        <Button variant={open ? "secondary" : "primary"} disabled={!mayChange} onClick={() => setAsking(true)}>
          {open ? m.help_settings_close() : m.help_settings_open()}
        </Button>
      }
    >
      <div className="flex flex-wrap items-center gap-2">
        <code className="min-w-0 flex-1 basis-60 truncate rounded-sm bg-subtle px-2.5 py-1.5 font-mono text-xs select-all" dir="ltr">
          {address}
        </code>
        <CopyButton text={address} label={m.dashboard_copy()} />
        {open && (
          <a className={buttonClasses("secondary", "sm")} href={address} target="_blank" rel="noreferrer">
            <ExternalLink className="size-4" aria-hidden />
            {m.help_settings_visit()}
          </a>
        )}
      </div>
      {open && <Rendering projectId={projectId} rendering={settings.rendering} mayChange={mayChange} onSaved={onSaved} />}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => save.mutate({ params: { projectId }, body: { ...payloadOf(fieldsOf(settings)), open: !open } })}
        title={open ? m.help_settings_close_title() : m.help_settings_open_title()}
        body={open ? m.help_settings_close_body() : m.help_settings_open_body({ address })}
        action={open ? m.help_settings_close() : m.help_settings_open()}
        tone={open ? "danger" : "primary"}
        busy={save.isPending}
        error={refusalOf(save.error)}
      />
    </Section>
  );
}

const STATES: Readonly<Record<HelpSettings["rendering"]["state"], { words(at: string): string }>> = {
  none: { words: () => m.help_settings_pages_none() },
  waiting: { words: () => m.help_settings_pages_waiting() },
  done: { words: (at) => m.help_settings_pages_done({ at }) },
  failed: { words: () => m.help_settings_pages_failed() },
};

function Rendering({
  projectId,
  rendering: { state, renderedAt },
  mayChange,
  onSaved,
}: Omit<OpenProps, "settings"> & { readonly rendering: HelpSettings["rendering"] }) {
  const again = useRouteMutation(renderHelpCenter, { done: onSaved });
  const { words } = STATES[state];
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 text-muted">
      <p role="status" className={state === "failed" ? "text-bad-text" : undefined}>
        {words(renderedAt ? formatFull(renderedAt) : "")}
      </p>
      <Button
        size="sm"
        variant="ghost"
        icon={RefreshCw}
        disabled={!mayChange}
        busy={again.isPending}
        onClick={() => again.mutate({ params: { projectId }, body: {} })}
      >
        {m.help_settings_render()}
      </Button>
    </div>
  );
}
