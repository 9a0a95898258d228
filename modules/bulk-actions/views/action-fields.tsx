// The actions that members can prepare, with the labels of their values, as modules declare them.
import { Slot } from "#dashboard/screen.ts";
import { locale } from "#dashboard/locale.ts";
import { m } from "#messages";
import { useIsFetching } from "@tanstack/react-query";
import { type ReactNode, Suspense, useCallback, useState } from "react";
import { type ActionField, actionField } from "./slot.ts";

/** All actions that can be chosen, by label, and the slot that modules declare theirs in; it has to be drawn. */
export function useActionFields(projectId: string): { readonly fields: readonly ActionField[]; readonly source: ReactNode } {
  const [fields, setFields] = useState<readonly ActionField[]>([]);
  const declare = useCallback(
    (field: ActionField) =>
      setFields((all) =>
        [...all.filter(({ name }) => name !== field.name), field].toSorted((a, b) => a.label.localeCompare(b.label, locale)),
      ),
    [],
  );
  const source = (
    <Suspense>
      <Slot of={actionField} projectId={projectId} declare={declare} />
    </Suspense>
  );
  return { fields, source };
}

interface Prepared {
  readonly action: string;
  readonly value?: unknown;
}
/** The field of a prepared action, and what was chosen in it; undefined while it is not declared. */
export function fieldOf(step: Prepared, fields: readonly ActionField[]): { field: ActionField; chosen: readonly string[] } | undefined {
  for (const field of fields) {
    const chosen = field.action === step.action ? field.chosenIn(step.value) : undefined;
    if (chosen) return { field, chosen };
  }
  return undefined;
}

/**
 * A prepared action in words: its label, then the labels of its values. What is no longer there is said to be gone, but not while something is
 * still read that may have it.
 */
export function ActionInWords({ step, fields }: { readonly step: Prepared; readonly fields: readonly ActionField[] }) {
  const isReading = useIsFetching() > 0 || fields.length === 0;
  const gone = isReading ? "…" : m.bulk_actions_prepared_gone();
  const found = fieldOf(step, fields);
  if (!found) return <>{gone}</>;
  const { field, chosen } = found;
  if (field.text)
    return (
      <>
        <span className="text-muted">{field.label}:</span> <span dir="auto">{chosen[0]}</span>
      </>
    );
  const labels = chosen.map((value) => field.options.find((option) => option.value === value)?.label ?? gone);
  return (
    <>
      <span className="text-muted">{field.label}:</span>{" "}
      <span dir="auto" className="font-medium">
        {new Intl.ListFormat(locale, { type: "conjunction" }).format(labels)}
      </span>
    </>
  );
}

/** The fields without what only a member can set: for rules, which act by themselves. */
export const withoutMember = (fields: readonly ActionField[]): readonly ActionField[] =>
  fields.map((field) => ({ ...field, options: field.options.filter(({ needsMember }) => needsMember !== true) }));

/** Whether a value is chosen for the action; what is not declared has one that is not shown. */
export const hasChoice = (step: Prepared, fields: readonly ActionField[]): boolean =>
  fieldOf(step, fields) !== undefined || !fields.some(({ action }) => action === step.action);
