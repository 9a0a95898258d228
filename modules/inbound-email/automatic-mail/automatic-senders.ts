// Names and local parts of addresses by which programs send. Each list is matched by its own function, which takes the list as a parameter
// so that a test can remove one entry and see that a mail is missed.

/** Mail transfer programs. Compared without punctuation: `Mailer-Daemon`, `mailer_daemon`, `MAILERDAEMON+x`. */
export const DAEMONS: readonly string[] = [
  ...["mailerdaemon", "maildaemon", "maildeliverysubsystem", "maildeliverysystem", "mailsystem", "doublebounce", "mailerror"],
];
/** Programs that send notifications or run lists, and RFC 2142's postmaster. */
export const SYSTEM_SENDERS: readonly string[] = [
  ...["postmaster", "systemadministrator", "bounce", "bounces", "autoreply", "autoresponder", "autoresponse", "autoanswer", "automailer"],
  ...["autoconfirm", "autonotify", "mailadm", "listserv", "listproc", "majordomo", "mailman", "mdaemon", "smtpdaemon"],
  ...["microsoftexchange", "postoffice", "maildelivery"],
];
/** Exchange 2007 and later sends reports from an address that ends in the number of its installation. */
const EXCHANGE = /^microsoftexchange[0-9a-f]{32}$/;

const localOf = (address: string): string => address.slice(0, address.includes("@") ? address.lastIndexOf("@") : undefined).toLowerCase();
const bare = (address: string): string =>
  localOf(address)
    .replace(/[+@\\].*$/, "")
    .replaceAll(/[-_.\s"]/g, "");
export const isDaemon = (address: string, daemons = DAEMONS): boolean => daemons.includes(bare(address)) || bare(address) === "postmaster";
export const isSystemSender = (address: string, senders = SYSTEM_SENDERS, daemons = DAEMONS): boolean =>
  senders.includes(bare(address)) || daemons.includes(bare(address)) || EXCHANGE.test(bare(address));

/** Complete sender names, as regular expression fragments. */
export const DAEMON_NAMES: readonly string[] = [
  ...["mailer[- _]?daemon", "(?:internet )?mail deliver(?:y|er)? (?:sub)?system", "mail delivery service", "mail delivery"],
  ...["mail delivery report", "mail administrator", "postmaster", "system administrator", "microsoft exchange"],
  // cron of Vixie; Courier; Trend Micro InterScan; amavis.
  ...["(?:ana)?cron daemon", "courier mail server at \\S{1,100}", "interscan (?:mss|notification|messaging security suite)"],
  ...["content-filter at \\S{1,100}", "mail delivery agent"],
];
export function isDaemonName(name: string, names = DAEMON_NAMES): boolean {
  const text = name.trim().slice(0, 200);
  // Some programs put their name in brackets, after or instead of another name: (Mail Delivery System).
  return new RegExp(`^\\(?(?:${names.join("|")})\\)?$`, "i").test(text);
}

export const NEGATIONS: readonly string[] = [
  ...["no", "non", "not", "dont", "do[-_.]?not", "never", "please[-_.]?do[-_.]?not", "pls[-_.]?do[-_.]?not"],
];
export const ANSWERS: readonly string[] = ["reply", "replay", "response", "responses", "respond", "answer", "replies"];
/** The same in other languages. */
export const NO_ANSWERS: readonly string[] = [
  ...["reply[-_.]?not", "ne[-_.]?pas[-_.]?repond(?:re|ez)", "pas[-_.]?de[-_.]?reponse", "no[-_.]?responder", "no[-_.]?responda"],
  ...["no[-_.]?contestar", "no[-_.]?responde", "no[-_.]?contestes", "nao[-_.]?responder", "nao[-_.]?responda", "non[-_.]?rispondere"],
  ...["nicht[-_.]?antwort(?:en)?", "bitte[-_.]?nicht[-_.]?antwort(?:en)?", "keine[-_.]?antwort(?:en)?", "niet[-_.]?antwoorden"],
  ...["niet[-_.]?beantwoorden", "geen[-_.]?antwoord", "svara[-_.]?(?:inte|ej)", "inget[-_.]?svar", "ikke[-_.]?svar", "ei[-_.]?vastausta"],
  ...["nie[-_.]?odpowiadaj", "neodpovidat", "ne[-_.]?otvechat", "yanitlamayin", "nu[-_.]?raspunde", "ne[-_.]?odgovaraj"],
  // Only with a separator before it; names such as jiranoreply are excluded.
  ...["[a-z]{2,30}noreply"],
];
/** "no" and "reply" within a local part, in the spellings of several languages. */
export function isNoReply(address: string, negations = NEGATIONS, answers = ANSWERS, others = NO_ANSWERS): boolean {
  const either = [`(?:${negations.join("|")})[-_.]{0,2}(?:${answers.join("|")})`, ...others].join("|");
  return new RegExp(`(?:^|[-_.+=])(?:${either})(?=$|[-_.+=\\d])`).test(localOf(address).slice(0, 64));
}

/** Lists send from a variant of the list's address: Mailman, LISTSERV, Majordomo, ezmlm, Yahoo Groups. */
export const LIST_SENDERS: readonly string[] = [
  ...["^owner-", "-(?:owner|request|bounces)(?:\\+|$)", "^bounces?-list", "-bounces-", "-return-\\d{1,9}-", "^sentto-\\d"],
];
export const isListSender = (address: string, senders = LIST_SENDERS): boolean => new RegExp(senders.join("|")).test(localOf(address));

/** Values of `Precedence`. */
export const PRECEDENCES: readonly string[] = ["bulk", "list", "junk", "auto_reply", "auto-reply", "autoreply"];
