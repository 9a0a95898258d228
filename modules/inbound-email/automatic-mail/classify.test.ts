// Invented mails: for each rule at least one that only this rule catches, and a similar one that a person could have written.
import { describe, expect, test } from "vitest";
import { HEADER_SIGNS, LIST_COMMANDS, LIST_SIGNS } from "./automatic-headers.ts";
import { AUTORESPONSES, BEFORE_ANSWER, isAnsweredByProgram, RETURNS, subjectLanguage, type Subjects } from "./automatic-subjects.ts";
import {
  ANSWERS,
  DAEMON_NAMES,
  DAEMONS,
  isDaemon,
  isDaemonName,
  isListSender,
  isNoReply,
  isSystemSender,
  LIST_SENDERS,
  NEGATIONS,
  NO_ANSWERS,
  PRECEDENCES,
  SYSTEM_SENDERS,
} from "./automatic-senders.ts";
import { classify, OWN_HEADER, RULES, type MailContext } from "./classify.ts";
import { parseMail } from "../parsing/parse.ts";
import { REPLY_PREFIXES } from "../quotes/subject-marks.ts";

interface Case {
  readonly name: string;
  /** The only rule that catches it; null for a person's mail. */
  readonly rule: string | null;
  readonly headers: readonly string[];
  readonly body?: string;
  readonly envelopeFrom?: string;
}
const OURS = new Set(["help@desk.example", "conv1abc@reply.desk.example"]);
const around = (envelopeFrom: string | undefined): MailContext => ({
  envelopeFrom: envelopeFrom ?? null,
  isOwn: (address) => OURS.has(address),
});

const PERSON = ["From: Ada Berg <ada@example.com>", "To: help@desk.example", "Subject: My order 1234", "Message-ID: <m1@example.com>"];
/** A person's mail with some headers replaced. */
function mailText({ headers, body = "Hello,\n\nwhere is my order?\n\nAda\n" }: Pick<Case, "headers" | "body">): string {
  const replaced = new Set(headers.map((line) => line.slice(0, line.indexOf(":")).toLowerCase()));
  const rest = PERSON.filter((line) => !replaced.has(line.slice(0, line.indexOf(":")).toLowerCase()));
  return `${[...rest, ...headers].join("\r\n")}\r\n\r\n${body}`;
}
const verdict = async (one: Case, rules = RULES) =>
  classify(await parseMail(new TextEncoder().encode(mailText(one))), around(one.envelopeFrom), rules);

const found = (rule: string, ...headers: string[]): Case => ({ name: `${rule}: ${headers.join(" | ")}`, rule, headers });
const person = (...headers: string[]): Case => ({ name: headers.join(" | "), rule: null, headers });
const subject = (rule: string | null, text: string): Case => ({
  name: `${rule ?? "a person"}: ${text}`,
  rule,
  headers: [`Subject: ${text}`],
});
/** Multipart mails with one part of the given type. */
const withPart = (rule: string | null, root: string, part: string): Case => ({
  name: `${rule ?? "a person"}: ${part} in ${root}`,
  rule,
  headers: [`Content-Type: ${root}; boundary=b`],
  body: `--b\r\n\r\nHello\r\n--b\r\nContent-Type: ${part}\r\n\r\nReporting-MTA: dns; a\r\n--b--\r\n`,
});

/** Whether a phrase belongs to one language alone, so that its rule can be tested by removing it. */
const own = (table: readonly Subjects[], phrase: string): boolean =>
  [...AUTORESPONSES, ...RETURNS].filter(({ phrases }) => phrases.includes(phrase)).length === 1 &&
  table.some(({ phrases }) => phrases.includes(phrase));
