// Shows the evidence of a mail: channel, checks, rules, and the original as a download. For owners and admins.
import { useRouteQuery } from "#dashboard/api.ts";
import { buttonClasses } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { formatFileSize } from "#dashboard/ui/size.ts";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { formatFull } from "#dashboard/ui/time.tsx";
import { pathOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import type { ReactNode } from "react";
import { type Authentication, readInboundEmail, readRawEmail, type Receipt } from "../contract.ts";
import { WhyAutomatic } from "./why-automatic.tsx";
import { checkOf, channelName, RECEIPT, resultsOf } from "./labels.ts";

interface EvidenceProps {
  readonly projectId: string;
  onClose(): void;
}

/** For a receipt that is loaded already, or for the mail of a message. */
export function EvidenceDialog({
  projectId,
  receipt,
  messageId,
  onClose,
}: EvidenceProps & ({ receipt: Receipt; messageId?: never } | { messageId: string; receipt?: never })) {
  const id = messageId ?? receipt?.messageId ?? undefined;
  return (
    <Dialog open onClose={onClose} title={m.email_evidence()} size="md">
      {id === undefined ? receipt && <Facts projectId={projectId} receipt={receipt} /> : <Stored projectId={projectId} messageId={id} />}
    </Dialog>
  );
}

function Stored({ projectId, messageId }: { projectId: string; messageId: string }) {
  const { data, error, refetch } = useRouteQuery(readInboundEmail, { params: { projectId, messageId } });
  if (!data)
    return error ? (
      <ProblemState error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton>
        <Bar className="h-40 w-full rounded-lg" />
      </Skeleton>
    );
  return <Facts projectId={projectId} receipt={data.receipt} authentication={data.authentication} />;
}

interface FactsProps {
  readonly projectId: string;
  readonly receipt: Receipt;
  /** Undefined if unknown. */
  readonly authentication?: Authentication | null;
}

function Facts({ projectId, receipt, authentication }: FactsProps) {
  // A mail that became no message still has a sender; one whose contact was erased has none.
  const unknown = receipt.messageId === null ? m.email_evidence_none() : m.email_evidence_erased();
  return (
    <div className="grid grid-cols-1 gap-4">
      <dl className="grid grid-cols-[96px_minmax(0,1fr)] gap-x-2 gap-y-1.5">
        <Fact term={m.email_evidence_state()}>{RECEIPT[receipt.state].label()}</Fact>
        <Fact term={m.email_evidence_at()}>
          <time dateTime={receipt.receivedAt}>{formatFull(receipt.receivedAt)}</time>
        </Fact>
        <Fact term={m.email_evidence_door()}>{channelName(receipt.door)}</Fact>
        <Fact term={m.email_evidence_from()}>{receipt.envelopeFrom ?? unknown}</Fact>
        <Fact term={m.email_evidence_to()}>{receipt.envelopeTo ?? unknown}</Fact>
        <Fact term={m.email_evidence_size()}>{formatFileSize(receipt.size, "long")}</Fact>
        {receipt.attempts > 1 && <Fact term={m.email_evidence_attempts()}>{receipt.attempts}</Fact>}
        {authentication !== undefined && (
          <Fact term={m.email_evidence_checked()}>
            <span className="block font-medium">{checkOf(authentication).label()}</span>
            <span className="block">{checkOf(authentication).means()}</span>
            {authentication && <span className="block text-xs text-muted">{resultsOf(authentication).join(" · ")}</span>}
          </Fact>
        )}
      </dl>
      {receipt.error && <p className="rounded-md bg-warn-soft px-3 py-2 text-warn-text wrap-anywhere">{receipt.error}</p>}
      {receipt.automatic && (
        <section>
          <h3 className="font-medium">{m.email_automatic()}</h3>
          <WhyAutomatic reasons={receipt.reasons} />
        </section>
      )}
      {receipt.raw ? (
        <div className="grid justify-items-start gap-1.5">
          <a href={pathOf(readRawEmail, { projectId, receiptId: receipt.id })} download className={buttonClasses()}>
            {m.email_evidence_raw()}
          </a>
          <p className="text-xs text-muted">{m.email_evidence_raw_careful()}</p>
        </div>
      ) : (
        <p className="text-muted">{m.email_evidence_raw_gone()}</p>
      )}
    </div>
  );
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{term}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </>
);
