// An open conversation: header, messages, composer.
import { afterPaint } from "#dashboard/after-paint.ts";
import { call } from "#dashboard/api.ts";
import { latePart } from "#dashboard/late-part.ts";
import { conversationMail, type MailChoice, Slot } from "#dashboard/screen.ts";
import { dropKeys, playKeys } from "#dashboard/key-queue.ts";
import { IconButton } from "#dashboard/ui/button.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { whenIdle } from "#dashboard/when-idle.ts";
import { m } from "#messages";
import { contactName, firstNameOf, isErased } from "#modules/contacts/views";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { Suspense, useCallback, useDeferredValue, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { markRead } from "#modules/conversations/contract";
import { Composer } from "../composer/composer.tsx";
import {
  announceRead,
  changeRow,
  dropOutgoing,
  forgetWriting,
  isWindowFocused,
  lastRevision,
  markSeen,
  messageOf,
  rememberRead,
  setOpenThread,
  setReturned,
  type ThreadAnswer,
  threadQuery,
  useOutbox,
  useViewing,
} from "#modules/live-inbox/views";
import { AssistantWork } from "./assistant-work.tsx";
import { hasPlace, MessageLog } from "./message-log.tsx";
import { threadKeys } from "../thread-keys.ts";
import { ThreadHeader } from "./thread-header.tsx";
import { ThreadEntries } from "./thread-entries.tsx";
import { ComposerShape } from "./thread-shape.tsx";
import { ThreadSkeleton } from "./thread-skeleton.tsx";
import { TypingLine } from "./typing-line.tsx";

// Not in the component: the compiler leaves one alone that imports, and then every message is drawn with each change.
const loadHeldLine = (): void => void import("./held-line.tsx");
/** Whether this page has shown a thread. */
let opened = false;
/** As many of the latest entries as a high window shows. */
const AT_ONCE = 20;
const LeftDrafts = latePart(() => import("./left-drafts.tsx"));
const PendingReplies = latePart(() => import("./pending-replies.tsx"));

interface ThreadProps {
  readonly projectId: string;
  readonly me: string;
  readonly conversationId: string;
  readonly detailsOpen: boolean;
  onDetails(): void;
  onBack(): void;
}

export default function Thread(props: ThreadProps) {
  const { projectId, me, conversationId } = props;
  const { data: thread, error, refetch } = useQuery(threadQuery(projectId, conversationId));
  useViewing(projectId, me, conversationId);
  const failed = error !== null && !thread;
  const context = { projectId, me, conversationId };
  // The conversation that is drawn with all that belongs to it.
  const [whole, setWhole] = useState<string>();
  const mailIn =
    thread?.conversation.door === "email" || thread?.events.some((event) => messageOf(event)?.origin.door === "email")
      ? conversationId
      : undefined;
  useEffect(() => {
    if (failed) dropKeys(threadKeys(conversationId));
  }, [failed, conversationId]);
  useEffect(() => {
    setOpenThread(conversationId);
    return () => setOpenThread(null);
  }, [conversationId]);
  return (
    <section aria-label={m.conversations_thread()} data-thread className="flex h-full min-h-0 min-w-0 flex-col">
      {thread ? (
        <>
          <ThreadHeader
            context={context}
            thread={thread}
            mailIn={isErased(thread.contact) ? undefined : mailIn}
            whole={whole === conversationId}
            detailsOpen={props.detailsOpen}
            onDetails={props.onDetails}
            onBack={props.onBack}
          />
          <OpenThread key={conversationId} {...{ projectId, me, conversationId, thread, mailIn }} onWhole={setWhole} />
        </>
      ) : error ? (
        <>
          <header className="flex h-14 shrink-0 items-center gap-1.5 border-b border-line px-3 lg:hidden">
            <IconButton label={m.conversations_back()} icon={ArrowLeft} className="rtl:rotate-180" onClick={props.onBack} />
            <h1 className="text-md font-semibold">{m.conversations_thread()}</h1>
          </header>
          <ProblemState error={error} onRetry={() => void refetch()} />
        </>
      ) : (
        <ThreadSkeleton onBack={props.onBack} />
      )}
    </section>
  );
}

interface OpenThreadProps extends Pick<ThreadProps, "projectId" | "me" | "conversationId"> {
  readonly thread: ThreadAnswer;
  /** The conversation, if it contains mail. */
  readonly mailIn: string | undefined;
  onWhole(conversationId: string): void;
}

/** Messages and composer. The header above stays the same from one conversation to the next, as most of it does. */
function OpenThread({ thread, projectId, me, conversationId, mailIn, onWhole }: OpenThreadProps) {
  const context = { projectId, me, conversationId };
  const { outgoing, stale, discarded, returned } = useOutbox(context);
  // Who opened it reads first: what is written and done with it is drawn when the messages have been painted.
  // Not the first one of a page: what other modules add is still to be fetched, and should be as soon as possible.
  const [atOnce] = useState(() => !opened);
  const whole = useDeferredValue(true, atOnce);
  useEffect(() => {
    opened = true;
    // What is drawn without a connection has to be there before.
    whenIdle(loadHeldLine);
  }, []);
  useLayoutEffect(() => {
    if (whole) onWhole(conversationId);
  }, [whole, onWhole, conversationId]);
  // The position of the "new" divider is decided once, when the thread opens.
  const [newAfter] = useState(() => (thread.conversation.unread > 0 ? thread.readRevision : undefined));
  const [startsElsewhere] = useState(() => newAfter !== undefined || location.hash !== "" || hasPlace(conversationId));
  const [proposed, setProposed] = useState<string>();
  const [choice, setChoice] = useState<MailChoice>();
  const contact = { id: thread.contact.id, name: contactName(thread.contact) };
  const last = lastRevision(thread.events);
  // Everything that is in the thread when it opens counts as seen, even below the visible part. If an unfinished reply waits there, which
  // may have been written without knowing it, only what the member has read counts.
  const begun = outgoing.length > 0 || thread.drafts.some((draft) => draft.kind === "reply");
  const onFirstLook = useEffectEvent(() => markSeen(context, begun ? thread.readRevision : last));
  useEffect(() => {
    const look = (): void => {
      if (!isWindowFocused()) return;
      removeEventListener("focus", look);
      onFirstLook();
    };
    addEventListener("focus", look);
    look();
    return () => removeEventListener("focus", look);
  }, []);
  // Its shortcuts are registered by now: effects of children run first.
  useEffect(() => {
    if (whole) playKeys(threadKeys(conversationId));
  }, [whole, conversationId]);
  useEffect(() => () => dropKeys(threadKeys(conversationId)), [conversationId]);
  const gone = isErased(thread.contact);
  const merged = thread.conversation.mergedInto !== undefined;
  // Includes messages from an earlier page load.
  useLayoutEffect(() => {
    if (gone) forgetWriting({ projectId, me, conversationId });
  }, [gone, projectId, me, conversationId]);
  // A message whose response was lost did arrive.
  useEffect(() => {
    const arrived = new Set(thread.events.map((event) => messageOf(event)?.clientId));
    for (const { clientId } of outgoing.filter((out) => arrived.has(out.clientId)))
      dropOutgoing({ projectId, me, conversationId }, clientId);
  }, [thread.events, outgoing, projectId, me, conversationId]);
  const unread = thread.conversation.unread;
  const readRevision = thread.readRevision;

  /** The revision that is about to be marked as read. */
  const telling = useRef<number>(undefined);
  const onBottom = useCallback(
    (revision: number) => {
      if (!isWindowFocused()) return;
      markSeen({ projectId, me, conversationId }, revision);
      if ((unread === 0 && readRevision >= revision) || telling.current === revision) return;
      telling.current = revision;
      // Also if it is left before: it counts as read, as it was shown.
      afterPaint(() => {
        telling.current = undefined;
        changeRow(projectId, me, conversationId, { unread: 0 });
        rememberRead(projectId, conversationId, revision);
        call(markRead, { params: { projectId, conversationId }, body: { revision } }).then(announceRead, () => undefined);
      });
    },
    [projectId, me, conversationId, unread, readRevision],
  );
  return (
    <>
      <MessageLog
        projectId={projectId}
        conversationId={conversationId}
        before={thread.before}
        last={last}
        outgoing={outgoing.length}
        onBottom={onBottom}
      >
        <ThreadEntries
          {...{ context, outgoing, newAfter, mailIn, contact }}
          events={thread.events}
          customerReadRevision={thread.customerReadRevision}
          staleAfter={stale?.after}
          latest={whole || startsElsewhere ? undefined : AT_ONCE}
          onPropose={setProposed}
        />
        <AssistantWork projectId={projectId} me={me} conversationId={conversationId} />
      </MessageLog>
      <div className="shrink-0 px-3 pb-3 lg:px-4 lg:pb-4">
        <TypingLine projectId={projectId} me={me} conversationId={conversationId} contactName={contact.name} />
        {whole && !gone && <PendingReplies context={context} last={last} />}
        {whole && mailIn && !gone && !merged && (
          <Suspense>
            <Slot
              of={conversationMail}
              at="composer"
              projectId={projectId}
              conversationId={mailIn}
              revision={last}
              choice={choice}
              onChoice={setChoice}
            />
          </Suspense>
        )}
        {merged && !gone && thread.drafts.length > 0 && <LeftDrafts context={context} drafts={thread.drafts} />}
        {merged && !gone ? (
          <p
            role="status"
            className="mx-auto max-w-[720px] rounded-lg border border-line bg-subtle px-4 py-3 text-center text-sm text-muted"
          >
            {m.conversations_merged_no_reply()}
          </p>
        ) : !gone && !whole ? (
          <ComposerShape />
        ) : !gone ? (
          <Composer
            context={context}
            replyTo={firstNameOf(thread.contact)}
            customer={{ ...thread.contact, subject: thread.conversation.subject }}
            byMail={mailIn !== undefined}
            hidden={thread.contact.state === "hidden"}
            drafts={thread.drafts}
            mail={mailIn === undefined ? undefined : choice}
            onMail={setChoice}
            returned={returned}
            onReturned={() => setReturned(context, undefined)}
            proposed={proposed}
            onProposed={() => setProposed(undefined)}
          />
        ) : (
          <p
            role="status"
            className="mx-auto max-w-[720px] rounded-lg border border-line bg-subtle px-4 py-3 text-center text-sm text-muted"
          >
            {m.conversations_contact_erased()} {discarded && m.conversations_discarded()}
          </p>
        )}
      </div>
    </>
  );
}
