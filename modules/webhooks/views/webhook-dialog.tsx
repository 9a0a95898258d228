// Dialog for a new webhook, or for changing one: address, name, and the events that it gets.
import { issueOf, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Checkbox, Field, TextInput } from "#dashboard/ui/field.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { type FormEvent, useId, useState } from "react";
import { changeWebhook, createWebhook, EVENT_TYPES, type EventType, listWebhooks, type Webhook } from "../contract.ts";
import { eventName } from "./labels.ts";
import { SecretShown } from "./secret-shown.tsx";

interface DialogProps {
  readonly projectId: string;
  /** The webhook that is changed; undefined for a new one. */
  readonly webhook?: Webhook | undefined;
  onClose(): void;
}

export function WebhookDialog({ projectId, webhook, onClose }: DialogProps) {
  const [url, setUrl] = useState(webhook?.url ?? "");
  const [description, setDescription] = useState(webhook?.description ?? "");
  const [events, setEvents] = useState<readonly EventType[]>(webhook?.events ?? ["message.created"]);
  const [clientId] = useState(() => crypto.randomUUID());
  const legend = useId();
  const create = useRouteMutation(createWebhook, { suppressToast: true, invalidates: [listWebhooks] });
  const change = useRouteMutation(changeWebhook, {
    suppressToast: true,
    invalidates: [listWebhooks],
    done: () => {
      toast({ tone: "ok", title: m.webhooks_saved() });
      onClose();
    },
  });
  const save = webhook ? change : create;
  if (create.data) return <SecretShown title={m.webhooks_ready()} secret={create.data.secret} body={m.webhooks_once()} onClose={onClose} />;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const settings = { url, description, events: [...events] };
    if (webhook) change.mutate({ params: { projectId, webhookId: webhook.id }, body: { revision: webhook.revision, ...settings } });
    else create.mutate({ params: { projectId }, body: { clientId, ...settings } });
  };
  const noEvent = issueOf(save.error, "events");
  const refusal = refusalOf(save.error);
  return (
    <Dialog open onClose={onClose} title={webhook ? m.webhooks_change_title() : m.webhooks_create_title()}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <Field label={m.webhooks_url()} hint={m.webhooks_url_hint()} error={issueOf(save.error, "url")}>
          <TextInput type="url" value={url} limit={2000} autoComplete="off" onChange={(event) => setUrl(event.target.value)} />
        </Field>
        <Field label={m.webhooks_description()} hint={m.webhooks_description_hint()} error={issueOf(save.error, "description")}>
          <TextInput
            dir="auto"
            value={description}
            limit={80}
            autoComplete="off"
            onChange={(event) => setDescription(event.target.value)}
          />
        </Field>
        <div role="group" aria-labelledby={legend} className="grid gap-2.5">
          <span id={legend} className="text-sm font-medium">
            {m.webhooks_events()}
          </span>
          {EVENT_TYPES.map((type) => (
            <Checkbox
              key={type}
              label={eventName(type)}
              hint={<code className="font-mono text-xs">{type}</code>}
              checked={events.includes(type)}
              onChange={(on) => setEvents(on ? [...events, type] : events.filter((each) => each !== type))}
            />
          ))}
          {noEvent && (
            <p role="alert" className="text-xs text-bad-text">
              {noEvent}
            </p>
          )}
        </div>
        {refusal && (
          <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad-text">
            {refusal}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{m.dashboard_cancel()}</Button>
          <Button type="submit" variant="primary" busy={save.isPending}>
            {webhook ? m.dashboard_save() : m.webhooks_create()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