/** Words that a table already lists for use before a colon. */
const LISTED = new Set(AUTORESPONSES.flatMap(({ beforeColon = [] }) => beforeColon));
/** Identical in Norwegian and Danish. */
const SHARED = new Set(["på ferie"]);
const inLanguages = (kind: string, table: readonly Subjects[]): Case[] =>
  table.flatMap(({ language, phrases, beforeColon = [], goesOn = [] }) => {
    const rule = `subject:${kind}:${language}`;
    const alone = phrases.filter((phrase) => own(table, phrase));
    return [
      ...alone.map((phrase) => subject(rule, `${phrase[0]?.toUpperCase()}${phrase.slice(1)}: My order 1234`)),
      ...alone
        .slice(0, 1)
        .flatMap((phrase) => [subject(rule, phrase), subject(rule, `[EXTERNAL] ${phrase}: x`), subject(rule, `[${phrase}] My order`)]),
      ...beforeColon
        .filter((phrase) => !SHARED.has(phrase))
        .flatMap((phrase) => [subject(rule, `${phrase}: My order`), subject(null, `${phrase}, zzz`), subject(null, phrase)]),
      ...goesOn.map((word) => subject(rule, `${alone[0]} ${word} Monday`)),
      ...alone
        .slice(0, 1)
        .flatMap((phrase) => [
          subject(rule, `${phrase} Re: My order`),
          subject(rule, `${phrase} AW: My order`),
          subject(null, `${phrase} re: my order`),
          subject(null, `Re: ${phrase}: My order`),
          subject(null, `${phrase} zzz does not work`),
          subject(null, `${phrase}zz: a word that only begins so`),
          subject(null, `Question: ${phrase}`),
        ]),
    ];
  });
const inHeaders = (signs: typeof HEADER_SIGNS, values: Readonly<Record<string, [string, string]>>): Case[] =>
  signs.flatMap(({ header, value }) => {
    const [yes, no] = value === undefined ? ["yes", "no"] : (values[header] ?? ["", ""]);
    return [
      found(`header:${header}`, `${header}: ${yes}`),
      found(`header:${header}`, `${header.toUpperCase()}:  ${yes}`),
      person(`${header}: ${no}`),
    ];
  });

/** One sender for each entry of the lists. */
const NAMES = [
  ...[
    "Mailer-Daemon",

    "Mail Delivery Subsystem",
    "Mail Delivery Service",
    "Mail Delivery",
    "Mail Delivery Report",
  ],
  ...[
    "Mail Administrator",
    "Postmaster",
    "System Administrator",
    "Microsoft Exchange",
    "Cron Daemon",
    "Courier mail server at mx.example.com",
  ],
  ...["InterScan MSS", "Content-filter at mx.example.com", "Mail Delivery Agent", "(Mail Delivery System)"],
];
const LISTS = [
  "owner-users",
  "users-request",
  "bounce-list-7",
  "users-bounces-ada",
  "users-return-123-ada=example.com",
  "sentto-1234-5-6-ada",
];
const NO_REPLIES = [
  ...["no-reply", "non-reply", "not-reply", "dont-reply", "donotreply", "never-reply", "pleasedonotreply", "plsdonotreply"],
  ...["noreplay", "noresponse", "noresponses", "norespond", "noanswer", "noreplies"],
  ...["reply-not", "ne-pas-repondre", "pas-de-reponse", "no-responder", "no-responda", "no-contestar", "no-responde", "no-contestes"],
  ...["nao-responder", "nao-responda", "non-rispondere", "nicht-antworten", "bittenichtantworten", "keine-antwort", "niet-antwoorden"],
  ...["niet-beantwoorden", "geen-antwoord", "svara-ej", "inget-svar", "ikke-svar", "ei-vastausta", "nie-odpowiadaj", "neodpovidat"],
  ...["ne-otvechat", "yanitlamayin", "nu-raspunde", "ne-odgovaraj", "jiranoreply"],
];

