// Provider and model of one purpose, what is known of that model, and its test.
import { useState } from "react";
import { refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Field, Select, TextInput } from "#dashboard/ui/field.tsx";
import { RelativeTime } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { type ListedModel, type ModelChoice, type ModelSettings, type Provider, type Purpose, testModel } from "../../contract.ts";
import { formatTokens, formatUsd, providerName, sameChoice } from "../format.ts";
import { TestResult } from "./test-result.tsx";

const NAMES: Readonly<Record<Purpose, () => string>> = {
  reply: m.ai_purpose_reply,
  assist: m.ai_purpose_assist,
  context: m.ai_purpose_context,
};
const HINTS: Readonly<Record<Purpose, () => string>> = {
  reply: m.ai_purpose_reply_hint,
  assist: m.ai_purpose_assist_hint,
  context: m.ai_purpose_context_hint,
};
/** Stands for a model that is not in the list; no model has this name. */
const OTHER = " ";

interface PurposeFieldsProps {
  readonly projectId: string;
  readonly purpose: Purpose;
  readonly settings: ModelSettings;
  readonly choice: ModelChoice | null;
  /** What the server says of the model's name. */
  readonly problem: string | undefined;
  readonly mayChange: boolean;
  onChoice(choice: ModelChoice | null): void;
  onTested(settings: ModelSettings): void;
}

export function PurposeFields({ projectId, purpose, settings, choice, problem, mayChange, onChoice, onTested }: PurposeFieldsProps) {
  const state = settings.providers.find(({ provider }) => provider === choice?.provider);
  const models = state?.models ?? [];
  const listed = models.find(({ model }) => model === choice?.model);
  const [typing, setTyping] = useState(choice !== null && listed === undefined);
  const test = useRouteMutation(testModel, { suppressToast: true, done: ({ settings: after }) => onTested(after) });
  const tested = test.variables?.body;
  const shown = tested !== undefined && sameChoice(tested, choice);
  const last = settings.tests.find((one) => sameChoice(one, choice));
  const chooseProvider = (name: string): void => {
    test.reset();
    if (name === "") return onChoice(null);
    const first = settings.providers.find(({ provider }) => provider === name)?.models[0];
    setTyping(first === undefined);
    onChoice({ provider: name as Provider, model: first?.model ?? "" });
  };
  const chooseModel = (provider: Provider, name: string): void => {
    setTyping(name === OTHER);
    onChoice({ provider, model: name === OTHER ? "" : name });
  };
  const fallback = purpose === "context" ? settings.contextDefault : null;
  const name = NAMES[purpose]();
  return (
    <fieldset className="grid gap-3 border-b border-line pb-6 last-of-type:border-b-0 last-of-type:pb-0">
      <legend className="font-medium">{name}</legend>
      <p className="text-xs text-muted">{HINTS[purpose]()}</p>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-[12rem_minmax(0,1fr)]">
        <Field label={m.ai_provider()}>
          <Select
            aria-label={m.ai_provider_of({ purpose: name })}
            value={choice?.provider ?? ""}
            disabled={!mayChange}
            onChange={chooseProvider}
            options={[
              {
                value: "",
                label: fallback ? m.ai_none_default({ model: `${fallback.provider}/${fallback.model}` }) : m.ai_none(),
              },
              ...settings.providers.map(({ provider, missing }) => ({
                value: provider,
                label: missing.length > 0 ? m.ai_provider_without_key({ provider: providerName(provider) }) : providerName(provider),
              })),
            ]}
          />
        </Field>
        {choice !== null && (
          <Field label={m.ai_model()} hint={listed && !typing ? factsOf(listed) : m.ai_model_unlisted()} error={problem}>
            {models.length > 0 && (
              <Select
                aria-label={m.ai_model_of({ purpose: name })}
                value={typing ? OTHER : choice.model}
                disabled={!mayChange}
                onChange={(model) => chooseModel(choice.provider, model)}
                options={[...models.map((one) => ({ value: one.model, label: one.model })), { value: OTHER, label: m.ai_model_other() }]}
              />
            )}
            {typing && (
              <TextInput
                aria-label={m.ai_model_name_of({ purpose: name })}
                value={choice.model}
                limit={200}
                disabled={!mayChange}
                autoCapitalize="off"
                spellCheck={false}
                onChange={(event) => onChoice({ provider: choice.provider, model: event.target.value })}
              />
            )}
          </Field>
        )}
      </div>
      {choice !== null && state && state.missing.length > 0 && (
        <p className="rounded-md bg-warn-soft px-3 py-2 text-warn-text">
          {m.ai_key_is_missing({ provider: providerName(choice.provider), variables: state.missing.join(", ") })}
        </p>
      )}
      {choice !== null && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          {mayChange && (
            <Button
              size="sm"
              busy={test.isPending}
              disabled={choice.model.trim() === "" || (state?.missing.length ?? 0) > 0}
              aria-label={m.ai_test_of({ purpose: name })}
              onClick={() => test.mutate({ params: { projectId }, body: { provider: choice.provider, model: choice.model.trim() } })}
            >
              {m.ai_test()}
            </Button>
          )}
          {!shown && last && (
            <span className="text-xs text-muted">
              {last.works ? m.ai_tested_works() : m.ai_tested_failed()} <RelativeTime at={last.testedAt} />
            </span>
          )}
        </div>
      )}
      <div role="status" aria-live="polite">
        {shown && test.data && <TestResult result={test.data.result} />}
        {shown && test.error && <p className="text-bad-text">{refusalOf(test.error) ?? m.ai_model_name()}</p>}
      </div>
    </fieldset>
  );
}

/** Context size, price and abilities in one line. */
function factsOf({ context, input, output, tools, images }: ListedModel): string {
  return [
    ...(context === null ? [] : [m.ai_fact_context({ tokens: formatTokens(context) })]),
    ...(input === null || output === null ? [] : [m.ai_fact_price({ input: formatUsd(input), output: formatUsd(output) })]),
    ...(tools === null ? [] : [tools ? m.ai_fact_tools() : m.ai_fact_no_tools()]),
    ...(images === null ? [] : [images ? m.ai_fact_images() : m.ai_fact_no_images()]),
  ].join(" · ");
}
