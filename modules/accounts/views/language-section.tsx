// Section of the profile: the language of the dashboard and of mails to this person.
import { useSuspenseQuery } from "@tanstack/react-query";
import { reading, useRouteMutation } from "#dashboard/api.ts";
import { Field, Select } from "#dashboard/ui/field.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { LANGUAGE_NAMES, LANGUAGES, languageOf } from "#kernel/language/languages.ts";
import { m } from "#messages";
import { changeLanguage, readMe } from "../contract.ts";

/** What stands in the list for no choice. */
const BROWSER = "browser";

/** The page is made in one language, so a choice loads it again. */
export function LanguageSection() {
  const { language } = useSuspenseQuery(reading(readMe, {})).data;
  const change = useRouteMutation(changeLanguage, { done: () => location.reload() });
  return (
    <Section title={m.accounts_language()} lead={m.accounts_language_lead()}>
      <Field hideLabel label={m.accounts_language()} className="max-w-60">
        <Select
          value={language ?? BROWSER}
          disabled={change.isPending}
          onChange={(value) => change.mutate({ body: { language: languageOf(value) ?? null } })}
          options={[
            { value: BROWSER, label: m.accounts_language_of_browser() },
            ...LANGUAGES.map((each) => ({ value: each, label: LANGUAGE_NAMES[each] })),
          ]}
        />
      </Field>
    </Section>
  );
}
