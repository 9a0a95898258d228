// Form for name, languages and links, saved together. A conflict with another admin's change is shown, and nothing typed is lost.
import { refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { Checkbox, Field, Select, TextInput } from "#dashboard/ui/field.tsx";
import { FormFooter } from "#dashboard/ui/form-footer.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { CallError } from "#kernel/wire/route.ts";
import { languageName } from "#dashboard/ui/language-name.ts";
import { m } from "#messages";
import { Plus, X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { type HelpSettings, saveHelpSettings } from "../../contract.ts";
import { commonLocales, fieldsOf, payloadOf, type SetFields, type SettingsFields, withDefaultLocale } from "./settings-payload.ts";
import { DomainSection } from "./domain-section.tsx";
import { ImagesSection } from "./images-section.tsx";
import { TextsFields } from "./texts-section.tsx";
import { ContactFormSetting, isContactFormOn } from "./contact-form-setting.tsx";

interface FormProps {
  readonly projectId: string;
  readonly settings: HelpSettings;
  readonly mayChange: boolean;
  onSaved(settings: HelpSettings): void;
}
const MAX_LINKS = 10;

/** The settings that another admin has saved meanwhile, from the error response. */
const conflictingSettings = (error: unknown): HelpSettings | undefined =>
  error instanceof CallError && error.problem.code === "stale_frontier" ? (error.problem["settings"] as HelpSettings) : undefined;

export function SettingsForm({ projectId, settings, mayChange, onSaved }: FormProps) {
  const stored = fieldsOf(settings);
  // Only edited fields are kept here; the rest follows the server, so opening the help center in between loses nothing.
  const [typed, setTyped] = useState<Partial<SettingsFields>>({});
  const form = { ...stored, ...typed };
  // An upload that ends later must not undo what was typed meanwhile.
  const set: SetFields = (part) => setTyped((now) => ({ ...now, ...(typeof part === "function" ? part({ ...stored, ...now }) : part) }));
  const save = useRouteMutation(saveHelpSettings, {
    suppressToast: true,
    done: (next) => {
      onSaved(next);
      setTyped({});
      toast({ tone: "ok", title: m.help_settings_saved() });
    },
  });
  const newer = conflictingSettings(save.error);
  const changed = JSON.stringify(form) !== JSON.stringify(stored);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate({ params: { projectId }, body: payloadOf(form) });
  };
  // Exactly this path, because texts of other languages end alike.
  const issue = (path: string): string | undefined =>
    save.error instanceof CallError ? save.error.problem.issues?.find((one) => one.path === path)?.message : undefined;
  return (
    <form onSubmit={submit} noValidate>
      <fieldset disabled={!mayChange} className="min-w-0">
        <legend className="sr-only">{m.help_settings()}</legend>
        <Section title={m.help_settings_details()}>
          <TextsFields form={form} set={set} issue={issue} />
          <Field
            label={m.help_settings_contact()}
            hint={
              isContactFormOn({ ...settings, contactForm: form.contactForm })
                ? m.help_settings_contact_hint_contact_form()
                : settings.website
                  ? m.help_settings_contact_hint_website({ website: settings.website })
                  : m.help_settings_contact_hint()
            }
            error={issue("contact")}
          >
            <TextInput
              dir="ltr"
              inputMode="url"
              placeholder="https://"
              value={form.contact ?? ""}
              onChange={(event) => set({ contact: event.target.value.trim() === "" ? null : event.target.value })}
            />
          </Field>
          <Checkbox
            checked={form.authors}
            onChange={(authors) => set({ authors })}
            label={m.help_settings_authors()}
            hint={m.help_settings_authors_hint()}
          />
        </Section>
        <ImagesSection projectId={projectId} form={form} set={set} issue={issue} />
        <ContactFormSetting projectId={projectId} form={form} set={set} settings={settings} />
        <Languages form={form} set={set} error={issue("locales")} />
        <Links form={form} set={set} issue={issue} />
        <DomainSection form={form} address={settings.address} set={set} issue={issue} />
        {newer && (
          <div role="alert" className="mb-4 rounded-md bg-warn-soft px-3.5 py-2.5 text-warn-text">
            <p>{m.help_settings_stale()}</p>
            <div className="mt-2 flex flex-wrap gap-2">
              <Button
                size="sm"
                onClick={() => {
                  onSaved(newer);
                  setTyped({});
                  save.reset();
                }}
              >
                {m.help_settings_take_theirs()}
              </Button>
              <Button
                size="sm"
                onClick={() => {
                  onSaved(newer);
                  setTyped({ ...typed, revision: newer.revision });
                  save.reset();
                }}
              >
                {m.help_settings_keep_mine()}
              </Button>
            </div>
          </div>
        )}
        <FormFooter
          problem={newer ? undefined : refusalOf(save.error)}
          changed={changed}
          busy={save.isPending}
          onDiscard={() => {
            setTyped({});
            save.reset();
          }}
        />
      </fieldset>
    </form>
  );
}

interface SectionProps {
  readonly form: SettingsFields;
  set(part: Partial<SettingsFields>): void;
}

function Languages({ form, set, error }: SectionProps & { readonly error: string | undefined }) {
  const { locales, defaultLocale } = form;
  return (
    <Section title={m.help_settings_languages()} lead={m.help_settings_languages_lead()}>
      <ul className="grid gap-2">
        {locales.map((locale) => (
          <li key={locale} className="flex items-center gap-2">
            <span className="min-w-0 flex-1">
              {languageName(locale)} <span className="text-muted">{locale}</span>
            </span>
            {locale === defaultLocale ? (
              <span className="text-xs text-muted">{m.help_settings_default()}</span>
            ) : (
              <>
                <Button size="sm" variant="ghost" onClick={() => set(withDefaultLocale(form, locale))}>
                  {m.help_settings_make_default()}
                  <span className="sr-only">: {languageName(locale)}</span>
                </Button>
                <IconButton
                  label={m.help_settings_remove({ name: languageName(locale) })}
                  icon={X}
                  onClick={() => set({ locales: locales.filter((other) => other !== locale) })}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      <Field label={m.help_settings_add_language()} error={error}>
        <Select
          value=""
          options={[{ value: "", label: m.help_settings_choose_language() }, ...commonLocales(locales)]}
          onChange={(locale) => locale !== "" && set({ locales: [...locales, locale] })}
        />
      </Field>
    </Section>
  );
}

function Links({ form: { links }, set, issue }: SectionProps & { issue(path: string): string | undefined }) {
  const change = (at: number, part: Partial<SettingsFields["links"][number]>): void =>
    set({ links: links.map((link, i) => (i === at ? { ...link, ...part } : link)) });
  return (
    <Section title={m.help_settings_links()} lead={m.help_settings_links_lead()}>
      {links.map((link, i) => (
        // Rows have no id, and new ones are only added at the end.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={i} className="flex items-start gap-2">
          <Field className="flex-1" label={m.help_settings_link_label()} error={issue(`links.${i}.label`)}>
            <TextInput dir="auto" value={link.label} onChange={(event) => change(i, { label: event.target.value })} />
          </Field>
          <Field className="flex-2" label={m.help_settings_link_url()} error={issue(`links.${i}.url`)}>
            <TextInput
              dir="ltr"
              inputMode="url"
              placeholder="https://"
              value={link.url}
              onChange={(event) => change(i, { url: event.target.value })}
            />
          </Field>
          <div className="pt-7">
            <IconButton
              label={m.help_settings_remove({ name: link.label || String(i + 1) })}
              icon={X}
              onClick={() => set({ links: links.filter((_, other) => other !== i) })}
            />
          </div>
        </div>
      ))}
      {links.length < MAX_LINKS && (
        <div>
          <Button size="sm" icon={Plus} onClick={() => set({ links: [...links, { label: "", url: "" }] })}>
            {m.help_settings_add_link()}
          </Button>
        </div>
      )}
    </Section>
  );
}
