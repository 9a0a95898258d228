// Tries a question against the project's knowledge, with the team's permissions.
import { call, refusalOf } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { Field, TextInput } from "#dashboard/ui/field.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { Section } from "#dashboard/ui/page.tsx";
import { m } from "#messages";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { type KnowledgeHit, MAX_QUESTION, searchKnowledge } from "#modules/retrieval/contract";
import { audienceName, kindName } from "../labels.ts";

const SHOWN = 8;

export function TryBox({ projectId }: { projectId: string }) {
  const [question, setQuestion] = useState("");
  const ask = useMutation({
    mutationFn: (q: string) => call(searchKnowledge, { params: { projectId }, query: { q } }),
    meta: { suppressToast: true },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (question.trim() !== "") ask.mutate(question.trim());
  };
  const hits = ask.data?.hits.slice(0, SHOWN);
  return (
    <div className="mt-6">
      <Section title={m.knowledge_try()} lead={m.knowledge_try_lead()}>
        <form onSubmit={submit} className="flex flex-wrap items-start gap-2">
          <Field className="min-w-0 flex-1 basis-60" hideLabel label={m.knowledge_question()} error={refusalOf(ask.error)}>
            <TextInput
              type="search"
              value={question}
              limit={MAX_QUESTION}
              dir="auto"
              placeholder={m.knowledge_try_example()}
              onChange={(event) => setQuestion(event.target.value)}
            />
          </Field>
          <Button type="submit" className="h-9" busy={ask.isPending}>
            {m.knowledge_try_ask()}
          </Button>
        </form>
        <div role="status">
          {hits?.length === 0 && <p className="text-muted">{m.knowledge_try_nothing()}</p>}
          {hits !== undefined && hits.length > 0 && (
            <>
              {ask.data?.semantic === "down" && <p className="mb-2 text-warn-text">{m.knowledge_semantic_down({ why: "" })}</p>}
              {ask.data?.readAs && <p className="mb-2 text-muted">{m.knowledge_try_read_as({ query: ask.data.readAs })}</p>}
              {ask.data?.fits === false && <p className="mb-2 font-medium">{m.knowledge_try_nothing_fits()}</p>}
              <ol className="grid">
                {hits.map((hit) => (
                  <Hit key={hit.documentId} hit={hit} />
                ))}
              </ol>
            </>
          )}
        </div>
      </Section>
    </div>
  );
}

const Hit = ({ hit }: { hit: KnowledgeHit }) => (
  <li className="grid gap-0.5 border-b border-line py-2.5 last:border-b-0">
    <span className="flex flex-wrap items-center gap-2">
      <span dir="auto" className="font-medium wrap-anywhere">
        {plain(hit.title)}
      </span>
      <Chip>{kindName[hit.kind]()}</Chip>
      <span className="text-xs text-muted">{audienceName[hit.audience]()}</span>
    </span>
    {hit.heading !== "" && <span className="text-xs text-muted">{plain(hit.heading)}</span>}
    <span dir="auto" className="text-muted wrap-anywhere">
      {marked(hit)}
    </span>
  </li>
);

/** The quote with the words of the question marked. */
function marked({ quote, marks }: KnowledgeHit): ReactNode[] {
  let at = 0;
  const parts = marks.flatMap(([from, to]) => {
    const pieces = [
      quote.slice(at, from),
      <mark key={from} className="rounded-xs bg-accent-soft text-text">
        {quote.slice(from, to)}
      </mark>,
    ];
    at = to;
    return pieces;
  });
  return [...parts, quote.slice(at)];
}