const CASES: readonly Case[] = [
  found("auto-submitted", "Auto-Submitted: auto-replied"),
  found("auto-submitted", "AUTO-SUBMITTED: Auto-Generated"),
  found("auto-submitted", 'Auto-submitted: auto-replied; owner-email="ada@example.com"'),
  found("auto-submitted", "Auto-Submitted: (a comment (in it)) auto-notified (failure)"),
  found("auto-submitted", "Auto-Submitted: no", "Auto-Submitted: auto-replied"),
  found("auto-submitted", "Auto-Submitted:\r\n auto-replied"),
  person("Auto-Submitted: no"),
  person("Auto-Submitted: No (written by a person)"),
  person("Auto-Submitted: (auto-replied) no; x=auto-replied"),
  person("Auto-Submitted:"),
  withPart("delivery-report", "multipart/report; report-type=delivery-status", "text/plain"),
  withPart("delivery-report", 'multipart/report; report-type="Delivery-Status"', "text/plain"),
  withPart("delivery-report", "multipart/mixed", "message/delivery-status"),
  withPart("delivery-report", "multipart/mixed", "message/global-delivery-status"),
  withPart("disposition-notification", "multipart/report; report-type=disposition-notification", "text/plain"),
  withPart("disposition-notification", "multipart/mixed", "message/disposition-notification"),
  withPart("feedback-report", "multipart/report; report-type=feedback-report", "text/plain"),
  withPart("feedback-report", "multipart/mixed", "message/feedback-report"),
  withPart("report", "multipart/report; report-type=tlsrpt", "application/tlsrpt+gzip"),
  withPart("report", "multipart/report", "text/plain"),
  withPart("returned-headers", "multipart/mixed", "text/rfc822-headers"),
  withPart(null, "multipart/mixed", "text/x-delivery-status"),
  withPart(null, "multipart/mixed; report-type=delivery-status", "application/pdf"),
  {
    name: "a returned mail that a person attached",
    rule: null,
    headers: ["Content-Type: multipart/mixed; boundary=b"],
    body: [
      ...["--b", "", "Your answer came back, see below", "--b", "Content-Type: message/rfc822", ""],
      ...[
        "From: MAILER-DAEMON@example.com",
        "Auto-Submitted: auto-replied",
        "Content-Type: multipart/report; report-type=delivery-status; boundary=c",
        "",
      ],
      ...["--c", "Content-Type: message/delivery-status", "", "Status: 5.1.1", "--c--", "--b--", ""],
    ].join("\r\n"),
  },
  found("complaint", "From: staff@hotmail.com", "Subject: complaint about message from 192.0.2.1"),
  person("From: staff@hotmail.com"),
  person("Subject: complaint about message from your shop"),
  found("list-id", "List-Id: Users of something <users.example.com>"),
  person("List-Id:"),
  person("X-Not-List-Id: x"),
  ...LIST_COMMANDS.flatMap((name) => [found(name, `${name}: <https://example.com/list>`), person(`${name}:`)]),
  ...inHeaders(LIST_SIGNS, { "x-yahoo-newman-property": ["groups-system", "ymail-4"] }),
  ...["bulk", "list", "junk", "auto_reply", "auto-reply", "Bulk (sent by a program)"].map((value) =>
    found("precedence", `Precedence: ${value}`),
  ),
  found("precedence", "Precedence: never-bounce", "Precedence: bulk"),
  found("precedence", "X-Precedence: bulk"),
  ...["first-class", "special-delivery", "normal", "bulky", ""].map((value) => person(`Precedence: ${value}`)),
  ...inHeaders(HEADER_SIGNS, {
    "x-post-messageclass": ["9; Autoresponder", "1"],
    "x-apple-action": ["VACATION/1.0", "JUNK"],
    "x-mailer": ["vacation 1.2.7", "Vacationer Mail 3"],
    "x-loop": ["MAILER-DAEMON@example.org", "ada@example.com"],
    "delivered-to": ["Autoresponder", "ada@example.com"],
    received: ["(qmail 12345 invoked for bounce); 1 Jan 2030 10:00:00 -0000", "(qmail 12345 invoked by uid 89); 1 Jan 2030 10:00:00 -0000"],
    "content-class": ["urn:content-classes:dsn", "urn:content-classes:message"],
    "x-otrs-loop": ["yes", "never"],
  }),
  found("exchange-rule-reply", "X-Auto-Response-Suppress: All", "X-MS-Exchange-Inbox-Rules-Loop: ada@example.com"),
  person("X-Auto-Response-Suppress: All"),
  person("X-Auto-Response-Suppress: DR, RN, NRN, OOF, AutoReply"),
  person("X-MS-Exchange-Inbox-Rules-Loop: ada@example.com"),
  { ...found("null-sender", "X: y"), envelopeFrom: "" },
  { ...found("null-sender", "X: z"), envelopeFrom: "<>" },
  found("null-sender", "Return-Path: <>"),
  found("null-sender", "Return-Path: < >"),
  found("null-sender", "X-Envelope-From: <>"),
  person("X-Envelope-From: <ada@example.com>"),
  person("Return-Path: <ada@example.com>"),
  { ...person("X: a person's envelope"), envelopeFrom: "ada@example.com" },
  found("empty-sender", "From: <>"),
  person("From: ada@example.com <>, Ada <ada@example.com>"),
  { ...found("system-return-path", "X: daemon"), envelopeFrom: "MAILER-DAEMON@example.com" },
  found("system-return-path", "Return-Path: <mailer-daemon@mx.example.com>"),
  found("system-return-path", "Return-Path: <postmaster@mx.example.com>"),
  found("system-return-path", "Return-Path: double-bounce@mx.example.com"),
  { ...person("X: a form of a web site"), envelopeFrom: "noreply@shop.example" },
  { ...person("X: a service that sends for people"), envelopeFrom: "bounces+123-abc@em1.example.com" },
  { ...found("list-return-path", "X: owner"), envelopeFrom: "owner-users@example.com" },
  { ...found("list-return-path", "X: request"), envelopeFrom: "users-request@example.com" },
  { ...found("list-return-path", "X: bounces"), envelopeFrom: "users-bounces+ada=example.com@lists.example.com" },
  found("list-return-path", "Sender: users-bounces@lists.example.com"),
  { ...person("X: an owner"), envelopeFrom: "shopowner@example.com" },
  { ...person("X: requests"), envelopeFrom: "request@example.com" },
  ...["MAILER-DAEMON", "Mailer_Daemon", "mail-daemon", "postmaster", "bounce", "autoreply", "Auto-Responder", "LISTSERV", "mdaemon"].map(
    (local) => found("system-sender", `From: ${local}@example.com`),
  ),
  found("system-sender", "Sender: mailer-daemon@example.com"),
  ...[...DAEMONS, ...SYSTEM_SENDERS].map((local) => found("system-sender", `From: Program <${local}@one.example.com>`)),
  found("system-sender", `From: X <MicrosoftExchange${"329e71ec88ae4615bbc36ab6ce41109e"}@example.com>`),
  person("From: Ada <microsoftexchangeteam@example.com>"),
  ...DAEMONS.map((local) => ({ ...found("system-return-path", `X: ${local}`), envelopeFrom: `${local}@mx.example.com` })),
  ...["demon", "postmasters.office", "bouncer", "masterpost", "auto", "maildelivery.team", "liza"].map((local) =>
    person(`From: ${local}@example.com`),
  ),
  found("system-name", "From: Mail Delivery Subsystem <x1@example.com>"),
  found("system-name", 'From: "Mail Delivery System" <x1@example.com>'),
  found("system-name", "From: Mailer-Daemon <x1@example.com>"),
  ...NAMES.map((name) => found("system-name", `From: "${name}" <x1@example.com>`)),
  person("From: Mail Delivery Team of Ada <ada@example.com>"),
  person("From: Courier Mail Servers <ada@example.com>"),
  person("From: Cron Daemonsen <ada@example.com>"),
  ...LISTS.map((local) => ({ ...found("list-return-path", `X: from ${local}`), envelopeFrom: `${local}@lists.example.com` })),
  { ...person("X: a return of goods"), envelopeFrom: "shop-return-desk@example.com" },
  ...NO_REPLIES.map((local) => found("no-reply-sender", `From: Shop <${local}@shop.example.com>`)),
  ...[
    "noreply",
    "no-reply",
    "no_reply",
    "NoReply",
    "no.reply",
    "do-not-reply",
    "donotreply",
    "dont-reply",
    "noreply-orders",
    "orders-noreply",
  ].map((local) => found("no-reply-sender", `From: Shop <${local}@example.com>`)),
  ...[
    "no-reply+abc",
    "noreply2",
    "nepasrepondre",
    "ne-pas-repondre",
    "no-responder",
    "noresponder",
    "nao-responda",
    "non-rispondere",
    "nicht-antworten",
  ].map((local) => found("no-reply-sender", `From: Shop <${local}@example.com>`)),
  ...["keine-antwort", "niet-beantwoorden", "svara-inte", "ikke-svar", "nie-odpowiadaj", "noreplies", "auto.no-response"].map((local) =>
    found("no-reply-sender", `From: Shop <${local}@example.com>`),
  ),
  ...["nora.reply", "casino-reply", "reply", "noreplyson", "nor.eply", "norbert", "antworten", "donato.reply", "noah"].map((local) =>
    person(`From: Ada <${local}@example.com>`),
  ),
  found("no-reply-sender", "From: noreply"),
  found("system-sender", "From: listserv"),
  person("X-MS-Exchange-Generated-Message-Source: Mailbox Rules Agent"),
  person('From: "no-reply" <ada@example.com>'),
  person("From: Ada <ada@noreply.example.com>"),
  ...inLanguages("autoresponse", AUTORESPONSES),
  ...inLanguages("returned", RETURNS),
  subject("subject:autoresponse:German", "=?utf-8?B?QWJ3ZXNlbmhlaXRzbm90aXo6IEJlc3RlbGx1bmc=?="),
  subject("subject:autoresponse:French", "=?iso-8859-1?Q?R=E9ponse_automatique_:_commande?="),
  ...BEFORE_ANSWER.filter((word) => !LISTED.has(word)).flatMap((word) => [
    subject("subject:answered", `${word[0]?.toUpperCase()}${word.slice(1)}: Re: My order`),
    subject(null, `${word[0]?.toUpperCase()}${word.slice(1)}s Re: My order`),
    subject(null, `Re: ${word}: my order`),
    subject(null, `${word} re: my order`),
  ]),
  ...REPLY_PREFIXES.map((mark) => subject("subject:answered", `Auto: ${mark[0]?.toUpperCase()}${mark.slice(1)}: My order`)),
  ...[
    "[Auto] Re: My order",
    "(auto) AW: Bestellung",
    "Auto-Re: x",
    "AUTO: RE: X",
    "Auto : Re[2]: x",
    "[EXTERNAL] Auto: Re: x",
    "Auto： 回复：订单",
  ].map((text) => subject("subject:answered", text)),
  // What people write about cars, holidays and absences.
  ...[
    ...[
      "Auto: Frage zum Leasing",
      "Auto re: claim 123",
      "Auto: re: my car insurance",
      "Auto: Ref: 12345",
      "Auto - neuer Reifen",
      "Auto: Rechnung 12",
    ],
    ...[
      "Re: Auto: Re: Versicherung",
      "AW: Auto: Frage",
      "Vacation: July booking",
      "Away: shirt size M",
      "Absent: parcel 123",
      "Automatic: gearbox",
    ],
    ...[
      "Auto Re-Import möglich?",
      "Auto: Result: not found",
      "Autovermietung: Re: Buchung",
      "Automatic door, Re: quote",
      "Ausente: pedido 12",
    ],
    ...[
      "Auto: WG: Rechnung",
      "Auto: Fwd: invoice",
      "[Auto] Reifen gesucht",
      "自動車: 返信がありません",
      "Away kit: Re: order",
      "Oof: that hurt",
    ],
    ...["Automatique ou manuelle : que choisir ?", "Auto: Versicherung: Re: Schaden"],
  ].map((text) => subject(null, text)),
  subject("subject:notes", "AUTO: Ada Berg is out of the office (returning 05/06/2030)"),
  subject(null, "Auto: Reparatur (Angebot) gesucht"),
  subject(null, "AUTO: kaufen oder mieten?"),
  subject("subject:domino", "DELIVERY FAILURE: User Ada (ada@example.com) not listed"),
  subject(null, "Delivery failure of my parcel"),
  subject("subject:groupwise", "Re: Your invoice : non remis (delivery failed)"),
  subject(null, "My parcel (delivery failed)"),
  subject("subject:exim-delay", "Warning: message 1abcde-000001-AB delayed 24 hours"),
  subject(null, "Warning: message from Ada about a parcel delayed 24 hours"),
  subject("subject:james", "[BOUNCE]"),
  subject(null, "[Bouncer] Which size do I need?"),
  subject("subject:challenge", "Your email requires verification verify#abcDEF-1234"),
  subject(null, "Your email requires verification, and mine?"),
  subject(null, "[Question] automatic reply to my order?"),
  subject(null, "(automatic replying) My order"),
  ...[
    ...[
      "Re: your automatic reply is wrong",
      "Your automatic reply is wrong",
      "Automatic reply is wrong",
      "Out of office chairs, size L",
      "Delivery failed",
    ],
    ...[
      "Fwd: Undelivered Mail Returned to Sender",
      "AW: Abwesenheitsnotiz",
      "Urlaub an der See buchen",
      "Undeliverable parcel",
      "Vacation rentals in May",
    ],
    ...[
      "Lieferung nicht zustellbar, was nun?",
      "自動返信が届きません",
      "退信了怎么办",
      "La réponse automatique ne marche pas",
      "Failed delivery",
    ],
    ...[
      "How do I set up an out of office message?",
      "Absence de réponse à ma commande",
      "Semesterkort",
      "Dovolená v Praze",
      "Poissa oleva tuote",
    ],
  ].map((text) => subject(null, text)),
  found("own-address", "From: Support <help@desk.example>"),
  found("own-address", "From: Support <HELP@Desk.Example>"),
  { ...found("own-address", "X: own envelope"), envelopeFrom: "conv1abc@reply.desk.example" },
  person("From: Helper <help@desk.example.org>"),
  person("Reply-To: help@desk.example"),
  found("own-header", `${OWN_HEADER}: 1`),
  person("X-Seed-Desks: 1"),
  found("own-loop", "X-Loop: <help@desk.example>"),
  person("X-Loop: help@desk.example.org"),
  person("Content-Type: text/plain; charset=utf-8", "Importance: high", "X-Priority: 1", "User-Agent: Mozilla Thunderbird"),
];

