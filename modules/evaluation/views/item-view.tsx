// A question of a run: what failed and why, and what was answered.
import { plain } from "#dashboard/ui/plain.ts";
import { m } from "#messages";
import { formatUsd } from "#modules/ai/views";
import type { ReactNode } from "react";
import type { EvaluationItem, Transcript } from "../contract.ts";
import { faultOf, outcomeOf } from "./words.ts";

export function ItemView({ item, chip }: { item: EvaluationItem; chip: ReactNode }) {
  const { question, faults, transcript, costUsd, took } = item;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-1">
      <div className="flex min-w-0 flex-wrap items-start gap-x-2 gap-y-1">
        <p dir="auto" className="min-w-0 flex-1 basis-60 font-medium wrap-anywhere">
          {question.erased ? m.evaluation_question_erased() : question.question}
        </p>
        {chip}
      </div>
      <div className="flex min-w-0 flex-wrap gap-x-3 gap-y-1 text-xs text-muted">
        {item.outcome !== null && <span>{outcomeOf(item)}</span>}
        {question.topic !== "" && <bdi className="wrap-anywhere">{question.topic}</bdi>}
        {costUsd > 0 && <span>{formatUsd(costUsd)}</span>}
        {took > 0 && <span>{m.evaluation_took({ seconds: (took / 1000).toFixed(1) })}</span>}
      </div>
      {faults.map((fault, at) => (
        <p key={at} className="text-bad-text wrap-anywhere">
          {faultOf(item, fault)}
        </p>
      ))}
      {transcript && <TranscriptView transcript={transcript} />}
    </div>
  );
}

function TranscriptView({ transcript: { sentences, asksBack, explanation, sources } }: { transcript: Transcript }) {
  const titleOf = (id: string): string => sources.find((one) => one.id === id)?.title ?? id;
  return (
    <details className="min-w-0">
      <summary className="cursor-pointer rounded-xs text-accent-text pointer-coarse:min-h-11">{m.evaluation_transcript()}</summary>
      <div className="mt-2 grid min-w-0 gap-2 rounded-md bg-subtle p-3">
        {sentences.map(({ text, citations, faults }, at) => (
          <div key={at}>
            <p dir="auto" className="wrap-anywhere">
              {text}
            </p>
            {citations.length > 0 && (
              <p className="text-xs text-muted wrap-anywhere">
                {m.evaluation_cites({ sources: [...new Set(citations.map(({ source }) => titleOf(source)))].join(", ") })}
              </p>
            )}
            {faults.length > 0 && (
              <p className="text-xs text-bad-text wrap-anywhere">
                {m.evaluation_check_faults({ faults: faults.map(({ fault, detail }) => `${fault} ${detail}`.trim()).join(", ") })}
              </p>
            )}
          </div>
        ))}
        {asksBack !== null && (
          <p dir="auto" className="wrap-anywhere">
            {asksBack}
          </p>
        )}
        {explanation !== null && <p className="text-muted wrap-anywhere">{m.evaluation_explanation({ text: plain(explanation) })}</p>}
        {sources.length > 0 && (
          <div className="text-xs text-muted">
            <p>{m.evaluation_sources()}</p>
            <ul className="list-disc ps-5">
              {sources.map(({ id, title, heading, url }) => (
                <li key={id} className="wrap-anywhere">
                  <bdi>
                    {title}
                    {heading === "" ? "" : ` › ${heading}`}
                  </bdi>
                  {url !== null && ` (${url})`}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </details>
  );
}
