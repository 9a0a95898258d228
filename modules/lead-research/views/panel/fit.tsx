// How well a lead meets the project's criteria: the score, and each answer with its reason.
import { useRouteMutation } from "#dashboard/api.ts";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { m } from "#messages";
import { Link } from "@tanstack/react-router";
import { Pencil } from "lucide-react";
import { useRef, useState } from "react";
import {
  type Answer,
  clearLeadAnswer,
  type Criterion,
  readLeadResearch,
  type Research,
  setLeadAnswer,
  currentAnswers,
  fitOf,
} from "../../contract.ts";
import { criteriaPath } from "../paths.ts";
import { ANSWER_TONES, ANSWER_WORDS } from "../words.ts";
import { WordsForm } from "./fields.tsx";
import { ByHand, Source } from "./source.tsx";
import type { Of } from "./statements.tsx";

export function Fit({ of, research: { criteria, answers, runs } }: { of: Of; research: Research }) {
  const current = currentAnswers(answers, runs);
  const { score, known } = fitOf(criteria, current);
  return (
    <section aria-labelledby="lead-research-fit" className="grid gap-2">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h3 id="lead-research-fit" className="font-semibold">
          {m.lead_research_fit()}
        </h3>
        {criteria.length > 0 && (
          <>
            <span className="font-medium">{score === null ? m.lead_research_fit_unknown() : m.lead_research_fit_score({ score })}</span>
            <span className="text-xs text-muted">{m.lead_research_fit_known({ known, count: criteria.length })}</span>
          </>
        )}
        <Link to={criteriaPath(of.projectId)} className="ms-auto text-xs text-accent-text hover:underline">
          {m.lead_research_to_criteria()}
        </Link>
      </div>
      {criteria.length === 0 ? (
        <p className="text-muted">{m.lead_research_no_criteria()}</p>
      ) : (
        <ul className="grid gap-3">
          {criteria.map((criterion) => (
            <Row key={criterion.id} of={of} criterion={criterion} answer={current.get(criterion.id)} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ of, criterion, answer }: { of: Of; criterion: Criterion; answer: Answer | undefined }) {
  const params = { ...of, criterionId: criterion.id } as never;
  const [editing, setEditing] = useState(false);
  const tools = useRef<HTMLSpanElement>(null);
  function close(): void {
    setEditing(false);
    // The form had the focus, and is gone.
    requestAnimationFrame(() => tools.current?.querySelector("button")?.focus());
  }
  const set = useRouteMutation(setLeadAnswer, { suppressToast: true, invalidates: [readLeadResearch], done: close });
  const clear = useRouteMutation(clearLeadAnswer, { invalidates: [readLeadResearch], done: close });
  const name = plain(criterion.name);
  const word = answer?.answer ?? "unknown";
  const byHand = answer !== undefined && answer.runId === null;
  return (
    <li className="grid gap-1">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2">
        <div className="grid min-w-0 content-start justify-items-start gap-1">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <bdi className="wrap-anywhere">{name}</bdi>
            <Chip tone={ANSWER_TONES[word]}>{ANSWER_WORDS[word]()}</Chip>
          </p>
          {!editing && answer && answer.reason !== "" && (
            <p dir="auto" className="text-sm text-muted wrap-anywhere">
              {plain(answer.reason)}
            </p>
          )}
          {!editing && answer && <Source url={answer.url} quote={answer.quote} />}
          {byHand && (
            <ByHand name={answer.authorName} updatedAt={answer.updatedAt} hasSource={answer.url !== null || answer.quote !== null} />
          )}
        </div>
        <span ref={tools}>
          <IconButton
            label={m.lead_research_answer_of({ name })}
            icon={Pencil}
            aria-expanded={editing}
            onClick={() => setEditing(!editing)}
          />
        </span>
      </div>
      {editing && (
        <>
          <WordsForm
            words={{ text: answer?.reason ?? "", url: answer?.url ?? null, quote: answer?.quote ?? null }}
            answer={word}
            busy={set.isPending}
            error={set.error}
            onCancel={close}
            onSave={({ text: reason, url, quote }, chosen) => set.mutate({ params, body: { answer: chosen, reason, url, quote } })}
          />
          {byHand && (
            <div>
              <Button size="sm" busy={clear.isPending} onClick={() => clear.mutate({ params })}>
                {m.lead_research_clear_answer()}
              </Button>
            </div>
          )}
        </>
      )}
    </li>
  );
}
