// Decides what a round does before a model is asked. Pure.
import type { Guidance } from "../contract/guidance.ts";
import type { HandoverReason, SkipReason } from "../contract/rounds.ts";
import type { Answering } from "../store/rounds.ts";
import { languageOfText } from "../words/language.ts";
import { smallTalkOf } from "../words/small-talk.ts";
import { wantsPerson } from "../words/wants-person.ts";
import { MOST_MESSAGES } from "../history/images.ts";
import { MOST_ASKED } from "../history/context-window.ts";
import { isRead, type Turn } from "../history/turns.ts";

export interface State {
  readonly conversationId: string;
  readonly enabled: boolean;
  readonly guidance: Guidance;
  readonly explicit: boolean;
  readonly status: "open" | "snoozed" | "closed";
  readonly assigned: boolean;
  readonly channel: string;
  readonly contact: { readonly active: boolean; readonly verified: boolean; readonly language: string | null };
  readonly answering: Answering | undefined;
  readonly turns: readonly Turn[];
  /** Messages up to there are in the summary. */
  readonly summarised: number;
  /** Characters of earlier messages that the model gets. */
  readonly mostBefore: number;
  /** How often this round began again because the customer kept writing. */
  readonly restarts: number;
}
export interface Asked {
  /** What the customer asks: all messages since the last answer. */
  readonly question: string;
  /** For the search: a short question together with the one before. */
  readonly query: string;
  /** What was said before, oldest first. */
  readonly before: readonly Turn[];
  /** The newest of these messages that have images. */
  readonly withImages: readonly string[];
  readonly locale: string;
}
export type Decision =
  | { readonly kind: "skip"; readonly reason: SkipReason }
  /** The customer says that it is solved. */
  | { readonly kind: "close" }
  | { readonly kind: "hand_over"; readonly reason: HandoverReason; readonly asked: Asked }
  | { readonly kind: "decline"; readonly asked: Asked }
  /** The customer only greeted. */
  | { readonly kind: "greet"; readonly asked: Asked }
  | { readonly kind: "answer"; readonly asked: Asked };

/** The channel of mail: answers go out whole there, and people answer without saying so first. */
export const MAIL = "email";
/** Whether an answer to these turns would go by mail, as `email-channel` decides it for a conversation that did not begin by mail. */
export const goesByMail = (turns: readonly Turn[]): boolean =>
  turns.findLast(({ role, automatic, foreign }) => role === "visitor" && !automatic && !foreign)?.channel === MAIL;

const THANKS: ReadonlySet<string> = new Set(["thanks", "solved"]);
/** Restarts after which people answer. */
const MOST_RESTARTS = 3;
/** A follow-up such as "And how long?" is searched together with the message before it. */
const SHORT = 25;

export function decide(state: State): Decision {
  const { guidance, turns, answering } = state;
  if (!state.contact.active) return { kind: "skip", reason: "contact" };
  if (state.status === "closed") return { kind: "skip", reason: "closed" };
  const asked = askedIn(state);
  // What was written last is an answer: somebody was faster.
  if (asked === undefined) return { kind: "skip", reason: turns.at(-1)?.role === "visitor" ? "nothing_asked" : "answered" };
  const given = answering?.answers === "assistant" ? answering.given : 0;
  if (!state.explicit && given === 0) {
    const reason = outsideRules(state, asked.locale);
    if (reason !== undefined) return { kind: "skip", reason };
  }
  // Where a person wrote, people answer, unless one of them left it to the assistant afterwards.
  if (answering?.answers === "team" || state.assigned || turns.some(({ role, revision }) => role === "operator" && revision > given))
    return { kind: "skip", reason: "team" };
  // Only images: nothing to search with.
  if (asked.question === "") return { kind: "hand_over", reason: "nothing_fits", asked };
  const talk = smallTalkOf(asked.question);
  if (talk === "solved" && guidance.closeConfirmed && turns.findLast(({ role }) => role !== "visitor")?.proved === true)
    return { kind: "close" };
  if (talk !== undefined && THANKS.has(talk)) return { kind: "skip", reason: "nothing_asked" };
  if (wantsPerson(asked.question)) return { kind: "hand_over", reason: "asked", asked };
  if (contains(asked.question, guidance.handOverWords)) return { kind: "hand_over", reason: "words", asked };
  if ((answering?.sent ?? 0) >= guidance.mostRounds) return { kind: "hand_over", reason: "most_rounds", asked };
  if (state.restarts > MOST_RESTARTS) return { kind: "hand_over", reason: "too_fast", asked };
  if (contains(asked.question, guidance.forbidden)) return { kind: "decline", asked };
  return { kind: talk === "greeting" ? "greet" : "answer", asked };
}

/** Why the project's rules leave the conversation to people; undefined if they don't. */
function outsideRules({ enabled, guidance, channel, contact, conversationId }: State, locale: string): SkipReason | undefined {
  if (!enabled || !guidance.channels.some((one) => one === channel)) return "channel";
  if (guidance.askers === "verified" && !contact.verified) return "askers";
  const language = locale.split("-")[0];
  if (guidance.languages.length > 0 && !guidance.languages.some((one) => one.split("-")[0] === language)) return "language";
  return bucketOf(conversationId) < guidance.share ? undefined : "share";
}

/** The customer's messages since the last answer, and what was said before; undefined without one. */
function askedIn({ turns, contact, summarised, mostBefore }: State): Asked | undefined {
  const read = turns.filter(isRead);
  const from = 1 + read.findLastIndex(({ role }) => role === "assistant" || role === "operator");
  const said = read.slice(from).filter(({ role }) => role === "visitor");
  if (said.length === 0) return undefined;
  // Thanks for the last answer are no part of the next question.
  const asking = said.filter(({ text, withImages }) => withImages !== null || !THANKS.has(smallTalkOf(text) ?? ""));
  const open = asking.length > 0 ? asking : said;
  const question = open
    .map(({ text }) => text)
    .join("\n\n")
    .trim()
    .slice(-MOST_ASKED);
  const earlierTurns = read.slice(0, from);
  const earlier = earlierTurns.findLast(({ role }) => role === "visitor")?.text ?? "";
  const written = read.filter(({ role }) => role === "visitor").map(({ text }) => text);
  return {
    question,
    query: question.length < SHORT && earlier !== "" ? `${earlier.slice(-500)}\n${question}` : question,
    before: latest(
      earlierTurns.filter(({ revision }) => revision > summarised),
      mostBefore,
    ),
    withImages: open.flatMap(({ withImages }) => withImages ?? []).slice(-MOST_MESSAGES),
    locale: languageOfText(question) ?? languageOfText(written.join("\n")) ?? contact.language ?? "en",
  };
}

/** The last turns that fit. */
function latest(turns: readonly Turn[], most: number): Turn[] {
  let left = most;
  return turns
    .toReversed()
    .filter(({ text }) => (left -= text.length) >= 0)
    .toReversed();
}

/** Whether the text has one of the words or phrases as whole words, whatever their case. */
export function contains(text: string, words: readonly string[]): boolean {
  const plain = (value: string): string =>
    ` ${value
      .normalize("NFKC")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
      .trim()} `;
  const read = plain(text);
  return words.some((word) => plain(word).trim() !== "" && read.includes(plain(word)));
}

/** 0 to 99, always the same for a conversation, so that a larger share keeps those that it had. FNV-1a. */
export function bucketOf(id: string): number {
  let hash = 0x811c9dc5;
  for (const letter of id) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0) % 100;
}
