// Builds the text of a notification. Pure. Excerpts of customers' messages are shortened plain text: nothing in them becomes a link or layout.
import { escapeHtml } from "#kernel/http/html.ts";
import { plain } from "#kernel/rich-text/markdown.ts";
import type { ContactBrief } from "#modules/contacts";
import { headerText, asBody, paragraph, type Part } from "#modules/email";
import { m } from "#messages";
import type { ConversationNotification } from "./contract.ts";
import { bitOf, BY_IMPORTANCE, leadingEvent } from "./events.ts";
import type { NotificationMail } from "./queries.ts";

/** Characters of each message that a notification shows. */
export const MAX_EXCERPT = 600;

export const nameOf = (contact: Pick<ContactBrief, "name" | "email">): string =>
  headerText(contact.name ?? contact.email ?? "", 80) || m.notifications_someone();

/** What happened in a conversation with the person of this name. */
export const SUBJECTS: Readonly<Record<ConversationNotification, (inputs: { name: string }) => string>> = {
  newUnassigned: m.notifications_subject_new,
  replyToMine: m.notifications_subject_replied,
  replyUnassigned: m.notifications_subject_again,
  assignedToMe: m.notifications_subject_assigned,
  mineNotDelivered: m.notifications_subject_failed,
  monitored: m.notifications_subject_monitored,
  replyToFollowed: m.notifications_subject_followed,
  noteInFollowed: m.notifications_subject_note,
  mentioned: m.notifications_subject_mentioned,
  issueResolved: m.notifications_subject_issue,
  workAsks: m.notifications_subject_work,
  badRating: m.notifications_subject_rated,
  targetNear: m.notifications_subject_near,
  targetMissed: m.notifications_subject_missed,
  replyReturned: m.notifications_subject_returned,
  ruleNotifies: m.notifications_subject_rule,
};
const LEADS: Readonly<Record<ConversationNotification, (inputs: { name: string }) => string>> = {
  newUnassigned: m.notifications_about_new,
  replyToMine: m.notifications_about_replied,
  replyUnassigned: m.notifications_about_again,
  assignedToMe: m.notifications_about_assigned,
  mineNotDelivered: m.notifications_about_failed,
  monitored: m.notifications_about_monitored,
  replyToFollowed: m.notifications_about_followed,
  noteInFollowed: m.notifications_about_note,
  mentioned: m.notifications_about_mentioned,
  issueResolved: m.notifications_about_issue,
  workAsks: m.notifications_about_work,
  badRating: m.notifications_about_rated,
  targetNear: m.notifications_about_near,
  targetMissed: m.notifications_about_missed,
  replyReturned: m.notifications_about_returned,
  ruleNotifies: m.notifications_about_rule,
};

/** The subject, which the delivery log keeps. It names the contact only if the notification is about a single conversation. */
export function subjectOf(
  kind: NotificationMail["kind"],
  about: { projectName: string; contact: Pick<ContactBrief, "name" | "email"> | null; events: number; total: number },
): string {
  const project = headerText(about.projectName, 60);
  switch (kind) {
    case "conversation":
      return m.notifications_subject_one({
        sentence: SUBJECTS[leadingEvent(about.events)]({ name: about.contact ? nameOf(about.contact) : m.notifications_a_customer() }),
        project,
      });
    case "summary":
      return m.notifications_subject_waited({ count: about.total, project });
    case "more":
      return m.notifications_subject_more({ project });
    case "refused":
      return m.notifications_subject_failed_answer({ project });
  }
}

export interface NotificationLine {
  readonly name: string;
  readonly events: number;
  readonly words: readonly string[];
  /** Names of the rules that notified. */
  readonly rules: readonly string[];
  readonly link: string;
}
export interface NotificationContent {
  readonly projectName: string;
  readonly kind: NotificationMail["kind"];
  readonly total: number;
  /** When quiet hours began, in the member's local time. */
  readonly quietSince: string | null;
  readonly lines: readonly NotificationLine[];
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

function blocksOf({ projectName, kind, total, quietSince, lines, inbox }: NotificationContent): Part[] {
  const project = headerText(projectName, 80);
  const [first] = lines;
  switch (kind) {
    case "conversation":
      if (!first) return [];
      return [
        ...BY_IMPORTANCE.filter((one) => (first.events & bitOf(one)) !== 0).map((one) => paragraph(LEADS[one]({ name: first.name }))),
        ...(first.rules.length === 0
          ? []
          : [paragraph(m.notifications_about_rules({ rules: first.rules.map((one) => headerText(one, 80)).join(", ") }))]),
        ...first.words.filter((one) => plain(one, MAX_EXCERPT) !== "").map(quoted),
        linked(m.notifications_open_conversation(), first.link),
      ];
    case "summary":
      return [
        paragraph(
          quietSince === null
            ? m.notifications_waited({ count: total, project })
            : m.notifications_waited_since({ count: total, since: quietSince, project }),
        ),
        ...lines.map((line) => linked(`${line.name}: ${SHORT[leadingEvent(line.events)]()}`, line.link)),
        ...(total > lines.length ? [paragraph(m.notifications_others())] : []),
        linked(m.notifications_open_inbox(), inbox),
      ];
    case "more":
      return [paragraph(m.notifications_a_lot({ project })), linked(m.notifications_open_inbox(), inbox)];
    case "refused":
      return [
        paragraph(m.notifications_answer_failed()),
        linked(first ? m.notifications_open_conversation() : m.notifications_open_inbox(), first?.link ?? inbox),
      ];
  }
}
const SHORT: Readonly<Record<ConversationNotification, () => string>> = {
  newUnassigned: m.notifications_line_new,
  replyToMine: m.notifications_line_replied,
  replyUnassigned: m.notifications_line_again,
  assignedToMe: m.notifications_line_assigned,
  mineNotDelivered: m.notifications_line_failed,
  monitored: m.notifications_line_monitored,
  replyToFollowed: m.notifications_line_followed,
  noteInFollowed: m.notifications_line_note,
  mentioned: m.notifications_line_mentioned,
  issueResolved: m.notifications_line_issue,
  workAsks: m.notifications_line_work,
  badRating: m.notifications_line_rated,
  targetNear: m.notifications_line_near,
  targetMissed: m.notifications_line_missed,
  replyReturned: m.notifications_line_returned,
  ruleNotifies: m.notifications_line_rule,
};

/** The body of a notification, with a link to the notification settings. */
export const notificationBody = (words: NotificationContent): Part =>
  asBody([...blocksOf(words), paragraph(m.notifications_do_not_reply()), linked(m.notifications_change(), words.settings)]);

/** The body of a notification about something else than a conversation. */
export const subjectBody = ({ words, open, link, settings }: { words: string; open: string; link: string; settings: string }): Part =>
  asBody([paragraph(words), linked(open, link), paragraph(m.notifications_do_not_reply()), linked(m.notifications_change(), settings)]);
