// One answer of the playground: what a customer would read, what was refused and why, and how it came about.
import { Chip, type Tone } from "#dashboard/ui/chip.tsx";
import { m } from "#messages";
import { useId } from "react";
import type { Answer } from "../../contract.ts";
import { Facts } from "../answer/facts.tsx";
import { Sentences, Sources } from "../answer/parts.tsx";
import { REASON } from "../answer/words.ts";

const OUTCOME: Readonly<Record<Answer["outcome"], { readonly tone: Tone; readonly says: () => string }>> = {
  answered: { tone: "ok", says: m.assistant_outcome_answered },
  asked_back: { tone: "accent", says: m.assistant_outcome_asked_back },
  handed_over: { tone: "warn", says: m.assistant_outcome_handed_over },
  failed: { tone: "bad", says: m.assistant_outcome_failed },
};

export function AnswerView({ answer, title }: { answer: Answer; title: string | undefined }) {
  const id = useId();
  const { tone, says } = OUTCOME[answer.outcome];
  const said = { sentences: answer.sentences, sources: answer.sources, prefix: id };
  return (
    <section aria-labelledby={id} className="grid min-w-0 grid-cols-1 content-start gap-4 rounded-lg border border-line bg-surface p-4">
      <header className="flex flex-wrap items-center gap-2">
        <h2 id={id} className="text-md font-semibold">
          {title ?? m.assistant_playground_answer()}
        </h2>
        <Chip tone={tone}>{says()}</Chip>
      </header>
      {answer.reason !== null && <p>{REASON[answer.reason]()}</p>}
      {answer.explanation !== null && (
        <p dir="auto" className="text-muted wrap-anywhere">
          {answer.explanation}
        </p>
      )}
      {answer.asksBack !== null && (
        <p dir="auto" className="wrap-anywhere">
          {answer.asksBack}
        </p>
      )}
      {answer.sentences.length > 0 && <Sentences {...said} />}
      {answer.sources.length > 0 && (
        <details open={answer.outcome !== "answered" || undefined}>
          <summary className="cursor-pointer text-sm font-medium">{m.assistant_sources({ count: answer.sources.length })}</summary>
          <div className="mt-2">
            <Sources {...said} />
          </div>
        </details>
      )}
      <Trace answer={answer} />
    </section>
  );
}

function Trace({ answer: { retrieval, call } }: { answer: Answer }) {
  return (
    <details>
      <summary className="cursor-pointer text-sm font-medium">{m.assistant_trace()}</summary>
      <Facts
        className="mt-2"
        rows={[
          [
            m.assistant_trace_search(),
            m.assistant_trace_search_says({
              milliseconds: retrieval.took,
              percent: Math.round(retrieval.confidence * 100),
              meaning: retrieval.semantic,
            }),
          ],
          [m.assistant_trace_read_as(), retrieval.readAs],
          [m.assistant_trace_model(), call === null ? m.assistant_trace_no_call() : `${call.provider}/${call.model}`],
          ...(call === null
            ? []
            : ([
                [m.assistant_trace_time(), m.assistant_trace_seconds({ seconds: (call.took / 1000).toFixed(1) })],
                [m.assistant_trace_tokens(), m.assistant_trace_tokens_says({ input: call.inputTokens, output: call.outputTokens })],
                [m.assistant_trace_cost(), m.assistant_trace_cost_says({ dollars: call.costUsd.toFixed(6), source: call.priceSource })],
              ] as const)),
        ]}
      />
    </details>
  );
}
