// The filters of the list of contacts: those that go together, and a sentence about those that do not.
import { locale } from "#dashboard/locale.ts";
import { Slot } from "#dashboard/screen.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Field, Select, TextInput } from "#dashboard/ui/field.tsx";
import { languageName } from "#dashboard/ui/language-name.ts";
import { m } from "#messages";
import { Suspense, useState } from "react";
import type { AddressKind } from "../../contract.ts";
import { problemOf } from "../../contract.ts";
import type { ListQuery } from "../queries.ts";
import { contactCompany, type ContactField } from "../slots.ts";
import { filtersIn, withFilters } from "./state.ts";

const LANGUAGES = ["ar", "de", "en", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "ru", "sv", "tr", "uk", "zh"];
const ADDRESSES: Readonly<Record<AddressKind, () => string>> = {
  proved: m.contacts_address_proved,
  unproved: m.contacts_address_unproved,
  none: m.contacts_address_none,
};

interface FiltersProps {
  readonly projectId: string;
  readonly list: ListQuery;
  readonly fields: readonly ContactField[];
  onChange(list: ListQuery): void;
}
export function Filters({ projectId, list, fields, onChange }: FiltersProps) {
  const { hidden, address, language, company, attribute, value, seenAfter, seenBefore } = list;
  const [field, setField] = useState(attribute);
  const chosen = fields.find(({ key }) => key === (attribute ?? field));
  const kind =
    address !== undefined
      ? "address"
      : language !== undefined
        ? "language"
        : company !== undefined || field === "company:"
          ? "company"
          : chosen
            ? `attribute:${chosen.key}`
            : "";
  const seen = seenAfter !== undefined || seenBefore !== undefined;
  const set = (filters: Omit<ListQuery, "q" | "sort">): void => onChange(withFilters(list, filters));
  function chooseKind(next: string): void {
    // No key of an attribute has a colon.
    const key = next === "company" ? "company:" : next.startsWith("attribute:") ? next.slice("attribute:".length) : undefined;
    setField(key);
    const range = next === "address" || next === "" ? { seenAfter, seenBefore } : {};
    set({
      ...{ hidden, ...range },
      ...(next === "address" ? { address: "proved" as const } : {}),
      ...(next === "language" ? { language: LANGUAGES.find((each) => locale.startsWith(each)) ?? "en" } : {}),
    });
  }
  return (
    <section aria-label={m.contacts_filters()} className="mb-4 rounded-lg border border-line bg-surface p-4">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Field label={m.contacts_filter_state()}>
          <Select
            value={hidden ? "hidden" : "active"}
            options={[
              { value: "active", label: m.contacts_state_active() },
              { value: "hidden", label: m.contacts_state_hidden() },
            ]}
            onChange={(next) => set({ ...rest(list), hidden: next === "hidden" })}
          />
        </Field>
        <Field label={m.contacts_filter_by()} hint={m.contacts_filter_by_hint()}>
          <Select
            value={kind}
            options={[
              { value: "", label: m.contacts_filter_none() },
              { value: "address", label: m.contacts_email() },
              { value: "language", label: m.contacts_language() },
              { value: "company", label: m.contacts_company() },
              ...fields.map(({ key, label }) => ({ value: `attribute:${key}`, label })),
            ]}
            onChange={chooseKind}
          />
        </Field>
        {address !== undefined ? (
          <Field label={m.contacts_email()}>
            <Select
              value={address}
              options={Object.entries(ADDRESSES).map(([each, label]) => ({ value: each, label: label() }))}
              onChange={(next) => set({ ...rest(list), address: next as AddressKind })}
            />
          </Field>
        ) : language !== undefined ? (
          <Field label={m.contacts_language()}>
            <Select
              value={language}
              options={LANGUAGES.map((each) => ({ value: each, label: languageName(each) })).toSorted((a, b) =>
                a.label.localeCompare(b.label, locale),
              )}
              onChange={(next) => set({ hidden, language: next })}
            />
          </Field>
        ) : kind === "company" ? (
          <Suspense>
            <Slot of={contactCompany} projectId={projectId} companyId={company} onCompany={(next) => set({ hidden, company: next })} />
          </Suspense>
        ) : chosen ? (
          <ValueField
            key={chosen.key}
            field={chosen}
            value={value ?? ""}
            onValue={(next) => set({ hidden, ...(next === "" ? {} : { attribute: chosen.key, value: next }) })}
          />
        ) : null}
        {(kind === "" || kind === "address") && (
          <>
            <DayField
              label={m.contacts_seen_after()}
              at={seenAfter}
              onDay={(day) => set({ ...rest(list), seenAfter: day === undefined ? undefined : startOf(day) })}
            />
            <DayField
              label={m.contacts_seen_before()}
              at={seenBefore}
              error={problemOf(list)?.path === "seenBefore" ? problemOf(list)?.message : undefined}
              onDay={(day) => set({ ...rest(list), seenBefore: day === undefined ? undefined : startOf(day) })}
            />
          </>
        )}
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <p className="min-w-48 flex-1 text-xs text-muted">
          {kind === "language" || kind === "company" || chosen
            ? m.contacts_note_newest()
            : seen
              ? m.contacts_note_seen()
              : m.contacts_note_one()}
        </p>
        {filtersIn(list) > 0 && (
          <Button
            size="sm"
            onClick={() => {
              setField(undefined);
              set({ hidden: false });
            }}
          >
            {m.contacts_clear_filters()}
          </Button>
        )}
      </div>
    </section>
  );
}
const rest = ({ q: _q, sort: _sort, ...filters }: ListQuery): Omit<ListQuery, "q" | "sort"> => filters;

/** A value takes effect by Enter, or when the field is left; a choice at once. */
function ValueField({ field, value, onValue }: { field: ContactField; value: string; onValue(value: string): void }) {
  const [text, setText] = useState(value);
  if (field.type === "choice")
    return (
      <Field label={field.label}>
        <Select
          value={value}
          options={[{ value: "", label: m.contacts_pick_value() }, ...field.choices.map((each) => ({ value: each, label: each }))]}
          onChange={onValue}
        />
      </Field>
    );
  const apply = (): void => {
    const trimmed = text.trim().slice(0, 500);
    if (trimmed !== value) onValue(field.type === "number" ? trimmed.replace(",", ".") : trimmed);
  };
  return (
    <Field label={field.label} hint={m.contacts_exact_value()}>
      <TextInput
        type={field.type === "date" ? "date" : "text"}
        dir="auto"
        value={text}
        inputMode={field.type === "number" ? "decimal" : undefined}
        onChange={(event) => setText(event.target.value)}
        onBlur={apply}
        onKeyDown={(event) => event.key === "Enter" && apply()}
      />
    </Field>
  );
}

interface DayProps {
  readonly label: string;
  readonly at: string | undefined;
  readonly error?: string | undefined;
  onDay(day: string | undefined): void;
}
const DayField = ({ label, at, error, onDay }: DayProps) => (
  <Field label={label} error={error}>
    <TextInput
      type="date"
      value={at === undefined ? "" : dayOf(at)}
      onChange={(event) => onDay(event.target.value === "" ? undefined : event.target.value)}
    />
  </Field>
);
/** A day begins at midnight where the member is. */
const startOf = (day: string): string | undefined => {
  const time = new Date(`${day}T00:00:00`);
  return Number.isNaN(time.getTime()) || time.getFullYear() > 9999 || time.getFullYear() < 1000 ? undefined : time.toISOString();
};
const dayOf = (at: string): string => {
  const time = new Date(at);
  const two = (n: number): string => String(n).padStart(2, "0");
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
};
