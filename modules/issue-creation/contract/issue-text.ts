// Makes the text of an issue from chosen messages, and what is added to it before it leaves. Pure and browser-safe.
import type { ConversationEvent } from "#modules/conversations/contract";
import { LEFT_OUT, withoutDetails } from "#kernel/rich-text/redaction.ts";
import type { IssueDraft, Question } from "./creating.ts";

export interface SaidMessage {
  readonly revision: number;
  readonly who: string;
  readonly byCustomer: boolean;
  readonly text: string;
}
/** The messages of a thread that an issue can quote, oldest first. Notes are left out: they are the team's own. */
export const messagesIn = (events: readonly ConversationEvent[], roleName: (role: string) => string): SaidMessage[] =>
  events.flatMap((event) => {
    if (event.kind !== "message" || event.message.erased_at !== null || event.message.content.trim() === "") return [];
    const { revision, authorRole, content } = event.message;
    // Who it was by role: a name says nothing about a fault.
    return [{ revision, who: roleName(authorRole), byCustomer: authorRole === "visitor", text: content }];
  });

/** A quote that mentions nobody at GitHub, refers to no other issue, and loads no picture. */
const harmless = (text: string): string =>
  text
    // A character reference would be a sign again at GitHub.
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(/([@#])(?=[\p{L}\p{N}])/gu, "$1&#8203;")
    .replaceAll("![", String.raw`!\[`);
const quote = (text: string): string =>
  harmless(text.trim())
    .split(/\r\n|\r|\n/)
    .map((line) => (line === "" ? ">" : `> ${line}`))
    .join("\n");

/** The body at first: the chosen messages as quotes. */
export const quotedBody = (said: readonly SaidMessage[], redacts: boolean, names: readonly string[]): string =>
  said.map(({ who, text }) => `**${who}**\n\n${quote(redacts ? withoutDetails(text, names) : text)}`).join("\n\n");
/** A title at first: the beginning of what the customer wrote. */
export function firstTitle(text: string, redacts: boolean, names: readonly string[]): string {
  const [line = ""] = (redacts ? withoutDetails(text, names) : text).trim().split(/[\r\n]/);
  return line.length <= 80 ? line : `${line.slice(0, 80).replace(/\s+\S*$/, "")}…`.toWellFormed();
}

/** The keys of required questions that have no answer. */
export const unanswered = (questions: readonly Question[], answers: IssueDraft["answers"]): string[] =>
  questions.flatMap(({ key, kind, required, options }) => {
    const answer = answers[key];
    const chosen = Array.isArray(answer) ? answer : [];
    const text = typeof answer === "string" ? answer.trim() : "";
    if (kind === "checkboxes") return options.some((one) => one.required && !chosen.includes(one.label)) ? [key] : [];
    return required && text === "" && chosen.length === 0 ? [key] : [];
  });
/** As GitHub writes the answers of a form into an issue. */
export function answersBody(questions: readonly Question[], answers: IssueDraft["answers"]): string {
  return questions
    .map(({ key, kind, label, options }) => {
      const answer = answers[key];
      const chosen = Array.isArray(answer) ? answer : [];
      const text = typeof answer === "string" ? answer.trim() : chosen.join(", ");
      const value =
        kind === "checkboxes"
          ? options.map((one) => `- [${chosen.includes(one.label) ? "X" : " "}] ${one.label}`).join("\n")
          : text || "_No response_";
      return `### ${label}\n\n${value}`;
    })
    .join("\n\n");
}

/** The text in parts, so that a screen can mark what was left out. */
export const partsOf = (text: string): { readonly text: string; readonly leftOut: boolean }[] =>
  text
    .split(LEFT_OUT)
    .flatMap((part, i) => [
      ...(i > 0 ? [{ text: LEFT_OUT, leftOut: true }] : []),
      ...(part === "" ? [] : [{ text: part, leftOut: false }]),
    ]);
