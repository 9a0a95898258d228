// A conversation that was found, with its hits. Each hit leads to its message in the thread.
import { Avatar } from "#dashboard/ui/avatar.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { RelativeTime } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { contactName } from "#modules/contacts/views";
import { threadPath, type View } from "#modules/conversations/contract";
import { Link } from "@tanstack/react-router";
import { Paperclip, StickyNote } from "lucide-react";
import type { FoundConversation, SearchHit } from "../contract.ts";
import { Highlighted } from "./highlighted.tsx";

/** The view of the inbox that has the conversation, so that its list stands beside the thread. */
export const viewOf = (status: FoundConversation["status"]): View => (status === "open" ? "all" : status);

/** Who wrote a hit, in words. */
export function authorOf(hit: SearchHit, conversation: FoundConversation, me: string): string {
  if (hit.authorRole === "visitor") return contactName(conversation.contact);
  if (hit.authorRole === "assistant") return m.conversation_search_by_assistant();
  if (hit.authorId === me) return m.conversation_search_by_you();
  return hit.authorName ?? m.conversation_search_by_team();
}

interface ResultProps {
  readonly projectId: string;
  readonly found: FoundConversation;
  readonly me: string;
  readonly assignee: string | undefined;
  onOpen(): void;
}
export function Result({ projectId, found, me, assignee, onOpen }: ResultProps) {
  const { contact, status, subject, hits, more } = found;
  const to = threadPath(projectId, found.id, viewOf(status));
  const name = contactName(contact);
  return (
    <li className="rounded-lg border border-line bg-surface">
      <div className="flex min-w-0 items-center gap-2.5 px-3 pt-2.5 pb-1.5 sm:px-4">
        <Avatar id={contact.id} name={name} size={24} />
        <h2 className="min-w-0 flex-1 truncate">
          <span dir="auto" className="font-medium">
            {name}
          </span>
          {subject !== null && subject !== "" && (
            <span dir="auto" className="ms-2 text-muted">
              {subject}
            </span>
          )}
        </h2>
        {assignee !== undefined && <span className="hidden max-w-40 truncate text-xs text-muted sm:inline">{assignee}</span>}
        {status !== "open" && <Chip>{status === "closed" ? m.conversation_search_closed() : m.conversation_search_snoozed()}</Chip>}
      </div>
      <ul className="pb-1.5">
        {hits.map((hit) => (
          <li key={hit.messageId}>
            <Link
              to={to}
              hash={`r${hit.revision}`}
              data-hit
              onClick={onOpen}
              className="mx-1.5 grid gap-0.5 rounded-sm px-1.5 py-1.5 hover:bg-hover pointer-coarse:min-h-11 sm:px-2.5"
            >
              <span className="flex min-w-0 items-center gap-1.5 text-xs text-muted">
                {hit.kind === "note" && <StickyNote className="size-3.5 shrink-0 text-note-text" aria-hidden />}
                {hit.kind === "note" && <span className="shrink-0">{m.conversation_search_note()}</span>}
                <bdi className="min-w-0 truncate">{authorOf(hit, found, me)}</bdi>
                <span className="shrink-0 tabular-nums">
                  <RelativeTime at={hit.createdAt} />
                </span>
              </span>
              {hit.quote !== "" && (
                <span dir="auto" className="line-clamp-3 wrap-anywhere">
                  <Highlighted text={hit.quote} marks={hit.marks} />
                </span>
              )}
              {hit.file && (
                <span className="flex min-w-0 items-center gap-1.5 text-xs text-muted">
                  <Paperclip className="size-3.5 shrink-0" aria-hidden />
                  <bdi className="min-w-0 truncate">
                    <Highlighted text={hit.file.name} marks={hit.file.marks} />
                  </bdi>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="px-3 pb-2.5 text-xs text-muted sm:px-4">{m.conversation_search_more_here({ count: more })}</p>}
    </li>
  );
}
