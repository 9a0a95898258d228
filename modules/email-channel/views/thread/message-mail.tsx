// Mail details below a message: sender, recipients, verification of the sender, quoted text, original layout, and delivery state.
import { useMayI } from "#dashboard/session.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { m } from "#messages";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useId, useState } from "react";
import { NOTHING_NEW } from "#modules/inbound-email/contract";
import { checkOf, personText } from "#modules/inbound-email/views";
import type { Mail } from "../../contract.ts";
import { DeliveryLine } from "./delivery-line.tsx";
import { EvidenceButton } from "./evidence-button.tsx";
import { CheckIcon } from "./check-icon.tsx";
import { ForwardButton } from "./forward-button.tsx";
import { LayoutButton } from "./layout-button.tsx";
import { LINK } from "./class-names.ts";
import { ResendButton } from "./resend-button.tsx";
import { Toggle } from "./toggle.tsx";
import { useMails } from "./use-mails.ts";

/** The placeholder text of messages that were stored before its wording changed. */
const NOTHING_NEW_BEFORE = "(Nothing new was written.)";

interface MessageMailProps {
  readonly projectId: string;
  readonly conversationId: string;
  readonly messageId: string;
  readonly content: string;
  /** Its sender is not the contact of the conversation. */
  readonly different: boolean;
}

export function MessageMail({ projectId, conversationId, messageId, content, different }: MessageMailProps) {
  const { data } = useMails(projectId, conversationId);
  const [open, setOpen] = useState(false);
  // Without new text the quoted history is all there is to read, so it starts open.
  const [quoting, setQuoting] = useState(content === "" || [NOTHING_NEW, NOTHING_NEW_BEFORE].some((text) => content.startsWith(text)));
  const id = useId();
  const mail = data?.items.find((each) => each.messageId === messageId);
  if (!data || !mail) return null;
  const came = mail.direction === "in";
  return (
    <>
      {different && <DifferentSender mail={mail} answersTo={data.answersTo} />}
      <div className={`flex min-w-0 max-w-full flex-wrap items-center gap-x-1 ${came ? "" : "justify-end"}`}>
        <span className="flex max-w-full items-center">
          <Toggle open={open} controls={`${id}-facts`} onOpenChange={setOpen}>
            {came ? <Head mail={mail} /> : <DeliveryLine delivery={mail.delivery} open={open} />}
            {mail.forwarded && mail.to.length > 0 && (
              <span dir="auto" className="truncate">
                · {mail.to.map(personText).join(", ")}
              </span>
            )}
          </Toggle>
          {!mail.forwarded && <ForwardButton projectId={projectId} messageId={messageId} />}
        </span>
        {mail.quoted && (
          <Toggle open={quoting} controls={`${id}-quoted`} onOpenChange={setQuoting}>
            {quoting ? m.email_quoted_hide() : m.email_quoted_show()}
          </Toggle>
        )}
        {(mail.html || mail.long) && <LayoutButton mail={mail} />}
      </div>
      <div id={`${id}-facts`} hidden={!open} className="min-w-0 max-w-full rounded-md border border-line-strong bg-surface p-3 text-xs">
        {open && <Facts projectId={projectId} mail={mail} />}
      </div>
      {mail.quoted && (
        <blockquote
          id={`${id}-quoted`}
          hidden={!quoting}
          dir="auto"
          className="min-w-0 max-w-full border-s-2 border-line-strong ps-3 text-xs whitespace-pre-wrap wrap-anywhere text-muted"
        >
          {plain(mail.quoted)}
        </blockquote>
      )}
    </>
  );
}

/** The collapsed line of a received mail. What must not be truncated comes first. */
function Head({ mail }: { mail: Mail }) {
  return (
    <>
      <CheckIcon authentication={mail.authentication} />
      <span className="shrink-0">{checkOf(mail.authentication).label()}</span>
      {mail.from && (
        <>
          <span aria-hidden>·</span>{" "}
          <span dir="auto" className="truncate">
            {mail.from.address}
          </span>
        </>
      )}
    </>
  );
}

function DifferentSender({ mail, answersTo }: { mail: Mail; answersTo: string | null }) {
  const address = mail.from?.address ?? m.email_evidence_none();
  return (
    <p className="min-w-0 rounded-md bg-warn-soft px-3 py-2 text-xs text-warn-text wrap-anywhere">
      {answersTo === null ? m.email_different_none({ address }) : m.email_different({ address, contact: answersTo })}
    </p>
  );
}

function Facts({ projectId, mail }: { projectId: string; mail: Mail }) {
  const check = checkOf(mail.authentication);
  const mayRead = useMayI("admin");
  return (
    <>
      <dl className="grid grid-cols-[96px_minmax(0,1fr)] gap-x-2 gap-y-1.5">
        {mail.from && <Fact term={m.email_mail_from()}>{personText(mail.from)}</Fact>}
        {mail.to.length > 0 && <Fact term={m.email_mail_to()}>{mail.to.map(personText).join(", ")}</Fact>}
        {mail.cc.length > 0 && <Fact term={m.email_mail_cc()}>{mail.cc.map(personText).join(", ")}</Fact>}
        {mail.bcc.length > 0 && <Fact term={m.email_mail_bcc()}>{mail.bcc.join(", ")}</Fact>}
        {mail.subject !== null && <Fact term={m.email_mail_subject()}>{plain(mail.subject)}</Fact>}
        {mail.direction === "in" && (
          <Fact term={m.email_mail_checked()}>
            <span className="block font-medium">{check.label()}</span>
            {check.means()}
          </Fact>
        )}
      </dl>
      {mail.direction === "in" ? (
        <EvidenceButton projectId={projectId} messageId={mail.messageId} />
      ) : (
        <>
          <ResendButton projectId={projectId} mail={mail} />
          {mayRead && (
            <p className="mt-2">
              <Link to={`/projects/${projectId}/settings/email/deliveries`} className={LINK}>
                {m.email_out_log()}
              </Link>
            </p>
          )}
        </>
      )}
    </>
  );
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{term}</dt>
    <dd dir="auto" className="min-w-0 wrap-anywhere">
      {children}
    </dd>
  </>
);
