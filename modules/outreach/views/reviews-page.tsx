// The review queue: every mail that waits for a review, whole. J and K move between sequences.
import { call, toastProblem } from "#dashboard/api.ts";
import { useMe, useProject } from "#dashboard/session.tsx";
import { useShortcut } from "#dashboard/shortcuts.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Page } from "#dashboard/ui/page.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { SectionTabs } from "#dashboard/ui/section-tabs.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { leadPath } from "#modules/leads/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { MailCheck } from "lucide-react";
import { useRef, useState } from "react";
import { reviewOutreach, type Sequence, stopOutreach } from "../contract.ts";
import { nextOf } from "./labels.ts";
import { MailText } from "./mail-text.tsx";
import { keep, reviewsQuery } from "./queries.ts";
import { StopButton } from "./stop-button.tsx";

export default function ReviewsScreen() {
  const { project } = useProject();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(reviewsQuery(project.id));
  const list = useRef<HTMLUListElement>(null);
  function step(by: 1 | -1): void {
    const all = [...(list.current?.querySelectorAll<HTMLElement>("[data-sequence]") ?? [])];
    const at = all.findIndex((one) => one.contains(document.activeElement));
    const next = all[at === -1 ? (by === 1 ? 0 : all.length - 1) : at + by];
    next?.focus();
    next?.scrollIntoView({ block: "start" });
  }
  const group = m.outreach_title();
  useShortcut("j", () => step(1), { label: m.outreach_key_next(), group, hidden: true, repeats: true });
  useShortcut("k", () => step(-1), { label: m.outreach_key_previous(), group, hidden: true, repeats: true });
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Page
      title={m.outreach_title()}
      width="wide"
      tabs={<SectionTabs of="outreach" label={m.outreach_title()} />}
      lead={data?.pages[0]?.anotherReviewer ? m.outreach_reviews_lead_another() : m.outreach_reviews_lead()}
    >
      {!data ? (
        error ? (
          <ProblemState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton>
            <Bar className="my-3 h-48 w-full" />
            <Bar className="my-3 h-48 w-full" />
          </Skeleton>
        )
      ) : items.length === 0 ? (
        <EmptyState icon={MailCheck} title={m.outreach_reviews_empty()} body={m.outreach_reviews_empty_body()} />
      ) : (
        <ul ref={list} className="grid grid-cols-1 gap-5">
          {items.map((sequence) => (
            <ToReview
              key={sequence.id}
              projectId={project.id}
              sequence={sequence}
              anotherReviewer={data.pages[0]?.anotherReviewer ?? false}
              onChanged={() => void refetch()}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button className="mt-4 self-center" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {m.outreach_more()}
        </Button>
      )}
    </Page>
  );
}

interface Props {
  readonly projectId: string;
  readonly sequence: Sequence;
  readonly anotherReviewer: boolean;
  onChanged(): void;
}
function ToReview({ projectId, sequence, anotherReviewer, onChanged }: Props) {
  const me = useMe().id;
  const [busy, setBusy] = useState(false);
  const name = plain(sequence.leadName ?? sequence.company ?? sequence.address);
  const params = { projectId, sequenceId: sequence.id } as never;
  const waiting = sequence.mails.filter(({ delivery, review }) => delivery === null && review === null);
  const own = anotherReviewer && waiting.some(({ editedBy }) => editedBy === me);
  async function act(does: () => Promise<{ sequence: Sequence }>, done: string): Promise<void> {
    setBusy(true);
    try {
      await keep(projectId, (await does()).sequence);
      toast({ tone: "ok", title: done });
    } catch (cause) {
      toastProblem(cause);
      onChanged();
    } finally {
      setBusy(false);
    }
  }
  return (
    <li>
      <section
        data-sequence={sequence.id}
        tabIndex={-1}
        // Two leads may have one name, but not one address.
        aria-label={name === sequence.address ? name : `${name}, ${sequence.address}`}
        className="grid grid-cols-1 gap-3 rounded-lg border border-line bg-surface p-4"
      >
        <header className="flex flex-wrap items-baseline gap-x-3">
          <h2 className="text-md font-semibold">
            <Link to={leadPath(projectId, sequence.leadId)} className="text-accent-text hover:underline">
              <bdi>{name}</bdi>
            </Link>
          </h2>
          <span className="text-xs text-muted">{nextOf(sequence)}</span>
        </header>
        {sequence.mails.map((mail) => (
          <MailText key={mail.position} sequence={sequence} mail={mail} />
        ))}
        <div className="flex flex-wrap items-center gap-2">
          <Button
            variant="primary"
            busy={busy}
            disabled={own}
            onClick={() =>
              void act(
                () => call(reviewOutreach, { params, body: { mails: waiting.map(({ position, hash }) => ({ position, hash })) } }),
                m.outreach_approved(),
              )
            }
          >
            {waiting.length === 1 ? m.outreach_approve_one() : m.outreach_approve_many({ count: waiting.length })}
          </Button>
          <StopButton busy={busy} onStop={() => act(() => call(stopOutreach, { params, body: {} }), m.outreach_stopped())} />
          {own && <p className="text-muted">{m.outreach_own_text()}</p>}
        </div>
      </section>
    </li>
  );
}
