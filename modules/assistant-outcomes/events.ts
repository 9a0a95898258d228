// Kernel events of outcomes, to which other modules listen.
import { event } from "#kernel/events/index.ts";

/** A customer's thumb or a member's flag made an outcome negative. */
export const answerFoundBad = event<{ readonly projectId: string; readonly conversationId: string }>("assistant_outcomes.found_bad");
/** The assistant had no proved answer, and left the conversation to people for that reason. */
export const leftUnanswered = event<{ readonly projectId: string; readonly conversationId: string }>("assistant_outcomes.left_unanswered");
