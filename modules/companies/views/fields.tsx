// The fields of a company, as the dialog and the page have them.
import { Field, TextArea, TextInput } from "#dashboard/ui/field.tsx";
import { m } from "#messages";
import { type Company, MAX_NOTES } from "../contract.ts";

export interface Texts {
  readonly name: string;
  /** One a line, or with commas or spaces between. */
  readonly domains: string;
  readonly website: string;
  readonly notes: string;
}
export const EMPTY: Texts = { name: "", domains: "", website: "", notes: "" };
export const textsOf = ({ name, domains, website, notes }: Company): Texts => ({
  name,
  domains: domains.join("\n"),
  website: website ?? "",
  notes: notes ?? "",
});
/** What is sent of the texts. An emptied text is nothing. */
export const bodyOf = ({ name, domains, website, notes }: Texts) => ({
  name: name.trim(),
  domains: domains.split(/[\s,;]+/).filter((each) => each !== ""),
  website: website.trim() === "" ? null : website.trim(),
  notes: notes.trim() === "" ? null : notes,
});

interface FieldsProps {
  readonly texts: Texts;
  readonly problems: Readonly<Record<string, string>>;
  readonly short?: boolean;
  onChange(texts: Texts): void;
}
export function Fields({ texts, problems, short = false, onChange }: FieldsProps) {
  const typed = (key: keyof Texts) => ({
    value: texts[key],
    onChange: (event: { target: { value: string } }) => onChange({ ...texts, [key]: event.target.value }),
  });
  return (
    <>
      <Field label={m.companies_name()} error={problems["name"]}>
        <TextInput dir="auto" autoComplete="off" limit={120} data-first-focus {...typed("name")} />
      </Field>
      <Field label={m.companies_domains()} hint={m.companies_domains_hint()} error={problems["domains"]}>
        <TextArea dir="auto" rows={2} spellCheck={false} {...typed("domains")} />
      </Field>
      {!short && (
        <>
          <Field label={m.companies_website_label()} error={problems["website"]}>
            <TextInput dir="auto" autoComplete="off" inputMode="url" limit={300} {...typed("website")} />
          </Field>
          <Field label={m.companies_notes()} hint={m.companies_notes_hint()} error={problems["notes"]}>
            <TextArea dir="auto" rows={6} limit={MAX_NOTES} {...typed("notes")} />
          </Field>
        </>
      )}
    </>
  );
}
