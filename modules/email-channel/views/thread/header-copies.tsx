// The line of a thread's header that says who else gets the customer's mails.
import { m } from "#messages";
import { personText } from "#modules/inbound-email/views";
import { useMails } from "./use-mails.ts";

/** Copies of the customer's newest mail; empty without any. */
export function HeaderCopies({ projectId, conversationId }: { projectId: string; conversationId: string }) {
  const { data } = useMails(projectId, conversationId);
  const newest = data?.items.findLast(({ direction, from }) => direction === "in" && from?.address === data.answersTo?.toLowerCase());
  if (!newest || newest.cc.length === 0) return null;
  const all = newest.cc.map(personText).join(", ");
  return (
    <p className="flex max-w-1/2 min-w-16 gap-1.5 text-muted" title={all}>
      <span className="shrink-0 font-medium">{m.email_mail_cc()}</span>
      <span dir="auto" className="min-w-0 truncate">
        {newest.cc.map(({ name, address }) => name || address).join(", ")}
      </span>
    </p>
  );
}
