// Shows the delivery state of an account mail, with a sentence when something is wrong.
import { Chip, type Tone } from "#dashboard/ui/chip.tsx";
import { m } from "#messages";
import { useEffect, useEffectEvent } from "react";
import type { MailDeliveryState } from "../contract.ts";

const SHOWN: Readonly<Record<MailDeliveryState["state"], { tone: Tone; label: () => string }>> = {
  waiting: { tone: "neutral", label: m.accounts_mail_waiting },
  sent: { tone: "ok", label: m.accounts_mail_sent },
  failed: { tone: "bad", label: m.accounts_mail_failed },
  unclear: { tone: "warn", label: m.accounts_mail_unclear },
};
/** Announced to screen readers when it changes. */
export function MailState({ mail }: { mail: MailDeliveryState }) {
  const { tone, label } = SHOWN[mail.state];
  return (
    <span role="status" className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
      <Chip tone={tone}>{label()}</Chip>
      {mail.error && <span className="min-w-0 text-xs wrap-anywhere text-muted">{mail.error}</span>}
    </span>
  );
}

const POLL_INTERVAL = 3000;
/** Two minutes of polling; what takes longer is retried by the server in its own time. */
const MAX_POLLS = 40;
/** Polls while a mail is on its way, unless the page is hidden. */
export function usePollMail(waiting: boolean, refetch: () => void): void {
  const onPoll = useEffectEvent(refetch);
  useEffect(() => {
    if (!waiting) return;
    let polls = 0;
    const timer = setInterval(() => {
      polls += 1;
      if (polls >= MAX_POLLS) clearInterval(timer);
      if (!document.hidden) onPoll();
    }, POLL_INTERVAL);
    return () => clearInterval(timer);
  }, [waiting]);
}
