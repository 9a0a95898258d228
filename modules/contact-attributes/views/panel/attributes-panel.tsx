// The attributes of a contact, each edited in its place: on the contact's page and next to a conversation.
import { call, queryClient, toastProblem, useRouteQuery } from "#dashboard/api.ts";
import type { contactPanel, PropsOf } from "#dashboard/screen.ts";
import { IconButton } from "#dashboard/ui/button.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import type { Contact } from "#modules/contacts/contract";
import { contactQuery, isErased, rereadContacts, withoutErasedData } from "#modules/contacts/views";
import { useQuery } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { type Attribute, listAttributes, setAttributes } from "../../contract.ts";
import { valueText } from "../value-text.ts";
import { ValueForm } from "./value-form.tsx";

const FRESH = 5 * 60_000;
/** Attributes without a value that are listed at once; more of them wait behind a button. */
const FEW = 4;

export default function AttributesPanel({ projectId, contact }: PropsOf<typeof contactPanel>) {
  const { data } = useRouteQuery(listAttributes, { params: { projectId } as never }, { staleTime: FRESH });
  if (!data || data.items.length === 0 || isErased(contact)) return null;
  return <Panel key={contact.id} {...{ projectId, contact }} attributes={data.items} />;
}

function Panel({ projectId, contact, attributes }: PropsOf<typeof contactPanel> & { attributes: readonly Attribute[] }) {
  const title = useId();
  // Next to a conversation the contact is as it was when that was read; changes reach the query of the contact.
  const { data: current } = useQuery({ ...contactQuery(projectId, contact.id), initialData: contact as Contact });
  const stored = current.attributes ?? {};
  // What is on its way to the server, and is shown already.
  const [sent, setSent] = useState<Readonly<Record<string, string | null>>>({});
  const [held, setHeld] = useState(stored);
  if (JSON.stringify(held) !== JSON.stringify(stored)) {
    setHeld(stored);
    setSent({});
  }
  const [editing, setEditing] = useState<string>();
  const [all, setAll] = useState(false);
  const valueOf = (key: string): string | undefined => (key in sent ? (sent[key] ?? undefined) : stored[key]);
  async function set(attribute: Attribute, value: string | null, undoes = false): Promise<void> {
    const { key, label } = attribute;
    const before = valueOf(key) ?? null;
    // Undo runs in what was drawn before the change, and so knows an old value.
    if (before === value && !undoes) return;
    setSent((was) => ({ ...was, [key]: value }));
    try {
      const { contact: changed } = await call(setAttributes, {
        params: { projectId, contactId: contact.id } as never,
        body: { values: { [key]: value } },
      });
      queryClient.setQueryData(contactQuery(projectId, contact.id).queryKey, withoutErasedData(changed));
      rereadContacts(projectId);
      if (!undoes)
        toast({ tone: "ok", title: m.contact_attributes_did_set({ name: label }), undo: () => void set(attribute, before, true) });
    } catch (cause) {
      setSent(({ [key]: _, ...rest }) => rest);
      toastProblem(cause);
      void queryClient.invalidateQueries({ queryKey: [listAttributes.name] });
    }
  }
  const shown = attributes.filter(({ archived, key }) => !archived || valueOf(key) !== undefined);
  const empty = shown.filter(({ key }) => valueOf(key) === undefined);
  const hides = !all && empty.length > FEW;
  return (
    <section aria-labelledby={title} className="border-t border-line pt-3">
      <h2 id={title} className="mb-2 text-xs font-semibold text-muted">
        {m.contact_attributes_panel()}
      </h2>
      <dl className="grid grid-cols-[96px_minmax(0,1fr)] gap-x-2 gap-y-1">
        {shown
          .filter(({ key }) => !hides || valueOf(key) !== undefined || editing === key)
          .map((attribute) => (
            <Row
              key={attribute.id}
              attribute={attribute}
              value={valueOf(attribute.key)}
              editing={editing === attribute.key}
              onEdit={(on) => setEditing(on ? attribute.key : undefined)}
              onSet={(value) => void set(attribute, value)}
            />
          ))}
      </dl>
      {hides && (
        <button
          type="button"
          onClick={() => setAll(true)}
          className="min-h-7 text-xs text-accent-text hover:underline pointer-coarse:min-h-11"
        >
          {m.contact_attributes_more({ count: empty.length })}
        </button>
      )}
    </section>
  );
}

interface RowProps {
  readonly attribute: Attribute;
  readonly value: string | undefined;
  readonly editing: boolean;
  onEdit(on: boolean): void;
  onSet(value: string | null): void;
}
function Row({ attribute, value, editing, onEdit, onSet }: RowProps) {
  const { label, type, archived } = attribute;
  const place = useRef<HTMLElement>(null);
  const was = useRef(editing);
  // The form had the focus, and is gone.
  useEffect(() => {
    if (was.current && !editing) place.current?.querySelector<HTMLElement>("button")?.focus();
    was.current = editing;
  }, [editing]);
  const edit = (
    <IconButton
      label={m.contact_attributes_edit_value({ name: label })}
      icon={Pencil}
      onClick={() => onEdit(true)}
      className="-my-1 size-6! opacity-60 hover:opacity-100 focus-visible:opacity-100 pointer-coarse:size-11!"
    />
  );
  return (
    <>
      <dt dir="auto" className="py-0.5 wrap-anywhere text-muted">
        {plain(label)}
      </dt>
      <dd ref={place} className="min-w-0 py-0.5">
        {editing ? (
          <ValueForm
            attribute={attribute}
            value={value}
            onCancel={() => onEdit(false)}
            onSave={(next) => {
              onEdit(false);
              onSet(next);
            }}
          />
        ) : value === undefined ? (
          <button
            type="button"
            onClick={() => onEdit(true)}
            className="min-h-6 text-start text-muted underline decoration-line-strong underline-offset-2 hover:text-text pointer-coarse:min-h-11"
          >
            {m.contact_attributes_add_value()}
            <span className="sr-only"> {plain(label)}</span>
          </button>
        ) : (
          <span className="flex items-start gap-1">
            <span dir="auto" className="min-w-0 flex-1 wrap-anywhere">
              <Value type={type} value={value} />
            </span>
            {edit}
          </span>
        )}
        {archived && !editing && <span className="block text-2xs text-muted">{m.contact_attributes_is_archived_short()}</span>}
      </dd>
    </>
  );
}

function Value({ type, value }: { type: Attribute["type"]; value: string }): ReactNode {
  if (type !== "link" || !/^https?:\/\//.test(value)) return valueText(type, value);
  return (
    <a
      href={value}
      target="_blank"
      rel="noreferrer noopener"
      title={value}
      className="line-clamp-2 text-accent-text underline-offset-2 hover:underline"
    >
      {valueText(type, value)}
    </a>
  );
}
