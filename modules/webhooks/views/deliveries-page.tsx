// The log of a webhook: what was sent, what became of it, and sending one again.
import { call, reading, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Field, Select } from "#dashboard/ui/field.tsx";
import { Page } from "#dashboard/ui/page.tsx";
import { Forbidden, messageOf, ProblemState } from "#dashboard/ui/problem.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { formatTime } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { ChevronLeft, ScrollText } from "lucide-react";
import { useState } from "react";
import { webhooksPath } from "../contract.ts";
import { type Delivery, listWebhookDeliveries, listWebhooks, readWebhookDelivery, redeliverWebhook } from "../contract.ts";
import { deliveryState, eventName, nameOf, resultOf } from "./labels.ts";

type State = "" | Delivery["state"];

export default function DeliveriesPage() {
  const { id: projectId, mayI } = useProject();
  const { webhookId = "" } = useParams({ strict: false }) as { webhookId?: string };
  const list = useRouteQuery(listWebhooks, { params: { projectId } as never }, { enabled: mayI("admin") });
  const webhook = list.data?.items.find(({ id }) => id === webhookId);
  return (
    <Page
      title={webhook ? m.webhooks_deliveries_of({ name: nameOf(webhook) }) : m.webhooks_deliveries()}
      width="wide"
      lead={
        <Link to={webhooksPath(projectId)} className="inline-flex min-h-6 items-center gap-1 hover:text-text pointer-coarse:min-h-11">
          <ChevronLeft className="size-4 rtl:rotate-180" aria-hidden />
          {m.webhooks_title()}
        </Link>
      }
    >
      {mayI("admin") ? (
        <Deliveries key={webhookId} projectId={projectId} webhookId={webhookId} />
      ) : (
        <Forbidden message={m.webhooks_forbidden()} />
      )}
    </Page>
  );
}

function Deliveries({ projectId, webhookId }: { projectId: string; webhookId: string }) {
  const [state, setState] = useState<State>("");
  const [shown, setShown] = useState<Delivery>();
  const params = { projectId, webhookId } as never;
  const query = state === "" ? {} : { state };
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...reading(listWebhookDeliveries, { params, query }).queryKey, "pages"],
    queryFn: ({ pageParam, signal }) =>
      call(listWebhookDeliveries, { params, query: { ...query, ...(pageParam === "" ? {} : { cursor: pageParam }) }, signal }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  });
  if (!data && error) return <ProblemState error={error} onRetry={() => void refetch()} />;
  if (!data && state === "") return <SectionsPending />;
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const isOn = data?.pages[0]?.webhook.state === "on";
  if (items.length === 0 && state === "")
    return <EmptyState icon={ScrollText} title={m.webhooks_deliveries_empty()} body={m.webhooks_deliveries_empty_body()} />;
  return (
    <>
      <p className="mb-3 text-muted">{m.webhooks_deliveries_lead()}</p>
      <Field label={m.webhooks_filter()} className="mb-3 max-w-60">
        <Select
          value={state}
          onChange={(value) => setState(value as State)}
          options={[
            { value: "", label: m.webhooks_filter_all() },
            { value: "waiting", label: m.webhooks_delivery_waiting() },
            { value: "delivered", label: m.webhooks_delivery_delivered() },
            { value: "failed", label: m.webhooks_delivery_failed() },
          ]}
        />
      </Field>
      {!data ? (
        <Skeleton className="h-12 w-full" />
      ) : items.length === 0 ? (
        <p className="text-muted">{m.webhooks_deliveries_none()}</p>
      ) : (
        <ul className="rounded-lg border border-line bg-surface">
          {items.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} isOn={isOn} onShow={() => setShown(delivery)} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button className="mt-4 self-center" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {m.webhooks_older()}
        </Button>
      )}
      {shown && <PayloadDialog {...{ projectId, webhookId, isOn }} delivery={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

/** `isOn`: whether the webhook is, so that there is a next attempt. */
function DeliveryRow({ delivery, isOn, onShow }: { delivery: Delivery; isOn: boolean; onShow(): void }) {
  const { label, tone } = deliveryState(delivery, isOn);
  const result = resultOf(delivery);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2.5 last:border-b-0">
      <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
        <span className="flex flex-wrap items-center gap-1.5">
          <span className="font-medium">{eventName(delivery.type)}</span>
          <Chip tone={tone}>{label}</Chip>
        </span>
        <span className="text-xs text-muted">
          {formatTime(delivery.createdAt)} · {m.webhooks_attempts({ count: delivery.attempts })}
          {result !== undefined && ` · ${result}`}
          {isOn && delivery.nextAt !== null && delivery.attempts > 0 && ` · ${m.webhooks_next({ at: formatTime(delivery.nextAt) })}`}
        </span>
      </div>
      <Button size="sm" aria-label={m.webhooks_show({ id: delivery.id })} onClick={onShow}>
        {m.webhooks_payload()}
      </Button>
    </li>
  );
}

interface PayloadProps {
  readonly projectId: string;
  readonly webhookId: string;
  readonly delivery: Delivery;
  readonly isOn: boolean;
  onClose(): void;
}
function PayloadDialog({ projectId, webhookId, delivery, isOn, onClose }: PayloadProps) {
  const params = { projectId, webhookId, webhookDeliveryId: delivery.id } as never;
  const { data, error } = useRouteQuery(readWebhookDelivery, { params }, { staleTime: 0 });
  const again = useRouteMutation(redeliverWebhook, {
    suppressToast: true,
    invalidates: [listWebhookDeliveries],
    done: () => {
      toast({ tone: "ok", title: isOn ? m.webhooks_redelivered() : m.webhooks_redelivered_later() });
      onClose();
    },
  });
  const problem = error ?? again.error;
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.webhooks_payload()}
      body={m.webhooks_payload_body()}
      footer={
        <>
          <Button onClick={onClose}>{m.dashboard_close()}</Button>
          {delivery.type !== "test" && data?.payload !== null && (
            <Button variant="primary" disabled={!data} busy={again.isPending} onClick={() => again.mutate({ params, body: {} })}>
              {m.webhooks_redeliver()}
            </Button>
          )}
        </>
      }
    >
      {problem ? (
        <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad-text">
          {messageOf(problem)}
        </p>
      ) : !data ? (
        <Skeleton className="h-40 w-full" />
      ) : data.payload === null ? (
        <p className="text-muted">{m.webhooks_payload_gone()}</p>
      ) : (
        <pre
          role="region"
          aria-label={m.webhooks_payload()}
          // Long ones scroll, which the keyboard has to be able to do.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="max-h-96 overflow-auto rounded-sm bg-subtle p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
        >
          {JSON.stringify(JSON.parse(data.payload), null, 2)}
        </pre>
      )}
    </Dialog>
  );
}
