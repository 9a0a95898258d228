// A mail as its recipient gets it: sender, recipient, subject, text and footer, all of it.
import { plain } from "#dashboard/ui/plain.ts";
import { Chip } from "#dashboard/ui/chip.tsx";
import { RelativeTime } from "#dashboard/ui/time.tsx";
import { useProject } from "#dashboard/session.tsx";
import { DELIVERY } from "#modules/email/views";
import type { Delivery } from "#modules/email/contract";
import { m } from "#messages";
import type { Sequence, SequenceMail } from "../contract.ts";

const useName = (): ((accountId: string) => string) => {
  const { members } = useProject();
  return (accountId) => plain(members.find((member) => member.accountId === accountId)?.name ?? m.outreach_former_member());
};
function Standing({ mail }: { mail: SequenceMail }) {
  const state = mail.delivery === null ? undefined : DELIVERY[mail.delivery as Delivery["state"]];
  if (state) return <Chip tone={state.tone}>{state.label()}</Chip>;
  return mail.review ? <Chip tone="ok">{m.outreach_reviewed()}</Chip> : <Chip tone="warn">{m.outreach_not_reviewed()}</Chip>;
}

export function MailText({ sequence, mail }: { sequence: Sequence; mail: SequenceMail }) {
  const nameOf = useName();
  return (
    <article className="grid grid-cols-1 gap-2 rounded-md border border-line p-3" aria-label={m.outreach_mail_n({ n: mail.position })}>
      <header className="flex flex-wrap items-center gap-2">
        <h3 className="font-medium">{m.outreach_mail_n({ n: mail.position })}</h3>
        <Standing mail={mail} />
        {mail.byModel && <Chip tone="neutral">{m.outreach_by_model()}</Chip>}
        <span className="text-xs text-muted">
          {mail.sentAt === null ? mail.position > 1 && m.outreach_days_after({ days: mail.waitDays }) : <RelativeTime at={mail.sentAt} />}
        </span>
      </header>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-0.5 text-xs">
        <dt className="text-muted">{m.outreach_from()}</dt>
        <dd className="min-w-0 wrap-anywhere">
          <bdi>{`${plain(sequence.sender.name)} <${plain(sequence.sender.address)}>`}</bdi>
        </dd>
        <dt className="text-muted">{m.outreach_to()}</dt>
        <dd className="min-w-0 wrap-anywhere">
          <bdi>{plain(sequence.address)}</bdi>
        </dd>
        <dt className="text-muted">{m.outreach_subject()}</dt>
        <dd className="min-w-0 font-medium wrap-anywhere">
          <bdi>{plain(mail.subject)}</bdi>
        </dd>
      </dl>
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
        {plain(mail.text)}
      </p>
      {mail.footer !== "" && (
        <p dir="auto" className="text-xs whitespace-pre-wrap text-muted wrap-anywhere">
          {plain(mail.footer)}
        </p>
      )}
      <p className="text-xs text-muted">
        {mail.byModel ? m.outreach_asked_by({ name: nameOf(mail.editedBy) }) : m.outreach_written_by({ name: nameOf(mail.editedBy) })}
        {mail.review && ` · ${m.outreach_reviewed_by({ name: nameOf(mail.review.reviewedBy) })}`}
      </p>
    </article>
  );
}
