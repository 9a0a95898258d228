// Shows the delivery state of a mailed reply in one line.
import { formatTime } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { Mail as MailIcon, MailCheck, MailQuestionMark, MailWarning } from "lucide-react";
import { isOnItsWay } from "#modules/email/views";
import type { Mail } from "../../contract.ts";

/** The delivery state as a sentence, with the server's reason if there is one. */
export function deliveryText({ state, error, dueAt }: NonNullable<Mail["delivery"]>): string {
  switch (state) {
    case "queued":
      return m.email_out_queued();
    case "sending":
      return m.email_out_sending();
    case "sent":
      return m.email_out_sent();
    case "bounced":
      return error ? m.email_out_bounced_why({ why: error }) : m.email_out_bounced();
    case "failed":
      return error ? m.email_out_failed_why({ why: error }) : m.email_out_failed();
    case "needs_review":
      return m.email_out_needs_review();
    case "suppressed":
      return m.email_out_suppressed();
    case "held":
      if (dueAt) return m.email_out_waits({ why: error ?? "", time: formatTime(dueAt) });
      return error ? m.email_out_held_why({ why: error }) : m.email_out_held();
  }
}

/** A held reply is shortened to one line until opened, because several in a row have the same long reason. */
export function DeliveryLine({ delivery, open }: Pick<Mail, "delivery"> & { open: boolean }) {
  // The delivery was erased with the person's data.
  if (!delivery) return m.email_out_sent();
  const Glyph =
    delivery.state === "sent"
      ? MailCheck
      : isOnItsWay(delivery.state)
        ? MailIcon
        : delivery.state === "needs_review"
          ? MailQuestionMark
          : MailWarning;
  const bad = delivery.state === "bounced" || delivery.state === "failed";
  const warn = delivery.state === "needs_review" || delivery.state === "suppressed" || delivery.state === "held";
  return (
    <>
      <Glyph className="size-3 shrink-0" aria-hidden />
      <span
        className={`text-start ${delivery.state === "held" && !open ? "truncate" : "wrap-anywhere"} ${bad ? "text-bad-text" : warn ? "text-warn-text" : ""}`}
      >
        {deliveryText(delivery)}
      </span>
    </>
  );
}
