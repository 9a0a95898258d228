// The settings page that shows the day's use of models in a project.
import { useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { formatTime } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { type AiUsage, readAiUsage } from "../../contract.ts";
import { formatCount, formatUsd, formatUtcDay, providerName } from "../format.ts";
import { CeilingBar } from "./ceiling-bar.tsx";

/** For every member. */
export default function UsagePage() {
  const { id: projectId } = useProject();
  const { data, error, refetch } = useRouteQuery(readAiUsage, { params: { projectId } });
  return (
    <Page title={m.ai_usage_title()} lead={m.ai_usage_lead()} actions={<Button onClick={() => void refetch()}>{m.ai_refresh()}</Button>}>
      {data ? <Usage usage={data} /> : error ? <ProblemState error={error} onRetry={() => void refetch()} /> : <SectionsPending />}
    </Page>
  );
}

const PURPOSES: Readonly<Record<string, () => string>> = {
  reply: m.ai_purpose_reply,
  assist: m.ai_purpose_assist,
  context: m.ai_purpose_context,
  test: m.ai_purpose_test,
  playground: m.ai_purpose_playground,
  research: m.ai_purpose_research,
  image: m.ai_purpose_image,
  evaluation: m.ai_purpose_evaluation,
  outreach: m.ai_purpose_outreach,
  embedding: m.ai_purpose_embedding,
};

const Usage = ({ usage: { day, resetsAt, spend, replies, contextRuns, items, pricesFrom } }: { usage: AiUsage }) => (
  <>
    <Section title={m.ai_ceilings_title()} lead={m.ai_ceilings_lead({ time: formatTime(resetsAt) })}>
      {spend.state === "near" && <p className="rounded-md bg-warn-soft px-3 py-2 text-warn-text">{m.ai_near_notice()}</p>}
      {spend.state === "reached" && (
        <p className="rounded-md bg-bad-soft px-3 py-2 text-bad-text">{m.ai_reached_notice({ time: formatTime(resetsAt) })}</p>
      )}
      <CeilingBar label={m.ai_ceiling_spend()} ceiling={spend} name="spendUsdPerProject" format={formatUsd} />
      <CeilingBar label={m.ai_ceiling_replies()} ceiling={replies} name="repliesPerProject" format={formatCount} />
      <CeilingBar label={m.ai_ceiling_context()} ceiling={contextRuns} name="contextRunsPerProject" format={formatCount} />
    </Section>
    <Section title={m.ai_today_title()} lead={m.ai_today_lead({ day: formatUtcDay(day) })}>
      {items.length === 0 ? (
        <p className="text-muted">{m.ai_today_none()}</p>
      ) : (
        <ul className="grid">
          {items.map((item) => (
            <li
              key={`${item.purpose} ${item.provider} ${item.model}`}
              className="flex flex-wrap items-start gap-x-3 gap-y-1 border-b border-line py-2 last:border-b-0"
            >
              <span className="grid min-w-0 flex-1 basis-52">
                <span className="font-medium">{PURPOSES[item.purpose]?.() ?? item.purpose}</span>
                <span className="wrap-anywhere">
                  {item.provider === "" ? m.ai_model_not_kept() : `${providerName(item.provider)} · ${item.model}`}
                </span>
                <span className="text-xs text-muted">
                  {[
                    m.ai_calls({ count: item.calls }),
                    ...(item.failed > 0 ? [m.ai_calls_failed({ count: item.failed })] : []),
                    m.ai_tokens({ input: formatCount(item.inputTokens), output: formatCount(item.outputTokens) }),
                    ...(item.estimated > 0 ? [m.ai_calls_estimated({ count: item.estimated })] : []),
                  ].join(" · ")}
                </span>
              </span>
              <span className="font-medium tabular-nums">{formatUsd(item.costUsd)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="text-xs text-muted">{m.ai_prices_from({ day: formatUtcDay(pricesFrom) })}</p>
    </Section>
  </>
);
