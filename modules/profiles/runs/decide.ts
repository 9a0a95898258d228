// Decides what of a model's answer is stored. Without I/O: the same answer on newer knowledge may be decided again.
import type { ProfileStatementId } from "#kernel/ids/index.ts";
import type { OwnMessage } from "#modules/conversations";
import * as v from "valibot";
import { quoteIn, unproved } from "../check/quote.ts";
import { hasSecret, hasSpecialCategory } from "../check/sensitive.ts";
import { saysTheSame, type Signature, signatureOf } from "../check/similar.ts";
import { MAX_QUOTE, MAX_STATEMENT, type Statement } from "../contract.ts";
import type { Counts, NewStatement } from "../queries.ts";
import { MOST_ADDED } from "../rules.ts";
import { Draft, messageName, statementName, unescaped } from "./prompt.ts";

/** A statement of the model that passed the check. */
export interface Proposal extends Omit<NewStatement, "id"> {
  readonly source: NonNullable<NewStatement["source"]>;
  readonly signature: Signature;
}
export interface Checked {
  readonly proposals: readonly Proposal[];
  /** Known statements, by their places in the prompt, that a message shows to be outdated. */
  readonly outdated: readonly number[];
  readonly dropped: number;
}

export function draftOf(text: string): Draft | undefined {
  try {
    const parsed = v.safeParse(Draft, JSON.parse(text));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

/** Drops what the messages don't prove and what may not be stored. `known`: how many statements the model was shown. */
export function checkDraft(draft: Draft, messages: readonly OwnMessage[], known: number): Checked {
  const proposals: Proposal[] = [];
  const named = new Map(messages.map((message, i) => [messageName(i), message]));
  for (const { kind, text, message, quote } of draft.statements) {
    const from = named.get(message);
    const said = text.replace(/[\p{Cc}\s]+/gu, " ").trim();
    const words = from && wordsIn(from, quote);
    if (
      from === undefined ||
      words === undefined ||
      said === "" ||
      said.length > MAX_STATEMENT ||
      proposals.length >= MOST_ADDED ||
      [said, words].some((one) => hasSecret(one) || hasSpecialCategory(one)) ||
      unproved(said, from.content).length > 0
    )
      continue;
    const source = { messageId: from.id, conversationId: from.conversationId, quote: words };
    proposals.push({ kind, text: said.toWellFormed(), source, saidAt: from.createdAt, signature: signatureOf(said) });
  }
  const places = new Map(Array.from({ length: known }, (_, i) => [statementName(i), i]));
  const outdated = draft.outdated.flatMap(({ statement, message, quote }) => {
    const [place, from] = [places.get(statement), named.get(message)];
    return place === undefined || from === undefined || wordsIn(from, quote) === undefined ? [] : [place];
  });
  return { proposals, outdated, dropped: draft.statements.length - proposals.length };
}
/** The quote as it stands in the message. */
function wordsIn(message: OwnMessage, quote: string): string | undefined {
  const words = quoteIn(message.content, unescaped(quote));
  return words === undefined || words.length > MAX_QUOTE ? undefined : words.replace(/\s+/g, " ");
}

export interface Decision extends Counts {
  readonly add: readonly Omit<NewStatement, "id">[];
  readonly refresh: readonly NewStatement[];
  readonly remove: readonly ProfileStatementId[];
}
/**
 * What is stored on what is known now. `shown`: the ids of the statements that the model was shown. `isRefused`: whether a person has deleted what
 * says the same.
 */
export function decide(
  { proposals, outdated, dropped }: Checked,
  shown: readonly ProfileStatementId[],
  known: readonly Statement[],
  isRefused: (proposal: Proposal) => boolean,
): Decision {
  const held = known.map((one) => ({ ...one, signature: signatureOf(one.text) }));
  const remove = new Set(outdated.map((place) => shown[place]));
  const add: Proposal[] = [];
  const refresh = new Map<ProfileStatementId, NewStatement>();
  let [merged, refused] = [0, 0];
  for (const proposal of proposals) {
    const { signature, source } = proposal;
    const isSame = (other: { readonly signature: Signature; readonly source: { readonly messageId: string } | null }): boolean =>
      saysTheSame(signature, other.signature, { related: other.source?.messageId === source.messageId });
    const same = held.find(isSame);
    if (same) {
      merged += 1;
      // What the customer says again is not outdated, whatever else the model thinks.
      remove.delete(same.id);
      if (!same.byPerson) refresh.set(same.id, { id: same.id, kind: proposal.kind, text: same.text, source, saidAt: proposal.saidAt });
    } else if (add.some(isSame)) merged += 1;
    else if (isRefused(proposal)) refused += 1;
    else add.push(proposal);
  }
  const isUntouched = (one: Statement): boolean => !one.byPerson && !one.pinned && one.confirmed === null;
  const removed = held.filter((one) => remove.has(one.id) && isUntouched(one)).map(({ id }) => id);
  return {
    add: add.map(({ signature: _, ...statement }) => statement),
    refresh: [...refresh.values()],
    remove: removed,
    added: add.length,
    merged,
    removed: removed.length,
    dropped: dropped + refused,
  };
}
