// A message in the thread: bubble, files, author and time, and delivery state.
// Drawn only if something of it has changed, so that the compiler could keep little of it:
"use no memo";

import { latePart } from "#dashboard/late-part.ts";
import { Avatar } from "#dashboard/ui/avatar.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { Markdown } from "#dashboard/ui/markdown.tsx";
import { conversationMail, messageMark, Slot } from "#dashboard/screen.ts";
import { formatFull } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { AttachmentList } from "#modules/files/views";
import { CircleAlert, Clock, Sparkles, StickyNote } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { timeText } from "#dashboard/ui/dates.ts";
import { AutomaticLabel } from "./automatic-label.tsx";
import { assistantProof, messageChoices, messageText, proposalAction } from "../slots.ts";
import type { Outgoing } from "#modules/live-inbox/views";
import type { Bubble as BubbleEntry, Tone } from "../events/entries.ts";

const HeldLine = latePart(() => import("./held-line.tsx"));

interface BubbleProps {
  readonly entry: BubbleEntry;
  readonly projectId: string;
  readonly conversationId: string;
  /** The conversation, if it contains mail. */
  readonly mailIn: string | undefined;
  readonly me: string;
  /** The customer's id and name, for their own messages. */
  readonly contact: { readonly id: string; readonly name: string };
  readonly nameOf: (id: string | null) => string | undefined;
  onRetry(out: Outgoing): void;
  onEdit(out: Outgoing): void;
  onDiscard(out: Outgoing): void;
  /** Puts a proposed reply into the composer. */
  onPropose(text: string): void;
}

const TONE_CLASSES: Record<Tone, string> = {
  visitor: "rounded-es-xs bg-subtle",
  operator: "rounded-ee-xs bg-accent-soft",
  assistant: "rounded-ee-xs bg-ai-soft",
  note: "rounded-ee-xs border border-note-line bg-note-soft",
};

/** The customer is on the start side, the team on the end side; a group shares one avatar and one line of name and time. */
export function Bubble({
  entry,
  projectId,
  conversationId,
  mailIn,
  me,
  contact,
  nameOf,
  onRetry,
  onEdit,
  onDiscard,
  onPropose,
}: BubbleProps) {
  const { tone, message, first, last, outgoing, seen } = entry;
  const theirs = tone === "visitor";
  // Moved here from another contact, it is not this one’s.
  const writer =
    message.quotedFrom && message.authorId !== contact.id ? (message.authorName ?? m.conversations_other_contact()) : contact.name;
  const author = theirs
    ? writer
    : tone === "assistant"
      ? m.conversations_assistant()
      : message.authorId === me
        ? m.conversations_you()
        : (message.origin?.rule?.by ?? nameOf(message.authorId) ?? message.authorName ?? m.conversations_former_member());
  const erased = message.erased_at !== null;
  const sending = outgoing?.state === "sending";
  const mark = (
    <Suspense>
      <Slot of={messageMark} projectId={projectId} message={message} />
    </Suspense>
  );
  const text = message.content.trim() !== "";
  const [instead, setInstead] = useState<string>();
  return (
    <li
      data-revision={outgoing ? undefined : message.revision}
      className={`group/message flex gap-2.5 ${theirs ? "" : "flex-row-reverse"} ${first ? "mt-4" : "mt-1"}`}
    >
      {first ? (
        <AuthorAvatar
          tone={tone}
          id={theirs && writer === contact.name ? contact.id : (message.authorId ?? tone)}
          name={theirs ? writer : (message.origin?.rule?.by ?? nameOf(message.authorId) ?? message.authorName ?? author)}
        />
      ) : (
        <span className="w-7 shrink-0" />
      )}
      <div className={`grid min-w-0 max-w-[min(560px,82%)] gap-1 ${theirs ? "justify-items-start" : "justify-items-end"}`}>
        {mailIn && !outgoing && !erased && (
          <Suspense>
            <Slot of={conversationMail} at="above" projectId={projectId} conversationId={mailIn} message={message} />
          </Suspense>
        )}
        {(text || erased || tone === "note") && (
          <div
            className={`min-w-0 max-w-full rounded-lg px-3.5 py-2.5 text-md forced-colors:border ${TONE_CLASSES[tone]} ${sending ? "opacity-65" : ""} ${outgoing?.state === "failed" ? "outline-1 outline-bad" : outgoing && !sending ? "outline-1 outline-line-strong outline-dashed" : ""}`}
          >
            {tone === "note" && (
              <p className="mb-0.5 flex items-center gap-1 text-2xs font-semibold text-note-text">
                <StickyNote className="size-3" aria-hidden />
                {m.conversations_internal_note()}
              </p>
            )}
            {first && <span className="sr-only">{m.conversations_says({ name: author })}</span>}
            {erased ? <p className="text-faint italic">{m.conversations_erased()}</p> : <Markdown text={instead ?? message.content} />}
            {!erased && message.mentions && <Mentions ids={message.mentions} me={me} nameOf={nameOf} />}
          </div>
        )}
        {text && !outgoing && !erased && !message.quotedFrom && (
          <Suspense>
            <Slot of={messageText} projectId={projectId} conversationId={conversationId} message={message} show={setInstead} />
          </Suspense>
        )}
        {!erased && <AttachmentList attachments={message.attachments} />}
        {outgoing?.state === "failed" ? (
          <Failed out={outgoing} onRetry={onRetry} onEdit={onEdit} onDiscard={onDiscard} />
        ) : outgoing && !sending ? (
          <HeldLine context={{ projectId, me, conversationId }} out={outgoing} />
        ) : (
          last && (
            <div className="flex flex-wrap items-center gap-x-1 text-2xs wrap-anywhere text-faint">
              <Line>
                {author}
                {sending ? (
                  <>
                    <Clock className="size-3" aria-hidden />
                    {m.conversations_sending()}
                  </>
                ) : (
                  <time dateTime={message.createdAt} title={formatFull(message.createdAt)} className="tabular-nums">
                    {timeText(message.createdAt)}
                  </time>
                )}
                {seen && m.conversations_seen()}
              </Line>
              {message.origin?.automatic && <AutomaticLabel automatic={message.origin.automatic} />}
              {message.origin?.rule && tone === "operator" && (
                <span className="rounded-full bg-subtle px-1.5 text-muted">{m.conversations_by_rule()}</span>
              )}
              {message.origin?.differentSender && (
                <span className="rounded-full bg-warn-soft px-1.5 text-warn-text">{m.conversations_different_sender()}</span>
              )}
              {tone === "operator" && !outgoing && !erased && mark}
            </div>
          )
        )}
        {tone === "assistant" && !erased && (
          <Suspense>
            <Slot of={assistantProof} projectId={projectId} conversationId={conversationId} message={message} />
          </Suspense>
        )}
        {message.origin?.help && mark}
        {message.origin?.proposal && !erased && (
          <Suspense>
            <Slot of={proposalAction} text={message.content} use={onPropose} />
          </Suspense>
        )}
        {mailIn && !outgoing && !erased && (
          <Suspense>
            <Slot of={conversationMail} at="below" projectId={projectId} conversationId={mailIn} message={message} />
          </Suspense>
        )}
      </div>
      {theirs && !outgoing && !erased && !message.quotedFrom && (
        <span className="self-center opacity-0 group-hover/message:opacity-100 focus-within:opacity-100 has-aria-expanded:opacity-100 pointer-coarse:opacity-100">
          <Suspense>
            <Slot of={messageChoices} projectId={projectId} conversationId={conversationId} message={message} />
          </Suspense>
        </span>
      )}
    </li>
  );
}

