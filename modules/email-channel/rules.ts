// Decisions of the email channel, without I/O.
import type { Answer } from "#modules/conversations";

/** Whether a reply is sent by mail: the conversation began by mail, or the customer's last message came by mail. */
export const goesByMail = ({ channel, question }: Pick<Answer, "channel" | "question">): boolean =>
  channel === "email" || question?.channel === "email";
