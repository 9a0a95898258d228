// One webhook of the list: where it goes, how it is, and what can be done with it.
import { refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { IconButton } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { Checkbox } from "#dashboard/ui/field.tsx";
import { Menu } from "#dashboard/ui/menu.tsx";
import { formatTime } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { Link } from "@tanstack/react-router";
import { EllipsisVertical } from "lucide-react";
import { useState } from "react";
import { deliveriesPath } from "../contract.ts";
import {
  listWebhookDeliveries,
  listWebhooks,
  removeWebhook,
  renewWebhookSecret,
  switchWebhook,
  testWebhook,
  type Webhook,
} from "../contract.ts";
import { eventName, nameOf, resultOf, stoppedSentences, webhookState } from "./labels.ts";
import { SecretShown } from "./secret-shown.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";

type Asked = "change" | "resume" | "renew" | "remove";

export function WebhookRow({ projectId, webhook }: { projectId: string; webhook: Webhook }) {
  const [asked, setAsked] = useState<Asked>();
  const [skip, setSkip] = useState(false);
  const params = { projectId, webhookId: webhook.id };
  const name = nameOf(webhook);
  const close = (): void => setAsked(undefined);
  const pause = useRouteMutation(switchWebhook, {
    invalidates: [listWebhooks],
    done: ({ webhook: now }) => {
      close();
      toast({ tone: "ok", title: now.state === "on" ? m.webhooks_resumed() : m.webhooks_paused() });
    },
  });
  const test = useRouteMutation(testWebhook, {
    invalidates: [listWebhookDeliveries],
    done: ({ delivery }) =>
      toast(
        delivery.state === "delivered"
          ? {
              ...{ tone: "ok", title: m.webhooks_test_well() },
              body: m.webhooks_test_well_body({ status: delivery.last?.status ?? "", ms: delivery.last?.milliseconds ?? 0 }),
            }
          : { tone: "bad", title: m.webhooks_test_failed(), body: resultOf(delivery) ?? "" },
      ),
  });
  const renew = useRouteMutation(renewWebhookSecret, { suppressToast: true, invalidates: [listWebhooks] });
  const remove = useRouteMutation(removeWebhook, {
    suppressToast: true,
    invalidates: [listWebhooks],
    done: () => toast({ tone: "ok", title: m.webhooks_removed() }),
  });
  const { label, tone } = webhookState(webhook);
  const items = [
    { label: m.webhooks_change(), onSelect: () => setAsked("change") },
    { label: m.webhooks_send_test(), onSelect: () => test.mutate({ params, body: {} }) },
    webhook.state === "on"
      ? { label: m.webhooks_pause(), onSelect: () => pause.mutate({ params, body: { on: false } }) }
      : { label: m.webhooks_resume(), onSelect: () => setAsked("resume") },
    { label: m.webhooks_renew(), onSelect: () => setAsked("renew") },
    "separator" as const,
    { label: m.webhooks_remove(), tone: "danger" as const, onSelect: () => setAsked("remove") },
  ];
  if (renew.data)
    return (
      <SecretShown
        title={m.webhooks_renewed_title()}
        secret={renew.data.secret}
        body={m.webhooks_renewed({ until: formatTime(renew.data.webhook.bothSecretsUntil ?? webhook.createdAt) })}
        onClose={() => renew.reset()}
      />
    );
  return (
    <li className="flex items-start gap-3 border-b border-line py-3 last:border-b-0">
      <div className="grid min-w-0 flex-1 gap-1">
        <div className="flex min-w-0 flex-wrap items-center gap-1.5">
          <Link
            to={deliveriesPath(projectId, webhook.id)}
            dir="auto"
            className="inline-flex min-h-6 min-w-6 items-center font-medium wrap-anywhere hover:underline"
          >
            {name}
          </Link>
          <Chip tone={tone}>{label}</Chip>
        </div>
        <code className="font-mono text-xs wrap-anywhere text-muted">{webhook.url}</code>
        <span className="text-xs text-muted">{webhook.events.map((type) => eventName(type)).join(" · ")}</span>
        {webhook.state === "failing" ? (
          <p className="text-xs text-bad-text">{stoppedSentences(webhook).join(" ")}</p>
        ) : webhook.failingSince !== null ? (
          <p className="text-xs text-warn-text">
            {webhook.state === "paused"
              ? m.webhooks_failing_paused({ at: formatTime(webhook.failingSince) })
              : m.webhooks_failing_since({ at: formatTime(webhook.failingSince) })}
          </p>
        ) : (
          <p className="text-xs text-muted">
            {webhook.deliveredAt === null ? m.webhooks_never() : m.webhooks_well({ at: formatTime(webhook.deliveredAt) })}
          </p>
        )}
        {webhook.bothSecretsUntil !== null && (
          <p className="text-xs text-muted">{m.webhooks_both_until({ at: formatTime(webhook.bothSecretsUntil) })}</p>
        )}
      </div>
      <Menu align="end" items={items} trigger={<IconButton label={m.webhooks_more({ name })} icon={EllipsisVertical} />} />
      {asked === "change" && <WebhookDialog projectId={projectId} webhook={webhook} onClose={close} />}
      <ConfirmDialog
        open={asked === "resume"}
        onClose={close}
        onConfirm={() => pause.mutate({ params, body: { on: true, skip } })}
        title={m.webhooks_resume_title({ name })}
        body={
          <span className="grid gap-3">
            {m.webhooks_resume_body()}
            <Checkbox label={m.webhooks_resume_skip()} checked={skip} onChange={setSkip} />
          </span>
        }
        action={m.webhooks_resume()}
        tone="primary"
        busy={pause.isPending}
        error={refusalOf(pause.error)}
      />
      <ConfirmDialog
        open={asked === "renew"}
        onClose={close}
        onConfirm={() => renew.mutate({ params, body: { revision: webhook.revision } })}
        title={m.webhooks_renew_title({ name })}
        body={m.webhooks_renew_body()}
        action={m.webhooks_renew()}
        busy={renew.isPending}
        error={refusalOf(renew.error)}
      />
      <ConfirmDialog
        open={asked === "remove"}
        onClose={close}
        onConfirm={() => remove.mutate({ params })}
        title={m.webhooks_remove_title({ name })}
        body={m.webhooks_remove_body()}
        action={m.webhooks_remove()}
        busy={remove.isPending}
        error={refusalOf(remove.error)}
      />
    </li>
  );
}
