// The contacts of a list: a table, or cards on phones. Arrows and J/K move between them, Enter opens, X selects.
import { Avatar } from "#dashboard/ui/avatar.tsx";
import { languageName } from "#dashboard/ui/language-name.ts";
import { plain } from "#dashboard/ui/plain.ts";
import { RelativeTime } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { Link } from "@tanstack/react-router";
import { type KeyboardEvent, type ReactNode, useRef, useSyncExternalStore } from "react";
import { useShortcut } from "#dashboard/shortcuts.ts";
import { type Contact, contactPath } from "../../contract.ts";
import { contactName } from "../contact-name.ts";
import type { ContactField } from "../slots.ts";
import { StateChip } from "../state-chip.tsx";

/** A column beside the name. */
export interface Column {
  readonly name: string;
  readonly label: string;
  /** Narrow ones leave the room to the others. */
  readonly narrow?: boolean;
  cell(contact: Contact): ReactNode;
}
/** All columns that can be chosen. */
export const columnsFor = (fields: readonly ContactField[]): Column[] => [
  { name: "email", label: m.contacts_email(), cell: (contact) => <Address contact={contact} /> },
  { name: "seen", label: m.contacts_last_seen(), narrow: true, cell: ({ lastSeenAt }) => lastSeenAt && <RelativeTime at={lastSeenAt} /> },
  { name: "created", label: m.contacts_first_seen(), narrow: true, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  { name: "language", label: m.contacts_language(), narrow: true, cell: ({ visit }) => visit?.language && languageName(visit.language) },
  { name: "identifier", label: m.contacts_identifier(), cell: ({ identifier }) => identifier && <bdi>{plain(identifier)}</bdi> },
  ...fields.map(({ key, label, text }): Column => ({
    name: `attribute:${key}`,
    label,
    cell: ({ attributes }) => attributes?.[key] !== undefined && <bdi>{text(attributes[key])}</bdi>,
  })),
];
const Address = ({ contact: { email, emailVerified } }: { contact: Contact }) =>
  email && (
    <>
      <bdi>{plain(email)}</bdi>
      {!emailVerified && <span className="ms-1.5 text-2xs text-warn-text">{m.contacts_unverified()}</span>}
    </>
  );

const PHONE = "(max-width: 639px)";
const usePhone = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const media = matchMedia(PHONE);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    () => matchMedia(PHONE).matches,
  );

interface RowsProps {
  readonly projectId: string;
  readonly contacts: readonly Contact[];
  readonly columns: readonly Column[];
  readonly selected: ReadonlySet<string>;
  onToggle(id: string): void;
}
export function ContactRows(props: RowsProps) {
  const place = useRef<HTMLDivElement>(null);
  const phone = usePhone();
  const links = (): HTMLElement[] => [...(place.current?.querySelectorAll<HTMLElement>("a[data-contact]") ?? [])];
  const current = (): number => links().findIndex((each) => each.closest("[data-row]")?.contains(document.activeElement));
  function step(by: 1 | -1): void {
    const all = links();
    const at = current();
    const next = all[at === -1 ? (by === 1 ? 0 : all.length - 1) : at + by];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
  }
  const group = m.contacts_title();
  useShortcut("j", () => step(1), { label: m.contacts_key_next(), group, hidden: true, repeats: true });
  useShortcut("k", () => step(-1), { label: m.contacts_key_previous(), group, hidden: true, repeats: true });
  useShortcut(
    "x",
    () => {
      const id = links()[current()]?.dataset["contact"];
      if (id !== undefined) props.onToggle(id);
    },
    { label: m.contacts_key_select(), group, hidden: true },
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    step(event.key === "ArrowDown" ? 1 : -1);
  };
  return (
    <div ref={place} onKeyDown={onKeyDown}>
      {phone ? <Cards {...props} /> : <Table {...props} />}
    </div>
  );
}

const Tick = ({ contact, selected, onToggle }: { contact: Contact; selected: boolean; onToggle(): void }) => (
  <input
    type="checkbox"
    checked={selected}
    onChange={onToggle}
    aria-label={m.contacts_select({ name: contactName(contact) })}
    className="relative z-1 block size-4 shrink-0 accent-accent pointer-coarse:size-6"
  />
);
const Name = ({ projectId, contact }: { projectId: string; contact: Contact }) => (
  <Link
    to={contactPath(projectId, contact.id)}
    preload="intent"
    data-contact={contact.id}
    className="flex min-w-0 items-center gap-2.5 font-medium outline-none after:absolute after:inset-0 after:rounded-sm focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
  >
    <Avatar id={contact.id} name={contactName(contact)} size={24} />
    <span dir="auto" className="truncate">
      {contactName(contact)}
    </span>
    <StateChip state={contact.state} />
  </Link>
);

function Table({ projectId, contacts, columns, selected, onToggle }: RowsProps) {
  return (
    <div
      className="overflow-x-auto"
      tabIndex={columns.length > 4 ? 0 : undefined}
      role={columns.length > 4 ? "group" : undefined}
      aria-label={columns.length > 4 ? m.contacts_title() : undefined}
    >
      <table className="w-full table-fixed border-separate [border-spacing:0]" style={{ minWidth: `${220 + columns.length * 110}px` }}>
        <caption className="sr-only">{m.contacts_title()}</caption>
        <thead>
          <tr className="text-start text-xs text-muted">
            <th scope="col" className={`${HEAD} w-9`}>
              <span className="sr-only">{m.contacts_selection()}</span>
            </th>
            <th scope="col" className={HEAD}>
              {m.contacts_name()}
            </th>
            {columns.map(({ name, label, narrow }) => (
              <th key={name} scope="col" title={label} className={`${HEAD} ${narrow ? "w-32" : ""}`}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {contacts.map((contact) => (
            <tr
              key={contact.id}
              data-row
              className={`group relative h-11 hover:bg-hover has-focus-visible:bg-hover ${selected.has(contact.id) ? "bg-active" : ""}`}
            >
              <td className="border-b border-line ps-2">
                <Tick contact={contact} selected={selected.has(contact.id)} onToggle={() => onToggle(contact.id)} />
              </td>
              <td className="border-b border-line px-2">
                <Name projectId={projectId} contact={contact} />
              </td>
              {columns.map(({ name, cell }) => (
                <td key={name} className="truncate border-b border-line px-2 text-muted tabular-nums">
                  {cell(contact) || "–"}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
const HEAD = "sticky top-0 h-8 truncate border-b border-line bg-surface px-2 text-start font-medium";

function Cards({ projectId, contacts, columns, selected, onToggle }: RowsProps) {
  return (
    <ul aria-label={m.contacts_title()} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {contacts.map((contact) => (
        <li
          key={contact.id}
          data-row
          className={`relative flex gap-2.5 rounded-lg border border-line p-3 has-focus-visible:bg-hover ${selected.has(contact.id) ? "bg-active" : "bg-surface"}`}
        >
          <Tick contact={contact} selected={selected.has(contact.id)} onToggle={() => onToggle(contact.id)} />
          <div className="grid min-w-0 flex-1 gap-1.5">
            <Name projectId={projectId} contact={contact} />
            <dl className="grid gap-0.5 text-xs empty:hidden">
              {columns.map(({ name, label, cell }) => {
                const shown = cell(contact);
                return shown ? (
                  <div key={name} className="flex min-w-0 gap-1.5">
                    <dt className="shrink-0 text-muted">{label}</dt>
                    <dd className="min-w-0 truncate">{shown}</dd>
                  </div>
                ) : null;
              })}
            </dl>
          </div>
        </li>
      ))}
    </ul>
  );
}
