// One answer of the playground: what a customer would read, what was refused and why, and how it came about.
import { Chip, type Tone } from "#dashboard/ui/chip.tsx";
import { languageName } from "#dashboard/ui/language-name.ts";
import { plain } from "#dashboard/ui/plain.ts";
import { m } from "#messages";
import { useId } from "react";
import type { Answer, AnswerSentence, AnswerSource, Fault } from "../../contract.ts";

const OUTCOME: Readonly<Record<Answer["outcome"], { readonly tone: Tone; readonly says: () => string }>> = {
  answered: { tone: "ok", says: m.assistant_outcome_answered },
  asked_back: { tone: "accent", says: m.assistant_outcome_asked_back },
  handed_over: { tone: "warn", says: m.assistant_outcome_handed_over },
  failed: { tone: "bad", says: m.assistant_outcome_failed },
};
const REASON: Readonly<Record<NonNullable<Answer["reason"]>, () => string>> = {
  nothing_fits: m.assistant_reason_nothing_fits,
  model: m.assistant_reason_model,
  check: m.assistant_reason_check,
  unreadable: m.assistant_reason_unreadable,
};
const FAULT: Readonly<Record<Fault["fault"], (given: { detail: string }) => string>> = {
  uncited: m.assistant_fault_uncited,
  unknown_source: m.assistant_fault_unknown_source,
  not_quoted: m.assistant_fault_not_quoted,
  number: m.assistant_fault_number,
  name: m.assistant_fault_name,
  negation: m.assistant_fault_negation,
  condition: m.assistant_fault_condition,
  unsupported: m.assistant_fault_unsupported,
  irrelevant: m.assistant_fault_irrelevant,
};

export function AnswerView({ answer, title }: { answer: Answer; title: string | undefined }) {
  const id = useId();
  const { tone, says } = OUTCOME[answer.outcome];
  const cited = new Set(answer.sentences.flatMap(({ citations }) => citations.map(({ source }) => source)));
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
      {answer.sentences.length > 0 && (
        <ol className="grid grid-cols-1 gap-2">
          {answer.sentences.map((sentence, at) => (
            <Sentence key={at} sentence={sentence} sources={answer.sources} prefix={id} />
          ))}
        </ol>
      )}
      {answer.sources.length > 0 && (
        <details open={answer.outcome !== "answered" || undefined}>
          <summary className="cursor-pointer text-sm font-medium">{m.assistant_sources({ count: answer.sources.length })}</summary>
          <ol className="mt-2 grid grid-cols-1 gap-3">
            {answer.sources.map((source) => (
              <Source key={source.id} source={source} cited={cited.has(source.id)} prefix={id} />
            ))}
          </ol>
        </details>
      )}
      <Trace answer={answer} />
    </section>
  );
}

const numberOf = (source: string): string => source.replace(/^p/, "");

const Sentence = ({ sentence, sources, prefix }: { sentence: AnswerSentence; sources: readonly AnswerSource[]; prefix: string }) => (
  <li className="grid grid-cols-1 gap-1">
    <p dir="auto" className="wrap-anywhere">
      {sentence.text}{" "}
      {sentence.citations.map(({ source, quote }, at) => (
        <a
          key={at}
          href={`#${prefix}-${source}`}
          title={quote}
          aria-label={m.assistant_citation({
            number: numberOf(source),
            title: plain(sources.find(({ id }) => id === source)?.title ?? ""),
          })}
          className="ms-0.5 align-super text-2xs font-medium text-accent-text"
        >
          {numberOf(source)}
        </a>
      ))}
    </p>
    {sentence.translated && <p className="text-xs text-muted">{m.assistant_translated()}</p>}
    {sentence.faults.map(({ fault, detail }, at) => (
      <p key={at} className="text-xs text-bad-text wrap-anywhere">
        {FAULT[fault]({ detail })}
      </p>
    ))}
  </li>
);

const Source = ({ source, cited, prefix }: { source: AnswerSource; cited: boolean; prefix: string }) => (
  <li id={`${prefix}-${source.id}`} className="grid grid-cols-1 gap-0.5">
    <span className="flex flex-wrap items-center gap-2">
      <span className="text-xs text-muted">{numberOf(source.id)}</span>
      <span dir="auto" className="font-medium wrap-anywhere">
        {source.url === null ? (
          plain(source.title)
        ) : (
          <a href={source.url} target="_blank" rel="noreferrer" className="underline">
            {plain(source.title)}
          </a>
        )}
      </span>
      {cited && <Chip tone="ok">{m.assistant_source_cited()}</Chip>}
      <span className="text-xs text-muted">
        {m.assistant_source_fit({ percent: Math.round(source.confidence * 100), language: languageName(source.locale) })}
      </span>
    </span>
    {source.heading !== "" && <span className="text-xs text-muted wrap-anywhere">{plain(source.heading)}</span>}
    <p dir="auto" className="line-clamp-4 text-muted wrap-anywhere">
      {plain(source.text)}
    </p>
  </li>
);

function Trace({ answer: { retrieval, call } }: { answer: Answer }) {
  const rows: readonly (readonly [string, string])[] = [
    [
      m.assistant_trace_search(),
      m.assistant_trace_search_says({
        milliseconds: retrieval.took,
        percent: Math.round(retrieval.confidence * 100),
        meaning: retrieval.semantic,
      }),
    ],
    ...(retrieval.readAs === null ? [] : [[m.assistant_trace_read_as(), retrieval.readAs] as const]),
    ...(call === null
      ? [[m.assistant_trace_model(), m.assistant_trace_no_call()] as const]
      : [
          [m.assistant_trace_model(), `${call.provider}/${call.model}`] as const,
          [m.assistant_trace_time(), m.assistant_trace_seconds({ seconds: (call.took / 1000).toFixed(1) })] as const,
          [m.assistant_trace_tokens(), m.assistant_trace_tokens_says({ input: call.inputTokens, output: call.outputTokens })] as const,
          [m.assistant_trace_cost(), m.assistant_trace_cost_says({ dollars: call.costUsd.toFixed(6), source: call.priceSource })] as const,
        ]),
  ];
  return (
    <details>
      <summary className="cursor-pointer text-sm font-medium">{m.assistant_trace()}</summary>
      <dl className="mt-2 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        {rows.map(([label, text]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
