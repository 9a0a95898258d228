// What is to be done next with a lead, and when.
import { formatDay } from "#dashboard/ui/time.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { m } from "#messages";
import type { Lead } from "../contract.ts";

/** The day where the member is, as leads have it. */
const today = (): string => new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10);

export function NextStep({ lead: { nextStep, nextStepOn, stage } }: { lead: Lead }) {
  if (nextStep === null && nextStepOn === null) return null;
  const overdue = nextStepOn !== null && nextStepOn < today() && stage !== "won" && stage !== "lost";
  // At noon, so that no time zone makes another day of it.
  const day = nextStepOn === null ? undefined : formatDay(`${nextStepOn}T12:00:00`);
  return (
    <>
      {day !== undefined && (
        <span className={overdue ? "font-medium text-warn-text" : "text-muted"}>{overdue ? m.leads_overdue({ day }) : day}</span>
      )}
      {day !== undefined && nextStep !== null && " · "}
      {nextStep !== null && <bdi>{plain(nextStep)}</bdi>}
    </>
  );
}
