// Decides whether a program wrote a mail. Every matching rule adds a reason, which the message keeps in its `origin`.
import { AUTORESPONSES, isAnsweredByProgram, RETURNS, subjectLanguage } from "./automatic-subjects.ts";
import { type HeaderSign, HEADER_SIGNS, LIST_COMMANDS, LIST_SIGNS } from "./automatic-headers.ts";
import { isDaemon, isDaemonName, isListSender, isNoReply, isSystemSender, PRECEDENCES } from "./automatic-senders.ts";
import { cleanLine } from "../parsing/clean-text.ts";
import type { InboundMail, MailAddress } from "../parsing/inbound-mail.ts";

/** Set on our own mail, if the provider allows it. */
export const OWN_HEADER = "x-seed-desk";
const MAX_EVIDENCE = 120;

export interface Reason {
  readonly rule: string;
  readonly evidence: string;
}
export interface Classification {
  readonly automatic: boolean;
  readonly reasons: readonly Reason[];
}
/** What the inbound channel knows in addition to the mail. */
export interface MailContext {
  /** The envelope sender; "" for the null sender, null if the channel does not report it. */
  readonly envelopeFrom: string | null;
  /** Whether we send from an address or receive mail at it. */
  readonly isOwn: (address: string) => boolean;
}
interface Facts extends MailContext {
  readonly mail: InboundMail;
  readonly values: (header: string) => readonly string[];
  /** Senders of the transport: envelope, Return-Path, first line of an mbox file. */
  readonly returnPaths: readonly string[];
}
export interface Rule {
  readonly name: string;
  /** The RFC or program that the rule is based on. */
  readonly source: string;
  /** The matching text of the mail, or null. */
  readonly finds: (facts: Facts) => string | null | undefined;
}

const withoutComments = (value: string): string => {
  let depth = 0;
  let text = "";
  for (const c of value.slice(0, 500)) {
    if (c === "(") depth += 1;
    else if (c === ")" && depth > 0) depth -= 1;
    else if (depth === 0) text += c;
  }
  return text.trim();
};
const keyword = (value: string): string => /^[\w-]*/.exec(withoutComments(value))?.[0].toLowerCase() ?? "";
const headerEvidence = (header: string, value: string | undefined): string | null => (value === undefined ? null : `${header}: ${value}`);

/** Programs may use an address without a domain, which is parsed as a name. */
const senderOf = (one: MailAddress | null): string => (one === null ? "" : one.address || (one.name.split(" ")[0] ?? ""));
const header = ({ header: name, value, source }: HeaderSign): Rule => ({
  name: `header:${name}`,
  source,
  finds: ({ values }) =>
    headerEvidence(
      name,
      values(name).find((one) => (value === undefined ? !/^(?:no|false|0)?$/i.test(one.trim()) : value.test(one.slice(0, 500)))),
    ),
});
const report = (name: string, source: string, type: string, parts: readonly string[]): Rule => ({
  name,
  source,
  finds: ({ mail: { structure } }) =>
    structure.reportType === type ? `report-type=${type}` : structure.parts.find((part) => parts.includes(part)),
});
const REPORTS = ["delivery-status", "disposition-notification", "feedback-report"];

