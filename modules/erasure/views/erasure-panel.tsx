// Progress and result of an erasure on the contact's page, for owners and admins only.
import { locale } from "#dashboard/locale.ts";
import { useMayI } from "#dashboard/session.tsx";
import { useRouteMutation } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { CallError } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { isErased } from "#modules/contacts/views";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { eraseContact, type Erasure } from "../contract.ts";
import { NotCovered } from "./beyond.tsx";
import { removedText } from "./counts.ts";
import { erasureQuery, showErasure, takesFocus, updateContactCaches, useOnContactPage } from "./erasing.ts";

const POLL_INTERVAL = 1000;
// By then the cron task has run twice.
const SLOW_AFTER = 2 * 60_000;

interface Of {
  readonly projectId: string;
  readonly contact: { readonly id: string; readonly state: string };
}

export function ErasurePanel({ projectId, contact }: Of) {
  const here = useOnContactPage();
  const mayRead = useMayI("admin");
  return here && mayRead && isErased(contact) ? <Record projectId={projectId} contact={contact} /> : null;
}

function Record({ projectId, contact }: Of) {
  const box = useRef<HTMLElement>(null);
  const title = useId();
  const query = erasureQuery(projectId, contact.id);
  const { data, error, refetch } = useQuery({
    ...query,
    // Polling pauses while the page is hidden and stops when the erasure is finished or a read failed.
    refetchInterval: ({ state }) => (state.error === null && state.data?.erasure.state === "erasing" ? POLL_INTERVAL : false),
  });
  // The live connection may report the end before the last answer arrives.
  const old = contact.state === "erased" && data?.erasure.state === "erasing";
  const erasure = old ? undefined : data?.erasure;
  useEffect(() => {
    if (old) void refetch();
  }, [old, refetch]);
  // Repeating is safe: it completes what was interrupted.
  const resume = useRouteMutation(eraseContact, { suppressToast: true, done: (answer) => void showErasure(projectId, answer.erasure) });
  const onResume = (): void => resume.mutate({ params: { projectId, contactId: contact.id }, body: {} });
  useEffect(() => {
    if (erasure) updateContactCaches(projectId, erasure);
  }, [projectId, erasure]);
  useEffect(() => {
    if (takesFocus(contact.id)) box.current?.focus();
  }, [contact.id]);

  const problem = resume.error ?? error;
  // The role has changed since the page was opened.
  if (problem instanceof CallError && problem.status === 403) return null;
  const done = erasure?.state === "erased";
  return (
    <section ref={box} tabIndex={-1} aria-labelledby={title} className="grid gap-4 rounded-lg border border-line p-5">
      <h2 id={title} className="text-md font-semibold">
        {(erasure ?? contact).state === "erased" ? m.erasure_done() : m.erasure_running()}
      </h2>
      {done ? <Result projectId={projectId} erasure={erasure} /> : erasure && <Progress erasure={erasure} />}
      {problem && !done ? (
        <Aside
          words={m.erasure_unread({ why: messageOf(problem) })}
          action={m.erasure_retry()}
          busy={resume.isPending}
          onAct={onResume}
          bad
        />
      ) : (
        erasure && !done && <SlowNotice since={erasure.startedAt} busy={resume.isPending} onContinue={onResume} />
      )}
    </section>
  );
}

function Progress({ erasure: { progress, removed } }: { erasure: Erasure }) {
  return (
    <div className="grid gap-2">
      <div
        role="progressbar"
        aria-label={m.erasure_running()}
        aria-valuenow={progress.done}
        aria-valuemax={progress.of}
        className="h-1.5 overflow-hidden rounded-full bg-active forced-colors:border"
      >
        <div className="h-full bg-accent" style={{ width: `${(100 * progress.done) / progress.of}%` }} />
      </div>
      <p className="text-muted tabular-nums">{m.erasure_step({ step: Math.min(progress.done + 1, progress.of), of: progress.of })}</p>
      {Object.keys(removed).length > 0 && <p>{m.erasure_so_far({ what: removedText(removed) })}</p>}
    </div>
  );
}

const finishedAt = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });

function Result({ projectId, erasure }: { projectId: string; erasure: Erasure }) {
  return (
    <>
      <dl className="grid grid-cols-[96px_minmax(0,1fr)] gap-x-2 gap-y-1.5">
        <Fact term={m.erasure_removed()}>{removedText(erasure.removed) || m.erasure_nothing()}</Fact>
        <Fact term={m.erasure_by()}>
          <span dir="auto">{erasure.erasedBy ?? m.erasure_by_unknown()}</span>
        </Fact>
        {erasure.finishedAt && (
          <Fact term={m.erasure_finished()}>
            <time dateTime={erasure.finishedAt}>{finishedAt.format(new Date(erasure.finishedAt))}</time>
          </Fact>
        )}
      </dl>
      <NotCovered projectId={projectId} contactId={erasure.contactId} />
    </>
  );
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{term}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </>
);

/** Notice for slow erasures: the cron task continues them, and they can be resumed by hand. */
function SlowNotice({ since, busy, onContinue }: { since: string; busy: boolean; onContinue(): void }) {
  const left = (): number => Date.parse(since) + SLOW_AFTER - Date.now();
  const [long, setLong] = useState(() => left() <= 0);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), left());
    return () => clearTimeout(timer);
  });
  return long && <Aside words={m.erasure_long()} action={m.erasure_continue()} busy={busy} onAct={onContinue} />;
}

interface AsideProps {
  readonly words: string;
  readonly action: string;
  readonly busy: boolean;
  readonly bad?: boolean;
  onAct(): void;
}
const Aside = ({ words, action, busy, bad = false, onAct }: AsideProps) => (
  <div
    role={bad ? "alert" : "status"}
    className={`flex flex-wrap items-center gap-3 rounded-md px-3 py-2.5 ${bad ? "bg-bad-soft text-bad-text" : "bg-warn-soft text-warn-text"}`}
  >
    <p className="min-w-48 flex-1">{words}</p>
    <Button busy={busy} onClick={onAct}>
      {action}
    </Button>
  </div>
);
