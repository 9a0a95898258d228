// One question with what is expected of it: a new one, or a changed one in place of another.
import { issueOf, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Field, Select, TextArea, TextInput } from "#dashboard/ui/field.tsx";
import { languageName } from "#dashboard/ui/language-name.ts";
import { m } from "#messages";
import { ASKERS, CHANNELS } from "#modules/assistant/contract";
import { MAX_QUESTION } from "#modules/retrieval/contract";
import { type FormEvent, useState } from "react";
import {
  EXPECTED,
  listSetQuestions,
  MAX_TOPIC,
  type QuestionInput,
  readQuestionSet,
  saveSetQuestion,
  type SetQuestion,
} from "../contract.ts";
import { ASKER_WORDS, CHANNEL_WORDS, EXPECTED_WORDS } from "./words.ts";

const LANGUAGES = ["en", "de", "fr", "es", "pt", "it", "nl", "ja", "ar"];
const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
interface Draft extends Omit<QuestionInput, "facts" | "forbidden" | "sources"> {
  readonly facts: string;
  readonly forbidden: string;
  readonly sources: string;
}
const NEW: Draft = {
  ...{ question: "", topic: "", locale: "en", channel: "widget", asker: "everybody", outcome: "answer" },
  ...{ facts: "", forbidden: "", sources: "" },
};
const draftOf = ({ question, topic, locale, channel, asker, outcome, facts, forbidden, sources }: SetQuestion): Draft => ({
  ...{ question, topic, locale, channel, asker, outcome },
  ...{ facts: facts.join("\n"), forbidden: forbidden.join("\n"), sources: sources.join("\n") },
});

interface FormProps {
  readonly projectId: string;
  readonly setId: string;
  /** The question that is changed. */
  readonly replaces?: SetQuestion;
  onDone?(): void;
}
export function QuestionForm({ projectId, setId, replaces, onDone }: FormProps) {
  const [draft, setDraft] = useState(() => (replaces ? draftOf(replaces) : NEW));
  const [clientId, setClientId] = useState(() => crypto.randomUUID());
  const save = useRouteMutation(saveSetQuestion, {
    suppressToast: true,
    invalidates: [listSetQuestions, readQuestionSet],
    done: () => {
      setClientId(crypto.randomUUID());
      // Where and in which language is most often the same for the next one.
      setDraft({ ...NEW, topic: draft.topic, locale: draft.locale, channel: draft.channel, asker: draft.asker });
      onDone?.();
    },
  });
  const set = (change: Partial<Draft>): void => setDraft({ ...draft, ...change });
  const isReady = draft.question.trim() !== "" && draft.question.length <= MAX_QUESTION;
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (!isReady || save.isPending) return;
    save.mutate({
      params: { projectId, questionSetId: setId } as never,
      body: {
        ...draft,
        ...{ clientId, replaces: replaces?.id ?? null, origin: "hand", question: draft.question.trim(), topic: draft.topic.trim() },
        ...{ facts: linesOf(draft.facts), forbidden: linesOf(draft.forbidden), sources: linesOf(draft.sources) },
      },
    });
  }
  const languages = LANGUAGES.includes(draft.locale) ? LANGUAGES : [...LANGUAGES, draft.locale];
  const wrong = (field: string): string | undefined => issueOf(save.error, field) ?? issueOf(save.error, `${field}.0`);
  const problem = refusalOf(save.error);
  const pair = "grid grid-cols-1 gap-4 sm:grid-cols-2";
  return (
    <form noValidate onSubmit={onSubmit} className="grid grid-cols-1 gap-4">
      <Field label={m.question_sets_question()} error={wrong("question")}>
        <TextArea
          dir="auto"
          rows={2}
          value={draft.question}
          limit={MAX_QUESTION}
          onChange={(event) => set({ question: event.target.value })}
        />
      </Field>
      <div className={pair}>
        <Field label={m.question_sets_expected()}>
          <Select
            value={draft.outcome}
            onChange={(outcome) => set({ outcome: outcome as Draft["outcome"] })}
            options={EXPECTED.map((value) => ({ value, label: EXPECTED_WORDS[value]() }))}
          />
        </Field>
        <Field label={m.question_sets_topic()} hint={m.question_sets_topic_hint()} error={wrong("topic")}>
          <TextInput
            dir="auto"
            autoComplete="off"
            value={draft.topic}
            limit={MAX_TOPIC}
            onChange={(event) => set({ topic: event.target.value })}
          />
        </Field>
      </div>
      {draft.outcome === "answer" && (
        <Field label={m.question_sets_facts()} hint={m.question_sets_facts_hint()} error={wrong("facts")}>
          <TextArea dir="auto" rows={2} value={draft.facts} onChange={(event) => set({ facts: event.target.value })} />
        </Field>
      )}
      <div className={pair}>
        <Field label={m.question_sets_forbidden()} hint={m.question_sets_facts_hint()} error={wrong("forbidden")}>
          <TextArea dir="auto" rows={2} value={draft.forbidden} onChange={(event) => set({ forbidden: event.target.value })} />
        </Field>
        <Field label={m.question_sets_sources()} hint={m.question_sets_sources_hint()} error={wrong("sources")}>
          <TextArea dir="auto" rows={2} value={draft.sources} onChange={(event) => set({ sources: event.target.value })} />
        </Field>
      </div>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        <Field label={m.question_sets_language()}>
          <Select
            value={draft.locale}
            onChange={(locale) => set({ locale })}
            options={languages.map((value) => ({ value, label: languageName(value) }))}
          />
        </Field>
        <Field label={m.question_sets_channel()}>
          <Select
            value={draft.channel}
            onChange={(channel) => set({ channel: channel as Draft["channel"] })}
            options={CHANNELS.map((value) => ({ value, label: CHANNEL_WORDS[value]() }))}
          />
        </Field>
        <Field label={m.question_sets_asker()}>
          <Select
            value={draft.asker}
            onChange={(asker) => set({ asker: asker as Draft["asker"] })}
            options={ASKERS.map((value) => ({ value, label: ASKER_WORDS[value]() }))}
          />
        </Field>
      </div>
      {problem && (
        <p role="alert" className="text-bad-text">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={save.isPending} disabled={!isReady}>
          {replaces ? m.question_sets_save() : m.question_sets_save_new()}
        </Button>
        {replaces && onDone && <Button onClick={onDone}>{m.question_sets_cancel()}</Button>}
      </div>
    </form>
  );
}
