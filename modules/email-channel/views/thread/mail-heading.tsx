// Above a message that came or went by mail: its subject where the subject is new, and who got copies.
import { plain } from "#dashboard/ui/plain.ts";
import { m } from "#messages";
import { personText } from "#modules/inbound-email/views";
import type { ReactNode } from "react";
import { isNewSubject, subjectBefore } from "./subjects.ts";
import { useMails } from "./use-mails.ts";

/** Empty if there is nothing that the mail before it did not say. */
export function MailHeading({ projectId, conversationId, messageId }: { projectId: string; conversationId: string; messageId: string }) {
  const { data } = useMails(projectId, conversationId);
  const mail = data?.items.find((each) => each.messageId === messageId);
  if (!data || !mail) return null;
  const subject = isNewSubject(
    mail.subject,
    subjectBefore(
      data.items.filter((each) => !each.forwarded),
      mail,
    ),
  )
    ? mail.subject
    : null;
  if (subject === null && mail.cc.length === 0 && mail.bcc.length === 0) return null;
  return (
    <dl className="grid min-w-0 max-w-full gap-0.5 text-xs">
      {subject !== null && (
        <Line term={m.email_mail_subject()}>
          <span className="font-medium text-text">{plain(subject)}</span>
        </Line>
      )}
      {mail.cc.length > 0 && <Line term={m.email_mail_cc()}>{mail.cc.map(personText).join(", ")}</Line>}
      {mail.bcc.length > 0 && <Line term={m.email_mail_bcc()}>{mail.bcc.join(", ")}</Line>}
    </dl>
  );
}

const Line = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="flex min-w-0 gap-1.5">
    <dt className="shrink-0 text-muted">{term}</dt>
    <dd dir="auto" className="min-w-0 wrap-anywhere">
      {children}
    </dd>
  </div>
);