describe("each rule catches its mail and leaves a similar mail of a person alone", () => {
  test("the table has enough mails of programs, of people and in different languages", () => {
    expect(CASES.length).toBeGreaterThan(600);
    expect(CASES.filter(({ rule }) => rule === null).length).toBeGreaterThan(200);
    expect(AUTORESPONSES.length).toBeGreaterThanOrEqual(15);
    expect(RETURNS.length).toBeGreaterThanOrEqual(15);
  });
  test.each(CASES)("a mail is classified: $name", async (one) => {
    const { automatic, reasons } = await verdict(one);
    expect(reasons.map(({ rule }) => rule)).toEqual(one.rule === null ? [] : [one.rule]);
    expect(automatic).toBe(one.rule !== null);
    for (const { evidence } of reasons) {
      expect(evidence).not.toBe("");
      expect(evidence.length).toBeLessThanOrEqual(120);
    }
  });
});

test("every rule is needed: without it, some automatic mail passes as a person's", async () => {
  const names = RULES.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { name } of RULES) {
    const mine = CASES.filter(({ rule }) => rule === name);
    expect(mine.length, `no mail for ${name}`).toBeGreaterThan(0);
    const without = RULES.filter((rule) => rule.name !== name);
    for (const one of mine.slice(0, 2)) expect(await verdict(one, without), name).toEqual({ automatic: false, reasons: [] });
  }
});

