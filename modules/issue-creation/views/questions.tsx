// The questions of an issue form.
import { Checkbox, Field, Select, TextArea, TextInput } from "#dashboard/ui/field.tsx";
import { m } from "#messages";
import { type IssueDraft, MAX_ANSWER_TEXT, type Question } from "../contract.ts";

type Answer = IssueDraft["answers"][string];
interface QuestionsProps {
  readonly questions: readonly Question[];
  readonly answers: IssueDraft["answers"];
  /** What is wrong with the answer at this path. */
  wrong(path: string): string | undefined;
  onAnswer(key: string, answer: Answer): void;
}
export function Questions({ questions, answers, wrong, onAnswer }: QuestionsProps) {
  return (
    <>
      {questions.map((question) => (
        <One
          key={question.key}
          question={question}
          answer={answers[question.key]}
          error={wrong(`answers.${question.key}`)}
          onAnswer={(answer) => onAnswer(question.key, answer)}
        />
      ))}
    </>
  );
}

interface OneProps {
  readonly question: Question;
  readonly answer: Answer | undefined;
  readonly error: string | undefined;
  onAnswer(answer: Answer): void;
}
function One({ question, answer, error, onAnswer }: OneProps) {
  const { kind, label, description, placeholder, multiple, options, required } = question;
  const text = typeof answer === "string" ? answer : "";
  const chosen = Array.isArray(answer) ? answer : [];
  const named = required ? m.issue_creation_required({ label }) : label;
  if (kind === "checkboxes" || multiple)
    return (
      <fieldset className="grid gap-1.5">
        <legend className="mb-1.5 text-sm font-medium">{named}</legend>
        {description !== "" && <p className="text-xs text-muted wrap-anywhere">{description}</p>}
        {options.map((option) => (
          <Checkbox
            key={option.label}
            checked={chosen.includes(option.label)}
            onChange={(on) => onAnswer(on ? [...chosen, option.label] : chosen.filter((one) => one !== option.label))}
            label={
              <span className="wrap-anywhere">{option.required ? m.issue_creation_required({ label: option.label }) : option.label}</span>
            }
          />
        ))}
        {error && (
          <p role="alert" className="text-sm text-bad-text">
            {error}
          </p>
        )}
      </fieldset>
    );
  return (
    <Field label={named} hint={description || undefined} error={error}>
      {kind === "dropdown" ? (
        <Select
          value={chosen[0] ?? ""}
          onChange={(value) => onAnswer(value === "" ? [] : [value])}
          options={[
            { value: "", label: m.issue_creation_nothing_chosen() },
            ...options.map((one) => ({ value: one.label, label: one.label })),
          ]}
        />
      ) : kind === "textarea" ? (
        <TextArea
          dir="auto"
          value={text}
          placeholder={placeholder}
          limit={MAX_ANSWER_TEXT}
          onChange={(event) => onAnswer(event.target.value)}
        />
      ) : (
        <TextInput
          dir="auto"
          value={text}
          placeholder={placeholder}
          limit={MAX_ANSWER_TEXT}
          onChange={(event) => onAnswer(event.target.value)}
        />
      )}
    </Field>
  );
}
