// Builds the text of a notice. Pure. Excerpts of customers' messages are shortened plain text: nothing in them becomes a link or layout.
import { escapeHtml } from "#kernel/http/html.ts";
import { plain } from "#kernel/rich-text/markdown.ts";
import type { ContactBrief } from "#modules/contacts";
import { headerText, asBody, paragraph, type Part } from "#modules/email";
import type { NoticeEvent } from "./contract.ts";
import { bitOf } from "./events.ts";
import type { NoticeMail } from "./queries.ts";

/** Characters of each message that a notice shows. */
export const MAX_EXCERPT = 600;

export const nameOf = (contact: Pick<ContactBrief, "name" | "email">): string =>
  headerText(contact.name ?? contact.email ?? "", 80) || "Someone";

/** Events by importance, for the subject of a notice about several. */
const ORDER: readonly NoticeEvent[] = ["mineNotDelivered", "assignedToMe", "replyToMine", "newUnassigned", "replyUnassigned"];
const leading = (events: number): NoticeEvent => ORDER.find((one) => (events & bitOf(one)) !== 0) ?? "replyUnassigned";

const SUBJECTS: Readonly<Record<NoticeEvent, (name: string) => string>> = {
  newUnassigned: (name) => `New conversation with ${name}`,
  replyToMine: (name) => `${name} replied to you`,
  replyUnassigned: (name) => `${name} wrote again`,
  assignedToMe: (name) => `Conversation with ${name} was assigned to you`,
  mineNotDelivered: (name) => `Your reply to ${name} wasn’t delivered`,
};
const LEADS: Readonly<Record<NoticeEvent, (name: string) => string>> = {
  newUnassigned: (name) => `${name} started a conversation. It’s unassigned.`,
  replyToMine: (name) => `${name} wrote in a conversation assigned to you.`,
  replyUnassigned: (name) => `${name} wrote again in an unassigned conversation.`,
  assignedToMe: (name) => `A conversation with ${name} was assigned to you.`,
  mineNotDelivered: (name) => `Your reply to ${name} couldn’t be delivered by email. See the conversation for details.`,
};

const counted = (n: number): string => (n === 1 ? "1 conversation" : `${n} conversations`);

/** The subject, which the delivery log keeps. It names the contact only if the notice is about a single conversation. */
export function subjectOf(
  kind: NoticeMail["kind"],
  about: { projectName: string; contact: Pick<ContactBrief, "name" | "email"> | null; events: number; total: number },
): string {
  const project = headerText(about.projectName, 60);
  switch (kind) {
    case "conversation":
      return `${SUBJECTS[leading(about.events)](about.contact ? nameOf(about.contact) : "a customer")} (${project})`;
    case "summary":
      return `${counted(about.total)} waited (${project})`;
    case "more":
      return `More in your inbox (${project})`;
    case "refused":
      return `Your reply wasn’t delivered (${project})`;
  }
}

export interface NoticeLine {
  readonly name: string;
  readonly events: number;
  readonly words: readonly string[];
  readonly link: string;
}
export interface NoticeContent {
  readonly projectName: string;
  readonly kind: NoticeMail["kind"];
  readonly total: number;
  /** When quiet hours began, in the member's local time. */
  readonly quietSince: string | null;
  readonly lines: readonly NoticeLine[];
  readonly inbox: string;
  readonly settings: string;
}

const linked = (words: string, link: string): Part => ({
  text: `${words}:\n${link}`,
  html: `<p><a href="${escapeHtml(link)}">${escapeHtml(words)}</a></p>`,
});
const quoted = (words: string): Part => {
  const text = plain(words, MAX_EXCERPT);
  return { text: `> ${text}`, html: `<blockquote type="cite">${escapeHtml(text)}</blockquote>` };
};

function blocksOf({ projectName, kind, total, quietSince, lines, inbox }: NoticeContent): Part[] {
  const project = headerText(projectName, 80);
  const [first] = lines;
  switch (kind) {
    case "conversation":
      if (!first) return [];
      return [
        ...ORDER.filter((one) => (first.events & bitOf(one)) !== 0).map((one) => paragraph(LEADS[one](first.name))),
        ...first.words.filter((one) => plain(one, MAX_EXCERPT) !== "").map(quoted),
        linked("Open conversation", first.link),
      ];
    case "summary":
      return [
        paragraph(`${counted(total)} waited${quietSince === null ? "" : ` since ${quietSince}`} in ${project}.`),
        ...lines.map((line) => linked(`${line.name}: ${SHORT[leading(line.events)]}`, line.link)),
        ...(total > lines.length ? [paragraph(`The others are in the inbox.`)] : []),
        linked("Open inbox", inbox),
      ];
    case "more":
      return [
        paragraph(
          `A lot is happening in ${project}. See your inbox for the rest; we won’t email you about single conversations for the next hour.`,
        ),
        linked("Open inbox", inbox),
      ];
    case "refused":
      return [
        paragraph("Your reply wasn’t delivered. Replies to notifications reach nobody. Open the conversation to reply."),
        linked(first ? "Open conversation" : "Open inbox", first?.link ?? inbox),
      ];
  }
}
const SHORT: Readonly<Record<NoticeEvent, string>> = {
  newUnassigned: "new, unassigned",
  replyToMine: "replied to you",
  replyUnassigned: "wrote again, unassigned",
  assignedToMe: "was assigned to you",
  mineNotDelivered: "your reply wasn’t delivered",
};

/** The body of a notice, with a link to the notification settings. */
export const noticeBody = (words: NoticeContent): Part =>
  asBody([
    ...blocksOf(words),
    paragraph("Please don’t reply to this email: replies aren’t read."),
    linked("Change your notifications", words.settings),
  ]);
