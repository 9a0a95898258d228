// The form of a scenario: what the customer wants and knows, and what a good end is.
import { refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Field, Select, TextArea, TextInput } from "#dashboard/ui/field.tsx";
import { m } from "#messages";
import { type FormEvent, useState } from "react";
import {
  changeScenario,
  createScenario,
  EXPECTED,
  listScenarios,
  MAX_GOAL,
  MAX_NAME,
  MAX_PERSONA,
  MAX_TURNS,
  type Scenario,
  type ScenarioContent,
  TEMPERS,
} from "../contract.ts";
import { EMPTY, EXPECTED_WORDS, TEMPER_WORDS, TEMPLATES } from "./words.ts";

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

interface FormProps {
  readonly projectId: string;
  readonly scenario?: Scenario;
  onDone?(): void;
}
export function ScenarioForm({ projectId, scenario, onDone }: FormProps) {
  const [content, setContent] = useState<ScenarioContent>(scenario?.content ?? EMPTY);
  const [facts, setFacts] = useState(content.facts.join("\n"));
  const [success, setSuccess] = useState(content.success.join("\n"));
  const [clientId, setClientId] = useState(() => crypto.randomUUID());
  const put = (next: ScenarioContent): void => {
    setContent(next);
    setFacts(next.facts.join("\n"));
    setSuccess(next.success.join("\n"));
  };
  const done = (): void => {
    setClientId(crypto.randomUUID());
    if (scenario === undefined) put(EMPTY);
    onDone?.();
  };
  const create = useRouteMutation(createScenario, { suppressToast: true, invalidates: [listScenarios], done });
  const change = useRouteMutation(changeScenario, { suppressToast: true, invalidates: [listScenarios], done });
  const set = (part: Partial<ScenarioContent>): void => setContent({ ...content, ...part });
  const isPending = create.isPending || change.isPending;
  const isReady = content.name.trim() !== "" && content.goal.trim() !== "";
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (!isReady || isPending) return;
    const sent = { ...content, facts: linesOf(facts), success: linesOf(success) };
    if (scenario === undefined) create.mutate({ params: { projectId } as never, body: { clientId, content: sent } });
    else change.mutate({ params: { projectId, scenarioId: scenario.id } as never, body: { revision: scenario.revision, content: sent } });
  }
  const error = create.error ?? change.error;
  return (
    <form noValidate onSubmit={onSubmit} className="grid grid-cols-1 gap-4">
      {scenario === undefined && (
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-sm text-muted">{m.simulations_templates()}</span>
          {TEMPLATES.map((one) => (
            <Button key={one.name()} size="sm" onClick={() => put(one.make())}>
              {one.name()}
            </Button>
          ))}
        </div>
      )}
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label={m.simulations_name()}>
          <TextInput
            dir="auto"
            autoComplete="off"
            limit={MAX_NAME}
            value={content.name}
            onChange={(event) => set({ name: event.target.value })}
          />
        </Field>
        <Field label={m.simulations_temper()}>
          <Select
            value={content.temper}
            onChange={(temper) => set({ temper: temper as ScenarioContent["temper"] })}
            options={TEMPERS.map((value) => ({ value, label: TEMPER_WORDS[value]() }))}
          />
        </Field>
        <Field label={m.simulations_goal()} hint={m.simulations_goal_hint()}>
          <TextArea dir="auto" rows={3} limit={MAX_GOAL} value={content.goal} onChange={(event) => set({ goal: event.target.value })} />
        </Field>
        <Field label={m.simulations_persona()}>
          <TextArea
            dir="auto"
            rows={3}
            limit={MAX_PERSONA}
            value={content.persona}
            onChange={(event) => set({ persona: event.target.value })}
          />
        </Field>
        <Field label={m.simulations_facts()} hint={m.simulations_facts_hint()}>
          <TextArea dir="auto" rows={3} value={facts} onChange={(event) => setFacts(event.target.value)} />
        </Field>
        <Field label={m.simulations_success()} hint={m.simulations_success_hint()}>
          <TextArea dir="auto" rows={3} value={success} onChange={(event) => setSuccess(event.target.value)} />
        </Field>
        <Field label={m.simulations_expected()}>
          <Select
            value={content.expected}
            onChange={(expected) => set({ expected: expected as ScenarioContent["expected"] })}
            options={EXPECTED.map((value) => ({ value, label: EXPECTED_WORDS[value]() }))}
          />
        </Field>
        <Field label={m.simulations_max_turns()}>
          <Select
            value={String(content.maxTurns)}
            onChange={(turns) => set({ maxTurns: Number(turns) })}
            options={Array.from({ length: MAX_TURNS }, (_, at) => ({ value: String(at + 1), label: String(at + 1) }))}
          />
        </Field>
        <Field label={m.simulations_language()} hint={m.simulations_language_hint()}>
          <TextInput
            autoComplete="off"
            spellCheck={false}
            value={content.locale}
            onChange={(event) => set({ locale: event.target.value })}
          />
        </Field>
        <Field label={m.simulations_channel()}>
          <Select
            value={content.channel}
            onChange={(channel) => set({ channel: channel as ScenarioContent["channel"] })}
            options={[
              { value: "widget", label: m.simulations_channel_widget() },
              { value: "email", label: m.simulations_channel_email() },
            ]}
          />
        </Field>
      </div>
      {error && (
        <p role="alert" className="text-bad-text wrap-anywhere">
          {refusalOf(error) ?? m.simulations_incomplete()}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={isPending} disabled={!isReady}>
          {scenario === undefined ? m.simulations_create() : m.simulations_save()}
        </Button>
        {onDone && <Button onClick={onDone}>{m.simulations_cancel_edit()}</Button>}
      </div>
    </form>
  );
}
