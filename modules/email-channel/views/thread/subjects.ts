// Whether the subject of a mail says something new in its thread.
import type { Mail } from "../../contract.ts";

// "Re:", "Fwd:" and what other languages write for them, also with a number as some programs do.
const PREFIX = /^\s*(?:(?:re|aw|sv|antw|odp|vs|ref|res|rif|tr|wg|fw|fwd|enc|rv)(?:\[\d+\])?\s*:\s*)+/i;
const bare = (subject: string): string => subject.replace(PREFIX, "").trim().toLowerCase();
/** Whether the subject says something that the mail before it did not. */
export const isNewSubject = (subject: string | null, before: string | null | undefined): boolean =>
  subject !== null && bare(subject) !== "" && (before === null || before === undefined || bare(subject) !== bare(before));
/** The subject of the last mail before this one that has one. Message ids sort by time. */
export const subjectBefore = (mails: readonly Mail[], mail: Mail): string | undefined =>
  mails
    .filter((each) => each.messageId < mail.messageId && each.subject !== null)
    .toSorted((a, b) => (a.messageId < b.messageId ? 1 : -1))[0]?.subject ?? undefined;
