// What a thread shows between its header and its composer. Each entry is drawn again only if it has changed, because nearly everything that
// happens in a conversation changes the thread that holds them.
import { useProject } from "#dashboard/session.tsx";
import { memo } from "react";
import type { ConversationEvent } from "#modules/conversations/contract";
import { discard, retry } from "../actions/actions.ts";
import { dropOutgoing, type Outgoing, setReturned, type ThreadContext } from "#modules/live-inbox/views";
import { entriesOf } from "../events/entries.ts";
import { Bubble } from "./bubble.tsx";
import { Divider } from "./divider.tsx";
import { EventLine } from "./event-line.tsx";

const DrawnBubble = memo(Bubble);
const DrawnLine = memo(EventLine);

interface EntriesProps {
  readonly context: ThreadContext;
  readonly events: readonly ConversationEvent[];
  readonly outgoing: readonly Outgoing[];
  readonly customerReadRevision: number;
  readonly newAfter: number | undefined;
  readonly staleAfter: number | undefined;
  /** The conversation, if it contains mail. */
  readonly mailIn: string | undefined;
  /** The customer's id and name, for their own messages. */
  readonly contact: { readonly id: string; readonly name: string };
  /** How many are drawn, counted from the end; all without it. */
  readonly latest: number | undefined;
  /** Puts a proposed reply into the composer. */
  onPropose(text: string): void;
}

export function ThreadEntries({ context, events, outgoing, mailIn, contact, latest, onPropose, ...marks }: EntriesProps) {
  const { projectId, conversationId, me } = context;
  const members = useProject().members;
  const nameOf = (id: string | null) => members.find((member) => member.accountId === id)?.name;
  const onRetry = (out: Outgoing): void => void retry(context, out, () => setReturned(context, out));
  const onDiscard = (out: Outgoing): void => discard(context, out);
  const onEdit = (out: Outgoing): void => {
    dropOutgoing(context, out.clientId);
    setReturned(context, out);
  };
  const entries = entriesOf(events, outgoing, { me, ...marks });
  return entries
    .slice(latest === undefined ? 0 : -latest)
    .map((entry) =>
      entry.type === "bubble" ? (
        <DrawnBubble
          key={entry.key}
          {...{ entry, projectId, conversationId, mailIn, me, contact, nameOf, onRetry, onEdit, onDiscard, onPropose }}
        />
      ) : entry.type === "line" ? (
        <DrawnLine key={entry.key} event={entry.event} me={me} projectId={projectId} />
      ) : (
        <Divider key={entry.key} entry={entry} />
      ),
    );
}