describe("every entry of a list is needed: without it, some automatic mail is missed", () => {
  const without = <T>(list: readonly T[], i: number): T[] => list.filter((_, at) => at !== i);
  const subjects = CASES.flatMap(({ headers }) => headers.filter((line) => line.startsWith("Subject: ")).map((line) => line.slice(9)));
  /** Fails for each entry whose removal does not change the result. */
  function mutate<T>(list: readonly T[], probes: readonly string[], finds: (probe: string, list: readonly T[]) => boolean): void {
    const all = probes.map((probe) => finds(probe, list));
    const idle = list.filter((_, i) => {
      const mutant = without(list, i);
      return probes.every((probe, at) => finds(probe, mutant) === all[at]);
    });
    expect(idle).toEqual([]);
  }
  test.each([
    ...AUTORESPONSES.map((row) => ["autoresponse", row.language, row] as const),
    ...RETURNS.map((row) => ["returned", row.language, row] as const),
  ])("every subject phrase is needed: %s in %s", (_kind, _language, row) => {
    const mine = [
      ...subjects,
      // Phrases shared by two languages are tested for each language separately.
      ...row.phrases.map((phrase) => `${phrase}: x`),
      ...(row.beforeColon ?? []).map((phrase) => `${phrase}: x`),
    ].filter((text) => subjectLanguage([row], text) !== null);
    mutate(row.phrases, mine, (text, phrases) => subjectLanguage([{ ...row, phrases }], text) !== null);
    mutate(row.beforeColon ?? [], mine, (text, beforeColon) => subjectLanguage([{ ...row, beforeColon }], text) !== null);
    mutate(row.goesOn ?? [], mine, (text, goesOn) => subjectLanguage([{ ...row, goesOn }], text) !== null);
  });
  test("every word before a reply prefix is needed", () => {
    const probes = [...subjects, ...BEFORE_ANSWER.map((word) => `${word}: Re: x`)];
    mutate(BEFORE_ANSWER, probes, (text, words) => isAnsweredByProgram(text, words));
  });
  test("every sender, name, list and Precedence value is needed", () => {
    const locals = CASES.flatMap(({ headers, envelopeFrom }) => [
      ...headers.flatMap((line) => /([\w.+=-]+)@/.exec(line)?.[1] ?? []),
      ...(envelopeFrom === undefined ? [] : [envelopeFrom.split("@")[0] ?? ""]),
    ]);
    mutate(DAEMONS, locals, (one, list) => isDaemon(one, list));
    mutate(SYSTEM_SENDERS, locals, (one, list) => isSystemSender(one, list));
    mutate(DAEMONS, locals, (one, list) => isSystemSender(one, [], list));
    mutate(DAEMON_NAMES, NAMES, isDaemonName);
    mutate(LIST_SENDERS, locals, isListSender);
    mutate(NEGATIONS, locals, (one, list) => isNoReply(one, list));
    mutate(ANSWERS, locals, (one, list) => isNoReply(one, NEGATIONS, list));
    mutate(NO_ANSWERS, locals, (one, list) => isNoReply(one, NEGATIONS, ANSWERS, list));
    mutate(PRECEDENCES, [...PRECEDENCES, "normal"], (one, list) => list.includes(one));
  });
});

