// The rules of the guidance: what a question is about, and what to do then.
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { Field, Select, TextArea, TextInput } from "#dashboard/ui/field.tsx";
import { m } from "#messages";
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import type { DraftRule } from "./draft.ts";
import { ACTION } from "./differences.ts";

const MOST = 20;

interface RulesFieldProps {
  readonly rules: readonly DraftRule[];
  readonly disabled: boolean;
  onRules(rules: readonly DraftRule[]): void;
  issueOf(path: string): string | undefined;
}

export function RulesField({ rules, disabled, onRules, issueOf }: RulesFieldProps) {
  const change = (key: number, changed: Partial<DraftRule>): void =>
    onRules(rules.map((rule) => (rule.key === key ? { ...rule, ...changed } : rule)));
  const move = (at: number, to: number): void => onRules(rules.toSpliced(at, 1).toSpliced(to, 0, ...rules.slice(at, at + 1)));
  const add = (): void =>
    onRules([...rules, { key: 1 + Math.max(-1, ...rules.map(({ key }) => key)), about: "", action: "hand_over", text: "" }]);
  const whole = issueOf("guidance.rules");
  return (
    <div className="grid grid-cols-1 gap-3">
      {rules.length === 0 && <p className="text-muted">{m.assistant_rules_none()}</p>}
      <ol className="grid grid-cols-1 gap-3 empty:hidden">
        {rules.map((rule, at) => {
          const number = at + 1;
          return (
            <li key={rule.key} className="rounded-md border border-line p-3">
              <fieldset disabled={disabled} className="grid min-w-0 grid-cols-1 gap-3">
                <legend className="sr-only">{m.assistant_rule_number({ number })}</legend>
                <div className="grid grid-cols-1 gap-3 sm:grid-cols-[minmax(0,1fr)_14rem]">
                  <Field label={m.assistant_rule_about()} error={issueOf(`guidance.rules.${at}.about`)}>
                    <TextInput
                      dir="auto"
                      value={rule.about}
                      limit={200}
                      placeholder={m.assistant_rule_about_example()}
                      onChange={(event) => change(rule.key, { about: event.target.value })}
                    />
                  </Field>
                  <Field label={m.assistant_rule_then()}>
                    <Select
                      value={rule.action}
                      options={(["hand_over", "say"] as const).map((action) => ({ value: action, label: ACTION[action]() }))}
                      onChange={(action) => change(rule.key, { action: action === "say" ? "say" : "hand_over" })}
                    />
                  </Field>
                </div>
                <Field
                  label={rule.action === "say" ? m.assistant_rule_text_say() : m.assistant_rule_text_hand_over()}
                  error={issueOf(`guidance.rules.${at}.text`)}
                >
                  <TextArea
                    dir="auto"
                    rows={2}
                    value={rule.text}
                    limit={500}
                    onChange={(event) => change(rule.key, { text: event.target.value })}
                  />
                </Field>
                {!disabled && (
                  <div className="flex justify-end gap-1">
                    <IconButton
                      label={m.assistant_rule_up({ number })}
                      icon={ArrowUp}
                      disabled={at === 0}
                      onClick={() => move(at, at - 1)}
                    />
                    <IconButton
                      label={m.assistant_rule_down({ number })}
                      icon={ArrowDown}
                      disabled={at === rules.length - 1}
                      onClick={() => move(at, at + 1)}
                    />
                    <IconButton
                      label={m.assistant_rule_remove({ number })}
                      icon={Trash2}
                      onClick={() => onRules(rules.filter(({ key }) => key !== rule.key))}
                    />
                  </div>
                )}
              </fieldset>
            </li>
          );
        })}
      </ol>
      {whole && (
        <p role="alert" className="text-xs text-bad-text">
          {whole}
        </p>
      )}
      {!disabled && rules.length < MOST && (
        <Button icon={Plus} className="justify-self-start" onClick={add}>
          {m.assistant_rule_add()}
        </Button>
      )}
    </div>
  );
}
