// Shows above the composer whether and where replies go by mail, and keeps the thread's mails fresh.
import type { MailChoice } from "#dashboard/screen.ts";
import { useMayI, useMe } from "#dashboard/session.tsx";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { m } from "#messages";
import { Link } from "@tanstack/react-router";
import { Info } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from "react";
import { usePolling, isOnItsWay, listText } from "#modules/email/views";
import { dropDraft, readSavedDraft } from "../compose/saved-drafts.ts";
import { LINK, UNVERIFIED } from "./class-names.ts";
import { Toggle } from "./toggle.tsx";
import { useMails } from "./use-mails.ts";

const load = () => import("../compose/dialogs.ts");
const Recipients = lazy(async () => ({ default: (await load()).Recipients }));

interface AnswerRecipientsProps {
  readonly projectId: string;
  readonly conversationId: string;
  readonly revision: number;
  /** Recipients that the author has chosen. */
  readonly choice: MailChoice | undefined;
  onChoice(choice: MailChoice | undefined): void;
}
// The event of a reply arrives before its delivery is stored, so the mails are read again later.
const REFETCH_AFTER = [0, 1500, 5000];

export function AnswerRecipients({ projectId, conversationId, revision, choice, onChoice }: AnswerRecipientsProps) {
  const { data, error, refetch } = useMails(projectId, conversationId);
  const known = useRef(revision);
  useEffect(() => {
    if (known.current === revision) return;
    known.current = revision;
    const timers = REFETCH_AFTER.map((after) => setTimeout(() => void refetch(), after));
    return () => timers.forEach(clearTimeout);
  }, [revision, refetch]);
  const last = data?.items.findLast(({ delivery, forwarded }) => delivery && !forwarded)?.delivery?.state;
  const waiting = data?.items.some(({ delivery }) => delivery && isOnItsWay(delivery.state)) ?? false;
  usePolling(waiting, () => void refetch(), { resetKey: revision });
  const me = useMe().id;
  const key = `answer ${conversationId}`;
  const [opened, setOpened] = useState(() => readSavedDraft(me, key) !== undefined);
  const [knownChoice, setTold] = useState(choice);
  const [round, setRound] = useState(0);
  // A change that the fields did not make: the reply was sent, or restored for another try.
  if (choice !== knownChoice) {
    setTold(choice);
    setOpened(choice !== undefined);
    setRound(round + 1);
  }
  useEffect(() => {
    if (!opened) dropDraft(me, key);
  }, [opened, me, key]);
  if (!data)
    return error ? (
      <p role="alert" className="mx-auto max-w-[720px] px-1 pb-1 text-xs text-bad-text">
        {m.email_answers_unread({ why: messageOf(error) })}{" "}
        <button type="button" className={LINK} onClick={() => void refetch()}>
          {m.email_answers_again()}
        </button>
      </p>
    ) : null;
  return (
    <>
      {data.missing.length > 0 ? (
        <Notice>
          {m.email_answers_not_variables({ variables: listText(data.missing), count: data.missing.length })} <Setup projectId={projectId} />
        </Notice>
      ) : data.answersTo === null ? (
        <Notice>{m.email_answers_not_address()}</Notice>
      ) : last === "bounced" || last === "suppressed" ? (
        <Notice>{m.email_answers_came_back({ address: data.answersTo })}</Notice>
      ) : (
        <Recipient address={data.answersTo} proved={data.proved}>
          {!opened && (
            <button type="button" className={`${LINK} shrink-0`} onClick={() => void load().then(() => setOpened(true), Boolean)}>
              {data.others.length > 0 ? m.email_copies_reply_all() : m.email_copies()}
            </button>
          )}
        </Recipient>
      )}
      {opened && data.missing.length === 0 && (
        <Suspense>
          <Recipients
            key={round}
            projectId={projectId}
            conversationId={conversationId}
            mails={data}
            choice={choice}
            onChoice={(next) => {
              setTold(next);
              onChoice(next);
            }}
            onClose={() => setOpened(false)}
          />
        </Suspense>
      )}
    </>
  );
}

const Notice = ({ children }: { children: ReactNode }) => (
  <p className="mx-auto max-w-[720px] px-1 pb-1 text-xs wrap-anywhere text-warn-text">{children}</p>
);

/** Where replies go, in one line; what an unverified address means is behind its chip. */
function Recipient({ address, proved, children }: { address: string; proved: boolean; children: ReactNode }) {
  const [explained, setExplained] = useState(false);
  const id = useId();
  return (
    <div className="mx-auto max-w-[720px] px-1 pb-1 text-xs text-muted">
      <div className="flex min-h-6 items-center gap-x-1.5">
        <span className="min-w-0 truncate max-sm:sr-only" title={address}>
          {m.email_answers_to({ address })}
        </span>
        {/* A phone has room for the address alone. */}
        <span className="min-w-0 truncate sm:hidden" aria-hidden>
          {address}
        </span>
        {!proved && (
          <Toggle open={explained} controls={id} onOpenChange={setExplained} className={UNVERIFIED}>
            {m.email_answers_unverified()}
            <Info className="size-3" aria-hidden />
          </Toggle>
        )}
        {children}
      </div>
      <p id={id} hidden={!explained} className="mt-1 mb-0.5 rounded-md bg-warn-soft px-3 py-2 text-warn-text">
        {m.email_answers_unproved()}
      </p>
    </div>
  );
}

function Setup({ projectId }: { projectId: string }) {
  return useMayI("admin") ? (
    <Link to={`/projects/${projectId}/settings/email`} className={LINK}>
      {m.email_answers_setup()}
    </Link>
  ) : null;
}
