// What a member does with a conversation: answer, note, close, snooze, assign. Each is shown at once, settles with the
// server's answer, and is never repeated by itself when the conversation has moved on.
import { call, queryClient } from "#dashboard/api.ts";
import type { MailChoice } from "#dashboard/screen.ts";
import { CallError } from "#kernel/wire/route.ts";
import type { Attachment } from "#modules/files/contract";
import {
  addNote,
  assignConversation,
  changeStatus,
  type ConversationEvent,
  type ConversationSummary,
  type Draft,
  replyToConversation,
  requestAiReply,
  saveDraft,
  type Status,
} from "../../contract.ts";
import { applyContact, applyHandled, changeRow, insertEvents } from "../live/bridge.ts";
import { keys, type ThreadAnswer } from "../live/queries.ts";
import type { RecordedAnswer } from "../slots.ts";
import type { Desk, Outgoing } from "./entries.ts";
import { boxOf, dropOutgoing, putOutgoing, saw, setStale, type Stale } from "./outbox.ts";

export interface Letter {
  readonly kind: "reply" | "note";
  readonly content: string;
  readonly attachments: readonly Attachment[];
  readonly close: boolean;
  readonly mail?: MailChoice | undefined;
}

const paramsOf = ({ projectId, conversationId }: Desk) => ({ projectId, conversationId });
const idsOf = (files: readonly Attachment[]) => files.map((file) => file.id);

/**
 * Sends a message or note. `onStale` gets the letter back, so that its text returns to the composer; a failed one stays
 * in the thread with its text.
 */
export async function send(desk: Desk, letter: Letter, onStale: () => void, clientId: string = crypto.randomUUID()): Promise<void> {
  const out: Outgoing = { ...letter, clientId, createdAt: new Date().toISOString(), state: "sending", problem: undefined };
  const frontier = boxOf(desk).seen;
  putOutgoing(desk, out);
  setStale(desk, undefined);
  try {
    const body = { clientId, content: letter.content, attachments: idsOf(letter.attachments) as never };
    const answer =
      letter.kind === "note"
        ? await call(addNote, { params: paramsOf(desk), body })
        : await call(replyToConversation, {
            params: paramsOf(desk),
            body: { ...body, frontier, close: letter.close, ...(letter.mail && { mail: letter.mail as never }) },
          });
    settle(desk, answer);
    dropOutgoing(desk, clientId);
    forgetDraft(desk, out);
  } catch (cause) {
    const stale = staleOf(desk, cause, "reply", undefined);
    if (stale) {
      dropOutgoing(desk, clientId);
      onStale();
      setStale(desk, { ...stale, close: letter.close });
    } else if (!wasErased(desk, cause)) putOutgoing(desk, { ...out, state: "failed", problem: sentence(cause) });
  }
}

/** Whether the refusal says that the contact's personal data is gone. Then what is here of it goes at once. */
export function wasErased({ projectId, me, conversationId }: Desk, cause: unknown): boolean {
  if (!(cause instanceof CallError) || cause.problem["erased"] !== true) return false;
  const held = queryClient.getQueryData<ThreadAnswer>(keys.thread(projectId, conversationId));
  if (held) applyContact(projectId, me, { ...held.conversation.contact, state: "erasing" });
  return true;
}

/** Sends a failed message again, with its client id: when it did arrive the first time, nothing is doubled. */
export const retry = (desk: Desk, out: Outgoing, onStale: () => void): Promise<void> => send(desk, out, onStale, out.clientId);

/** Throws a failed message away, also the draft of it that the server may have. */
export function discard(desk: Desk, out: Outgoing): void {
  dropOutgoing(desk, out.clientId);
  forgetDraft(desk, out);
  const held = queryClient.getQueryData<ThreadAnswer>(keys.thread(desk.projectId, desk.conversationId));
  // What was written since stands in its place.
  if (held?.drafts.some((draft) => draft.kind === out.kind)) return;
  call(saveDraft, { params: { ...paramsOf(desk), kind: out.kind }, body: { content: "", attachments: [] } }).catch(() => undefined);
}

/** Whether the draft is the text of this message, saved before it was sent. */
export const isDraftOf = (out: Outgoing, draft: Draft): boolean => out.kind === draft.kind && out.content === draft.content.trim();

function forgetDraft(desk: Desk, out: Outgoing): void {
  queryClient.setQueryData<ThreadAnswer>(
    keys.thread(desk.projectId, desk.conversationId),
    (held) => held && { ...held, drafts: held.drafts.filter((draft) => !isDraftOf(out, draft)) },
  );
}

