// What a model is given of a conversation: its newest messages, with short ids of their own, so that an answer can name none of another.
import { notFound } from "#kernel/errors/index.ts";
import type { ConversationId } from "#kernel/ids/index.ts";
import { readOlder, readSummary, registeredRowFields } from "#modules/conversations";
import type { ConversationEvent, ConversationSummary, Message } from "#modules/conversations/contract";
import type { MemberCtx } from "../ask-model.ts";
import type { Extent } from "../contract.ts";
import { dataErased } from "../errors.ts";

/** Newest events that are read. */
const EVENTS = 200;
/** Characters of one text, and of all together: about 10,000 tokens. */
const MOST_OF_ONE = 6000;
const MOST_TEXT = 40_000;

export type Author = "customer" | "different sender" | "team" | "assistant" | "program";
export interface Said {
  /** By which an answer cites it. */
  readonly id: string;
  readonly revision: number;
  readonly by: Author;
  readonly isNote: boolean;
  readonly isAutomatic: boolean;
  readonly at: string;
  /** Markdown, possibly cut. */
  readonly text: string;
}
export interface Transcript {
  readonly row: ConversationSummary;
  readonly texts: readonly Said[];
  readonly extent: Extent;
}

/** Throws `not_found`, and `conflict` once the customer's data is being erased. */
export async function readTranscript(ctx: MemberCtx, conversationId: ConversationId): Promise<Transcript> {
  const { projectId } = ctx.caller;
  const [row, found] = await ctx.db.read(
    readSummary(registeredRowFields(ctx), projectId, conversationId, null),
    readOlder(projectId, conversationId, Number.MAX_SAFE_INTEGER, EVENTS, false),
  );
  if (!row) throw notFound();
  if (isGone(row)) throw dataErased();
  // What another contact wrote, and was answered, before the conversation was moved: for the team alone.
  const others = new Set(found.flatMap(({ event, visible }) => (isQuote(event) && !visible ? [event.revision] : [])));
  return {
    row,
    ...within(
      found.map(({ event }) => event),
      others,
    ),
  };
}
const isQuote = (event: ConversationEvent): boolean => event.kind === "message" && event.message.quotedFrom !== undefined;
const isGone = ({ contact }: ConversationSummary): boolean => contact.state === "erasing" || contact.state === "erased";

/** A call takes seconds, in which an erasure may begin: then nothing of what was read is shown. */
export async function mustStillBeThere(ctx: MemberCtx, conversationId: ConversationId): Promise<void> {
  const [row] = await ctx.db.read(readSummary(registeredRowFields(ctx), ctx.caller.projectId, conversationId, null));
  if (!row) throw notFound();
  if (isGone(row)) throw dataErased();
}

/** The newest texts that fit, oldest first. `others`: revisions of what was exchanged with another contact. */
export function within(
  events: readonly ConversationEvent[],
  others: ReadonlySet<number> = new Set(),
  most = MOST_TEXT,
): Pick<Transcript, "texts" | "extent"> {
  const newest: Omit<Said, "id">[] = [];
  let [length, isCut] = [0, (events[0]?.revision ?? 1) > 1];
  for (const event of events.toReversed()) {
    if (event.kind !== "message" && event.kind !== "note") continue;
    const message = event.kind === "message" ? event.message : event.note;
    const whole = message.content.trim();
    if (message.erased_at !== null || whole === "") continue;
    const text = whole.slice(0, MOST_OF_ONE).toWellFormed();
    if (length + text.length > most) {
      isCut = true;
      break;
    }
    if (text.length < whole.length) isCut = true;
    length += text.length;
    const { revision, createdAt: at, origin } = message;
    const isOthers = others.has(event.revision);
    const by = isOthers && message.authorRole === "visitor" ? "different sender" : authorOf(message);
    newest.push({ revision, by, isNote: event.kind === "note" || isOthers, isAutomatic: origin.automatic !== null, at, text });
  }
  const texts = newest.toReversed().map((one, i) => ({ id: `m${i + 1}`, ...one }));
  return { texts, extent: { messages: texts.length, isCut } };
}

function authorOf({ authorRole, origin }: Message): Author {
  if (origin.proposal) return "program";
  if (authorRole === "visitor") return origin.differentSender === true ? "different sender" : "customer";
  return authorRole === "operator" ? "team" : authorRole === "assistant" ? "assistant" : "program";
}

/** The texts as data for a model. */
export const asData = (texts: readonly Said[]): object[] =>
  texts.map(({ id, by, isNote, isAutomatic, at, text }) => ({
    ...{ id, by, at, text },
    ...(isNote && { isInternalNote: true }),
    ...(isAutomatic && { isAutomatic: true }),
  }));

/** The revisions of the texts that are named by their ids; other ids are dropped. */
export const revisionsOf = (ids: readonly string[], texts: readonly Said[]): number[] => [
  ...new Set(ids.flatMap((id) => texts.find((one) => one.id === id)?.revision ?? [])),
];

/** Whether the customer of the conversation wrote it to be answered. */
const asks = ({ by, isNote, isAutomatic }: Said): boolean => by === "customer" && !isNote && !isAutomatic;
/** What the customer wrote. */
export const customerTexts = (texts: readonly Said[]): string[] => texts.filter(asks).map(({ text }) => text);
/** What the customer wrote last, before or after the team's last reply. */
export function lastQuestion(texts: readonly Said[]): string[] {
  const replies = texts.filter(({ isNote, isAutomatic }) => !isNote && !isAutomatic);
  const to = replies.findLastIndex(asks);
  const from = replies.findLastIndex((one, i) => i < to && !asks(one)) + 1;
  return replies.slice(from, to + 1).map(({ text }) => text);
}
/** What the customer can read or wrote, without notes and proposals of programs. */
export const shared = (texts: readonly Said[]): Said[] =>
  texts.filter(({ isNote, by }) => !isNote && (by === "customer" || by === "team" || by === "assistant"));
