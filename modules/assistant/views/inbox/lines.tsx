// What the thread says when a conversation changes hands, and why no automatic answer was written.
import { useRouteQuery } from "#dashboard/api.ts";
import type { PropsOf } from "#dashboard/screen.ts";
import { m } from "#messages";
import type { activityLine, skippedReason } from "#modules/inbox/views";
import { Link } from "@tanstack/react-router";
import * as v from "valibot";
import { ANSWERS, AnswersChange, readAssistant } from "../../contract.ts";
import { LEFT } from "../answer/words.ts";

export function HandsLine({ event, own, name }: PropsOf<typeof activityLine>) {
  const change = event.name === ANSWERS ? v.safeParse(AnswersChange, event.data) : undefined;
  if (!change?.success) return null;
  const { to, reason } = change.output;
  switch (reason) {
    case "taken":
      return own ? m.assistant_event_taken_you() : m.assistant_event_taken({ name });
    case "answered":
      return own ? m.assistant_event_answered_you() : m.assistant_event_answered({ name });
    case "asked":
      return m.assistant_event_asked();
    case "given":
      return own ? m.assistant_event_given_you() : m.assistant_event_given({ name });
    case "rules":
      return to === "assistant" ? m.assistant_event_rules() : m.assistant_event_rules_team();
    default:
      return m.assistant_event_left({ why: LEFT[reason]() });
  }
}

/** After “Automatic AI reply skipped: ”. Reasons of earlier releases stand as they were stored. */
export function SkippedReason({ projectId, reason, missing }: PropsOf<typeof skippedReason>) {
  if (reason === "ceiling")
    return (
      <>
        {m.assistant_skipped_ceiling()}{" "}
        <Link to={`/projects/${projectId}/settings/ai-usage`} className="underline">
          {m.assistant_to_usage()}
        </Link>
      </>
    );
  if (reason !== "not_configured") return reason;
  if (missing === undefined) return <NotConfigured projectId={projectId} />;
  if (missing.length === 0) return m.assistant_skipped_none_chosen();
  return (
    <>
      {m.assistant_skipped_missing({ count: missing.length })}
      <code className="ms-1 font-mono text-2xs wrap-anywhere">{missing.join(", ")}</code>
    </>
  );
}

/** Events of earlier releases don't keep what was missing, so this says what is missing now. */
function NotConfigured({ projectId }: { projectId: string }) {
  const { data } = useRouteQuery(readAssistant, { params: { projectId } });
  if (!data?.obstacle) return m.assistant_skipped_not_configured();
  const { sentence, variables } = data.obstacle;
  return (
    <>
      {m.assistant_skipped_not_configured_yet({ sentence })}
      {variables.length > 0 && <code className="ms-1 font-mono text-2xs wrap-anywhere">{variables.join(", ")}</code>}
    </>
  );
}
