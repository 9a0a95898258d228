// The form for events, quiet hours and days. Saved as a whole; saving can be undone.
import { issueOf, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { Checkbox, Field, Select, TextInput } from "#dashboard/ui/field.tsx";
import { FormFooter } from "#dashboard/ui/form-footer.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { type FormEvent, useState } from "react";
import { NOTIFICATION_EVENTS, type NotificationOverview, type NotificationSettings, saveNotifications } from "../contract.ts";
import { ChannelChoice } from "./channel-choice.tsx";
import { dayNames, hereZone, minuteOf, timeText, zonesWith } from "./labels.ts";

interface FormProps {
  readonly projectId: string;
  readonly overview: NotificationOverview;
  onSaved(overview: NotificationOverview): void;
}
/** Default quiet hours when they are switched on: 22:00 to 7:00. */
const NIGHT = { from: 22 * 60, to: 7 * 60 };

/** Until the member has saved settings, the zone is the browser's. */
const startOf = ({ settings, chosen }: NotificationOverview): NotificationSettings =>
  chosen ? settings : { ...settings, zone: hereZone() };

export function NotificationForm({ projectId, overview, onSaved }: FormProps) {
  const stored = startOf(overview);
  const [form, setForm] = useState(stored);
  const params = { projectId };
  const take = (next: NotificationOverview): void => {
    onSaved(next);
    setForm(startOf(next));
  };
  const back = useRouteMutation(saveNotifications, { done: take });
  const save = useRouteMutation(saveNotifications, {
    suppressToast: true,
    done: (next) => {
      take(next);
      toast({ tone: "ok", title: m.email_saved(), undo: () => back.mutate({ params, body: stored }) });
    },
  });
  const set = (part: Partial<NotificationSettings>): void => setForm({ ...form, ...part });
  const changed = JSON.stringify(form) !== JSON.stringify(stored);
  const none = form.days.length === 0;
  const idle = form.quiet !== null && form.quiet.from === form.quiet.to;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!none) save.mutate({ params, body: form });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Section title={m.notifications_events()} lead={m.notifications_events_lead()}>
        <fieldset className="grid min-w-0 gap-3">
          <legend className="sr-only">{m.notifications_events()}</legend>
          {NOTIFICATION_EVENTS.map((event) => (
            <ChannelChoice key={event} event={event} settings={form} onChange={set} />
          ))}
        </fieldset>
      </Section>
      <Section title={m.notifications_when()} lead={m.notifications_when_lead()}>
        <fieldset className="grid min-w-0 gap-2" aria-describedby={none ? "notification-days-none" : undefined}>
          <legend className="mb-1.5 text-sm font-medium">{m.notifications_days()}</legend>
          <div className="flex flex-wrap gap-x-5 gap-y-2">
            {dayNames().map((name, i) => (
              <Checkbox
                key={name}
                label={name}
                checked={form.days.includes(i + 1)}
                onChange={(on) => set({ days: [1, 2, 3, 4, 5, 6, 7].filter((day) => (day === i + 1 ? on : form.days.includes(day))) })}
              />
            ))}
          </div>
          <p id="notification-days-none" role="alert" className={none ? "text-xs text-bad-text" : "hidden"}>
            {none && m.notifications_days_none()}
          </p>
        </fieldset>
        <Checkbox
          label={m.notifications_quiet()}
          hint={m.notifications_quiet_hint()}
          checked={form.quiet !== null}
          onChange={(on) => set({ quiet: on ? NIGHT : null })}
        />
        {form.quiet && (
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            {(["from", "to"] as const).map((end) => (
              <Field
                key={end}
                label={end === "from" ? m.notifications_from() : m.notifications_until()}
                error={issueOf(save.error, `quiet.${end}`)}
              >
                <TextInput
                  type="time"
                  required
                  value={timeText(form.quiet?.[end] ?? 0)}
                  onChange={(event) => {
                    const minute = minuteOf(event.target.value);
                    if (form.quiet && minute !== undefined) set({ quiet: { ...form.quiet, [end]: minute } });
                  }}
                />
              </Field>
            ))}
          </div>
        )}
        <p role="status" className={idle ? "text-xs text-warn-text" : "sr-only"}>
          {idle && m.notifications_quiet_none()}
        </p>
        <Field label={m.notifications_zone()} error={issueOf(save.error, "zone")}>
          <Select options={zonesWith(form.zone)} value={form.zone} onChange={(zone) => set({ zone })} />
        </Field>
        <FormFooter
          problem={refusalOf(save.error)}
          changed={changed}
          busy={save.isPending}
          invalid={none}
          onDiscard={() => {
            setForm(stored);
            save.reset();
          }}
        />
      </Section>
    </form>
  );
}
