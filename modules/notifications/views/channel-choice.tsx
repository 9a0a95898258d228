// One event with its choices: the bell, push, and mail.
import { Checkbox } from "#dashboard/ui/field.tsx";
import { m } from "#messages";
import { useId } from "react";
import { type NotificationEvent, type NotificationSettings, SUBJECT_NOTIFICATIONS } from "../contract.ts";
import { EVENT_LABELS } from "./labels.ts";

/** The settings that hold a choice for every event, in the order of the columns. */
const CHANNELS = [
  { of: "bell", label: m.notifications_channel_bell },
  { of: "push", label: m.notifications_channel_push },
  { of: "events", label: m.notifications_channel_email },
] as const;

export function ChannelChoice({
  event,
  settings,
  onChange,
}: {
  event: NotificationEvent;
  settings: NotificationSettings;
  onChange(part: Partial<NotificationSettings>): void;
}) {
  const id = useId();
  const { label, hint } = EVENT_LABELS[event];
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1.5 border-b border-line pb-3 last:border-0 last:pb-0">
      <p className="min-w-52 flex-1">
        <span id={id}>{label()}</span>
        {hint && <span className="block text-xs text-muted">{hint()}</span>}
      </p>
      <div className="flex gap-x-5 gap-y-2">
        {CHANNELS.filter(({ of }) => of !== "push" || !(SUBJECT_NOTIFICATIONS as readonly string[]).includes(event)).map((channel) => {
          const chosen = settings[channel.of] ?? settings.events;
          return (
            <Checkbox
              key={channel.of}
              label={<span id={`${id}-${channel.of}`}>{channel.label()}</span>}
              aria-labelledby={`${id} ${id}-${channel.of}`}
              checked={chosen[event]}
              onChange={(on) => onChange({ [channel.of]: { ...chosen, [event]: on } })}
            />
          );
        })}
      </div>
    </div>
  );
}
