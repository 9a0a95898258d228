// Offers contacts that proved the same address as one person, and shows merges that are under way.
import { call, queryClient, reading, toastProblem, useRouteQuery } from "#dashboard/api.ts";
import type { contactPanel, PropsOf } from "#dashboard/screen.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { contactPath } from "#modules/contacts/contract";
import { contactName, isErased, rereadContacts } from "#modules/contacts/views";
import { rereadInbox } from "#modules/live-inbox/views";
import { Link, useParams } from "@tanstack/react-router";
import { UsersRound } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { dismissOffer, readMerges } from "../contract.ts";

const MergeDialog = lazy(() => import("./merge-dialog.tsx"));
/** While a merge runs, its progress is read again this often, in milliseconds. */
const WATCHED = 2000;
const FRESH = 60_000;
type Answer = AnswerOf<typeof readMerges>;

export default function MergePanel({ projectId, contact }: PropsOf<typeof contactPanel>) {
  const { contactId } = useParams({ strict: false }) as { contactId?: string };
  // Next to a conversation only who has proved an address can be offered.
  const asks = !isErased(contact) && contact.state === "active" && (contactId !== undefined || contact.emailVerified === true);
  return asks ? <Panel key={contact.id} {...{ projectId, contact }} /> : null;
}

function Panel({ projectId, contact }: PropsOf<typeof contactPanel>) {
  const [watching, setWatching] = useState(false);
  const [merging, setMerging] = useState<Answer["offers"][number]>();
  const args = { params: { projectId, contactId: contact.id } as never };
  const { data } = useRouteQuery(readMerges, args, { staleTime: FRESH, ...(watching ? { every: WATCHED } : {}) });
  const running = data?.merges.filter(({ state }) => state !== "done") ?? [];
  if (data && running.length > 0 !== watching) setWatching(running.length > 0);
  const done = data && data.merges.length - running.length;
  const before = useRef(done);
  // What was moved is read again where it is shown.
  useEffect(() => {
    if (before.current !== undefined && done !== undefined && done > before.current) {
      void rereadInbox(projectId);
      rereadContacts(projectId);
    }
    before.current = done;
  }, [done, projectId]);
  const { queryKey } = reading(readMerges, args);
  async function dismiss(other: Answer["offers"][number], dismissed: boolean): Promise<void> {
    const was = queryClient.getQueryData<Answer>(queryKey);
    queryClient.setQueryData<Answer>(
      queryKey,
      (held) => held && { ...held, offers: dismissed ? held.offers.filter(({ id }) => id !== other.id) : [...held.offers, other] },
    );
    try {
      await call(dismissOffer, { ...args, body: { other: other.id, dismissed } });
      if (dismissed) toast({ tone: "ok", title: m.contact_merge_dismissed(), undo: () => void dismiss(other, false) });
    } catch (cause) {
      queryClient.setQueryData(queryKey, was);
      toastProblem(cause);
    }
  }
  if (running.length === 0 && !data?.offers.length) return null;
  return (
    <section aria-label={m.contact_merge_panel()} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {running.map(({ fromId, conversations, left }) => (
        <p key={fromId} role="status" className="rounded-md bg-subtle px-3 py-2 text-muted tabular-nums">
          {m.contact_merge_moving({ left: Math.min(left, conversations), all: conversations })}
        </p>
      ))}
      {data?.offers.map((offer) => (
        <div
          key={offer.id}
          className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 gap-y-2 rounded-md border border-line-strong bg-subtle p-3"
        >
          <UsersRound className="mt-0.5 size-4 text-muted" aria-hidden />
          <p className="wrap-anywhere">
            {m.contact_merge_offer()}{" "}
            <Link
              to={contactPath(projectId, offer.id)}
              dir="auto"
              className="font-medium text-accent-text underline-offset-2 hover:underline"
            >
              {contactName(offer)}
            </Link>
          </p>
          <span className="col-start-2 flex flex-wrap gap-2">
            <Button size="sm" onClick={() => setMerging(offer)}>
              {m.contact_merge_review()}
            </Button>
            <Button size="sm" variant="ghost" onClick={() => void dismiss(offer, true)}>
              {m.contact_merge_not_same()}
            </Button>
          </span>
        </div>
      ))}
      <Suspense>
        {merging && <MergeDialog projectId={projectId} contact={contact} other={merging} onClose={() => setMerging(undefined)} />}
      </Suspense>
    </section>
  );
}
