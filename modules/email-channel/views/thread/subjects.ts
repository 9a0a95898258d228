// Decides whether a mail's subject is new in its thread. Pure.
import type { Mail } from "../../contract.ts";

// "Re:", "Fwd:" and their equivalents in other languages, also with a number as some programs write it.
const PREFIX = /^\s*(?:(?:re|aw|sv|antw|odp|vs|ref|res|rif|tr|wg|fw|fwd|enc|rv)(?:\[\d+\])?\s*:\s*)+/i;
const bare = (subject: string): string => subject.replace(PREFIX, "").trim().toLowerCase();
/** Whether the subject differs from that of the previous mail, apart from prefixes. */
export const isNewSubject = (subject: string | null, before: string | null | undefined): boolean =>
  subject !== null && bare(subject) !== "" && (before === null || before === undefined || bare(subject) !== bare(before));
/** The subject of the last earlier mail that has one. Message ids sort by time. */
export const subjectBefore = (mails: readonly Mail[], mail: Mail): string | undefined =>
  mails
    .filter((each) => each.messageId < mail.messageId && each.subject !== null)
    .toSorted((a, b) => (a.messageId < b.messageId ? 1 : -1))[0]?.subject ?? undefined;
