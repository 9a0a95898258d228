// The form of a statement and of an answer: they differ in what stands before address and quote.
import { issueOf, refusalOf } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Field, Select, TextArea, TextInput } from "#dashboard/ui/field.tsx";
import { m } from "#messages";
import { type FormEvent, type KeyboardEvent, useState } from "react";
import { ANSWERS, type AnswerWord, MAX_QUOTE, MAX_STATEMENT } from "../../contract.ts";
import { ANSWER_WORDS } from "../words.ts";

export interface Words {
  readonly text: string;
  readonly url: string | null;
  readonly quote: string | null;
}
interface FormProps {
  readonly words: Words;
  /** Of an answer; a statement has none. */
  readonly answer?: AnswerWord;
  readonly busy: boolean;
  readonly error: unknown;
  onCancel(): void;
  onSave(words: Words, answer: AnswerWord): void;
}
export function WordsForm({ words, answer: before, busy, error, onCancel, onSave }: FormProps) {
  const [text, setText] = useState(words.text);
  const [url, setUrl] = useState(words.url ?? "");
  const [quote, setQuote] = useState(words.quote ?? "");
  const [answer, setAnswer] = useState<AnswerWord>(before ?? "unknown");
  const isAnswer = before !== undefined;
  const isReady = (isAnswer || text.trim() !== "") && text.trim().length <= MAX_STATEMENT && quote.trim().length <= MAX_QUOTE;
  const none = (value: string): string | null => (value.trim() === "" ? null : value.trim());
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (isReady && !busy) onSave({ text: text.trim(), url: none(url), quote: none(quote) }, answer);
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onCancel();
  }
  const oneLine = (value: string): string => value.replace(/[\r\n]+/g, " ");
  return (
    <form noValidate onSubmit={onSubmit} onKeyDown={onKeyDown} className="grid gap-3 rounded-md border border-line bg-subtle p-3">
      {isAnswer && (
        <Field label={m.lead_research_answer()} error={issueOf(error, "answer")}>
          <Select
            autoFocus
            value={answer}
            onChange={(value) => setAnswer(value as AnswerWord)}
            options={ANSWERS.map((value) => ({ value, label: ANSWER_WORDS[value]() }))}
          />
        </Field>
      )}
      <Field
        label={isAnswer ? m.lead_research_why() : m.lead_research_text()}
        error={issueOf(error, isAnswer ? "reason" : "text") ?? refusalOf(error)}
      >
        <TextArea
          dir="auto"
          rows={2}
          autoFocus={!isAnswer}
          value={text}
          limit={MAX_STATEMENT}
          onChange={(event) => setText(oneLine(event.target.value))}
        />
      </Field>
      <Field label={m.lead_research_url()} hint={m.lead_research_optional()} error={issueOf(error, "url")}>
        <TextInput type="url" dir="ltr" autoComplete="off" value={url} limit={2000} onChange={(event) => setUrl(event.target.value)} />
      </Field>
      <Field label={m.lead_research_quote()} hint={m.lead_research_optional()} error={issueOf(error, "quote")}>
        <TextArea dir="auto" rows={2} value={quote} limit={MAX_QUOTE} onChange={(event) => setQuote(oneLine(event.target.value))} />
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="sm" onClick={onCancel}>
          {m.dashboard_cancel()}
        </Button>
        <Button size="sm" type="submit" variant="primary" busy={busy} disabled={!isReady}>
          {m.dashboard_save()}
        </Button>
      </div>
    </form>
  );
}
