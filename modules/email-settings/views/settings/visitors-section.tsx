// Switches for asking visitors for an address and mailing missed replies. Each is saved at once.
import { refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { Switch } from "#dashboard/ui/field.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { m } from "#messages";
import { type EmailOverview, saveEmailSettings } from "../../contract.ts";

interface VisitorsProps {
  readonly projectId: string;
  readonly overview: EmailOverview;
  onSaved(overview: EmailOverview): void;
}

export function VisitorsSection({ projectId, overview, onSaved }: VisitorsProps) {
  const save = useRouteMutation(saveEmailSettings, { suppressToast: true, done: onSaved });
  const { askAddress, mailUnseen, ...settings } = overview.settings;
  // A switch shows its new position while it is being saved.
  const pending = save.isPending ? save.variables.body : undefined;
  const set = (change: { askAddress?: boolean; mailUnseen?: boolean }): void => {
    // One at a time, because each save sends all settings.
    if (!save.isPending) save.mutate({ params: { projectId }, body: { ...settings, ...change } });
  };
  return (
    <Section title={m.email_visitors()} lead={m.email_visitors_lead()}>
      <div className="grid grid-cols-1 gap-4">
        <Switch
          label={m.email_ask_address()}
          hint={m.email_ask_address_hint()}
          checked={pending?.askAddress ?? askAddress}
          onChange={(on) => set({ askAddress: on })}
        />
        <Switch
          label={m.email_mail_unseen()}
          hint={m.email_mail_unseen_hint()}
          checked={pending?.mailUnseen ?? mailUnseen}
          onChange={(on) => set({ mailUnseen: on })}
        />
        {save.error && (
          <p role="alert" className="text-bad-text">
            {refusalOf(save.error)}
          </p>
        )}
      </div>
    </Section>
  );
}
