// Fields of a source from GitHub: what is read of the repository, and who may read it.
import { issueOf } from "#dashboard/api.ts";
import { Checkbox, Field, Select, TextInput } from "#dashboard/ui/field.tsx";
import { m } from "#messages";
import { VisibilityFields, type VisibilityValue } from "#modules/knowledge-sources/views";
import { type Audience, TEAM_ONLY } from "#modules/retrieval/contract";
import { TriangleAlert } from "lucide-react";
import { Suspense, useId } from "react";
import type { Chosen } from "../contract.ts";

/** What is typed; `audience` undefined: nobody has chosen one. */
export interface FormValue extends Omit<VisibilityValue, "audience"> {
  readonly audience: Audience | undefined;
  readonly readme: boolean;
  readonly hasDocs: boolean;
  readonly docs: string;
  readonly releases: boolean;
  readonly discussions: readonly string[] | null;
  readonly commits: boolean;
  readonly schedule: Chosen["schedule"];
  readonly confirmed: boolean;
}
export const NEW: FormValue = {
  ...{ name: "", audience: undefined, assistant: true, locale: "en" },
  ...{ readme: true, hasDocs: true, docs: "docs", releases: true, discussions: null, commits: false, schedule: "daily", confirmed: false },
};
type Chosing = FormValue & { readonly audience: Audience };
export const bodyOf = ({ hasDocs, docs, discussions, ...rest }: Chosing) => ({
  ...rest,
  docs: hasDocs ? docs : null,
  discussions: discussions && [...discussions],
});

export interface Choices {
  readonly isPrivate: boolean;
  readonly isArchived: boolean;
  readonly categories: readonly { readonly slug: string; readonly name: string; readonly isAnswerable: boolean }[] | null;
  readonly folders: readonly string[];
  /** GitHub did not answer: they are those that were chosen before. */
  readonly isUnknown?: boolean;
}
interface Props {
  readonly value: Chosing;
  onChange(value: FormValue): void;
  readonly choices: Choices;
  readonly languages: readonly string[];
  readonly error: unknown;
}
export function RepositoryFields({ value, onChange, choices, languages, error }: Props) {
  const folders = useId();
  const set = (change: Partial<FormValue>): void => onChange({ ...value, ...change });
  const answerable = choices.categories?.filter(({ isAnswerable }) => isAnswerable) ?? [];
  const hasNone = answerable.length === 0 && !choices.isUnknown;
  // Empty means all of them.
  const isChecked = (slug: string): boolean =>
    value.discussions !== null && (value.discussions.length === 0 || value.discussions.includes(slug));
  const choose = (slug: string, checked: boolean): void => {
    const now = answerable.map((one) => one.slug).filter((one) => (one === slug ? checked : isChecked(one)));
    set({ discussions: now.length === 0 ? null : now.length === answerable.length ? [] : now });
  };
  return (
    <>
      <fieldset className="grid gap-3">
        <legend className="mb-2 text-sm font-medium">{m.repository_knowledge_what()}</legend>
        <Checkbox label={m.repository_knowledge_readme()} checked={value.readme} onChange={(readme) => set({ readme })} />
        <Checkbox
          label={m.repository_knowledge_docs()}
          hint={m.repository_knowledge_docs_hint()}
          checked={value.hasDocs}
          onChange={(hasDocs) => set({ hasDocs })}
        />
        {value.hasDocs && (
          <Field
            className="ms-6.5 max-w-80"
            label={m.repository_knowledge_folder()}
            hint={m.repository_knowledge_folder_hint()}
            error={issueOf(error, "docs")}
          >
            <TextInput
              value={value.docs}
              list={folders}
              maxLength={300}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => set({ docs: event.target.value })}
            />
          </Field>
        )}
        <datalist id={folders}>
          {choices.folders.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
        <Checkbox
          label={m.repository_knowledge_releases()}
          hint={m.repository_knowledge_releases_hint()}
          checked={value.releases}
          onChange={(releases) => set({ releases })}
        />
        <Checkbox
          label={m.repository_knowledge_discussions()}
          hint={hasNone ? m.repository_knowledge_discussions_none() : m.repository_knowledge_discussions_hint()}
          disabled={hasNone && value.discussions === null}
          checked={value.discussions !== null}
          onChange={(checked) => set({ discussions: checked ? [] : null })}
        />
        {value.discussions !== null && answerable.length > 1 && (
          <div role="group" aria-label={m.repository_knowledge_categories()} className="ms-6.5 grid gap-2">
            {answerable.map(({ slug, name }) => (
              <Checkbox
                key={slug}
                label={<span dir="auto">{name}</span>}
                checked={isChecked(slug)}
                onChange={(checked) => choose(slug, checked)}
              />
            ))}
          </div>
        )}
        <Checkbox
          label={m.repository_knowledge_commits()}
          hint={m.repository_knowledge_commits_hint()}
          checked={value.commits}
          onChange={(commits) => set({ commits })}
        />
      </fieldset>
      <Suspense>
        <VisibilityFields
          value={value}
          onChange={(visibility) => set({ ...visibility, ...(visibility.audience === value.audience ? {} : { confirmed: false }) })}
          error={error}
          languages={languages}
        />
      </Suspense>
      {choices.isPrivate && value.audience !== TEAM_ONLY && (
        <div className="grid gap-2.5 rounded-md bg-warn-soft px-3 py-2.5 text-warn-text">
          <p className="flex items-start gap-2">
            <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
            {m.repository_knowledge_private_warning()}
          </p>
          <Checkbox
            label={m.repository_knowledge_private_confirm()}
            checked={value.confirmed}
            onChange={(confirmed) => set({ confirmed })}
          />
        </div>
      )}
      <Field label={m.repository_knowledge_schedule()} hint={m.repository_knowledge_schedule_hint()} className="max-w-60">
        <Select
          value={value.schedule}
          options={(["hourly", "daily", "manual"] as const).map((one) => ({ value: one, label: SCHEDULES[one]() }))}
          onChange={(schedule) => set({ schedule: schedule as Chosen["schedule"] })}
        />
      </Field>
    </>
  );
}
export const SCHEDULES: Readonly<Record<Chosen["schedule"], () => string>> = {
  hourly: m.repository_knowledge_hourly,
  daily: m.repository_knowledge_daily,
  manual: m.repository_knowledge_manual,
};
