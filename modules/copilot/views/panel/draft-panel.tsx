// A drafted reply with its sources, and what of it could not be proved. It is inserted by the member, who can take it out again.
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { m } from "#messages";
import type { AnswerSentence } from "#modules/assistant/contract";
import type { Fault } from "#modules/claim-verification/contract";
import { CircleAlert, CircleCheck, TriangleAlert, Undo2 } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { type DraftSource, draftReply, type ReplyDraft } from "../../contract.ts";
import { Failure, Frame, Working } from "./frame.tsx";
import type { PanelProps } from "./panel-props.ts";
import { Spending } from "./spending.tsx";
import { useHelp } from "./use-help.ts";
import { useInsertion } from "./use-insertion.ts";

const FAULTS: Readonly<Record<Fault["fault"], (input: { detail: string }) => string>> = {
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

export function DraftPanel({ projectId, conversationId, composer, onClose }: PanelProps) {
  const { help, run } = useHelp(draftReply);
  const [proved, setProved] = useState(true);
  const { inserted, insert, undo } = useInsertion(composer);
  const ask = (withProof: boolean): void => {
    setProved(withProof);
    run({ params: { projectId, conversationId }, body: { proved: withProof } });
  };
  const begin = useEffectEvent(() => ask(true));
  useEffect(() => begin(), []);

  const draft = help.state === "done" ? help.answer : undefined;
  const isProved = draft?.outcome === "proved" || draft?.outcome === "asks_back";
  return (
    <Frame
      title={m.copilot_draft_title()}
      onClose={onClose}
      footer={
        draft && (
          <>
            <span className="min-w-0 flex-1 basis-40">
              {draft.spent ? <Spending spent={draft.spent} /> : <span className="text-2xs text-muted">{m.copilot_spent_nothing()}</span>}
            </span>
            {inserted ? (
              <Button size="sm" icon={Undo2} onClick={undo}>
                {m.copilot_undo()}
              </Button>
            ) : draft.text === "" ? (
              <Button size="sm" onClick={() => ask(false)}>
                {m.copilot_draft_unproved_offer()}
              </Button>
            ) : (
              <Button size="sm" variant={isProved ? "primary" : "secondary"} onClick={() => insert(draft.text, "reply")}>
                {isProved ? m.copilot_draft_insert() : m.copilot_draft_insert_unproved()}
              </Button>
            )}
          </>
        )
      }
    >
      {help.state === "failed" ? (
        <Failure error={help.error} projectId={projectId} onRetry={() => ask(proved)} />
      ) : !draft ? (
        <Working>{proved ? m.copilot_working_draft() : m.copilot_working_unproved()}</Working>
      ) : inserted ? (
        <p role="status" className={isProved ? "text-muted" : "flex gap-2 text-warn-text"}>
          {!isProved && <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />}
          {isProved ? m.copilot_draft_inserted() : m.copilot_draft_inserted_unproved()}
        </p>
      ) : (
        <>
          <Verdict draft={draft} />
          {draft.sentences.length > 0 ? (
            <ul dir="auto" className="grid gap-1.5">
              {draft.sentences.map((sentence, index) => (
                <Sentence key={index} sentence={sentence} sources={draft.sources} />
              ))}
            </ul>
          ) : (
            draft.text !== "" && (
              <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
                {draft.text}
              </p>
            )
          )}
          {draft.sources.length > 0 && <Sources sources={draft.sources} />}
        </>
      )}
    </Frame>
  );
}

function Verdict({ draft: { outcome, explanation } }: { draft: ReplyDraft }) {
  switch (outcome) {
    case "proved":
    case "asks_back":
      return (
        <p role="status" className="flex gap-2 text-xs text-ok-text">
          <CircleCheck className="size-4 shrink-0" aria-hidden />
          {outcome === "proved" ? m.copilot_draft_proved() : m.copilot_draft_asks_back()}
        </p>
      );
    case "nothing_found":
      return (
        <p role="status" className="wrap-anywhere">
          {explanation === null ? m.copilot_draft_nothing() : m.copilot_draft_nothing_why({ reason: plain(explanation) })}
        </p>
      );
    case "not_proved":
    case "unproved":
      return (
        <p role="status" className="flex gap-2 rounded-sm bg-warn-soft px-2.5 py-1.5 text-xs text-warn-text">
          <TriangleAlert className="size-4 shrink-0" aria-hidden />
          {outcome === "not_proved" ? m.copilot_draft_not_proved() : m.copilot_draft_unproved()}
        </p>
      );
  }
}

function Sentence({
  sentence: { text, citations, faults, translated },
  sources,
}: {
  sentence: AnswerSentence;
  sources: readonly DraftSource[];
}) {
  const cited = [...new Set(citations.map(({ source }) => source))].flatMap((id) => {
    const index = sources.findIndex((one) => one.id === id);
    const source = sources[index];
    return source ? [{ source, number: index + 1 }] : [];
  });
  return (
    <li className="wrap-anywhere">
      <span className={faults.length > 0 ? "rounded-xs bg-warn-soft box-decoration-clone px-1" : ""}>{text}</span>
      {cited.map(({ source, number }) => {
        const label = m.copilot_source_open({ number, title: plain(source.title) });
        const look = "ms-1 rounded-full bg-ai-soft px-1.5 text-2xs font-medium text-ai-text";
        return source.url === null ? (
          <span key={source.id} title={label} className={look}>
            {number}
          </span>
        ) : (
          <a
            key={source.id}
            href={source.url}
            target="_blank"
            rel="noreferrer"
            aria-label={label}
            title={label}
            className={`${look} hover:underline`}
          >
            {number}
          </a>
        );
      })}
      {translated && <span className="ms-1 text-2xs text-muted">{m.assistant_translated()}</span>}
      {faults.map(({ fault, detail }, index) => (
        <span key={index} className="mt-0.5 flex gap-1.5 text-xs text-warn-text">
          <CircleAlert className="mt-0.5 size-3.5 shrink-0" aria-hidden />
          {FAULTS[fault]({ detail: plain(detail) })}
        </span>
      ))}
    </li>
  );
}

const Sources = ({ sources }: { sources: readonly DraftSource[] }) => (
  <div className="grid gap-1 border-t border-line pt-2">
    <h4 className="text-xs font-medium text-muted">{m.copilot_sources()}</h4>
    <ol className="grid gap-1 text-xs">
      {sources.map(({ id, title, heading, url, audience }, index) => (
        <li key={id} className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
          <span className="text-muted">{index + 1}</span>
          {url === null ? (
            <span dir="auto" className="wrap-anywhere">
              {plain(title)}
            </span>
          ) : (
            <a
              href={url}
              target="_blank"
              rel="noreferrer"
              dir="auto"
              className="text-accent-text underline underline-offset-2 wrap-anywhere"
            >
              {plain(title)}
            </a>
          )}
          {heading !== "" && <span className="text-muted wrap-anywhere">{plain(heading)}</span>}
          {audience !== "public" && <Chip>{m.copilot_source_team()}</Chip>}
        </li>
      ))}
    </ol>
  </div>
);
