// Sentences of an answer with their citations and faults, and the passages that they cite.
import { Chip } from "#dashboard/ui/chip.tsx";
import { languageName } from "#dashboard/ui/language-name.ts";
import { plain } from "#dashboard/ui/plain.ts";
import { m } from "#messages";
import type { AnswerSentence, AnswerSource } from "../../contract.ts";
import { markQuotes } from "./mark-quotes.ts";
import { faultText } from "./words.ts";

const numberOf = (source: string): string => source.replace(/^p/, "");

interface SentencesProps {
  readonly sentences: readonly AnswerSentence[];
  readonly sources: readonly AnswerSource[];
  /** Of the passages' ids in the page. */
  readonly prefix: string;
}

export const Sentences = ({ sentences, sources, prefix }: SentencesProps) => (
  <ol className="grid grid-cols-1 gap-2">
    {sentences.map((sentence, at) => (
      <li key={at} className="grid grid-cols-1 gap-1">
        <p dir="auto" className="wrap-anywhere">
          {sentence.text}{" "}
          {sentence.citations.map(({ source, quote }, nth) => (
            <a
              key={nth}
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
        {sentence.faults.map((fault, nth) => (
          <p key={nth} className="text-xs text-bad-text wrap-anywhere">
            {faultText(fault)}
          </p>
        ))}
      </li>
    ))}
  </ol>
);

interface SourcesProps extends SentencesProps {
  /** Shows the whole passage, with what is cited marked. */
  readonly whole?: boolean;
}

export function Sources({ sentences, sources, prefix, whole = false }: SourcesProps) {
  const quotes = Map.groupBy(
    sentences.flatMap(({ citations }) => citations),
    ({ source }) => source,
  );
  return (
    <ol className="grid grid-cols-1 gap-4">
      {sources.map((source) => {
        const cited = quotes.get(source.id) ?? [];
        return (
          <li key={source.id} id={`${prefix}-${source.id}`} className="grid grid-cols-1 gap-0.5">
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
              {cited.length > 0 && <Chip tone="ok">{m.assistant_source_cited()}</Chip>}
              <span className="text-xs text-muted">
                {m.assistant_source_fit({ percent: Math.round(source.confidence * 100), language: languageName(source.locale) })}
              </span>
            </span>
            {source.heading !== "" && <span className="text-xs text-muted wrap-anywhere">{plain(source.heading)}</span>}
            <p dir="auto" className={`text-muted wrap-anywhere ${whole ? "whitespace-pre-line" : "line-clamp-4"}`}>
              {markQuotes(
                plain(source.text),
                cited.map(({ quote }) => quote),
              ).map(({ text, isMarked }, nth) =>
                isMarked ? (
                  <mark key={nth} className="rounded-xs bg-ok-soft text-text">
                    {text}
                  </mark>
                ) : (
                  text
                ),
              )}
            </p>
          </li>
        );
      })}
    </ol>
  );
}
