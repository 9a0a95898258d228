// Reads the corpus of real mails: their files, the expected classification of each, and the judgement of the quote-stripping cases.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { contentOf } from "../../modules/inbound-email/admission/content.ts";
import { sanitised } from "../../modules/inbound-email/admission/sanitise.ts";
import { classify } from "../../modules/inbound-email/automatic-mail/classify.ts";
import { parseMail } from "../../modules/inbound-email/parsing/parse.ts";
import { type Stripped, stripQuotes } from "../../modules/inbound-email/quotes/quotes.ts";
import { writtenIn } from "../../modules/inbound-email/quotes/written.ts";

const CORPUS = process.env["MAIL_CORPUS"] ?? "";
export const hasCorpus = existsSync(join(CORPUS, "parser_files.txt"));
/** A person who forwards a bounce: that is not automatic mail, whatever the corpus's list says. */
export const BY_PEOPLE = new Set(["sisimai/maildir/err/make-test-36.eml"]);

export interface Expected {
  readonly file: string;
  readonly expect: "automatic" | "customer";
  readonly envelope_from: string | null;
  readonly null_envelope: boolean;
}
interface QuoteCase {
  readonly file: string;
  readonly mode: "exact-trim" | "html-nows" | "contains" | "max_ms";
  readonly expected?: string;
  readonly contains?: string | readonly string[];
  readonly not_contains?: readonly string[];
}
const lines = (file: string): string[] => bytesOf(file).toString("utf8").split("\n").filter(Boolean);
export const bytesOf = (file: string): Buffer<ArrayBuffer> => Buffer.from(readFileSync(join(CORPUS, file)));
export const expectedMails = (): Expected[] => lines("expected.jsonl").map((line) => JSON.parse(line) as Expected);
export const parserFiles = (): string[] => lines("parser_files.txt");

/** The mail's header fields as a gateway would send them. */
export function headersOf(raw: string): { name: string; value: string }[] {
  const head = raw.split(/\r?\n\r?\n/, 1)[0] ?? "";
  return head
    .replaceAll(/\r?\n[ \t]+/g, " ")
    .split(/\r?\n/)
    .flatMap((line) => {
      const [, name, value] = /^([!-9;-~]+):(.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [{ name, value: (value ?? "").trim() }];
    });
}

/** Processor time in milliseconds for parsing, classifying, and splitting one mail. */
export async function cpuOf(bytes: Uint8Array): Promise<number> {
  const began = process.cpuUsage();
  const mail = await parseMail(bytes);
  classify(mail, { envelopeFrom: null, isOwn: () => false });
  contentOf(mail, [], 0, false);
  if (mail.html !== null) sanitised(mail.html, new Map());
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

const close = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
async function strippedOf(file: string): Promise<Stripped> {
  const raw = bytesOf(file);
  if (file.endsWith(".eml")) return writtenIn(await parseMail(raw));
  const text = raw.toString("utf8").replaceAll("\r\n", "\n");
  return file.endsWith(".html") ? writtenIn({ text: null, html: text, subject: "" }) : stripQuotes(text);
}
function isRight(one: QuoteCase, { reply, signature }: Stripped): boolean {
  if (one.mode === "contains") {
    const wanted = typeof one.contains === "string" ? [one.contains] : (one.contains ?? []);
    return wanted.every((text) => close(reply).includes(close(text))) && (one.not_contains ?? []).every((text) => !reply.includes(text));
  }
  // The corpus counts a signature as part of the reply in some cases and not in others, so both are accepted.
  const squeezed = (text: string): string => (one.mode === "html-nows" ? text.replaceAll(/\s+/g, "") : close(text));
  return [reply, `${reply}\n${signature}`].some((text) => squeezed(text) === squeezed(one.expected ?? ""));
}

/** How many of the expected replies are found, and which expected replies are truncated when they are parsed alone. */
export async function quoteFigures(): Promise<{ right: number; of: number; missed: string[]; truncated: string[] }> {
  const cases = lines("reply_expected.jsonl")
    .map((line) => JSON.parse(line) as QuoteCase)
    .filter(({ mode }) => mode !== "max_ms");
  const missed: string[] = [];
  const truncated: string[] = [];
  for (const one of cases) {
    if (!isRight(one, await strippedOf(one.file))) missed.push(one.file);
    if (one.expected !== undefined && stripQuotes(one.expected).quoted !== "") truncated.push(one.file);
  }
  return { right: cases.length - missed.length, of: cases.length, missed, truncated };
}
