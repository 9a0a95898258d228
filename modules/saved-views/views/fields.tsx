// The fields that conditions may use, with the labels of their values: those of the inbox itself, and those that modules declare.
import { locale } from "#dashboard/locale.ts";
import { Slot } from "#dashboard/screen.ts";
import { useMe, useProject } from "#dashboard/session.tsx";
import { languageName } from "#dashboard/ui/language-name.ts";
import { m } from "#messages";
import { type Conditions, MENTIONS, NONE, SILENCED } from "#modules/conversations/contract";
import { type ViewField, viewField } from "#modules/inbox/views";
import { type ReactNode, Suspense, useCallback, useMemo, useState } from "react";

const LANGUAGES = ["ar", "de", "en", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "ru", "sv", "tr", "uk", "zh"];

/** All fields with choices, and the slot that modules declare theirs in; it has to be drawn. `conditions`: those that the screen says. */
export function useFields(
  projectId: string,
  conditions: Conditions,
): { readonly fields: readonly ViewField[]; readonly source: ReactNode } {
  const { members } = useProject();
  const me = useMe().id;
  const [declared, setDeclared] = useState<readonly ViewField[]>([]);
  const declare = useCallback(
    (field: ViewField) =>
      setDeclared((all) => [...all.filter(({ name }) => name !== field.name), field].toSorted((a, b) => (a.name < b.name ? -1 : 1))),
    [],
  );
  const fields = useMemo(
    (): readonly ViewField[] => [
      {
        name: "status",
        label: m.saved_views_field_status(),
        options: [
          { value: "open", label: m.saved_views_status_open() },
          { value: "snoozed", label: m.conversations_view_snoozed() },
          { value: "closed", label: m.conversations_view_closed() },
          { value: SILENCED, label: m.saved_views_status_spam() },
        ],
      },
      {
        name: "assignee",
        label: m.saved_views_field_assignee(),
        options: [
          { value: NONE, label: m.saved_views_unassigned() },
          ...members
            .map(({ accountId, name }) => ({ value: accountId as string, label: accountId === me ? m.saved_views_you({ name }) : name }))
            .toSorted((a, b) => Number(b.value === me) - Number(a.value === me) || a.label.localeCompare(b.label, locale)),
        ],
      },
      {
        name: MENTIONS,
        label: m.saved_views_field_mentions(),
        several: true,
        options: [
          ...members
            .map(({ accountId, name }) => ({ value: accountId as string, label: accountId === me ? m.saved_views_you({ name }) : name }))
            .toSorted((a, b) => Number(b.value === me) - Number(a.value === me) || a.label.localeCompare(b.label, locale)),
          { value: NONE, label: m.saved_views_nobody() },
        ],
      },
      ...declared,
      {
        name: "channel",
        label: m.saved_views_field_channel(),
        options: [
          { value: "widget", label: m.conversations_door_widget() },
          { value: "email", label: m.conversations_door_email() },
        ],
      },
      {
        name: "language",
        label: m.saved_views_field_language(),
        options: [
          ...LANGUAGES.map((value) => ({ value, label: languageName(value) })).toSorted((a, b) => a.label.localeCompare(b.label, locale)),
          { value: NONE, label: m.saved_views_unknown() },
        ],
      },
    ],
    [members, me, declared],
  );
  const source = (
    <Suspense>
      <Slot of={viewField} projectId={projectId} conditions={conditions} declare={declare} />
    </Suspense>
  );
  return { fields, source };
}
