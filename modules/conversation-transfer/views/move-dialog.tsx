// The dialog of moving: find the other contact, and see who will be able to read what, and where replies go.
import { refusalOf, useRouteQuery } from "#dashboard/api.ts";
import { useMe } from "#dashboard/session.tsx";
import { Avatar } from "#dashboard/ui/avatar.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { SearchInput } from "#dashboard/ui/search-input.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { useDebounced } from "#dashboard/ui/use-debounced.ts";
import { m } from "#messages";
import { listContacts } from "#modules/contacts/contract";
import { contactName } from "#modules/contacts/views";
import { type ConversationSummary, threadPath } from "#modules/conversations/contract";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { type MovePreview, previewMove } from "../contract.ts";
import { move } from "./move-actions.ts";

type Brief = { readonly id: string; readonly name: string | null; readonly email: string | null; readonly state: string };
interface DialogProps {
  readonly projectId: string;
  readonly row: ConversationSummary;
  onClose(): void;
}
export default function MoveDialog({ projectId, row, onClose }: DialogProps) {
  const [chosen, setChosen] = useState<Brief>();
  return (
    <Dialog open onClose={onClose} title={m.conversation_transfer_title()} size="lg">
      {chosen ? (
        <Review {...{ projectId, row, onClose }} contact={chosen} onBack={() => setChosen(undefined)} />
      ) : (
        <Find {...{ projectId, row, onClose }} onChoose={setChosen} />
      )}
    </Dialog>
  );
}

const Waiting = () => (
  <Skeleton>
    <div className="grid gap-3">
      <Bar className="h-4 w-60" />
      <Bar className="h-4 w-48" />
    </div>
  </Skeleton>
);

/** A contact by its name and address. */
const Person = ({ contact }: { contact: Brief }) => (
  <>
    <Avatar id={contact.id} name={contactName(contact)} size={24} />
    <span className="grid min-w-0 grid-cols-[minmax(0,1fr)]">
      <span dir="auto" className="truncate font-medium">
        {contactName(contact)}
      </span>
      {contact.email && contact.name && (
        <span dir="auto" className="truncate text-xs text-muted">
          {plain(contact.email)}
        </span>
      )}
    </span>
  </>
);

function Find({ projectId, row, onChoose, onClose }: DialogProps & { onChoose(contact: Brief): void }) {
  const [typed, setTyped] = useState("");
  const q = useDebounced(typed.trim(), 200);
  const { data, error } = useRouteQuery(listContacts, { params: { projectId } as never, query: { q } }, { enabled: q !== "" });
  const found = data?.items.filter(({ id }) => id !== row.contact.id).slice(0, 8);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-muted">{m.conversation_transfer_lead()}</p>
      <SearchInput label={m.conversation_transfer_find()} value={typed} onType={setTyped} />
      <div aria-live="polite" className="min-h-24">
        {q === "" ? null : error ? (
          <p role="alert" className="text-bad-text">
            {messageOf(error)}
          </p>
        ) : found === undefined ? (
          <Waiting />
        ) : found.length === 0 ? (
          <p className="wrap-anywhere text-muted">{m.conversation_transfer_none({ q })}</p>
        ) : (
          <ul className="-mx-2 grid grid-cols-[minmax(0,1fr)]">
            {found.map((each) => (
              <li key={each.id}>
                <button
                  type="button"
                  onClick={() => onChoose(each)}
                  className="flex w-full min-w-0 items-center gap-2.5 rounded-sm px-2 py-1.5 text-start hover:bg-hover pointer-coarse:min-h-11"
                >
                  <Person contact={each} />
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="flex justify-end">
        <Button onClick={onClose}>{m.dashboard_cancel()}</Button>
      </div>
    </div>
  );
}

function Review({ projectId, row, contact, onBack, onClose }: DialogProps & { contact: Brief; onBack(): void }) {
  const navigate = useNavigate();
  const me = useMe().id;
  const [clientId] = useState(() => crypto.randomUUID());
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { data, error } = useRouteQuery(
    previewMove,
    { params: { projectId, conversationId: row.id } as never, query: { contactId: contact.id as never } },
    { staleTime: 0 },
  );
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (data?.refusal !== null || busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const go = (id: string): void => void navigate({ to: threadPath(projectId, id) });
      await move({ projectId, me, go }, row.id, { contactId: contact.id, clientId });
      onClose();
    } catch (cause) {
      setBusy(false);
      setProblem(refusalOf(cause) ?? messageOf(cause));
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="flex min-w-0 items-center gap-2.5 rounded-lg border border-line p-3">
        <Person contact={contact} />
      </p>
      <div aria-live="polite" className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {error ? (
          <p role="alert" className="text-bad-text">
            {messageOf(error)}
          </p>
        ) : !data ? (
          <Waiting />
        ) : data.refusal === null ? (
          <Effects data={data} former={contactName(row.contact)} name={contactName(contact)} />
        ) : (
          <p className="rounded-md bg-warn-soft px-3 py-2 text-warn-text">{data.refusal}</p>
        )}
      </div>
      {problem && (
        <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad-text">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={onBack} className="me-auto">
          {m.conversation_transfer_back()}
        </Button>
        <Button onClick={onClose}>{m.dashboard_cancel()}</Button>
        <Button type="submit" variant="primary" busy={busy} disabled={data?.refusal !== null}>
          {m.conversation_transfer_confirm()}
        </Button>
      </div>
    </form>
  );
}

function Effects({ data, former, name }: { data: MovePreview; former: string; name: string }) {
  const { messages, files, merged, repliesTo, waits } = data;
  return (
    <section>
      <h3 className="mb-1 font-medium">{m.conversation_transfer_effects()}</h3>
      <ul className="grid list-disc grid-cols-[minmax(0,1fr)] gap-0.5 ps-5 wrap-anywhere text-muted">
        <li>{m.conversation_transfer_effect_begins({ name })}</li>
        <li>
          {repliesTo === null
            ? m.conversation_transfer_effect_widget({ name })
            : repliesTo.verified
              ? m.conversation_transfer_effect_mail({ email: plain(repliesTo.email), name })
              : m.conversation_transfer_effect_mail_unverified({ email: plain(repliesTo.email), name })}
        </li>
        <li>{m.conversation_transfer_effect_team({ count: messages, former, name })}</li>
        {merged && <li>{m.conversation_transfer_effect_merged()}</li>}
        {files > 0 && <li>{m.conversation_transfer_effect_files({ name })}</li>}
        <li>{m.conversation_transfer_effect_former({ former })}</li>
        {waits && <li>{m.conversation_transfer_effect_waits({ name })}</li>}
        <li>{m.conversation_transfer_effect_assignee()}</li>
      </ul>
      <p className="mt-3 text-muted">{m.conversation_transfer_effect_undo()}</p>
    </section>
  );
}
