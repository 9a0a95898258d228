// Settings page of contact attributes: the list in its order, and a dialog that creates and edits.
import { Archive, ArchiveRestore, ArrowDown, ArrowUp, Pencil, Plus, Table2 } from "lucide-react";
import { useState } from "react";
import { queryClient, reading, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { STROKE } from "#dashboard/ui/icon.ts";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { Link } from "@tanstack/react-router";
import { type Attribute, changeAttribute, listAttributes, orderAttributes } from "../../contract.ts";
import { TYPES } from "../types.ts";
import { AttributeDialog } from "./attribute-dialog.tsx";

type List = AnswerOf<typeof listAttributes>;

/** Everybody sees the attributes; owners and admins change them. */
export default function AttributesPage() {
  const { id: projectId } = useProject();
  return (
    <Page title={m.contact_attributes_title()} lead={m.contact_attributes_lead()}>
      <Attributes key={projectId} projectId={projectId} />
    </Page>
  );
}

function Attributes({ projectId }: { projectId: string }) {
  const { mayI } = useProject();
  const args = { params: { projectId } as never };
  const { data, error, refetch } = useRouteQuery(listAttributes, args);
  const [edited, setEdited] = useState<Attribute | "new">();
  const { queryKey } = reading(listAttributes, args);
  /** Shows other attributes at once. Returns what undoes that. */
  function show(change: (items: readonly Attribute[]) => Attribute[]): () => void {
    const was = queryClient.getQueryData<List>(queryKey);
    if (was) queryClient.setQueryData<List>(queryKey, { items: change(was.items) });
    return () => void (was && queryClient.setQueryData<List>(queryKey, was));
  }
  const order = useRouteMutation(orderAttributes, { invalidates: [listAttributes] });
  const change = useRouteMutation(changeAttribute, { invalidates: [listAttributes] });
  if (!data) return error ? <ProblemState error={error} onRetry={() => void refetch()} /> : <SectionsPending />;
  const mayChange = mayI("admin");
  const active = data.items.filter(({ archived }) => !archived);
  const archived = data.items.filter((one) => one.archived);
  function move(attribute: Attribute, by: -1 | 1): void {
    const at = active.indexOf(attribute);
    const next = active.toSpliced(at, 1).toSpliced(at + by, 0, attribute);
    const back = show(() => [...next, ...archived]);
    order.mutate({ ...args, body: { ids: [...next, ...archived].map(({ id }) => id) } }, { onError: back });
  }
  function archive(attribute: Attribute, to: boolean, undoes = false): void {
    const { id, label, choices } = attribute;
    const back = show((items) => items.map((one) => (one.id === id ? { ...one, archived: to } : one)));
    change.mutate(
      { params: { projectId, attributeId: id } as never, body: { label, choices, archived: to } },
      {
        onError: back,
        onSuccess: () =>
          undoes ||
          toast({
            tone: "ok",
            title: to ? m.contact_attributes_did_archive({ name: label }) : m.contact_attributes_did_unarchive({ name: label }),
            undo: () => archive(attribute, !to, true),
          }),
      },
    );
  }
  const row = (attribute: Attribute, index: number, all: readonly Attribute[]) => (
    <Row key={attribute.id} attribute={attribute}>
      {mayChange && (
        <>
          {!attribute.archived && (
            <>
              <IconButton
                label={m.contact_attributes_move_up({ name: attribute.label })}
                icon={ArrowUp}
                disabled={index === 0}
                onClick={() => move(attribute, -1)}
              />
              <IconButton
                label={m.contact_attributes_move_down({ name: attribute.label })}
                icon={ArrowDown}
                disabled={index === all.length - 1}
                onClick={() => move(attribute, 1)}
              />
              <IconButton
                label={m.contact_attributes_edit_of({ name: attribute.label })}
                icon={Pencil}
                onClick={() => setEdited(attribute)}
              />
            </>
          )}
          {attribute.archived ? (
            <IconButton
              label={m.contact_attributes_unarchive_of({ name: attribute.label })}
              icon={ArchiveRestore}
              onClick={() => archive(attribute, false)}
            />
          ) : (
            <IconButton
              label={m.contact_attributes_archive_of({ name: attribute.label })}
              icon={Archive}
              onClick={() => archive(attribute, true)}
            />
          )}
        </>
      )}
    </Row>
  );
  return (
    <>
      <Section
        title={m.contact_attributes_list()}
        lead={mayChange ? undefined : m.contact_attributes_admins()}
        actions={
          mayChange && (
            <Button variant="primary" icon={Plus} onClick={() => setEdited("new")}>
              {m.contact_attributes_new()}
            </Button>
          )
        }
      >
        {data.items.length === 0 ? (
          <EmptyState
            icon={Table2}
            title={m.contact_attributes_empty()}
            body={mayChange ? m.contact_attributes_empty_body() : m.contact_attributes_empty_operator()}
          />
        ) : (
          <>
            {active.length > 0 && <ul className="grid grid-cols-1">{active.map(row)}</ul>}
            {archived.length > 0 && (
              <div>
                <h3 className="mb-1 text-sm font-medium text-muted">{m.contact_attributes_archived()}</h3>
                <ul className="grid grid-cols-1">{archived.map(row)}</ul>
              </div>
            )}
          </>
        )}
      </Section>
      <Section title={m.contact_attributes_identity()} lead={m.contact_attributes_identity_lead()}>
        <p>
          <Link
            to={`/projects/${projectId}/settings/website`}
            className="inline-block min-h-6 text-accent-text underline-offset-2 hover:underline"
          >
            {m.contact_attributes_identity_secret()}
          </Link>
        </p>
      </Section>
      {edited && (
        <AttributeDialog projectId={projectId} attribute={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </>
  );
}

function Row({ attribute: { key, label, type, choices }, children }: { attribute: Attribute; children: React.ReactNode }) {
  const Glyph = TYPES[type].icon;
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 last:border-b-0">
      <Glyph className="size-4 shrink-0 text-muted" strokeWidth={STROKE} aria-hidden />
      <span className="grid min-w-0 flex-1 basis-40 grid-cols-[minmax(0,1fr)]">
        <span dir="auto" className="text-start font-medium wrap-anywhere">
          {plain(label)}
        </span>
        <span className="text-xs wrap-anywhere text-muted">
          {TYPES[type].label()} · <code className="font-mono">{key}</code>
          {choices.length > 0 && ` · ${plain(choices.join(", "))}`}
        </span>
      </span>
      <span className="flex shrink-0 empty:hidden">{children}</span>
    </li>
  );
}
