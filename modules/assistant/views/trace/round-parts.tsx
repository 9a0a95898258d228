// The parts of a round that explain it: the question, what the model said with what the check found, and the passages.
import { m } from "#messages";
import { type ReactNode, useId } from "react";
import type { AnswerOf } from "#kernel/wire/route.ts";
import type { readRound } from "../../contract.ts";
import { Sentences, Sources } from "../answer/parts.tsx";

export type ReadRound = AnswerOf<typeof readRound>;

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="grid grid-cols-1 gap-1">
    <p className="text-xs font-medium text-muted">{title}</p>
    {children}
  </div>
);

/** `whole`: shows passages in full. */
export function RoundParts({ read: { question, trace }, whole = false }: { read: ReadRound; whole?: boolean }) {
  const prefix = useId();
  if (question === null && trace === null) return <p className="text-muted">{m.assistant_trace_gone()}</p>;
  const sentences = trace?.sentences ?? [];
  const sources = trace?.sources ?? [];
  const isRefused = sentences.some(({ faults }) => faults.length > 0);
  return (
    <>
      {question !== null && (
        <Part title={m.assistant_round_question()}>
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {question}
          </p>
        </Part>
      )}
      {whole && trace?.summary !== undefined && (
        <Part title={m.assistant_round_summary()}>
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {trace.summary}
          </p>
        </Part>
      )}
      {trace && (
        <Part title={m.assistant_round_search()}>
          <p>
            {trace.retrieval === null
              ? m.assistant_round_no_search()
              : trace.retrieval.fits
                ? m.assistant_round_found({ count: sources.length, percent: Math.round(trace.retrieval.confidence * 100) })
                : m.assistant_round_nothing_fits({ percent: Math.round(trace.retrieval.confidence * 100) })}
          </p>
        </Part>
      )}
      {sentences.length > 0 && (
        <Part title={isRefused ? m.assistant_round_refused() : m.assistant_round_said()}>
          <Sentences sentences={sentences} sources={sources} prefix={prefix} />
        </Part>
      )}
      {trace?.asksBack && (
        <Part title={m.assistant_round_asked_back()}>
          <p dir="auto" className="wrap-anywhere">
            {trace.asksBack}
          </p>
        </Part>
      )}
      {trace?.explanation && (
        <Part title={m.assistant_round_explanation()}>
          <p dir="auto" className="wrap-anywhere">
            {trace.explanation}
          </p>
        </Part>
      )}
      {sources.length > 0 && (
        <Part title={m.assistant_sources({ count: sources.length })}>
          <Sources sentences={sentences} sources={sources} prefix={prefix} whole={whole} />
        </Part>
      )}
    </>
  );
}
