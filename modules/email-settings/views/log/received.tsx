// The log of received mail: the state of each mail, and why.
import { call } from "#dashboard/api.ts";
import { Button, buttonClasses } from "#dashboard/ui/button.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { formatFileSize } from "#dashboard/ui/size.ts";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { threadPath } from "#modules/conversations/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Inbox } from "lucide-react";
import { useId, useState } from "react";
import { listInboundEmails, type Receipt, RECEIPT_STATES } from "#modules/inbound-email/contract";
import { EvidenceDialog, WhyAutomatic, RECEIPT } from "#modules/inbound-email/views";
import { usePolling } from "#modules/email/views";
import { Entry } from "./entry.tsx";
import { LogFrame, useChosen } from "./log-frame.tsx";

/** Newest first. Polls while a mail is being processed. */
export function Received({ projectId }: { projectId: string }) {
  const state = useChosen(RECEIPT_STATES);
  const [shown, setShown] = useState<Receipt>();
  const log = useInfiniteQuery({
    queryKey: [listInboundEmails.name, projectId, state ?? null],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AnswerOf<typeof listInboundEmails>) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) => call(listInboundEmails, { params: { projectId }, query: { cursor: pageParam, state }, signal }),
    staleTime: 0,
  });
  const items = log.data?.pages.flatMap((page) => page.items) ?? [];
  const waiting = items.some((each) => each.state === "received" || each.state === "admitting");
  usePolling(waiting && !log.isFetching, () => void log.refetch());
  return (
    <>
      <LogFrame
        title={m.email_received()}
        path={`/projects/${projectId}/settings/email/received`}
        states={RECEIPT_STATES.map((value) => ({ value, label: RECEIPT[value].label() }))}
        state={state}
        log={log}
        empty={{ icon: Inbox, title: m.email_received_empty(), body: m.email_received_empty_body() }}
      >
        {items.map((receipt) => (
          <ReceiptEntry key={receipt.id} projectId={projectId} receipt={receipt} onDetails={() => setShown(receipt)} />
        ))}
      </LogFrame>
      {shown && <EvidenceDialog projectId={projectId} receipt={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

function ReceiptEntry({ projectId, receipt, onDetails }: { projectId: string; receipt: Receipt; onDetails(): void }) {
  const { label, means, tone } = RECEIPT[receipt.state];
  const subject = receipt.subject ? plain(receipt.subject) : m.email_log_no_subject();
  return (
    <Entry
      state={{ tone, label: label() }}
      at={receipt.receivedAt}
      who={
        <>
          {receipt.envelopeTo === null && <span className="text-faint italic">{m.email_log_erased()}</span>}
          {receipt.envelopeFrom && `${m.email_received_from({ from: receipt.envelopeFrom })} `}
          {receipt.envelopeTo && m.email_received_to({ to: receipt.envelopeTo })}
        </>
      }
      subject={subject}
      more={[formatFileSize(receipt.size, "long")]}
      words={
        <>
          {receipt.error ? (
            <p className={`wrap-anywhere ${tone === "bad" ? "text-bad-text" : "text-text"}`}>{receipt.error}</p>
          ) : (
            receipt.state !== "admitted" && <p className="text-muted">{means()}</p>
          )}
          {receipt.automatic && <Automatic reasons={receipt.reasons} />}
        </>
      }
      actions={
        <>
          {receipt.conversationId && (
            <Link
              to={threadPath(projectId, receipt.conversationId)}
              aria-label={m.email_log_conversation_of({ what: subject })}
              className={buttonClasses("secondary", "sm")}
            >
              {m.email_log_conversation()}
            </Link>
          )}
          <Button size="sm" aria-label={m.email_details_of({ what: subject })} onClick={onDetails}>
            {m.email_details()}
          </Button>
        </>
      }
    />
  );
}

/** Label of automatic mail; a click shows which rules matched. */
function Automatic({ reasons }: Pick<Receipt, "reasons">) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="inline-flex min-h-6 items-center gap-1 rounded-full px-1.5 text-2xs font-medium text-muted hover:bg-hover hover:text-text aria-expanded:bg-active aria-expanded:text-text"
      >
        {m.email_automatic()}
      </button>
      <div id={id} hidden={!open} className="mt-1 rounded-md border border-line-strong bg-surface p-3">
        <WhyAutomatic reasons={reasons} />
      </div>
    </div>
  );
}
