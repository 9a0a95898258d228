// What a delegation says of itself, in plain words.
import { formatTime } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { CircleAlert, CircleCheck, CircleDashed, CircleHelp, CircleSlash, Laptop } from "lucide-react";
import type { Delegation } from "../contract.ts";
import { waitingQuestion } from "./question.tsx";

export interface Said {
  readonly icon: typeof Laptop;
  readonly tone: string;
  readonly title: string;
  readonly body?: string;
}
/** `isSilent`: there was no sign of its computer for longer than its lease. */
export function wordsOf(one: Delegation, isSilent: boolean): Said {
  const device = one.device ?? "";
  const states = new Set(one.effects.map(({ state }) => state));
  if (waitingQuestion(one)) return { icon: CircleHelp, tone: "text-warn-text", title: m.delegated_work_asks({ device }) };
  if (one.status === "queued") return { icon: CircleDashed, tone: "text-muted", title: m.delegated_work_queued() };
  if (one.status === "started")
    return isSilent
      ? {
          icon: CircleAlert,
          tone: "text-warn-text",
          title: m.delegated_work_silent({ device, time: formatTime(one.leaseUntil ?? "") }),
          body: m.delegated_work_silent_body(),
        }
      : {
          icon: Laptop,
          tone: "text-accent-text",
          title: m.delegated_work_started({ device }),
          ...(one.progress && { body: one.progress.text }),
        };
  if (one.status === "revoked")
    return {
      ...{ icon: CircleAlert, tone: "text-warn-text", body: m.delegated_work_unconfirmed_body() },
      title: one.deliveryState === "membership_lost" ? m.delegated_work_membership() : m.delegated_work_revoked(),
    };
  if (one.status === "cancelled") {
    if (one.deliveryState === "authority_revoked")
      return {
        icon: CircleSlash,
        tone: "text-warn-text",
        title: m.delegated_work_cancelled_running(),
        body: m.delegated_work_unconfirmed_body(),
      };
    return {
      icon: CircleSlash,
      tone: "text-muted",
      title:
        one.deliveryState === "held"
          ? m.delegated_work_held()
          : one.startedAt === null
            ? m.delegated_work_cancelled()
            : m.delegated_work_cancelled_waiting(),
    };
  }
  if (one.deliveryState === "review")
    return { icon: CircleAlert, tone: "text-warn-text", title: m.delegated_work_review(), body: m.delegated_work_review_body() };
  if (states.has("discarded")) return { icon: CircleSlash, tone: "text-muted", title: m.delegated_work_discarded() };
  if (one.deliveryState === "authorization_lost" || states.has("blocked"))
    return { icon: CircleAlert, tone: "text-warn-text", title: m.delegated_work_blocked(), body: m.delegated_work_blocked_body() };
  const reported = one.outcome === "failed" ? m.delegated_work_failed({ device }) : m.delegated_work_done({ device });
  return {
    ...{
      icon: one.outcome === "failed" ? CircleAlert : CircleCheck,
      tone: one.outcome === "failed" ? "text-warn-text" : "text-ok-text",
      title: reported,
    },
    ...(states.has("pending") && { body: m.delegated_work_adding() }),
  };
}