/** Closes, reopens or snoozes. Answers the row as it was, or undefined when refused. */
export function setStatus(
  desk: Desk,
  to: { status: Status; until: string | null },
  frontier?: number,
): Promise<ConversationSummary | undefined> {
  const change = { status: to.status, snoozedUntil: to.status === "snoozed" ? to.until : null };
  return handle(
    desk,
    change,
    "status",
    frontier,
    (at) => setStatus(desk, to, at),
    (handling) => call(changeStatus, { params: paramsOf(desk), body: { ...handling, ...to } }),
  );
}

export function assign(desk: Desk, assigneeId: string | null, frontier?: number): Promise<ConversationSummary | undefined> {
  const change = { assigneeId: assigneeId as ConversationSummary["assigneeId"] };
  return handle(
    desk,
    change,
    "assign",
    frontier,
    (at) => assign(desk, assigneeId, at),
    (handling) => call(assignConversation, { params: paramsOf(desk), body: { ...handling, assigneeId: assigneeId as never } }),
  );
}

/** Changes a field of another module. Nobody's answer depends on it, so it is never stale. */
export async function changeField(desk: Desk, name: string, value: string | undefined, run: () => Promise<RecordedAnswer>): Promise<void> {
  const held = queryClient.getQueryData<ThreadAnswer>(keys.thread(desk.projectId, desk.conversationId))?.conversation;
  const { [name]: _, ...others } = held?.fields ?? {};
  const fields = value === undefined ? others : { ...others, [name]: value };
  const back = changeRow(desk.projectId, desk.me, desk.conversationId, { fields });
  try {
    applyHandled(desk.projectId, desk.me, await run());
  } catch (cause) {
    back();
    throw cause;
  }
}

/** Asks the assistant for an answer. Throws what the server refuses, except a stale frontier, which the thread shows. */
export async function askAssistant(desk: Desk, frontier?: number): Promise<boolean> {
  try {
    await call(requestAiReply, {
      params: paramsOf(desk),
      body: { clientId: crypto.randomUUID(), frontier: frontier ?? boxOf(desk).seen },
    });
    return true;
  } catch (cause) {
    const stale = staleOf(desk, cause, "ai", (revision) => void askAssistant(desk, revision));
    if (!stale) throw cause;
    setStale(desk, stale);
    return false;
  }
}

interface Handled {
  readonly event: ConversationEvent;
  readonly conversation: ConversationSummary;
  readonly repeated: boolean;
}

async function handle(
  desk: Desk,
  change: Partial<ConversationSummary>,
  what: Stale["what"],
  frontier: number | undefined,
  again: (revision: number) => Promise<unknown>,
  run: (handling: { clientId: string; frontier: number }) => Promise<Handled>,
): Promise<ConversationSummary | undefined> {
  const was = queryClient.getQueryData<ThreadAnswer>(keys.thread(desk.projectId, desk.conversationId))?.conversation;
  const back = changeRow(desk.projectId, desk.me, desk.conversationId, change);
  setStale(desk, undefined);
  try {
    settle(desk, await run({ clientId: crypto.randomUUID(), frontier: frontier ?? boxOf(desk).seen }));
    return was;
  } catch (cause) {
    back();
    const stale = staleOf(desk, cause, what, (revision) => void again(revision).catch(() => undefined));
    if (!stale) throw cause;
    setStale(desk, stale);
    return undefined;
  }
}

/**
 * What an accepted action says about the frontier: the server compared it, so nobody else's message lies before the
 * answer. A note is not compared: it only moves the frontier when it is the next thing. The conversation that comes with a
 * repetition has moved on since.
 */
function settle(desk: Desk, answer: Handled): void {
  const next = answer.event.revision === boxOf(desk).seen + 1;
  applyHandled(desk.projectId, desk.me, answer);
  if (answer.event.kind !== "note" || next) saw(desk, answer.repeated ? answer.event.revision : answer.conversation.revision);
}

function staleOf(desk: Desk, cause: unknown, what: Stale["what"], again: ((revision: number) => void) | undefined): Stale | undefined {
  if (!(cause instanceof CallError) || cause.problem.code !== "stale_frontier") return undefined;
  const events = (cause.problem["events"] ?? []) as ConversationEvent[];
  const revision = cause.problem.revision ?? events.at(-1)?.revision ?? 0;
  const after = boxOf(desk).seen;
  insertEvents(desk.projectId, desk.conversationId, events);
  return {
    after,
    missed: events.length,
    what,
    close: false,
    again: () => {
      saw(desk, revision);
      setStale(desk, undefined);
      again?.(revision);
    },
  };
}

const sentence = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
