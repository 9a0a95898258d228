// Shows the delivery state of an account mail, with a sentence when something is wrong.
import { Chip, type Tone } from "#dashboard/ui/chip.tsx";
import { m } from "#messages";
import { useEffect, useEffectEvent } from "react";
import type { MailStanding } from "../contract.ts";

const SHOWN: Readonly<Record<MailStanding["state"], { tone: Tone; label: () => string }>> = {
  waiting: { tone: "neutral", label: m.accounts_mail_waiting },
  sent: { tone: "ok", label: m.accounts_mail_sent },
  failed: { tone: "bad", label: m.accounts_mail_failed },
  unclear: { tone: "warn", label: m.accounts_mail_unclear },
};
/** The word is told as it changes. */
export function MailState({ mail }: { mail: MailStanding }) {
  const { tone, label } = SHOWN[mail.state];
  return (
    <span role="status" className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
      <Chip tone={tone}>{label()}</Chip>
      {mail.error && <span className="min-w-0 text-xs wrap-anywhere text-muted">{mail.error}</span>}
    </span>
  );
}

const EVERY = 3000;
/** Two minutes of looking: what takes longer is tried again in its own time. */
const LOOKS = 40;
/** Looks again while a mail is on its way, unless nobody sees the page. */
export function useMailLooking(waiting: boolean, look: () => void): void {
  const onLook = useEffectEvent(look);
  useEffect(() => {
    if (!waiting) return;
    let looks = 0;
    const timer = setInterval(() => {
      looks += 1;
      if (looks >= LOOKS) clearInterval(timer);
      if (!document.hidden) onLook();
    }, EVERY);
    return () => clearInterval(timer);
  }, [waiting]);
}
