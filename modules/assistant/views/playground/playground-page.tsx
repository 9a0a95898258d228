// The playground: asks a question as a customer would, and shows what would be answered and why, for one or two configurations.
import { call, useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Field, Select, TextArea, TextInput } from "#dashboard/ui/field.tsx";
import { languageName } from "#dashboard/ui/language-name.ts";
import { Page } from "#dashboard/ui/page.tsx";
import { messageOf, ProblemState } from "#dashboard/ui/problem.tsx";
import { m } from "#messages";
import { choiceOf, type ModelSettings, readModelSettings } from "#modules/ai/contract";
import { MAX_QUESTION } from "#modules/retrieval/contract";
import { useMutation } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type FormEvent, useState } from "react";
import { type Answer, type AssistantSettings, askPlayground, guidanceText, MAX_GUIDANCE, readAssistant } from "../../contract.ts";
import { LANGUAGES } from "../languages.ts";
import { AnswerView } from "./answer-view.tsx";

export default function PlaygroundPage() {
  const { id: projectId } = useProject();
  return (
    <Page title={m.assistant_playground_title()} lead={m.assistant_playground_lead()} width="wide">
      <Content key={projectId} projectId={projectId} />
    </Page>
  );
}

function Content({ projectId }: { projectId: string }) {
  const models = useRouteQuery(readModelSettings, { params: { projectId } });
  const assistant = useRouteQuery(readAssistant, { params: { projectId } });
  const error = models.error ?? assistant.error;
  if (models.data && assistant.data) return <Playground projectId={projectId} settings={models.data} assistant={assistant.data} />;
  return error ? (
    <ProblemState error={error} onRetry={() => void Promise.all([models.refetch(), assistant.refetch()])} />
  ) : (
    <SectionsPending />
  );
}

/** One way to answer. An empty model and no guidance are the project's. */
interface Configuration {
  readonly model: string;
  readonly guidance: string | null;
}
const EMPTY: Configuration = { model: "", guidance: null };
type Result = { readonly answer: Answer } | { readonly error: unknown };

interface PlaygroundProps {
  readonly projectId: string;
  readonly settings: ModelSettings;
  readonly assistant: AssistantSettings;
}

function Playground({ projectId, settings, assistant }: PlaygroundProps) {
  const [question, setQuestion] = useState("");
  const [locale, setLocale] = useState(() => LANGUAGES.find((one) => navigator.language.startsWith(one)) ?? "en");
  const [sides, setSides] = useState<readonly Configuration[]>([EMPTY]);
  const ask = useMutation({
    // Each side succeeds or fails alone.
    mutationFn: () =>
      Promise.all(
        sides.map(({ model, guidance }) =>
          call(askPlayground, {
            params: { projectId },
            body: { question: question.trim(), locale, guidance: guidance?.trim() ?? null, model: choiceOf(model.trim()) ?? null },
          }).then(
            (answer): Result => ({ answer }),
            (error: unknown): Result => ({ error }),
          ),
        ),
      ),
  });
  const wrong = sides.map(({ model }) => model.trim() !== "" && choiceOf(model.trim()) === undefined);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (question.trim() !== "" && !wrong.includes(true)) ask.mutate();
  };
  const change = (at: number, changed: Partial<Configuration>): void =>
    setSides(sides.map((side, i) => (i === at ? { ...side, ...changed } : side)));
  const columns = clsx("grid grid-cols-1 gap-5", sides.length > 1 && "lg:grid-cols-2");
  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-5">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-[minmax(0,1fr)_12rem]">
        <Field label={m.assistant_playground_question()}>
          <TextInput
            value={question}
            limit={MAX_QUESTION}
            dir="auto"
            placeholder={m.assistant_playground_example()}
            onChange={(event) => setQuestion(event.target.value)}
          />
        </Field>
        <Field label={m.assistant_playground_language()}>
          <Select value={locale} onChange={setLocale} options={LANGUAGES.map((tag) => ({ value: tag, label: languageName(tag) }))} />
        </Field>
      </div>
      <div className={columns}>
        {sides.map((side, at) => (
          <fieldset key={at} className="grid min-w-0 grid-cols-1 content-start gap-4 rounded-lg border border-line bg-surface p-4">
            <legend className={sides.length > 1 ? "px-1 text-sm font-semibold" : "sr-only"}>
              {sides.length > 1 ? m.assistant_playground_side({ letter: "AB"[at] ?? "" }) : m.assistant_playground_configuration()}
            </legend>
            <Field
              label={m.assistant_playground_model()}
              hint={chosenHint(settings)}
              error={wrong[at] ? m.assistant_playground_model_wrong() : undefined}
            >
              <TextInput
                value={side.model}
                list="playground-models"
                autoComplete="off"
                spellCheck={false}
                placeholder={m.assistant_playground_model_of_project()}
                onChange={(event) => change(at, { model: event.target.value })}
              />
            </Field>
            <Field label={m.assistant_playground_guidance()}>
              <Select
                value={side.guidance === null ? "project" : "own"}
                onChange={(which) => change(at, { guidance: which === "own" ? guidanceText(assistant.guidance) : null })}
                options={[
                  {
                    value: "project",
                    label:
                      assistant.version === 0
                        ? m.assistant_playground_guidance_default()
                        : m.assistant_playground_guidance_version({ version: assistant.version }),
                  },
                  { value: "own", label: m.assistant_playground_guidance_own() },
                ]}
              />
            </Field>
            {side.guidance !== null && (
              <Field label={m.assistant_playground_guidance_text()} hint={m.assistant_playground_guidance_hint()}>
                <TextArea
                  value={side.guidance}
                  limit={MAX_GUIDANCE}
                  dir="auto"
                  onChange={(event) => change(at, { guidance: event.target.value })}
                />
              </Field>
            )}
          </fieldset>
        ))}
      </div>
      <datalist id="playground-models">
        {settings.providers
          .filter(({ missing }) => missing.length === 0)
          .flatMap(({ provider, models }) =>
            models.map(({ model }) => <option key={`${provider}/${model}`} value={`${provider}/${model}`} />),
          )}
      </datalist>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" busy={ask.isPending} disabled={question.trim() === ""}>
          {m.assistant_playground_ask()}
        </Button>
        <Button onClick={() => setSides(sides.length > 1 ? sides.slice(0, 1) : [...sides, EMPTY])}>
          {sides.length > 1 ? m.assistant_playground_single() : m.assistant_playground_compare()}
        </Button>
      </div>
      <div role="status" aria-busy={ask.isPending} className={columns}>
        {ask.isPending && <p className="text-muted">{m.assistant_playground_asking()}</p>}
        {!ask.isPending &&
          ask.data?.map((result, at) =>
            "answer" in result ? (
              <AnswerView
                key={at}
                answer={result.answer}
                title={(ask.data?.length ?? 0) > 1 ? m.assistant_playground_side({ letter: "AB"[at] ?? "" }) : undefined}
              />
            ) : (
              <p key={at} className="rounded-lg border border-line bg-surface p-4 text-bad-text">
                {messageOf(result.error)}
              </p>
            ),
          )}
      </div>
    </form>
  );
}

const chosenHint = ({ chosen: { reply } }: ModelSettings): string =>
  reply === null ? m.assistant_playground_model_none() : m.assistant_playground_model_chosen({ model: `${reply.provider}/${reply.model}` });
