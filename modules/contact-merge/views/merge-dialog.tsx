// The dialog of merging: find the other contact, choose who stays, and see what moves, what stays and what is lost.
import { queryClient, refusalOf, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { Avatar } from "#dashboard/ui/avatar.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { SearchInput } from "#dashboard/ui/search-input.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { useDebounced } from "#dashboard/ui/use-debounced.ts";
import { m } from "#messages";
import { type Contact, contactPath, listContacts } from "#modules/contacts/contract";
import { ContactEmail, contactName, rereadContacts } from "#modules/contacts/views";
import { rereadInbox } from "#modules/live-inbox/views";
import { useNavigate, useParams } from "@tanstack/react-router";
import { ArrowLeftRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { mergeContact, MOST_COUNTED, type Outcome, outcomeOf, previewMerge, problemOf, readMerges } from "../contract.ts";

type Brief = { readonly id: string; readonly name: string | null; readonly email: string | null; readonly state: string };
interface DialogProps {
  readonly projectId: string;
  readonly contact: Brief;
  /** The other contact, if it is known already. */
  readonly other?: Brief;
  onClose(): void;
}
export default function MergeDialog({ projectId, contact, other, onClose }: DialogProps) {
  const [chosen, setChosen] = useState(other);
  return (
    <Dialog open onClose={onClose} title={m.contact_merge_title()} size="lg">
      {chosen ? (
        <Review
          projectId={projectId}
          one={contact}
          two={chosen}
          onBack={other ? undefined : () => setChosen(undefined)}
          onClose={onClose}
        />
      ) : (
        <Find projectId={projectId} contact={contact} onChoose={setChosen} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface FindProps extends Pick<DialogProps, "projectId" | "contact" | "onClose"> {
  onChoose(contact: Brief): void;
}
function Find({ projectId, contact, onChoose, onClose }: FindProps) {
  const [typed, setTyped] = useState("");
  const q = useDebounced(typed.trim(), 200);
  const { data, error } = useRouteQuery(listContacts, { params: { projectId } as never, query: { q } }, { enabled: q !== "" });
  const found = data?.items.filter(({ id }) => id !== contact.id).slice(0, 8);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-muted">{m.contact_merge_find_lead({ name: contactName(contact) })}</p>
      <SearchInput label={m.contact_merge_find()} value={typed} onType={setTyped} />
      <div aria-live="polite" className="min-h-24">
        {q === "" ? null : error ? (
          <p role="alert" className="text-bad-text">
            {messageOf(error)}
          </p>
        ) : found === undefined ? (
          <Skeleton>
            <div className="grid gap-3">
              <Bar className="h-4 w-60" />
              <Bar className="h-4 w-48" />
            </div>
          </Skeleton>
        ) : found.length === 0 ? (
          <p className="text-muted">{m.contact_merge_none_found({ q })}</p>
        ) : (
          <ul className="-mx-2 grid grid-cols-[minmax(0,1fr)]">
            {found.map((each) => (
              <li key={each.id}>
                <button
                  type="button"
                  onClick={() => onChoose(each)}
                  className="flex w-full min-w-0 items-center gap-2.5 rounded-sm px-2 py-1.5 text-start hover:bg-hover pointer-coarse:min-h-11"
                >
                  <Avatar id={each.id} name={contactName(each)} size={24} />
                  <span className="grid min-w-0 grid-cols-[minmax(0,1fr)]">
                    <span dir="auto" className="truncate font-medium">
                      {contactName(each)}
                    </span>
                    {each.email && each.name && (
                      <span dir="auto" className="truncate text-xs text-muted">
                        {plain(each.email)}
                      </span>
                    )}
                  </span>
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

interface ReviewProps {
  readonly projectId: string;
  readonly one: Brief;
  readonly two: Brief;
  readonly onBack: (() => void) | undefined;
  onClose(): void;
}
function Review({ projectId, one, two, onBack, onClose }: ReviewProps) {
  const navigate = useNavigate();
  const { contactId } = useParams({ strict: false }) as { contactId?: string };
  const [swapped, setSwapped] = useState(false);
  const [stays, goes] = swapped ? [two, one] : [one, two];
  const { data, error } = useRouteQuery(
    previewMerge,
    { params: { projectId, contactId: stays.id } as never, query: { from: goes.id as never } },
    { staleTime: 0 },
  );
  const merge = useRouteMutation(mergeContact, {
    suppressToast: true,
    done: ({ contact }) => {
      toast({ tone: "ok", title: m.contact_merge_done({ name: contactName(contact) }) });
      rereadContacts(projectId);
      void rereadInbox(projectId);
      void queryClient.invalidateQueries({ queryKey: [readMerges.name] });
      onClose();
      if (contactId !== undefined && contactId !== contact.id) void navigate({ to: contactPath(projectId, contact.id), replace: true });
    },
  });
  const problem = data && problemOf(data.into, data.from);
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (data && !problem && !merge.isPending)
          merge.mutate({ params: { projectId, contactId: stays.id } as never, body: { from: goes.id as never } });
      }}
    >
      <div className="grid items-center gap-3 sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
        <Side label={m.contact_merge_stays()} contact={data?.into ?? stays} full={data?.into} />
        <Button icon={ArrowLeftRight} onClick={() => setSwapped(!swapped)} className="justify-self-center">
          {m.contact_merge_swap()}
        </Button>
        <Side label={m.contact_merge_goes()} contact={data?.from ?? goes} full={data?.from} />
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
              <Bar className="h-4 w-72" />
            </div>
          </Skeleton>
        ) : problem ? (
          <p className="rounded-md bg-warn-soft px-3 py-2 text-warn-text">{problem.says}</p>
        ) : (
          <Effects data={data} />
        )}
      </div>
      {merge.error && (
        <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad-text">
          {refusalOf(merge.error) ?? messageOf(merge.error)}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {onBack && (
          <Button variant="ghost" onClick={onBack} className="me-auto">
            {m.contact_merge_back()}
          </Button>
        )}
        <Button onClick={onClose}>{m.dashboard_cancel()}</Button>
        <Button type="submit" variant="danger" busy={merge.isPending} disabled={!data || problem !== undefined}>
          {m.contact_merge_confirm()}
        </Button>
      </div>
    </form>
  );
}

const Side = ({ label, contact, full }: { label: string; contact: Brief; full: Contact | undefined }) => (
  <div className="min-w-0 rounded-lg border border-line p-3">
    <p className="mb-2 text-xs font-semibold text-muted">{label}</p>
    <div className="flex min-w-0 items-center gap-2.5">
      <Avatar id={contact.id} name={contactName(contact)} size={24} />
      <div className="min-w-0">
        <p dir="auto" className="truncate font-medium">
          {contactName(contact)}
        </p>
        {full ? (
          <p className="text-xs">
            <ContactEmail contact={full} />
          </p>
        ) : (
          <p dir="auto" className="truncate text-xs text-muted">
            {contact.email && plain(contact.email)}
          </p>
        )}
      </div>
    </div>
  </div>
);

const LOST: Readonly<Record<Outcome["lost"][number]["what"], (input: { key: string; value: string }) => string>> = {
  name: m.contact_merge_lost_name,
  email: m.contact_merge_lost_email,
  attribute: m.contact_merge_lost_value,
  metadata: m.contact_merge_lost_value,
};
interface EffectsProps {
  readonly data: {
    readonly into: Contact;
    readonly from: Contact;
    readonly moves: { readonly conversations: number; readonly notes: number };
    readonly sessions: number;
  };
}
function Effects({ data: { into, from, moves, sessions } }: EffectsProps) {
  const outcome = outcomeOf(into, from);
  const name = contactName({ ...into, ...outcome });
  const counted = (count: number, says: (input: { count: number }) => string, more: (input: { count: number }) => string): string =>
    count > MOST_COUNTED ? more({ count: MOST_COUNTED }) : says({ count });
  return (
    <>
      <Points title={m.contact_merge_moves()}>
        <li>{counted(moves.conversations, m.contact_merge_conversations, m.contact_merge_conversations_more)}</li>
        <li>{m.contact_merge_notes({ count: moves.notes })}</li>
        <li>{m.contact_merge_rest()}</li>
      </Points>
      <Points title={m.contact_merge_after()}>
        <li>{m.contact_merge_reads({ name })}</li>
        {outcome.email !== null && (
          <li>
            {outcome.emailVerified
              ? m.contact_merge_email_verified({ email: outcome.email })
              : m.contact_merge_email_unverified({ email: outcome.email })}
          </li>
        )}
        {sessions > 0 && <li>{m.contact_merge_sessions({ name: contactName(from) })}</li>}
      </Points>
      {outcome.lost.length > 0 && (
        <Points title={m.contact_merge_lost()}>
          {outcome.lost.map(({ what, key = "", value }) => (
            <li key={`${what} ${key} ${value}`}>{LOST[what]({ key: plain(key), value: plain(value) })}</li>
          ))}
        </Points>
      )}
      <p className="text-muted">{m.contact_merge_final()}</p>
    </>
  );
}
const Points = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <h3 className="mb-1 font-medium">{title}</h3>
    <ul className="grid list-disc grid-cols-[minmax(0,1fr)] gap-0.5 ps-5 wrap-anywhere text-muted">{children}</ul>
  </div>
);