/** The members whom a note mentions, by the names that they have now. */
const Mentions = ({ ids, me, nameOf }: { ids: readonly string[] } & Pick<BubbleProps, "me" | "nameOf">) => (
  <p className="mt-1.5 flex flex-wrap gap-1">
    <span className="sr-only">{m.conversations_mentioned()}</span>
    {ids.map((id) => (
      <Chip key={id} tone={id === me ? "accent" : "note"} className="max-w-full border border-note-line">
        <span dir="auto" className="truncate">
          @{id === me ? m.conversations_you() : (nameOf(id) ?? m.conversations_former_member())}
        </span>
      </Chip>
    ))}
  </p>
);

/** Items separated by dots. */
function Line({ children }: { children: ReactNode[] }) {
  return (
    <>
      {children
        .flat()
        .filter(Boolean)
        .map((part, index) => (
          <span key={index} className="inline-flex items-center gap-1">
            {index > 0 && <span aria-hidden>·</span>}
            {part}
          </span>
        ))}
    </>
  );
}

function AuthorAvatar({ tone, id, name }: { tone: Tone; id: string; name: string }) {
  if (tone !== "assistant") return <Avatar id={id} name={name} size={28} />;
  return (
    <span className="grid size-7 shrink-0 place-items-center rounded-full bg-ai-soft text-ai-text">
      <Sparkles className="size-3.5" aria-hidden />
    </span>
  );
}

function Failed({ out, onRetry, onEdit, onDiscard }: { out: Outgoing } & Pick<BubbleProps, "onRetry" | "onEdit" | "onDiscard">) {
  const action =
    "min-h-6 rounded-xs px-1 font-medium text-text underline decoration-line-strong underline-offset-2 hover:decoration-current";
  return (
    <div role="alert" className="flex flex-wrap items-center justify-end gap-x-1.5 text-xs text-bad-text">
      <span className="flex gap-1.5">
        <CircleAlert className="mt-px size-3.5 shrink-0" aria-hidden />
        {m.conversations_not_sent({ why: out.problem ?? "" })}
      </span>
      <button type="button" className={action} onClick={() => onRetry(out)}>
        {m.conversations_retry()}
      </button>
      <button type="button" className={action} onClick={() => void navigator.clipboard.writeText(out.content)}>
        {m.conversations_copy()}
      </button>
      {/* One that may have arrived would be sent twice. */}
      {!out.attempted && (
        <button type="button" className={action} onClick={() => onEdit(out)}>
          {m.conversations_edit()}
        </button>
      )}
      <button type="button" className={action} onClick={() => onDiscard(out)}>
        {m.conversations_discard()}
      </button>
    </div>
  );
}
