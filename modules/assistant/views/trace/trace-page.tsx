// One round of the assistant with its trace: why it answered what it answered, or why it did not.
import { useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { buttonLink } from "#dashboard/ui/button.tsx";
import { Chip, type Tone } from "#dashboard/ui/chip.tsx";
import { languageName } from "#dashboard/ui/language-name.ts";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { formatFull } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { threadPath } from "#modules/conversations/contract";
import { Link, useParams } from "@tanstack/react-router";
import { readRound, type Round, type SkipReason } from "../../contract.ts";
import { Facts } from "../answer/facts.tsx";
import { LEFT, SKIPPED, STOPPED, usd } from "../answer/words.ts";
import { type ReadRound, RoundParts } from "./round-parts.tsx";

export default function TracePage() {
  const { id: projectId } = useProject();
  const { roundId = "" } = useParams({ strict: false });
  const { data, error, refetch } = useRouteQuery(readRound, { params: { projectId, roundId } });
  return (
    <Page
      title={m.assistant_why()}
      lead={m.assistant_trace_lead()}
      width="wide"
      actions={
        data && (
          <Link to={threadPath(projectId, data.round.conversationId)} className={buttonLink}>
            {m.assistant_trace_conversation()}
          </Link>
        )
      }
    >
      {data ? <Trace read={data} /> : error ? <ProblemState error={error} onRetry={() => void refetch()} /> : <SectionsPending />}
    </Page>
  );
}

const ENDED: Readonly<Record<Round["state"], { readonly tone: Tone; readonly says: () => string }>> = {
  requested: { tone: "neutral", says: m.assistant_state_active },
  retrieving: { tone: "neutral", says: m.assistant_state_active },
  generating: { tone: "neutral", says: m.assistant_state_active },
  checking: { tone: "neutral", says: m.assistant_state_active },
  sent: { tone: "ok", says: m.assistant_state_sent },
  asked_back: { tone: "accent", says: m.assistant_state_asked_back },
  handed_over: { tone: "warn", says: m.assistant_state_handed_over },
  declined: { tone: "warn", says: m.assistant_state_declined },
  skipped: { tone: "neutral", says: m.assistant_state_skipped },
  failed: { tone: "bad", says: m.assistant_state_failed },
  stopped: { tone: "neutral", says: m.assistant_state_stopped },
};

/** Reasons of earlier releases stand as they were stored. */
function reasonText({ state, reason }: Round): string | null {
  if (reason === null) return null;
  const says = state === "skipped" ? SKIPPED[reason as SkipReason] : state === "stopped" ? STOPPED[reason] : undefined;
  if (says !== undefined) return says();
  if (reason === "asked") return m.assistant_event_asked();
  return reason in LEFT ? LEFT[reason as keyof typeof LEFT]() : reason;
}

function Trace({ read }: { read: ReadRound }) {
  const { round, trace } = read;
  const { tone, says } = ENDED[round.state];
  const call = trace?.call ?? null;
  const retrieval = trace?.retrieval ?? null;
  return (
    <>
      <Section
        title={
          <span className="flex flex-wrap items-center gap-2">
            {m.assistant_trace_answer()}
            <Chip tone={tone}>{says()}</Chip>
          </span>
        }
        lead={reasonText(round)}
      >
        <RoundParts read={read} whole />
      </Section>
      <Section title={m.assistant_trace()}>
        <Facts
          rows={[
            [m.assistant_trace_began(), formatFull(round.createdAt)],
            [m.assistant_trace_ended(), round.endedAt === null ? null : formatFull(round.endedAt)],
            [m.assistant_trace_asked_for(), round.explicit ? m.assistant_trace_explicit() : m.assistant_trace_automatic()],
            [m.assistant_trace_attempts(), round.attempts > 1 ? String(round.attempts) : null],
            [m.assistant_trace_language(), round.locale === null ? null : languageName(round.locale)],
            [m.assistant_trace_guidance(), round.guidanceVersion === 0 ? m.assistant_trace_guidance_none() : String(round.guidanceVersion)],
            [
              m.assistant_trace_search(),
              retrieval &&
                m.assistant_trace_search_says({
                  milliseconds: retrieval.took,
                  percent: Math.round(retrieval.confidence * 100),
                  meaning: retrieval.semantic,
                }),
            ],
            [m.assistant_trace_read_as(), retrieval?.readAs],
            [m.assistant_trace_model(), round.model ?? m.assistant_trace_no_call()],
            [m.assistant_trace_time(), call && m.assistant_trace_seconds({ seconds: (call.took / 1000).toFixed(1) })],
            [m.assistant_trace_tokens(), call && m.assistant_trace_tokens_says({ input: call.inputTokens, output: call.outputTokens })],
            [m.assistant_trace_cost(), usd(round.costUsd)],
            [m.assistant_trace_request(), call?.request && <code className="font-mono text-xs select-all">{call.request}</code>],
          ]}
        />
      </Section>
      {trace && trace.tools.length > 0 && (
        <Section title={m.assistant_trace_tools()}>
          <ol className="grid gap-3">
            {trace.tools.map(({ name, input, outcome, took }, at) => (
              <li key={at} className="grid gap-0.5">
                <span className="font-medium">
                  {name}{" "}
                  <span className="text-xs font-normal text-muted">{m.assistant_trace_seconds({ seconds: (took / 1000).toFixed(1) })}</span>
                </span>
                <code className="font-mono text-xs text-muted wrap-anywhere">{input}</code>
                <span className="text-xs wrap-anywhere">{outcome}</span>
              </li>
            ))}
          </ol>
        </Section>
      )}
      {trace && trace.instructions !== "" && (
        <Section title={m.assistant_trace_instructions()} lead={m.assistant_trace_instructions_lead()}>
          <p
            dir="auto"
            className="max-h-96 overflow-y-auto rounded-md bg-subtle p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
            tabIndex={0}
          >
            {trace.instructions}
          </p>
        </Section>
      )}
    </>
  );
}
