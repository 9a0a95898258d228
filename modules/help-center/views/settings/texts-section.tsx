// Name and description, one language at a time.
import { Field, Select, TextArea, TextInput } from "#dashboard/ui/field.tsx";
import { languageName } from "#dashboard/ui/language-name.ts";
import { m } from "#messages";
import { useState } from "react";
import type { SettingsFields } from "./settings-payload.ts";

interface Props {
  readonly form: SettingsFields;
  set(part: Partial<SettingsFields>): void;
  issue(path: string): string | undefined;
}
const EMPTY = { title: "", description: "" };

/** An empty text of another language falls back to the default language's, which its field shows. */
export function TextsFields({ form, set, issue }: Props) {
  const { locales, defaultLocale, translations } = form;
  const [chosen, setChosen] = useState(defaultLocale);
  const locale = locales.includes(chosen) ? chosen : defaultLocale;
  const isDefault = locale === defaultLocale;
  const { title, description } = isDefault ? form : (translations[locale] ?? EMPTY);
  const change = (part: Partial<typeof EMPTY>): void =>
    set(isDefault ? part : { translations: { ...translations, [locale]: { title, description, ...part } } });
  const issueIn = (language: string, field: string): string | undefined =>
    issue(language === defaultLocale ? field : `translations.${language}.${field}`);
  const elsewhere = locales.find((other) => other !== locale && (issueIn(other, "title") ?? issueIn(other, "description")) !== undefined);
  return (
    <>
      {locales.length > 1 && (
        <Field
          label={m.help_settings_text_language()}
          error={elsewhere === undefined ? undefined : m.help_settings_text_elsewhere({ language: languageName(elsewhere) })}
        >
          <Select
            value={locale}
            onChange={setChosen}
            options={locales.map((value) => ({
              value,
              label:
                value === defaultLocale
                  ? m.help_settings_text_default({ language: languageName(value) })
                  : (translations[value]?.title ?? "") === ""
                    ? m.help_settings_text_missing({ language: languageName(value) })
                    : languageName(value),
            }))}
          />
        </Field>
      )}
      <Field
        label={m.help_settings_name()}
        hint={isDefault ? m.help_settings_name_hint() : m.help_settings_text_fallback()}
        error={issueIn(locale, "title")}
      >
        <TextInput
          dir="auto"
          lang={locale}
          value={title}
          limit={100}
          placeholder={isDefault ? undefined : form.title}
          onChange={(event) => change({ title: event.target.value })}
        />
      </Field>
      <Field
        label={m.help_settings_description()}
        hint={isDefault ? m.help_settings_description_hint() : m.help_settings_text_fallback()}
        error={issueIn(locale, "description")}
      >
        <TextArea
          dir="auto"
          lang={locale}
          value={description}
          limit={400}
          placeholder={isDefault ? undefined : form.description}
          onChange={(event) => change({ description: event.target.value })}
        />
      </Field>
    </>
  );
}