export const RULES: readonly Rule[] = [
  {
    name: "auto-submitted",
    source: "RFC 3834 section 5",
    finds: ({ values }) =>
      headerEvidence(
        "auto-submitted",
        values("auto-submitted").find((value) => !["", "no"].includes(keyword(value))),
      ),
  },
  report("delivery-report", "RFC 3464, RFC 6533", "delivery-status", ["message/delivery-status", "message/global-delivery-status"]),
  report("disposition-notification", "RFC 8098", "disposition-notification", [
    "message/disposition-notification",
    "message/global-disposition-notification",
  ]),
  report("feedback-report", "RFC 5965", "feedback-report", ["message/feedback-report"]),
  {
    name: "report",
    source: "RFC 6522: reports of other kinds",
    finds: ({ mail: { structure } }) =>
      structure.type === "multipart/report" && !REPORTS.includes(structure.reportType ?? "") ? "content-type: multipart/report" : null,
  },
  {
    name: "returned-headers",
    source: "RFC 6522 section 4",
    finds: ({ mail: { structure } }) => structure.parts.find((part) => part === "text/rfc822-headers" || part === "message/global-headers"),
  },
  {
    name: "complaint",
    source: "Microsoft's Junk Mail Reporting Program, which is older than RFC 5965",
    finds: ({ mail }) =>
      /^staff@(?:hotmail|outlook)\.com$/.test(mail.from?.address ?? "") && mail.subject.startsWith("complaint about message from")
        ? mail.subject
        : null,
  },
  {
    name: "list-id",
    source: "RFC 2919",
    finds: ({ values }) =>
      headerEvidence(
        "list-id",
        values("list-id").find((value) => value !== ""),
      ),
  },
  ...LIST_COMMANDS.map((name): Rule => ({
    name,
    source: "RFC 2369, RFC 8058",
    finds: ({ values }) =>
      headerEvidence(
        name,
        values(name).find((value) => value !== ""),
      ),
  })),
  ...LIST_SIGNS.map(header),
  {
    name: "precedence",
    source: "RFC 2076 and sendmail; RFC 3834 section 3.1.8 knows it",
    finds: ({ values }) =>
      headerEvidence(
        "precedence",
        [...values("precedence"), ...values("x-precedence")].find((value) => PRECEDENCES.includes(keyword(value))),
      ),
  },
  ...HEADER_SIGNS.map(header),
  {
    name: "exchange-rule-reply",
    source: "Exchange: a rule answered. Either header alone stands on mail that people write",
    finds: ({ values }) =>
      values("x-auto-response-suppress").length > 0
        ? headerEvidence("x-ms-exchange-inbox-rules-loop", values("x-ms-exchange-inbox-rules-loop")[0])
        : null,
  },
  {
    name: "null-sender",
    source: "RFC 5321 section 4.5.5",
    finds: ({ envelopeFrom, values }) => {
      if (envelopeFrom !== null && ["", "<>"].includes(envelopeFrom.replaceAll(/\s/g, ""))) return "envelope from: <>";
      // Gateways write the envelope sender into one of these.
      const nullSenderField = ["return-path", "x-envelope-from"].find((name) => values(name).some((value) => /^<\s*>/.test(value)));
      return nullSenderField === undefined ? null : `${nullSenderField}: <>`;
    },
  },
  {
    name: "empty-sender",
    source: "gateways that copy the null sender into From",
    finds: ({ values }) =>
      headerEvidence(
        "from",
        values("from").find((value) => /^(?:"[^"]{0,100}"\s?)?<\s*>$/.test(value)),
      ),
  },
  {
    name: "system-return-path",
    source: "RFC 3834 section 2",
    finds: ({ returnPaths }) => returnPaths.find((address) => isDaemon(address)),
  },
  {
    name: "list-return-path",
    source: "RFC 3834 section 2: owner-…, …-request",
    finds: ({ returnPaths, mail }) => [...returnPaths, mail.sender?.address ?? ""].find((address) => isListSender(address)),
  },
  {
    name: "system-sender",
    source: "RFC 2142, RFC 3834 section 2",
    finds: ({ mail: { from, sender } }) => [senderOf(from), senderOf(sender)].find((address) => isSystemSender(address)),
  },
  {
    name: "system-name",
    source: "sendmail, Exim, Exchange",
    finds: ({ mail: { from } }) => (isDaemonName(from?.name ?? "") ? `from: ${from?.name}` : null),
  },
  {
    name: "no-reply-sender",
    source: "the specification; by convention nobody reads an answer to it",
    finds: ({ mail: { from } }) => (isNoReply(senderOf(from)) ? senderOf(from) : null),
  },
  ...AUTORESPONSES.map((one): Rule => ({
    name: `subject:autoresponse:${one.language}`,
    source: "Exchange, Outlook and people's own words",
    finds: ({ mail: { subject } }) => (subjectLanguage([one], subject) === null ? null : `subject: ${subject}`),
  })),
  ...RETURNS.map((one): Rule => ({
    name: `subject:returned:${one.language}`,
    source: "mail servers",
    finds: ({ mail: { subject } }) => (subjectLanguage([one], subject) === null ? null : `subject: ${subject}`),
  })),
  {
    name: "subject:answered",
    source: "autoresponders of hosts and phones: Auto: Re: the subject that they answer",
    finds: ({ mail: { subject } }) => (isAnsweredByProgram(subject) ? `subject: ${subject}` : null),
  },
  {
    name: "subject:notes",
    source: "Lotus Notes: AUTO: Name is out of the office (returning …)",
    finds: ({ mail: { subject } }) => (/^AUTO: .{1,150}\(.{1,60}\)?\s?$/.test(subject) ? `subject: ${subject}` : null),
  },
  {
    name: "subject:domino",
    source: "Lotus Domino: DELIVERY FAILURE: User … not listed",
    finds: ({ mail: { subject } }) => (subject.startsWith("DELIVERY FAILURE: ") ? `subject: ${subject}` : null),
  },
  {
    name: "subject:groupwise",
    source: "Novell GroupWise and IronPort, which answer with the subject that failed: … (delivery failed)",
    finds: ({ mail: { subject } }) => (/: [^:()]{1,40} \(delivery failed\)$/.test(subject) ? `subject: ${subject}` : null),
  },
  {
    name: "subject:exim-delay",
    source: "Exim: Warning: message 1abcde-000001-AB delayed 24 hours",
    finds: ({ mail: { subject } }) => (/^warning: message \S{1,40} delayed \d{1,4} hours?$/i.test(subject) ? `subject: ${subject}` : null),
  },
  {
    name: "subject:james",
    source: "Apache James, which sends back what it could not deliver as [BOUNCE]",
    finds: ({ mail: { subject } }) => (subject.startsWith("[BOUNCE]") ? `subject: ${subject}` : null),
  },
  {
    name: "subject:challenge",
    source: "BoxTrapper of cPanel, which asks strangers to answer before it lets their mail in",
    finds: ({ mail: { subject } }) => (/^your email requires verification verify#/i.test(subject) ? `subject: ${subject}` : null),
  },
  {
    name: "own-address",
    source: "our own mail came back: it is sent from an address of ours",
    finds: ({ mail: { from, sender }, returnPaths, isOwn }) =>
      [from?.address, sender?.address, ...returnPaths].find(
        (address) => address !== undefined && address !== "" && isOwn(address.toLowerCase()),
      ),
  },
  { name: "own-header", source: "our own mail came back", finds: ({ values }) => headerEvidence(OWN_HEADER, values(OWN_HEADER)[0]) },
  {
    name: "own-loop",
    source: "a forwarder marks that it had our mail before",
    finds: ({ values, isOwn }) =>
      headerEvidence(
        "x-loop",
        values("x-loop").find((value) => isOwn(value.replaceAll(/[<>\s]/g, "").toLowerCase())),
      ),
  },
];

function factsOf(mail: InboundMail, { envelopeFrom, isOwn }: MailContext): Facts {
  const around = { envelopeFrom: envelopeFrom?.slice(0, 400) ?? null, isOwn };
  const headers = Map.groupBy(mail.headers, ({ name }) => name);
  const values = (name: string): readonly string[] => headers.get(name)?.map(({ value }) => value) ?? [];
  const returnPaths = [around.envelopeFrom ?? "", ...values("return-path"), mail.mailboxFrom ?? ""].map((path) =>
    path.slice(0, 400).replaceAll(/[<>\s]/g, ""),
  );
  return { ...around, mail, values, returnPaths: returnPaths.filter((path) => path !== "") };
}

/** `rules` is a parameter so that a test can leave rules out. */
export function classify(mail: InboundMail, around: MailContext, rules: readonly Rule[] = RULES): Classification {
  const facts = factsOf(mail, around);
  const reasons = rules.flatMap(({ name, finds }): Reason[] => {
    const found = finds(facts);
    return found === null || found === undefined ? [] : [{ rule: name, evidence: cleanLine(found, MAX_EVIDENCE) }];
  });
  return { automatic: reasons.length > 0, reasons };
}