test("every rule names its source, and a mail gets the reasons of all matching rules", async () => {
  for (const { source } of RULES) expect(source.length).toBeGreaterThan(2);
  const { reasons } = await verdict({
    name: "",
    rule: null,
    envelopeFrom: "",
    headers: [
      "From: Mail Delivery Subsystem <MAILER-DAEMON@example.com>",
      "Subject: Undelivered Mail Returned to Sender",
      "Auto-Submitted: auto-replied",
    ],
  });
  expect(reasons).toEqual([
    { rule: "auto-submitted", evidence: "auto-submitted: auto-replied" },
    { rule: "null-sender", evidence: "envelope from: <>" },
    { rule: "system-sender", evidence: "MAILER-DAEMON@example.com" },
    { rule: "system-name", evidence: "from: Mail Delivery Subsystem" },
    { rule: "subject:returned:English", evidence: "subject: Undelivered Mail Returned to Sender" },
  ]);
});

test("the first line of an mbox file names the envelope sender", async () => {
  const raw = `From MAILER-DAEMON Fri Apr 06 16:46:09 2029\n${PERSON.join("\n")}\n\nx`;
  const { reasons } = classify(await parseMail(new TextEncoder().encode(raw)), around(undefined));
  expect(reasons.map(({ rule }) => rule)).toEqual(["system-return-path"]);
});

test("hostile values are classified quickly, and their evidence stays short", async () => {
  const long = "a".repeat(200_000);
  for (const hostile of [
    long,
    "(".repeat(200_000),
    `${" ".repeat(200_000)}x`,
    "no-".repeat(60_000),
    "[x] ".repeat(50_000),
    "- ".repeat(100_000),
  ]) {
    const headers = [
      `Subject: ${hostile}`,
      `From: ${hostile}@example.com`,
      `Auto-Submitted: ${hostile}`,
      `X-Loop: ${hostile}`,
      `X-Mailer: ${hostile}`,
    ];
    const mail = await parseMail(new TextEncoder().encode(`${headers.join("\n")}\n\nx`));
    const began = process.threadCpuUsage();
    const { reasons } = classify(mail, around(hostile));
    const { user, system } = process.threadCpuUsage(began);
    expect((user + system) / 1000).toBeLessThan(300);
    for (const { evidence } of reasons) expect(evidence.length).toBeLessThanOrEqual(120);
  }
});
