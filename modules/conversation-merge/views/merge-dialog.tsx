// The dialog of merging: choose the other conversation and which of them goes on, and see what happens.
import { refusalOf, useRouteQuery } from "#dashboard/api.ts";
import { useMe } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Field, TextInput } from "#dashboard/ui/field.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { RelativeTime } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { contactName } from "#modules/contacts/views";
import { type ConversationSummary, threadPath } from "#modules/conversations/contract";
import { listQuery } from "#modules/live-inbox/views";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ArrowLeftRight } from "lucide-react";
import { type FormEvent, useState } from "react";
import { COUNTED_TO, type MergePreview, previewMerge } from "../contract.ts";
import { focusThread } from "./focus-thread.ts";
import { merge } from "./merge-actions.ts";

interface DialogProps {
  readonly projectId: string;
  readonly row: ConversationSummary;
  onClose(): void;
}
export default function MergeDialog({ projectId, row, onClose }: DialogProps) {
  const [other, setOther] = useState<string>();
  return (
    <Dialog open onClose={onClose} title={m.conversation_merge_title()} size="lg">
      {other === undefined ? (
        <Find {...{ projectId, row, onClose }} onChoose={setOther} />
      ) : (
        <Review {...{ projectId, row, onClose, other }} onBack={() => setOther(undefined)} />
      )}
    </Dialog>
  );
}

/** The id of a conversation in a link, or alone. */
const idIn = (text: string): string | undefined => /\bcnv_[0-9a-hjkmnp-tv-z]{26}\b/.exec(text)?.[0];

function Find({ projectId, row, onChoose, onClose }: DialogProps & { onChoose(id: string): void }) {
  const [link, setLink] = useState("");
  const [wrong, setWrong] = useState(false);
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    listQuery(projectId, { view: "all", contactId: row.contact.id }),
  );
  const rows = data?.pages.flatMap((page) => page.items).filter(({ id, mergedInto }) => id !== row.id && mergedInto === undefined);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const id = idIn(link);
    if (id === undefined || id === row.id) setWrong(true);
    else onChoose(id);
  };
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-muted">{m.conversation_merge_find_lead({ name: contactName(row.contact) })}</p>
      <section aria-label={m.conversation_merge_find_list()} aria-live="polite" className="min-h-24">
        {error && !data ? (
          <p role="alert" className="text-bad-text">
            {messageOf(error)}
          </p>
        ) : !rows ? (
          <Skeleton>
            <div className="grid gap-3">
              <Bar className="h-4 w-60" />
              <Bar className="h-4 w-48" />
            </div>
          </Skeleton>
        ) : rows.length === 0 ? (
          <p className="text-muted">{m.conversation_merge_find_none()}</p>
        ) : (
          <ul className="-mx-2 grid max-h-72 grid-cols-[minmax(0,1fr)] overflow-y-auto">
            {rows.map((each) => (
              <li key={each.id}>
                <button
                  type="button"
                  onClick={() => onChoose(each.id)}
                  className="grid w-full min-w-0 grid-cols-[minmax(0,1fr)] rounded-sm px-2 py-1.5 text-start hover:bg-hover pointer-coarse:min-h-11"
                >
                  <Words row={each} />
                </button>
              </li>
            ))}
          </ul>
        )}
        {hasNextPage && (
          <Button variant="ghost" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {m.conversation_merge_find_more()}
          </Button>
        )}
      </section>
      <Field label={m.conversation_merge_find_link()} error={wrong ? m.conversation_merge_find_link_wrong() : undefined}>
        <TextInput
          value={link}
          onChange={(event) => {
            setLink(event.target.value);
            setWrong(false);
          }}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
        />
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{m.dashboard_cancel()}</Button>
        <Button type="submit" disabled={link.trim() === ""}>
          {m.conversation_merge_find_next()}
        </Button>
      </div>
    </form>
  );
}

const STATUS = { open: m.conversations_status_open, snoozed: m.conversations_view_snoozed, closed: m.conversations_view_closed };
/** What a conversation is about, and how it stands. */
const Words = ({ row }: { row: ConversationSummary }) => (
  <>
    <span dir="auto" className="truncate font-medium">
      {plain(row.subject ?? "") || plain(row.preview) || m.conversation_merge_untitled()}
    </span>
    <span className="text-xs text-muted">
      {STATUS[row.status]()} · <RelativeTime at={row.lastActivityAt} />
    </span>
  </>
);

