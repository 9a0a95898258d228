// Reads the JSON of a draft while the model writes it, and hands out each sentence when its last character has arrived. Pure.
import { Draft, DraftSentence, MOST_SENTENCES } from "./prompt.ts";
import * as v from "valibot";

export interface StreamedDraft {
  /**
   * The sentences that are complete since the last call. There are none before the draft says that it is an answer. Together they are the
   * beginning of what `finish` returns, unless the draft breaks off or loses its form later.
   */
  push(delta: string): readonly DraftSentence[];
  /** The whole draft; undefined if it was cut off or is not in the agreed form. */
  finish(): Draft | undefined;
  /** Whether it can't become a draft any more, so that the call can be stopped. */
  isBroken(): boolean;
}

/** A draft can't be longer: twelve sentences with five quotes each, and room for escapes. */
const LONGEST = 200_000;
/** White space of JSON is less than that of regular expressions. */
const isSpace = (letter: string): boolean => letter === " " || letter === "\n" || letter === "\t" || letter === "\r";
/** The line that some models write before the JSON, with a byte order mark or without. */
const OPENING_FENCE = /^\uFEFF?[ \t\r\n]{0,20}```[\p{L}\d]{0,20}[ \t]{0,5}\r?\n/u;
/** The beginning of such a line: more has to arrive before it is known. */
const MAYBE_FENCE = /^\uFEFF?[ \t\r\n]{0,20}(?:`{1,2}|```[\p{L}\d]{0,20}[ \t]{0,5}\r?)?$/u;
const FENCE = 3;
/** A second one of these would replace what was handed out. */
const MEMBERS: ReadonlySet<string> = new Set(["kind", "sentences", "question", "reason"]);

/** What may come next. */
type Expects = "object" | "firstKey" | "key" | "colon" | "value" | "comma" | "firstItem" | "item" | "itemComma" | "end" | "broken";

/**
 * Follows the draft's object and its list of sentences. What these contain is read by counting brackets, and understood by `JSON.parse` when it is
 * complete, so that escapes and characters that arrive in halves need no care.
 */
export function readStreamedDraft(): StreamedDraft {
  let text = "";
  let at = -1;
  let expects: Expects = "object";
  let isFenced = false;
  let closingFence = 0;

  /** Where the key, value or sentence begins that is being read; -1 between them. */
  let began = -1;
  /** It is a number or a word: it ends where another character follows. */
  let isBare = false;
  let isInString = false;
  let isEscaped = false;
  let depth = 0;

  let key = "";
  const members = new Map<string, unknown>();
  const sentences: DraftSentence[] = [];
  let handedOut = 0;

  const isBroken = (): boolean => expects === "broken";
  const expect = (next: Expects): void => {
    expects = next;
  };
  const complete = (end: number): void => {
    const written = text.slice(began, end);
    began = -1;
    let value: unknown;
    try {
      value = JSON.parse(written);
    } catch {
      return expect("broken");
    }
    if (expects === "value") {
      members.set(key, value);
      return expect("comma");
    }
    if (expects === "item" || expects === "firstItem") {
      const sentence = v.safeParse(DraftSentence, value);
      if (sentence.success) sentences.push(sentence.output);
      return expect(sentence.success && sentences.length <= MOST_SENTENCES ? "itemComma" : "broken");
    }
    key = String(value);
    const isRepeated = MEMBERS.has(key) && members.has(key);
    members.set(key, undefined);
    return expect(isRepeated ? "broken" : "colon");
  };
  /** Goes on with what is being read. Returns whether this character belongs to it. */
  const goOn = (letter: string): boolean => {
    if (isInString) {
      if (isEscaped) isEscaped = false;
      else if (letter === "\\") isEscaped = true;
      else if (letter === '"') {
        isInString = false;
        if (depth === 0) complete(at + 1);
      }
      return true;
    }
    if (isBare && (letter === "," || letter === "}" || letter === "]" || isSpace(letter))) {
      complete(at);
      return false;
    }
    if (letter === '"') isInString = true;
    else if (letter === "{" || letter === "[") depth += 1;
    else if (letter === "}" || letter === "]") {
      depth -= 1;
      if (depth === 0) complete(at + 1);
    }
    return true;
  };
  const begin = (letter: string): void => {
    began = at;
    depth = 0;
    isBare = letter !== '"' && letter !== "{" && letter !== "[";
    goOn(letter);
  };
  const step = (letter: string): void => {
    if (began >= 0 && goOn(letter)) return;
    if (isSpace(letter) || isBroken()) return;
    switch (expects) {
      case "object":
        return expect(letter === "{" ? "firstKey" : "broken");
      case "firstKey":
      case "key":
        if (letter === '"') return begin(letter);
        return expect(letter === "}" && expects === "firstKey" ? "end" : "broken");
      case "colon":
        return expect(letter === ":" ? "value" : "broken");
      case "value":
        if (key !== "sentences") return begin(letter);
        return expect(letter === "[" ? "firstItem" : "broken");
      case "firstItem":
        return letter === "]" ? expect("comma") : begin(letter);
      case "item":
        return begin(letter);
      case "itemComma":
        return expect(letter === "," ? "item" : letter === "]" ? "comma" : "broken");
      case "comma":
        return expect(letter === "," ? "key" : letter === "}" ? "end" : "broken");
      case "end": {
        const follows = closingFence === 0 || text.charAt(at - 1) === "`";
        closingFence += 1;
        return expect(isFenced && letter === "`" && follows && closingFence <= FENCE ? "end" : "broken");
      }
      case "broken":
    }
  };

  return {
    isBroken,
    push(delta) {
      if (isBroken()) return [];
      text += delta;
      if (at < 0) {
        const fence = OPENING_FENCE.exec(text)?.[0];
        if (fence === undefined && MAYBE_FENCE.test(text)) return [];
        isFenced = fence !== undefined;
        at = fence?.length ?? (text.startsWith("\uFEFF") ? 1 : 0);
      }
      for (; at < text.length && !isBroken(); at += 1) step(text.charAt(at));
      if (text.length > LONGEST) expect("broken");
      if (members.get("kind") !== "answer") return [];
      const complete = sentences.slice(handedOut);
      handedOut = sentences.length;
      return complete;
    },
    finish() {
      if (expects !== "end" || (closingFence !== 0 && closingFence !== FENCE)) return undefined;
      const [kind, question, reason] = ["kind", "question", "reason"].map((name) => members.get(name));
      const draft = v.safeParse(Draft, { kind, question, reason, ...(members.has("sentences") && { sentences }) });
      return draft.success ? draft.output : undefined;
    },
  };
}

/** Reads a draft that arrived at once as one that was streamed. */
export function readDraft(text: string): Draft | undefined {
  const draft = readStreamedDraft();
  draft.push(text);
  return draft.finish();
}
