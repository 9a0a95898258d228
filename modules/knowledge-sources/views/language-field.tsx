// Field for the language of a text: one of the project's languages, or any other.
import { Field, Select, TextInput } from "#dashboard/ui/field.tsx";
import { languageName } from "#dashboard/ui/language-name.ts";
import { m } from "#messages";
import { useState } from "react";

interface Props {
  readonly value: string;
  readonly languages: readonly string[];
  onChange(value: string): void;
  readonly error: string | undefined;
}
export function LanguageField({ value, languages, onChange, error }: Props) {
  const [other, setOther] = useState(!languages.includes(value));
  return other ? (
    <Field label={m.knowledge_language()} hint={m.knowledge_language_hint()} error={error}>
      <TextInput
        value={value}
        className="max-w-40"
        spellCheck={false}
        autoCapitalize="off"
        // The focus moves on, because the option that opened the field is gone.
        autoFocus={languages.length > 0 && value === ""}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  ) : (
    <Field label={m.knowledge_language()} error={error} className="max-w-60">
      <Select
        value={value}
        options={[
          ...languages.map((each) => ({ value: each, label: languageName(each) })),
          { value: "", label: m.knowledge_language_other() },
        ]}
        onChange={(picked) => {
          onChange(picked);
          setOther(picked === "");
        }}
      />
    </Field>
  );
}