interface ReviewProps extends DialogProps {
  readonly other: string;
  onBack(): void;
}
function Review({ projectId, row, other, onBack, onClose }: ReviewProps) {
  const navigate = useNavigate();
  const me = useMe().id;
  const [swapped, setSwapped] = useState(false);
  const [clientId] = useState(() => crypto.randomUUID());
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [from, into] = swapped ? [other, row.id] : [row.id, other];
  const { data, error } = useRouteQuery(
    previewMerge,
    { params: { projectId, conversationId: from } as never, query: { into: into as never } },
    { staleTime: 0 },
  );
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!data || data.refusal !== null || busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await merge({ projectId, me }, from, into, clientId);
      onClose();
      if (into !== row.id) void navigate({ to: threadPath(projectId, into) });
      void focusThread(into);
    } catch (cause) {
      setBusy(false);
      setProblem(refusalOf(cause) ?? messageOf(cause));
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid items-center gap-3 sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
        <Side label={m.conversation_merge_stays()} row={data?.into} />
        <Button icon={ArrowLeftRight} onClick={() => setSwapped(!swapped)} className="justify-self-center">
          {m.conversation_merge_swap()}
        </Button>
        <Side label={m.conversation_merge_goes()} row={data?.from} />
      </div>
      <div aria-live="polite" className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {error ? (
          <p role="alert" className="text-bad-text">
            {messageOf(error)}
          </p>
        ) : !data ? (
          <Skeleton>
            <div className="grid gap-3">
              <Bar className="h-4 w-80" />
              <Bar className="h-4 w-60" />
            </div>
          </Skeleton>
        ) : data.refusal === null ? (
          <Effects data={data} />
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
          {m.conversation_merge_back()}
        </Button>
        <Button onClick={onClose}>{m.dashboard_cancel()}</Button>
        <Button type="submit" variant="primary" busy={busy} disabled={!data || data.refusal !== null}>
          {m.conversation_merge_confirm()}
        </Button>
      </div>
    </form>
  );
}

const Side = ({ label, row }: { label: string; row: ConversationSummary | undefined }) => (
  <div className="min-w-0 rounded-lg border border-line p-3">
    <p className="mb-1 text-xs font-semibold text-muted">{label}</p>
    <p className="grid min-w-0 grid-cols-[minmax(0,1fr)]">
      {row ? (
        <Words row={row} />
      ) : (
        <Skeleton>
          <Bar className="h-4 w-40" />
        </Skeleton>
      )}
    </p>
  </div>
);

function Effects({ data }: { data: MergePreview }) {
  const name = contactName(data.from.contact);
  const { messages, notes, files, followers, status, into, waits } = data;
  return (
    <section>
      <h3 className="mb-1 font-medium">{m.conversation_merge_effects()}</h3>
      <ul className="grid list-disc grid-cols-[minmax(0,1fr)] gap-0.5 ps-5 wrap-anywhere text-muted">
        <li>
          {messages >= COUNTED_TO
            ? m.conversation_merge_effect_messages_many({ count: messages })
            : m.conversation_merge_effect_messages({ count: messages })}{" "}
          {notes > 0 && m.conversation_merge_effect_notes({ count: notes })}{" "}
          {files > 0 && m.conversation_merge_effect_files({ count: files })}
        </li>
        <li>{m.conversation_merge_effect_writes({ name })}</li>
        <li>{m.conversation_merge_effect_state()}</li>
        {status !== into.status && (
          <li>{status === "open" ? m.conversation_merge_effect_opens() : m.conversation_merge_effect_snoozes()}</li>
        )}
        {waits && <li>{m.conversation_merge_effect_waits({ name })}</li>}
        {followers > 0 && <li>{m.conversation_merge_effect_followers({ count: followers })}</li>}
      </ul>
      <p className="mt-3 text-muted">{m.conversation_merge_effect_undo()}</p>
    </section>
  );
}
