// Beside a conversation: the lead that the contact is, and what outreach it got.
import type { contactPanel, PropsOf } from "#dashboard/screen.ts";
import { Chip } from "#dashboard/ui/chip.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { m } from "#messages";
import { leadPath } from "#modules/leads/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { ENDS, STATES } from "./labels.ts";
import { LEAD_STAGE_LABELS } from "#modules/leads/views";
import { contactOutreachQuery } from "./queries.ts";

/** Nothing for contacts that are no lead, and until that is known. */
export default function LeadOfContact({ projectId, contact }: PropsOf<typeof contactPanel>) {
  const title = useId();
  const { data } = useQuery({ ...contactOutreachQuery(projectId, contact.id), enabled: contact.state === "active" });
  if (!data?.lead) return null;
  const { lead, sequence } = data;
  return (
    <section aria-labelledby={title} className="border-t border-line pt-2">
      <h2 id={title} className="mb-1 text-xs font-semibold text-muted">
        {m.outreach_lead()}
      </h2>
      <p className="flex flex-wrap items-center gap-2">
        <Link to={leadPath(projectId, lead.id)} className="min-w-0 truncate text-accent-text hover:underline">
          <bdi>{plain([lead.name, lead.company].filter((text) => text !== null).join(" · ") || m.outreach_lead())}</bdi>
        </Link>
        <Chip>{LEAD_STAGE_LABELS[lead.stage]()}</Chip>
      </p>
      {sequence && (
        <p className="text-xs text-muted">
          {m.outreach_sent_n({ count: sequence.sent })} ·{" "}
          {sequence.endReason === null ? STATES[sequence.state].label() : ENDS[sequence.endReason]()}
        </p>
      )}
    </section>
  );
}
