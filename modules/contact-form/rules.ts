// What a reader may send, and how long it waits. Pure.
import { days, hours } from "#kernel/clock/index.ts";
import { ClientId, Email } from "#kernel/wire/values.ts";
import { type ArticleId, isId } from "#kernel/ids/index.ts";
import * as v from "valibot";

/** How long the link of the mail works. */
export const LINK_FOR = hours(48);
/** After which a letter goes, sent or not. */
export const KEPT = days(7);
export const MAX_NAME = 100;
export const MAX_MESSAGE = 8000;
const MAX_QUERY = 200;

/** What is typed, and shown again after a refusal. */
export interface Typed {
  readonly name: string;
  readonly email: string;
  readonly message: string;
}
/** Where the reader came from, as the page says; what of it is true is looked up. */
export interface From {
  readonly article?: ArticleId | undefined;
  readonly query?: string | undefined;
  /** The answer below an article that this began with. */
  readonly feedback?: string | undefined;
}
export type Wrong = Partial<Record<keyof Typed, "amiss" | "wrong">>;

const text = (value: unknown): string => (typeof value === "string" ? value.toWellFormed().replaceAll("\0", "") : "");
const onOneLine = (value: string): string => value.replace(/[\p{Cc}\p{Zl}\p{Zp}\s\u202a-\u202e\u2066-\u2069]+/gu, " ").trim();

export function typedOf(fields: Readonly<Record<string, unknown>>): Typed {
  return { name: onOneLine(text(fields["name"])), email: text(fields["email"]).trim(), message: text(fields["message"]).trim() };
}
/** What is no id or no search of ours is left out: the message counts. */
export function fromOf(fields: Readonly<Record<string, unknown>>): From {
  const article = text(fields["article"]);
  const query = onOneLine(text(fields["q"])).slice(0, MAX_QUERY);
  const feedback = v.safeParse(ClientId, fields["reader"]);
  return {
    ...(isId("article", article) ? { article } : {}),
    ...(query === "" ? {} : { query }),
    ...(feedback.success ? { feedback: feedback.output } : {}),
  };
}
/** What names the page that it was written on. */
export const formIdOf = (fields: Readonly<Record<string, unknown>>): string | undefined => /^[\w-]{1,64}$/.exec(text(fields["form"]))?.[0];
/** The address as it is kept; undefined when it is none. */
export const emailOf = (given: string): string | undefined => {
  const read = v.safeParse(Email, given);
  return read.success ? read.output : undefined;
};
/**
 * What counts as one mailbox: plus forms, and dots, with which large hosts deliver to the same person. Two people who are taken for
 * one share a day's mails.
 */
export const mailboxOf = (email: string): string => {
  const [name = "", host = ""] = email.normalize("NFKC").split("@");
  const at = `https://${host}`;
  return `${name.replace(/(?!^)\+.*/, "").replaceAll(".", "")}@${URL.canParse(at) ? new URL(at).hostname : host}`;
};
/** What stands in the way, by field. */
export function wrongOf({ name, email, message }: Typed): Wrong {
  return {
    ...(name.length > MAX_NAME ? { name: "amiss" as const } : {}),
    ...(emailOf(email) === undefined ? { email: "wrong" as const } : {}),
    ...(message === "" || message.length > MAX_MESSAGE ? { message: "amiss" as const } : {}),
  };
}
/** The field that people do not see is filled: a program did it. */
export const isProgram = (fields: Readonly<Record<string, unknown>>): boolean => text(fields["topic"]) !== "";
