// The notes of the team about a contact: written, changed and deleted in their place.
import type { contactPanel, PropsOf } from "#dashboard/screen.ts";
import { useMe, useProject } from "#dashboard/session.tsx";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { Field, TextArea } from "#dashboard/ui/field.tsx";
import { Markdown } from "#dashboard/ui/markdown.tsx";
import { Menu } from "#dashboard/ui/menu.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { RelativeTime } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { isErased } from "#modules/contacts/views";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Ellipsis, Pencil, Plus, Trash2 } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { MAX_NOTE, type Note } from "../contract.ts";
import { add, change, notesQuery, type Of, remove } from "./queries.ts";

export default function NotesPanel({ projectId, contact }: PropsOf<typeof contactPanel>) {
  return isErased(contact) ? null : <Panel key={contact.id} projectId={projectId} contactId={contact.id} />;
}

function Panel(of: Of) {
  const title = useId();
  const me = useMe();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(notesQuery(of));
  const [writing, setWriting] = useState(false);
  const [kept, setKept] = useState("");
  const notes = data?.pages.flatMap((page) => page.items) ?? [];
  const opener = useRef<HTMLSpanElement>(null);
  function close(): void {
    setWriting(false);
    // The form had the focus, and is gone.
    requestAnimationFrame(() => opener.current?.querySelector("button")?.focus());
  }
  async function save(content: string): Promise<void> {
    setKept("");
    close();
    if (await add(of, content, me, crypto.randomUUID())) return;
    setKept(content);
    setWriting(true);
  }
  return (
    <section aria-labelledby={title} className="border-t border-line pt-2">
      <div className="mb-1 flex min-h-7 items-center gap-0.5">
        <h2 id={title} className="flex-1 text-xs font-semibold text-muted">
          {m.contact_notes_title()}
        </h2>
        <span ref={opener}>
          <IconButton label={m.contact_notes_add()} icon={Plus} aria-expanded={writing} onClick={() => setWriting(!writing)} />
        </span>
      </div>
      {writing && <NoteForm key={kept} text={kept} action={m.contact_notes_add()} onCancel={close} onSave={(text) => void save(text)} />}
      {!data ? (
        error ? (
          <div role="alert" className="grid justify-items-start gap-2">
            <p className="text-muted">
              {m.contact_notes_not_read()} {messageOf(error)}
            </p>
            <Button size="sm" onClick={() => void refetch()}>
              {m.dashboard_retry()}
            </Button>
          </div>
        ) : (
          <Skeleton>
            <div className="grid gap-2">
              <Bar className="h-4 w-full" />
              <Bar className="h-3 w-24" />
            </div>
          </Skeleton>
        )
      ) : notes.length === 0 ? (
        !writing && <p className="text-muted">{m.contact_notes_empty()}</p>
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
          {notes.map((note) => (
            <NoteItem key={note.id} of={of} note={note} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <button
          type="button"
          onClick={() => void fetchNextPage()}
          aria-busy={isFetchingNextPage}
          className="min-h-7 text-xs text-accent-text hover:underline pointer-coarse:min-h-11"
        >
          {m.contact_notes_more()}
        </button>
      )}
    </section>
  );
}

function NoteItem({ of, note }: { of: Of; note: Note }) {
  const me = useMe();
  const { mayI } = useProject();
  const [editing, setEditing] = useState(false);
  const menu = useRef<HTMLSpanElement>(null);
  const mine = note.authorId === me.id;
  // One that is on its way has no id of the server yet.
  const stored = note.id.startsWith("cnt_");
  function close(): void {
    setEditing(false);
    requestAnimationFrame(() => menu.current?.querySelector("button")?.focus());
  }
  if (editing)
    return (
      <li>
        <NoteForm
          text={note.content}
          action={m.contact_notes_save()}
          onCancel={close}
          onSave={(content) => {
            close();
            if (content !== note.content) void change(of, note, content);
          }}
        />
      </li>
    );
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-1 rounded-md border border-note-line bg-note-soft px-3 py-2">
      <Markdown text={plain(note.content)} />
      {stored && (mine || mayI("admin")) && (
        <span ref={menu} className="-me-1.5 -mt-0.5">
          <Menu
            align="end"
            items={[
              ...(mine ? [{ label: m.contact_notes_edit(), icon: Pencil, onSelect: () => setEditing(true) }] : []),
              { label: m.contact_notes_delete(), icon: Trash2, tone: "danger" as const, onSelect: () => void remove(of, note) },
            ]}
            trigger={<IconButton label={m.contact_notes_actions({ text: plain(note.content).slice(0, 60) })} icon={Ellipsis} />}
          />
        </span>
      )}
      <p className="col-span-full mt-1 flex flex-wrap gap-x-1.5 text-2xs text-note-text">
        <bdi className="wrap-anywhere">{mine ? m.contact_notes_you() : plain(note.authorName ?? m.contact_notes_former())}</bdi>
        <span aria-hidden>·</span>
        <RelativeTime at={note.createdAt} />
        {note.editedAt !== null && (
          <>
            <span aria-hidden>·</span>
            <span>{m.contact_notes_edited()}</span>
          </>
        )}
      </p>
    </li>
  );
}

function NoteForm({ text, action, onCancel, onSave }: { text: string; action: string; onCancel(): void; onSave(content: string): void }) {
  const [content, setContent] = useState(text);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const fits = content.trim() !== "" && content.length <= MAX_NOTE;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (fits) onSave(content.trim());
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>): void => {
    if (event.key === "Escape") {
      event.stopPropagation();
      onCancel();
    } else if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) submit(event);
  };
  return (
    <form onSubmit={submit} onKeyDown={onKeyDown} className="mb-2 grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <Field label={m.contact_notes_text()} hideLabel hint={m.contact_notes_hint()}>
        <TextArea ref={field} dir="auto" value={content} limit={MAX_NOTE} onChange={(event) => setContent(event.target.value)} />
      </Field>
      <span className="flex flex-wrap gap-1.5">
        <Button type="submit" size="sm" variant="primary" disabled={!fits}>
          {action}
        </Button>
        <Button size="sm" onClick={onCancel}>
          {m.dashboard_cancel()}
        </Button>
      </span>
    </form>
  );
}
