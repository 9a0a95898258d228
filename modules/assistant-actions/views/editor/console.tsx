// The test console: inputs by hand, the request with masked secrets, the answer, and what would be told.
import { issueOf, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { Checkbox, Field, Select, TextInput } from "#dashboard/ui/field.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { m } from "#messages";
import { type FormEvent, useState } from "react";
import { type Action, listRuns, type Trial, tryAction } from "../../contract.ts";
import type { InputValue } from "../../contract.ts";
import { placeholdersOf } from "../../contract.ts";
import { outcomeText, stateName, stateTone } from "../labels.ts";

type Values = Readonly<Record<string, string>>;

export function Console({ projectId, action }: { projectId: string; action: Action }) {
  const [values, setValues] = useState<Values>({});
  const [contact, setContact] = useState({ id: "", email: "", externalId: "" });
  const [confirmed, setConfirmed] = useState(false);
  const run = useRouteMutation(tryAction, { suppressToast: true, invalidates: [listRuns] });
  const used = [...placeholdersOf(action.url), ...placeholdersOf(action.body ?? "")];
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const inputs = Object.fromEntries(action.inputs.flatMap(({ name, type }) => valueOf(type, values[name] ?? "", name)));
    run.mutate({ params: { projectId, actionId: action.id }, body: { clientId: crypto.randomUUID(), inputs, contact, confirmed } });
    setConfirmed(false);
  };
  const personOf = (key: keyof typeof contact, field: string, label: string) =>
    used.includes(field) && (
      <Field label={label} error={issueOf(run.error, `contact.${key}`)}>
        <TextInput
          value={contact[key]}
          dir="ltr"
          autoComplete="off"
          onChange={(event) => setContact({ ...contact, [key]: event.target.value })}
        />
      </Field>
    );
  return (
    <Section title={m.assistant_actions_console()} lead={m.assistant_actions_console_lead()}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        {action.inputs.map(({ name, type, choices, required }) => (
          <Field
            key={name}
            label={
              <>
                <code className="font-mono">{name}</code>{" "}
                {!required && <span className="font-normal text-muted">{m.assistant_actions_optional()}</span>}
              </>
            }
            error={issueOf(run.error, `inputs.${name}`)}
          >
            {type === "choice" || type === "boolean" ? (
              <Select
                value={values[name] ?? ""}
                onChange={(value) => setValues({ ...values, [name]: value })}
                options={[{ value: "", label: "–" }, ...optionsOf(type, choices)]}
              />
            ) : (
              <TextInput
                value={values[name] ?? ""}
                dir="auto"
                autoComplete="off"
                inputMode={type === "number" ? "decimal" : undefined}
                onChange={(event) => setValues({ ...values, [name]: event.target.value })}
              />
            )}
          </Field>
        ))}
        {personOf("email", "contact.email", m.assistant_actions_contact_email())}
        {personOf("externalId", "contact.external_id", m.assistant_actions_contact_external())}
        {personOf("id", "contact.id", m.assistant_actions_contact_id())}
        {action.kind === "changes" && (
          <div className="grid gap-1">
            <Checkbox label={m.assistant_actions_console_confirm({ host: action.host })} checked={confirmed} onChange={setConfirmed} />
            {issueOf(run.error, "confirmed") && (
              <p role="alert" className="text-xs text-bad-text">
                {issueOf(run.error, "confirmed")}
              </p>
            )}
          </div>
        )}
        {refusalOf(run.error) && (
          <p role="alert" className="text-bad-text">
            {refusalOf(run.error)}
          </p>
        )}
        <Button type="submit" className="w-fit" busy={run.isPending}>
          {m.assistant_actions_console_run()}
        </Button>
      </form>
      <div role="status" aria-busy={run.isPending}>
        {run.data && !run.isPending && <TrialView trial={run.data.trial} />}
      </div>
    </Section>
  );
}
const optionsOf = (type: "choice" | "boolean", choices: readonly string[]) =>
  type === "choice"
    ? choices.map((value) => ({ value, label: value }))
    : [
        { value: "true", label: m.assistant_actions_yes() },
        { value: "false", label: m.assistant_actions_no() },
      ];
/** What is no number stays a text, which the server refuses at its field. */
function valueOf(type: Action["inputs"][number]["type"], text: string, name: string): [string, InputValue][] {
  if (text.trim() === "") return [];
  if (type === "boolean") return [[name, text === "true"]];
  return [[name, type === "number" && Number.isFinite(Number(text)) ? Number(text) : text]];
}

function TrialView({ trial: { state, outcome, took, request, answer, told } }: { trial: Trial }) {
  return (
    <div className="grid gap-4 border-t border-line pt-4">
      <p className="flex flex-wrap items-center gap-2">
        <Chip tone={stateTone(state)}>{stateName(state)}</Chip>
        <span>{outcomeText(outcome)}</span>
        <span className="text-xs text-muted">{m.assistant_actions_took({ ms: took })}</span>
      </p>
      {told.length > 0 && (
        <div className="grid gap-1.5">
          <h3 className="text-sm font-medium">{m.assistant_actions_console_told()}</h3>
          <dl className="grid gap-x-4 gap-y-1 rounded-md bg-ai-soft px-3 py-2 sm:grid-cols-[minmax(6rem,max-content)_minmax(0,1fr)]">
            {told.map(({ label, text }) => (
              <div key={label} className="contents">
                <dt dir="auto" className="text-ai-text">
                  {label}
                </dt>
                <dd dir="auto" className="wrap-anywhere">
                  {text}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      )}
      {request && (
        <Code
          title={m.assistant_actions_console_request()}
          text={[
            `${request.method} ${request.url}`,
            ...request.headers.map(({ name, value }) => `${name}: ${value}`),
            ...(request.body === null ? [] : ["", request.body]),
          ].join("\n")}
        />
      )}
      {answer && <Code title={m.assistant_actions_console_answer({ status: answer.status, type: answer.type })} text={answer.text} />}
    </div>
  );
}
const Code = ({ title, text }: { title: string; text: string }) => (
  <div className="grid min-w-0 gap-1.5">
    <h3 className="text-sm font-medium">{title}</h3>
    <pre
      dir="ltr"
      tabIndex={0}
      aria-label={title}
      className="max-h-72 overflow-auto rounded-md bg-subtle px-3 py-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
    >
      {text}
    </pre>
  </div>
);
