// Parses and validates a contact request, and defines how long it is kept. Pure.
import { days, hours } from "#kernel/clock/index.ts";
import { ClientId, Email } from "#kernel/wire/values.ts";
import { type ArticleId, isId } from "#kernel/ids/index.ts";
import * as v from "valibot";

/** How long the link in the mail works. */
export const LINK_LIFETIME = hours(48);
/** A request is removed after this time, confirmed or not. */
export const KEEP_FOR = days(7);
export const MAX_NAME = 100;
export const MAX_MESSAGE = 8000;
const MAX_QUERY = 200;

/** What the reader typed; shown again after a refusal. */
export interface TypedFields {
  readonly name: string;
  readonly email: string;
  readonly message: string;
}
/** Where the reader came from, as the page claims; nothing of it is trusted before it is looked up. */
export interface ReaderOrigin {
  readonly article?: ArticleId | undefined;
  readonly query?: string | undefined;
  /** The feedback on an article that this started with. */
  readonly feedback?: string | undefined;
}
export type FieldErrors = Partial<Record<keyof TypedFields, "invalid" | "invalidEmail">>;

const text = (value: unknown): string => (typeof value === "string" ? value.toWellFormed().replaceAll("\0", "") : "");
const onOneLine = (value: string): string => value.replace(/[\p{Cc}\p{Zl}\p{Zp}\s\u202a-\u202e\u2066-\u2069]+/gu, " ").trim();

export function parseFields(fields: Readonly<Record<string, unknown>>): TypedFields {
  return { name: onOneLine(text(fields["name"])), email: text(fields["email"]).trim(), message: text(fields["message"]).trim() };
}
/** Anything malformed is left out rather than refused: the message matters more. */
export function parseOrigin(fields: Readonly<Record<string, unknown>>): ReaderOrigin {
  const article = text(fields["article"]);
  const query = onOneLine(text(fields["q"])).slice(0, MAX_QUERY);
  const feedback = v.safeParse(ClientId, fields["reader"]);
  return {
    ...(isId("article", article) ? { article } : {}),
    ...(query === "" ? {} : { query }),
    ...(feedback.success ? { feedback: feedback.output } : {}),
  };
}
/** The id that the page gave its form. */
export const formIdOf = (fields: Readonly<Record<string, unknown>>): string | undefined => /^[\w-]{1,64}$/.exec(text(fields["form"]))?.[0];
/** The address in its stored form; undefined when it is not valid. */
export const emailOf = (given: string): string | undefined => {
  const read = v.safeParse(Email, given);
  return read.success ? read.output : undefined;
};
/**
 * Addresses that count as one mailbox: plus suffixes and dots are ignored, as large hosts do. Two people mistaken for one merely share
 * a daily limit.
 */
export const mailboxOf = (email: string): string => {
  const [name = "", host = ""] = email.normalize("NFKC").split("@");
  const at = `https://${host}`;
  return `${name.replace(/(?!^)\+.*/, "").replaceAll(".", "")}@${URL.canParse(at) ? new URL(at).hostname : host}`;
};
/** Errors by field. */
export function errorsOf({ name, email, message }: TypedFields): FieldErrors {
  return {
    ...(name.length > MAX_NAME ? { name: "invalid" as const } : {}),
    ...(emailOf(email) === undefined ? { email: "invalidEmail" as const } : {}),
    ...(message === "" || message.length > MAX_MESSAGE ? { message: "invalid" as const } : {}),
  };
}
/** The honeypot, which people do not see, is filled. */
export const isBot = (fields: Readonly<Record<string, unknown>>): boolean => text(fields["topic"]) !== "";
