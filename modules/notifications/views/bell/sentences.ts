// What an entry of the bell says.
import { m } from "#messages";
import type { ConversationNotification } from "../../contract.ts";

export const SENTENCES: Readonly<Record<ConversationNotification, (inputs: { name: string }) => string>> = {
  newUnassigned: m.notifications_bell_new,
  replyToMine: m.notifications_bell_replied,
  replyUnassigned: m.notifications_bell_again,
  assignedToMe: m.notifications_bell_assigned,
  mineNotDelivered: m.notifications_bell_lost,
  monitored: m.notifications_bell_monitored,
  replyToFollowed: m.notifications_bell_followed,
  noteInFollowed: m.notifications_bell_note,
  mentioned: m.notifications_bell_mentioned,
  issueResolved: m.notifications_bell_issue,
  workAsks: m.notifications_bell_work,
  badRating: m.notifications_bell_rated,
  targetNear: m.notifications_bell_near,
  replyReturned: m.notifications_bell_returned,
  ruleNotifies: m.notifications_bell_rule,
  targetMissed: m.notifications_bell_missed,
};
