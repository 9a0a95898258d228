// The delivery log: all sent mail with its state.
import { call, queryClient, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { Button, buttonClasses } from "#dashboard/ui/button.tsx";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { formatTime } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { threadPath } from "#modules/conversations/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Send } from "lucide-react";
import { useRef, useState } from "react";
import { type Delivery, DELIVERY_STATES, listDeliveries, retryDelivery } from "#modules/email/contract";
import { usePolling, DELIVERY, isOnItsWay, mayRetry, providerName } from "#modules/email/views";
import { Entry } from "./entry.tsx";
import { LogFrame, useChosen } from "./log-frame.tsx";

const subjectOf = (delivery: Delivery): string =>
  delivery.subject ? plain(delivery.subject) : delivery.kind === "test" ? m.email_log_test() : m.email_log_no_subject();
const KINDS: Readonly<Record<Delivery["kind"], () => string>> = {
  reply: m.email_kind_reply,
  forward: m.email_kind_forward,
  test: m.email_kind_test,
  notice: m.email_kind_notice,
  code: m.email_kind_code,
  unseen: m.email_kind_unseen,
  confirm: m.email_kind_confirm,
  outreach: m.email_kind_outreach,
  satisfaction: m.email_kind_satisfaction,
};
const RETRY_WARNINGS: Partial<Record<Delivery["state"], () => string>> = {
  needs_review: m.email_retry_review,
  bounced: m.email_retry_bounced,
  suppressed: m.email_retry_suppressed,
};

/** Newest first. Polls while a mail is being sent. */
export function Deliveries({ projectId }: { projectId: string }) {
  const state = useChosen(DELIVERY_STATES);
  const [asking, setAsking] = useState<Delivery>();
  const box = useRef<HTMLElement>(null);
  const log = useInfiniteQuery({
    queryKey: [listDeliveries.name, projectId, state ?? null],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AnswerOf<typeof listDeliveries>) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) => call(listDeliveries, { params: { projectId }, query: { cursor: pageParam, state }, signal }),
    // Deliveries change without any action here.
    staleTime: 0,
  });
  const items = log.data?.pages.flatMap((page) => page.items) ?? [];
  usePolling(items.some((each) => isOnItsWay(each.state)) && !log.isFetching, () => void log.refetch());
  const retry = useRouteMutation(retryDelivery, {
    suppressToast: true,
    done: () => {
      setAsking(undefined);
      // The button that opened the dialog disappears while the mail is being sent, so the focus moves to the list.
      requestAnimationFrame(() => box.current?.focus());
      toast({ tone: "ok", title: m.email_retry_done() });
      void queryClient.invalidateQueries({ queryKey: [listDeliveries.name] });
    },
  });
  return (
    <>
      <LogFrame
        title={m.email_log()}
        path={`/projects/${projectId}/settings/email/deliveries`}
        states={DELIVERY_STATES.map((value) => ({ value, label: DELIVERY[value].label() }))}
        state={state}
        log={log}
        box={box}
        empty={{ icon: Send, title: m.email_log_empty(), body: m.email_log_empty_body() }}
      >
        {items.map((delivery) => (
          <DeliveryEntry
            key={delivery.id}
            projectId={projectId}
            delivery={delivery}
            onRetry={() => {
              retry.reset();
              setAsking(delivery);
            }}
          />
        ))}
      </LogFrame>
      <ConfirmDialog
        open={asking !== undefined}
        onClose={() => setAsking(undefined)}
        onConfirm={() => asking && retry.mutate({ params: { projectId, deliveryId: asking.id }, body: {} })}
        title={m.email_retry_title()}
        body={m.email_retry_body({ to: asking?.to ?? "" })}
        action={m.email_retry()}
        tone="primary"
        busy={retry.isPending}
        error={refusalOf(retry.error)}
      >
        {asking && RETRY_WARNINGS[asking.state] && (
          <p className="rounded-md bg-warn-soft px-3 py-2 text-warn-text">{RETRY_WARNINGS[asking.state]?.()}</p>
        )}
      </ConfirmDialog>
    </>
  );
}

function DeliveryEntry({ projectId, delivery, onRetry }: { projectId: string; delivery: Delivery; onRetry(): void }) {
  const { label, means, tone } = DELIVERY[delivery.state];
  const subject = subjectOf(delivery);
  // The state is explained only if the server gives no reason and the recipient was not erased.
  const explained = !delivery.error && delivery.to !== null && delivery.state !== "sent";
  return (
    <Entry
      state={{ tone, label: label() }}
      at={delivery.createdAt}
      who={delivery.to ?? <span className="text-faint italic">{m.email_log_erased()}</span>}
      subject={subject}
      more={[
        KINDS[delivery.kind](),
        ...(delivery.provider ? [m.email_log_through({ provider: providerName(delivery.provider) })] : []),
        ...(delivery.attempts > 0 ? [m.email_log_attempts({ count: delivery.attempts })] : []),
      ]}
      words={
        <>
          {delivery.error && <p className={`wrap-anywhere ${tone === "bad" ? "text-bad-text" : "text-text"}`}>{delivery.error}</p>}
          {delivery.dueAt && <p className="text-muted">{m.email_log_due({ time: formatTime(delivery.dueAt) })}</p>}
          {explained && <p className="text-muted">{means()}</p>}
        </>
      }
      actions={
        <>
          {delivery.conversationId && (
            <Link
              to={threadPath(projectId, delivery.conversationId)}
              aria-label={m.email_log_conversation_of({ what: subject })}
              className={buttonClasses("secondary", "sm")}
            >
              {m.email_log_conversation()}
            </Link>
          )}
          {mayRetry(delivery) && (
            <Button size="sm" aria-label={m.email_retry_of({ what: subject })} onClick={onRetry}>
              {m.email_retry()}
            </Button>
          )}
        </>
      }
    />
  );
}
