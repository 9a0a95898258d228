// Settings page of macros: those that the project shares, and the member's own.
import { useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { m } from "#messages";
import { type ActionField, useActionFields } from "#modules/bulk-actions/views";
import { Plus, Zap } from "lucide-react";
import { useState } from "react";
import { listMacros, type Macro, MAX_OWN, MAX_SHARED } from "../../contract.ts";
import { MacroDialog, type MacroDialogProps } from "./macro-dialog.tsx";
import { MacroRow } from "./macro-row.tsx";

export default function MacrosPage() {
  const { id: projectId, mayI } = useProject();
  const { data, error, refetch } = useRouteQuery(listMacros, { params: { projectId } });
  const { fields, source } = useActionFields(projectId);
  const [edited, setEdited] = useState<MacroDialogProps["edited"]>();
  const mayShare = mayI("admin");
  const lists = {
    shared: data?.items.filter(({ shared }) => shared) ?? [],
    own: data?.items.filter(({ shared }) => !shared) ?? [],
  };
  return (
    <Page title={m.macros_title()} lead={m.macros_lead()} width="form">
      {source}
      {!data ? (
        error ? (
          <ProblemState error={error} onRetry={() => void refetch()} />
        ) : (
          <SectionsPending />
        )
      ) : (
        <>
          <Macros
            {...{ projectId, fields, onEdit: setEdited, items: lists.shared, most: MAX_SHARED, mayChange: mayShare }}
            title={m.macros_shared()}
            lead={mayShare ? m.macros_shared_lead() : m.macros_only_admins_here()}
            none={mayShare ? m.macros_shared_none() : m.macros_shared_none_yet()}
            onNew={() => setEdited("shared")}
          />
          <Macros
            {...{ projectId, fields, onEdit: setEdited, items: lists.own, most: MAX_OWN, mayChange: true }}
            title={m.macros_own()}
            lead={m.macros_own_lead()}
            none={m.macros_own_none()}
            onNew={() => setEdited("own")}
          />
        </>
      )}
      {edited && <MacroDialog projectId={projectId} edited={edited} fields={fields} onClose={() => setEdited(undefined)} />}
    </Page>
  );
}

interface MacrosProps {
  readonly projectId: string;
  readonly title: string;
  readonly lead: string;
  readonly items: readonly Macro[];
  readonly fields: readonly ActionField[];
  /** How many there may be. */
  readonly most: number;
  readonly none: string;
  readonly mayChange: boolean;
  onNew(): void;
  onEdit(macro: Macro): void;
}
const Macros = ({ projectId, title, lead, items, fields, most, none, mayChange, onNew, onEdit }: MacrosProps) => (
  <Section
    title={title}
    lead={lead}
    actions={
      mayChange && (
        <Button icon={Plus} onClick={onNew} disabled={items.length >= most} aria-label={m.macros_new_in({ list: title })}>
          {m.macros_new()}
        </Button>
      )
    }
  >
    {items.length === 0 ? (
      <p className="flex items-center gap-2 text-muted">
        <Zap className="size-4 shrink-0 text-faint" aria-hidden />
        {none}
      </p>
    ) : (
      <ul className="-mt-2 grid grid-cols-1">
        {items.map((macro) => (
          <MacroRow key={macro.id} projectId={projectId} macro={macro} fields={fields} mayChange={mayChange} onEdit={() => onEdit(macro)} />
        ))}
      </ul>
    )}
  </Section>
);
